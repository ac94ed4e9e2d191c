/* Records as objects: a game with tags and comments. */
#include "core/record_object.h"

#include <stdlib.h>

/* More than anyone needs, and few enough to look them up one by one. */
enum { MOST_TAGS = 256 };

static LudStatus no_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

static char *copy_string(const char *from)
{
    size_t size = strlen(from) + 1;
    char *to = malloc(size);
    if (to)
        memcpy(to, from, size);
    return to;
}

LudRecord *lud_record_new(LudPlay *play)
{
    LudRecord *record = calloc(1, sizeof *record);
    if (!record) {
        lud_play_free(play);
        return NULL;
    }
    record->play = play;
    return record;
}

void lud_record_free(LudRecord *record)
{
    if (!record)
        return;
    for (int i = 0; i < record->tag_count; i++) {
        free(record->tags[i].name);
        free(record->tags[i].value);
    }
    for (int i = 0; i < record->comment_count; i++)
        text_free(&record->comments[i]);
    free(record->tags);
    free(record->comments);
    lud_play_free(record->play);
    free(record);
}

LudPlay *lud_record_play(LudRecord *record)
{
    return record->play;
}

LudPlay *lud_record_take_play(LudRecord *record)
{
    LudPlay *play = record->play;
    record->play = NULL;
    return play;
}

/* -- tags ------------------------------------------------------------------------------------- */

bool lud_record_is_derived(const char *name)
{
    static const char *const derived[] = {"Game", "Position", "Fragment", "Result", "Reason"};
    for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++) {
        if (strcmp(name, derived[i]) == 0)
            return true;
    }
    return false;
}

static int find_tag(const LudRecord *record, const char *name)
{
    for (int i = 0; i < record->tag_count; i++) {
        if (strcmp(record->tags[i].name, name) == 0)
            return i;
    }
    return -1;
}

const char *lud_record_tag(const LudRecord *record, const char *name)
{
    int index = find_tag(record, name);
    return index < 0 ? NULL : record->tags[index].value;
}

bool lud_record_tag_at(const LudRecord *record, int index, const char **name, const char **value)
{
    if (index < 0 || index >= record->tag_count)
        return false;
    *name = record->tags[index].name;
    *value = record->tags[index].value;
    return true;
}

static void remove_tag(LudRecord *record, int index)
{
    free(record->tags[index].name);
    free(record->tags[index].value);
    record->tag_count--;
    memmove(&record->tags[index], &record->tags[index + 1],
            (size_t)(record->tag_count - index) * sizeof record->tags[0]);
}

static bool add_tag(LudRecord *record, const char *name, char *value)
{
    if (record->tag_count == record->tag_capacity) {
        int capacity = record->tag_capacity ? record->tag_capacity * 2 : 8;
        Tag *tags = realloc(record->tags, (size_t)capacity * sizeof *tags);
        if (!tags)
            return false;
        record->tags = tags;
        record->tag_capacity = capacity;
    }
    char *kept = copy_string(name);
    if (!kept)
        return false;
    record->tags[record->tag_count++] = (Tag){.name = kept, .value = value};
    return true;
}

LudStatus record_put_tag(LudRecord *record, const char *name, const char *value, LudError *err)
{
    int index = find_tag(record, name);
    if (index < 0 && record->tag_count == MOST_TAGS)
        return lud_error_set(err, LUD_ERECORD, "A record has at most 256 tags.", (char *)NULL);
    char *kept = copy_string(value);
    if (!kept)
        return no_memory(err);
    for (char *at = kept; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = ' ';
    }
    if (index >= 0) {
        free(record->tags[index].value);
        record->tags[index].value = kept;
    } else if (!add_tag(record, name, kept)) {
        free(kept);
        return no_memory(err);
    }
    return LUD_OK;
}

static bool is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

static bool is_tag_name(const char *name)
{
    if (!is_letter(name[0]))
        return false;
    for (const char *at = name; *at; at++) {
        if (!is_letter(*at) && !(*at >= '0' && *at <= '9') && *at != '_')
            return false;
    }
    return true;
}

LudStatus lud_record_set_tag(LudRecord *record, const char *name, const char *value, LudError *err)
{
    if (!is_tag_name(name) || lud_record_is_derived(name))
        return lud_error_set(err, LUD_ERECORD, "\"{1}\" can't be set as a tag of a record.", name,
                             (char *)NULL);
    if (value)
        return record_put_tag(record, name, value, err);
    int index = find_tag(record, name);
    if (index >= 0)
        remove_tag(record, index);
    return LUD_OK;
}

const char *lud_record_player_tag(const LudRules *rules, int seat)
{
    static const char *const seats[LUD_MAX_SEATS] = {"Seat1", "Seat2", "Seat3", "Seat4"};
    LudState start;
    lud_rules_start(rules, &start);
    const LudGame *game = rules->game;
    return game->rules.seats(&start) == game->rules.sides(&start) ? game->side_names[seat]
                                                                  : seats[seat];
}

/* -- comments --------------------------------------------------------------------------------- */

const char *lud_record_comment(const LudRecord *record, int index)
{
    return index < 0 || index >= record->comment_count ? NULL : record->comments[index].bytes;
}

static bool has_place(LudRecord *record, int index)
{
    if (index < record->comment_count)
        return true;
    int count = index + 1 + record->comment_count;
    Text *comments = realloc(record->comments, (size_t)count * sizeof *comments);
    if (!comments)
        return false;
    for (int i = record->comment_count; i < count; i++)
        comments[i] = (Text){0};
    record->comments = comments;
    record->comment_count = count;
    return true;
}

/* White space of any kind becomes one space; braces would end the comment, so they turn. */
static void add_folded(Text *text, const char *from, size_t size)
{
    bool is_gap = text->length > 0;
    for (size_t i = 0; i < size; i++) {
        char c = from[i] == '{' ? '[' : from[i] == '}' ? ']' : from[i];
        if ((unsigned char)c <= ' ' || c == 0x7f) {
            is_gap = text->length > 0;
            continue;
        }
        if (is_gap)
            text_add(text, " ");
        is_gap = false;
        text_add_bytes(text, &c, 1);
    }
}

LudStatus record_add_comment(LudRecord *record, int index, const Text *comment, LudError *err)
{
    if (comment->failed || !has_place(record, index))
        return no_memory(err);
    add_folded(&record->comments[index], comment->bytes, comment->length);
    return record->comments[index].failed ? no_memory(err) : LUD_OK;
}

LudStatus lud_record_set_comment(LudRecord *record, int index, const char *text, LudError *err)
{
    if (!record->play || index < 0 || index > lud_play_length(record->play))
        return lud_error_set(err, LUD_ENOTNOW, "The record has no such move to comment.",
                             (char *)NULL);
    /* The new comment is made before the old one goes, as one may be part of the other. */
    Text made = {0};
    if (text)
        add_folded(&made, text, strlen(text));
    if (made.failed || !has_place(record, index)) {
        text_free(&made);
        return no_memory(err);
    }
    text_free(&record->comments[index]);
    record->comments[index] = made;
    return LUD_OK;
}
