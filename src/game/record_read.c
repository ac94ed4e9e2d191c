/* Reading a record: strict about what was played, forgiving about white space. */
#include "game/record_object.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"

enum { WORD = 256 };

typedef struct Reader {
    const char *at, *end;
    int line;
    int turns; /* words read as turns so far */
    LudRecord *record;
    LudError *err;
} Reader;

/* -- characters and words --------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

static void step(Reader *reader)
{
    reader->line += *reader->at == '\n';
    reader->at++;
}

static void skip_space(Reader *reader)
{
    static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark, as some editors leave */
    if (reader->end - reader->at >= 3 && memcmp(reader->at, mark, 3) == 0)
        reader->at += 3;
    while (reader->at < reader->end && is_space(*reader->at))
        step(reader);
}

/* Copies the next word; longer ones are cut, which no valid word is. */
static void take_word(Reader *reader, char word[WORD])
{
    size_t length = 0;
    while (reader->at < reader->end && !is_space(*reader->at) && *reader->at != '{') {
        if (length < WORD - 1)
            word[length++] = *reader->at ? *reader->at : '?';
        step(reader);
    }
    word[length] = '\0';
}

/* -- tags ------------------------------------------------------------------------------------- */

static LudStatus fail_at(Reader *reader, int line, LudStatus status)
{
    if (reader->err) {
        reader->err->line = line;
        reader->err->status = status;
    }
    return status;
}

static LudStatus bad_tag(Reader *reader, int line)
{
    lud_error_set(reader->err, LUD_ERECORD, "A tag looks like [Name \"value\"].", (char *)NULL);
    return fail_at(reader, line, LUD_ERECORD);
}

/* Reads the quoted value of a tag; false if it does not end. */
static bool take_value(Reader *reader, Text *value)
{
    for (step(reader); reader->at < reader->end && *reader->at != '"'; step(reader)) {
        if (*reader->at == '\n')
            break;
        if (*reader->at == '\\' && reader->at + 1 < reader->end)
            step(reader);
        char c = *reader->at ? *reader->at : ' ';
        text_add_bytes(value, &c, 1);
    }
    if (reader->at >= reader->end || *reader->at != '"')
        return false;
    step(reader);
    return true;
}

