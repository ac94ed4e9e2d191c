/* Games as PlayStrategy writes them: PGN tags, the start as FEN, moves as "c1f2". */
#include <ludoteca/oware.h>

#include <stdio.h>

#include "core/record_object.h"
#include "oware_text.h"

enum { VALUE = 512, WIDTH = 80 };

/* The rules that PlayStrategy plays by, and its name for them. A game by other rules says so with
 * our name for them, in full: that always has a colon, so it is never taken for theirs. */
static const char their_rules[] = "oware:slam=nocapture", their_variant[] = "Oware";

bool lud_oware_is_playstrategy(const char *text, size_t size)
{
    static const char start[] = "[FEN \"";
    for (size_t at = 0; at + sizeof start <= size; at++) {
        if (memcmp(text + at, start, sizeof start - 1) != 0)
            continue;
        const char *value = text + at + sizeof start - 1;
        size_t left = size - at - (sizeof start - 1);
        const char *quote = memchr(value, '"', left), *slash = memchr(value, '/', left);
        return quote && slash && slash < quote;
    }
    return false;
}

/* Tags that tell which game it is and how it ended, or that follow from the game in our records. */
static bool is_derived(const char *name)
{
    return strcmp(name, "Variant") == 0 || strcmp(name, "FEN") == 0 || lud_record_is_derived(name);
}

/* -- reading ----------------------------------------------------------------------------------- */

typedef struct Reader {
    PgnReader text;
    LudError *err;
    LudRecord *record; /* NULL while the tags are read for the first time */
    char variant[VALUE], fen[VALUE], result[VALUE], reason[VALUE];
    char written[PGN_WORD]; /* the result after the moves, or "" */
} Reader;

static LudStatus fail_at(Reader *reader, int line, LudStatus status)
{
    reader->err->line = line;
    return status;
}

/* White and Black are PlayStrategy's names for whoever sits south and north. */
static const char *own_name(const char *name)
{
    return strcmp(name, "White") == 0 ? "South" : strcmp(name, "Black") == 0 ? "North" : name;
}

/* First the tags tell which game to set up, then the record takes the others. */
static LudStatus take_tag(Reader *reader, const char *name, const char *value)
{
    char *kept = strcmp(name, "Variant") == 0  ? reader->variant
                 : strcmp(name, "FEN") == 0    ? reader->fen
                 : strcmp(name, "Result") == 0 ? reader->result
                 : strcmp(name, "Reason") == 0 ? reader->reason
                                               : NULL;
    if (kept && !reader->record)
        snprintf(kept, VALUE, "%s", value);
    if (!reader->record || is_derived(name))
        return LUD_OK;
    return lud_record_set_tag(reader->record, own_name(name), value, reader->err);
}

static LudStatus read_tags(Reader *reader)
{
    LudStatus status = LUD_OK;
    while (status == LUD_OK && !pgn_is_done(&reader->text) && *reader->text.at == '[') {
        int line = reader->text.line;
        char name[PGN_NAME];
        Text value = {0};
        status = record_read_tag(&reader->text, name, &value, reader->err);
        if (status == LUD_OK)
            status = take_tag(reader, name, value.bytes);
        text_free(&value);
        if (status != LUD_OK)
            reader->err->line = line;
    }
    return status;
}

static LudStatus begin_game(Reader *reader)
{
    LudRules rules;
    LudState start;
    LudPlay *play = NULL;
    bool is_ours = strncmp(reader->variant, "oware:", strlen("oware:")) == 0;
    LudStatus status =
        lud_rules_parse(is_ours ? reader->variant : their_rules, &rules, reader->err);
    if (status != LUD_OK)
        return fail_at(reader, reader->text.line, status);
    lud_rules_start(&rules, &start);
    if (reader->fen[0])
        status = lud_oware_parse_fen(&rules, reader->fen, &start, NULL, reader->err);
    if (status == LUD_OK)
        status = lud_play_new(&play, &rules, &start, reader->err);
    if (status != LUD_OK)
        return fail_at(reader, reader->text.line, status);
    reader->record = lud_record_new(play);
    return reader->record ? LUD_OK
                          : lud_error_set(reader->err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

static LudStatus read_comment(Reader *reader)
{
    int line = reader->text.line, index = lud_play_length(reader->record->play);
    Text comment = {0};
    LudStatus status;
    if (pgn_read_comment(&reader->text, &comment))
        status = record_add_comment(reader->record, index, &comment, reader->err);
    else
        status = lud_error_set(reader->err, LUD_ERECORD,
                               "A comment that begins here has no closing brace.", (char *)NULL);
    text_free(&comment);
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

static LudStatus read_move(Reader *reader, const char *word, int line)
{
    LudPlay *play = reader->record->play;
    LudMove m;
    LudStatus status = lud_oware_parse_uci(lud_play_state(play), word, &m, reader->err);
    if (status == LUD_OK)
        status = lud_play_move(play, m, reader->err);
    if (status == LUD_EOVER)
        lud_error_set(reader->err, LUD_ERECORD, "{1} follows although the game is over.", word,
                      (char *)NULL);
    if (status == LUD_OK)
        return LUD_OK;
    reader->err->move_number = lud_play_length(play) / 2 + 1;
    return fail_at(reader, line, reader->err->status);
}

/* Reads moves and comments up to the result, the next game, or the end of the text. */
static LudStatus read_moves(Reader *reader)
{
    LudStatus status = LUD_OK;
    bool is_last = false;
    while (status == LUD_OK && !pgn_is_done(&reader->text) && *reader->text.at != '[') {
        if (*reader->text.at == '{') {
            status = read_comment(reader);
            continue;
        }
        if (is_last)
            break;
        int line = reader->text.line;
        char text[PGN_WORD];
        pgn_read_word(&reader->text, "{", text);
        const char *word = pgn_is_result(text) ? text : pgn_after_number(text);
        is_last = pgn_is_result(word);
        if (is_last)
            snprintf(reader->written, PGN_WORD, "%s", word);
        else if (*word)
            status = read_move(reader, word, line);
    }
    return status;
}

/* Ends a game as people did; without a reason the loser gave up, or both agreed to a draw. */
static void end_as_stated(LudPlay *play, const char *stated, LudReason reason)
{
    bool is_drop = reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT;
    if (reason == LUD_REASON_AGREED_FINISH)
        lud_play_agree_finish(play, NULL);
    else if (strcmp(stated, "1/2-1/2") == 0)
        lud_play_agree_draw(play, NULL);
    else if (strcmp(stated, "1-0") == 0 || strcmp(stated, "0-1") == 0)
        lud_play_drop(play, stated[0] == '1', is_drop ? reason : LUD_REASON_RESIGNED, NULL);
}

/* Both the tag and the word after the moves must be what the game came to. */
static LudStatus check_result(Reader *reader)
{
    LudPlay *play = reader->record->play;
    const char *stated = reader->written[0] ? reader->written : reader->result;
    if (lud_play_turn(play) != LUD_OVER && strcmp(stated, "*") != 0)
        end_as_stated(play, stated, lud_reason_find(reader->reason));
    LudResult result;
    lud_play_result(play, &result);
    char points[LUD_RESULT_TEXT];
    lud_result_print(&result, points);
    if (strcmp(stated, points) == 0 && reader->result[0])
        stated = reader->result;
    if (!*stated || strcmp(stated, points) == 0)
        return LUD_OK;
    lud_error_set(reader->err, LUD_ERECORD,
                  "The result is given as {1}, but the moves lead to {2}.", stated, points,
                  (char *)NULL);
    return fail_at(reader, reader->text.line, LUD_ERECORD);
}

LudStatus lud_oware_read_playstrategy(const char *text, size_t size, LudRecord **record,
                                      size_t *consumed, LudError *err)
{
    LudError ignored = {0};
    const PgnReader beginning = {text, text + size, 1};
    Reader reader = {.text = beginning, .err = err ? err : &ignored};
    LudStatus status = read_tags(&reader);
    if (status == LUD_OK)
        status = begin_game(&reader);
    if (status == LUD_OK) {
        reader.text = beginning;
        status = read_tags(&reader);
    }
    if (status == LUD_OK)
        status = read_moves(&reader);
    if (status == LUD_OK)
        status = check_result(&reader);
    if (status != LUD_OK) {
        lud_record_free(reader.record);
        return status;
    }
    if (consumed)
        *consumed = (size_t)(reader.text.at - text);
    *record = reader.record;
    return LUD_OK;
}

/* -- writing ----------------------------------------------------------------------------------- */

static void print_variant(const LudRules *rules, char text[LUD_RULES_TEXT])
{
    lud_rules_print(rules, text);
    if (strcmp(text, their_rules) == 0) {
        snprintf(text, LUD_RULES_TEXT, "%s", their_variant);
        return;
    }
    snprintf(text, LUD_RULES_TEXT, "oware:slam=%s,cycle=%s", lud_rules_value(rules, "slam"),
             lud_rules_value(rules, "cycle"));
}

static void write_tags(PgnWriter *writer, const LudRecord *record, const LudResult *result,
                       const char *result_text)
{
    char fen[LUD_STATE_TEXT], variant[LUD_RULES_TEXT];
    for (int i = 0; i < record->tag_count; i++) {
        const char *name = record->tags[i].name;
        const char *theirs = strcmp(name, "South") == 0   ? "White"
                             : strcmp(name, "North") == 0 ? "Black"
                                                          : name;
        if (!is_derived(name))
            pgn_write_tag(writer, theirs, record->tags[i].value);
    }
    lud_oware_print_fen(lud_play_start(record->play), 1, fen);
    print_variant(lud_play_rules(record->play), variant);
    pgn_write_tag(writer, "Variant", variant);
    pgn_write_tag(writer, "FEN", fen);
    pgn_write_tag(writer, "Result", result_text);
    /* Their results do not tell what people agreed on or how someone lost. */
    if (result->culprit >= 0 || result->reason == LUD_REASON_AGREED_FINISH)
        pgn_write_tag(writer, "Reason", lud_reason_name(result->reason));
    text_add(&writer->text, "\n");
}

static void write_comment(PgnWriter *writer, const LudRecord *record, int index)
{
    const char *comment = lud_record_comment(record, index);
    if (!comment)
        return;
    pgn_write_word(writer, "{", 1);
    pgn_write_words(writer, comment);
    pgn_write_word(writer, "}", 1);
}

static void write_moves(PgnWriter *writer, const LudRecord *record)
{
    const LudGame *game = lud_play_rules(record->play)->game;
    const LudMove *history = lud_play_history(record->play);
    LudState s;
    lud_state_copy(game, &s, lud_play_start(record->play));
    int number =
        game->rules.turn(&s) == 1; /* a game that North begins starts in the middle of a pair */
    write_comment(writer, record, 0);
    for (int i = 0; i < lud_play_length(record->play); i++, number++) {
        char word[LUD_MOVE_TEXT];
        if (number % 2 == 0 || i == 0)
            pgn_write_word(writer, word,
                           (size_t)snprintf(word, sizeof word, number % 2 == 0 ? "%d." : "%d...",
                                            number / 2 + 1));
        int size = lud_oware_print_uci(&s, history[i], word);
        game->rules.apply(&s, history[i]);
        pgn_write_word(writer, word, (size_t)size);
        write_comment(writer, record, i + 1);
    }
}

LudStatus lud_oware_write_playstrategy(const LudRecord *record, char **text, LudError *err)
{
    const LudRules *rules = lud_play_rules(record->play);
    if (strcmp(rules->game->name, "oware") != 0)
        return lud_error_set(err, LUD_ENOTNOW, "PlayStrategy's notation is for oware only.",
                             (char *)NULL);
    char start[LUD_STATE_TEXT];
    LudState read;
    lud_oware_print_fen(lud_play_start(record->play), 1, start);
    if (lud_oware_parse_fen(rules, start, &read, NULL, NULL) != LUD_OK)
        return lud_error_set(
            err, LUD_ENOTNOW,
            "PlayStrategy's notation can't hold a game that starts with fewer than 48 seeds.",
            (char *)NULL);
    LudResult result;
    char result_text[LUD_RESULT_TEXT];
    lud_play_result(record->play, &result);
    int size = lud_result_print(&result, result_text);
    PgnWriter writer = {.width = WIDTH};
    write_tags(&writer, record, &result, result_text);
    write_moves(&writer, record);
    pgn_write_word(&writer, result_text, (size_t)size);
    text_add(&writer.text, "\n");
    char *made = text_take(&writer.text);
    if (!made)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    *text = made;
    return LUD_OK;
}