static bool is_name_character(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static LudStatus read_tag(Reader *reader)
{
    int line = reader->line;
    char name[WORD];
    size_t length = 0;
    step(reader);
    skip_space(reader);
    while (reader->at < reader->end && is_name_character(*reader->at) && length < WORD - 1) {
        name[length++] = *reader->at;
        step(reader);
    }
    name[length] = '\0';
    skip_space(reader);
    if (length == 0 || reader->at >= reader->end || *reader->at != '"')
        return bad_tag(reader, line);
    Text value = {0};
    bool is_whole = take_value(reader, &value);
    skip_space(reader);
    if (!is_whole || reader->at >= reader->end || *reader->at != ']') {
        text_free(&value);
        return bad_tag(reader, line);
    }
    step(reader);
    LudStatus status;
    if (value.failed)
        status = lud_error_set(reader->err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    else if (lud_record_tag(reader->record, name))
        status = lud_error_set(reader->err, LUD_ERECORD, "The tag {1} is given twice.", name,
                               (char *)NULL);
    else
        status = record_put_tag(reader->record, name, value.bytes ? value.bytes : "", reader->err);
    text_free(&value);
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

/* Sets up the game that the tags describe. */
static LudStatus begin_game(Reader *reader, int line)
{
    const char *name = lud_record_tag(reader->record, "Game");
    const char *position = lud_record_tag(reader->record, "Position");
    const char *fragment = lud_record_tag(reader->record, "Fragment");
    if (!name) {
        lud_error_set(reader->err, LUD_ERECORD,
                      "A record begins with its game, e.g. [Game \"oware\"].", (char *)NULL);
        return fail_at(reader, line, LUD_ERECORD);
    }
    LudRules rules;
    LudState start;
    LudStatus status = lud_rules_parse(name, &rules, reader->err);
    if (status != LUD_OK)
        return fail_at(reader, line, status);
    lud_rules_start(&rules, &start);
    unsigned flags = fragment && strcmp(fragment, "yes") == 0 ? LUD_PARSE_FRAGMENT : 0;
    if (position)
        status = rules.game->state_parse(&start, &rules.options, position, flags, reader->err);
    if (status == LUD_OK)
        status = lud_play_new(&reader->record->play, &rules, &start, reader->err);
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

/* -- moves ------------------------------------------------------------------------------------ */

/* Marks an error with where it happened: the number that stands before the move. */
static LudStatus fail_move(Reader *reader, int line, LudStatus status)
{
    const LudPlay *play = reader->record->play;
    int seats = lud_play_rules(play)->game->seats(lud_play_state(play));
    if (reader->err)
        reader->err->move_number = reader->turns / seats + 1;
    return fail_at(reader, line, status);
}

/* "@2:resigned", "@draw", "@finish". */
static LudStatus read_event(Reader *reader, const char *word)
{
    LudPlay *play = reader->record->play;
    if (strcmp(word, RECORD_DRAW) == 0)
        return lud_play_agree_draw(play, reader->err);
    if (strcmp(word, RECORD_FINISH) == 0)
        return lud_play_agree_finish(play, reader->err);
    int seat = 0;
    const char *at = text_read_number(word + 1, LUD_MAX_SEATS, &seat);
    LudReason reason = at && *at == ':' ? lud_reason_find(at + 1) : LUD_REASON_NONE;
    if (reason == LUD_REASON_RESIGNED || reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT)
        return lud_play_drop(play, seat - 1, reason, reader->err);
    return lud_error_set(
        reader->err, LUD_ERECORD,
        "\"{1}\" is unknown. Events are @draw, @finish, @1:resigned, @1:time and @1:left.", word,
        (char *)NULL);
}

/* A roll whose move was not made, "8:". */
static bool is_open_roll(const char *word)
{
    size_t length = strlen(word);
    return length > 1 && word[length - 1] == ':';
}

static LudStatus read_turn(Reader *reader, char *word)
{
    LudPlay *play = reader->record->play;
    if (word[0] == '@')
        return read_event(reader, word);
    if (is_open_roll(word))
        word[strlen(word) - 1] = '\0';
    LudStatus status = lud_play_move_text(play, word, reader->err);
    if (status == LUD_EOVER)
        return lud_error_set(reader->err, LUD_ERECORD, "{1} follows although the game is over.",
                             word, (char *)NULL);
    reader->turns += status == LUD_OK;
    return status;
}

/* Move numbers "12." are for people; what follows them without a space is the move. */
static char *after_number(char *word)
{
    char *at = word;
    while (*at >= '0' && *at <= '9')
        at++;
    if (at == word || *at != '.')
        return word;
    while (*at == '.')
        at++;
    return at;
}

static bool is_result(const char *word)
{
    static const char *const results[] = {"*", "1-0", "0-1", "1/2-1/2", "1-0-0", "0-1-0", "0-0-1"};
    for (size_t i = 0; i < sizeof results / sizeof results[0]; i++) {
        if (strcmp(word, results[i]) == 0)
            return true;
    }
    /* Points for three and scores such as 23.5-24.5: nothing but digits and these signs. */
    size_t length = strspn(word, "0123456789./-");
    return length > 2 && word[length] == '\0' && word[0] != '-' && strchr(word, '-');
}

static LudStatus read_comment(Reader *reader)
{
    int line = reader->line;
    const char *from = reader->at + 1;
    while (reader->at < reader->end && *reader->at != '}')
        step(reader);
    if (reader->at >= reader->end) {
        lud_error_set(reader->err, LUD_ERECORD, "A comment that begins here has no closing brace.",
                      (char *)NULL);
        return fail_at(reader, line, LUD_ERECORD);
    }
    size_t size = (size_t)(reader->at - from);
    step(reader);
    int index = lud_play_length(reader->record->play);
    return record_add_comment(reader->record, index, from, size, reader->err);
}

/* Reads turns and comments up to the result, the next record, or the end of the text. */
static LudStatus read_moves(Reader *reader, char result[WORD])
{
    result[0] = '\0';
    for (skip_space(reader); reader->at < reader->end; skip_space(reader)) {
        LudStatus status = LUD_OK;
        char word[WORD];
        if (*reader->at == '[')
            return LUD_OK;
        if (*reader->at == '{') {
            status = read_comment(reader);
            if (status != LUD_OK)
                return status;
            continue;
        }
        int line = reader->line;
        take_word(reader, word);
        char *turn = is_result(word) ? word : after_number(word); /* 26.5-21.5 has no number */
        if (is_result(turn)) {
            memmove(result, turn, strlen(turn) + 1);
            return LUD_OK;
        }
        if (*turn)
            status = read_turn(reader, turn);
        if (status != LUD_OK)
            return fail_move(reader, line, status);
    }
    return LUD_OK;
}

/* -- the result ------------------------------------------------------------------------------- */

/* A game that people ended need not say so by an event: the stated result and reason will do. */
static void end_as_stated(LudPlay *play, const char *stated, LudReason reason)
{
    const LudGame *game = lud_play_rules(play)->game;
    bool is_two_sided = game->sides(lud_play_state(play)) == 2;
    bool is_drop =
        reason == LUD_REASON_RESIGNED || reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT;
    if (strcmp(stated, "1/2-1/2") == 0 && is_two_sided)
        lud_play_agree_draw(play, NULL);
    else if (strcmp(stated, "1-0") == 0 && is_two_sided)
        lud_play_drop(play, 1, is_drop ? reason : LUD_REASON_RESIGNED, NULL);
    else if (strcmp(stated, "0-1") == 0 && is_two_sided)
        lud_play_drop(play, 0, is_drop ? reason : LUD_REASON_RESIGNED, NULL);
    else if (game->stop_score)
        lud_play_agree_finish(play, NULL);
}

static LudStatus check_result(Reader *reader, int line, const char *written)
{
    LudPlay *play = reader->record->play;
    const char *tag = lud_record_tag(reader->record, "Result");
    const char *reason_tag = lud_record_tag(reader->record, "Reason");
    const char *stated = *written ? written : tag ? tag : "*";
    LudReason reason = reason_tag ? lud_reason_find(reason_tag) : LUD_REASON_NONE;
    if (lud_play_turn(play) != LUD_OVER && strcmp(stated, "*") != 0)
        end_as_stated(play, stated, reason);
    LudResult result;
    lud_play_result(play, &result);
    char points[LUD_RESULT_TEXT], score[LUD_RESULT_TEXT];
    lud_result_print(&result, points);
    lud_result_print_score(&result, score);
    bool is_unstated = !*written && !tag;
    if (!is_unstated && strcmp(stated, points) != 0 && strcmp(stated, score) != 0) {
        lud_error_set(reader->err, LUD_ERECORD,
                      "The result is given as {1}, but the moves lead to {2}.", stated, score,
                      (char *)NULL);
        return fail_at(reader, line, LUD_ERECORD);
    }
    if (reason != LUD_REASON_NONE && result.reason != reason) {
        lud_error_set(reader->err, LUD_ERECORD,
                      "The reason is given as {1}, but the moves lead to {2}.", reason_tag,
                      lud_reason_name(result.reason), (char *)NULL);
        return fail_at(reader, line, LUD_ERECORD);
    }
    return LUD_OK;
}

/* -- the whole -------------------------------------------------------------------------------- */

static LudStatus read_record(Reader *reader)
{
    LudStatus status = LUD_OK;
    int first_line = reader->line;
    while (status == LUD_OK && reader->at < reader->end && *reader->at == '[') {
        status = read_tag(reader);
        skip_space(reader);
    }
    if (status == LUD_OK)
        status = begin_game(reader, first_line);
    if (status != LUD_OK)
        return status;
    char result[WORD];
    status = read_moves(reader, result);
    return status == LUD_OK ? check_result(reader, reader->line, result) : status;
}

/* Tags that follow from the game are made anew when the record is written. */
static void forget_derived_tags(LudRecord *record)
{
    int kept = 0;
    for (int i = 0; i < record->tag_count; i++) {
        if (record_is_derived_tag(record->tags[i].name)) {
            free(record->tags[i].name);
            free(record->tags[i].value);
        } else {
            record->tags[kept++] = record->tags[i];
        }
    }
    record->tag_count = kept;
}

LudStatus lud_record_read(const char *text, size_t size, LudRecord **record, size_t *consumed,
                          LudError *err)
{
    LudError ignored = {0};
    Reader reader = {.at = text, .end = text + size, .line = 1, .err = err ? err : &ignored};
    reader.record = calloc(1, sizeof *reader.record);
    if (!reader.record)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    skip_space(&reader);
    LudStatus status = read_record(&reader);
    if (status != LUD_OK) {
        lud_record_free(reader.record);
        return status;
    }
    forget_derived_tags(reader.record);
    if (consumed)
        *consumed = (size_t)(reader.at - text);
    *record = reader.record;
    return LUD_OK;
}

bool lud_record_has_more(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (!is_space(text[i]))
            return true;
    }
    return false;
}
