/* Reading a record: strict about what was played, forgiving about white space. */
#include "core/record_object.h"

#include <stdio.h>
#include <stdlib.h>

#include "core/play_object.h"

typedef struct Reader {
    PgnReader text;
    int turns; /* that have begun so far */
    int seat;  /* who made the last move; LUD_OVER if none has been made, or only rolled for */
    LudRecord *record;
    LudError *err;
} Reader;

static LudStatus fail_at(Reader *reader, int line, LudStatus status)
{
    reader->err->line = line;
    return status;
}

/* -- tags ------------------------------------------------------------------------------------- */

static LudStatus keep_tag(Reader *reader, const char *name, const char *value, int line)
{
    if (lud_record_tag(reader->record, name))
        return lud_error_set(reader->err, LUD_ERECORD, "The tag {1} is given twice.", name,
                             (char *)NULL);
    LudStatus status = record_put_tag(reader->record, name, value, reader->err);
    if (status == LUD_OK)
        reader->record->tags[reader->record->tag_count - 1].line = line;
    return status;
}

LudStatus record_read_tag(PgnReader *text, char name[PGN_NAME], Text *value, LudError *err)
{
    int line = text->line;
    LudStatus status = LUD_OK;
    text_add(value, "");
    if (!pgn_read_tag(text, name, value))
        status =
            lud_error_set(err, LUD_ERECORD, "A tag looks like [Name \"value\"].", (char *)NULL);
    else if (value->failed)
        status = lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    if (status != LUD_OK && err)
        err->line = line;
    return status;
}

static LudStatus read_tag(Reader *reader)
{
    int line = reader->text.line;
    char name[PGN_NAME];
    Text value = {0};
    LudStatus status = record_read_tag(&reader->text, name, &value, reader->err);
    if (status == LUD_OK)
        status = keep_tag(reader, name, value.bytes, line);
    text_free(&value);
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

static int tag_line(const LudRecord *record, const char *name)
{
    int line = 0;
    for (int i = 0; i < record->tag_count; i++) {
        if (strcmp(record->tags[i].name, name) == 0)
            line = record->tags[i].line;
    }
    return line;
}

/* Sets up the game that the tags describe. */
static LudStatus begin_game(Reader *reader, int first_line)
{
    const char *name = lud_record_tag(reader->record, "Game");
    const char *position = lud_record_tag(reader->record, "Position");
    const char *fragment = lud_record_tag(reader->record, "Fragment");
    if (!name) {
        lud_error_set(reader->err, LUD_ERECORD,
                      "A record begins with its game, e.g. [Game \"{1}\"].", lud_game_at(0)->name,
                      (char *)NULL);
        return fail_at(reader, first_line, LUD_ERECORD);
    }
    LudRules rules;
    LudState start;
    LudStatus status = lud_rules_parse(name, &rules, reader->err);
    if (status != LUD_OK)
        return fail_at(reader, tag_line(reader->record, "Game"), status);
    lud_rules_start(&rules, &start);
    unsigned flags = fragment && strcmp(fragment, "yes") == 0 ? LUD_PARSE_FRAGMENT : 0;
    if (position)
        status = rules.game->text.state_parse(&start, &rules.options, position, flags, reader->err);
    if (status != LUD_OK)
        return fail_at(reader, tag_line(reader->record, "Position"), status);
    status = lud_play_new(&reader->record->play, &rules, &start, reader->err);
    return status == LUD_OK ? LUD_OK : fail_at(reader, first_line, status);
}

/* -- moves ------------------------------------------------------------------------------------ */

/* Whether the next move belongs to the last turn: who moves again, without a roll, is still in it.
 */
static bool is_same_turn(const Reader *reader)
{
    return lud_play_turn(reader->record->play) == reader->seat;
}

/* Marks an error with where it happened: the number that stands before the move. */
static LudStatus fail_move(Reader *reader, int line, LudStatus status)
{
    const LudPlay *play = reader->record->play;
    int seats = lud_play_rules(play)->game->rules.seats(lud_play_state(play));
    int earlier = reader->turns - is_same_turn(reader);
    reader->err->move_number = earlier / seats + 1;
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

static LudStatus read_turn(Reader *reader, const char *word)
{
    if (word[0] == '@')
        return read_event(reader, word);
    char turn[PGN_WORD];
    snprintf(turn, sizeof turn, "%s", word);
    if (is_open_roll(turn))
        turn[strlen(turn) - 1] = '\0';
    int seat = lud_play_seat(reader->record->play);
    bool is_new = !is_same_turn(reader);
    LudStatus status = lud_play_move_text(reader->record->play, turn, reader->err);
    if (status == LUD_EOVER)
        return lud_error_set(reader->err, LUD_ERECORD, "{1} follows although the game is over.",
                             word, (char *)NULL);
    if (status == LUD_OK) {
        reader->turns += is_new;
        reader->seat = is_open_roll(word) ? LUD_OVER : seat;
    }
    return status;
}

/* Reads all comments that stand here. */
static LudStatus read_comments(Reader *reader)
{
    int index = lud_play_length(reader->record->play);
    while (!pgn_is_done(&reader->text) && *reader->text.at == '{') {
        int line = reader->text.line;
        Text comment = {0};
        LudStatus status;
        if (pgn_read_comment(&reader->text, &comment))
            status = record_add_comment(reader->record, index, &comment, reader->err);
        else
            status =
                lud_error_set(reader->err, LUD_ERECORD,
                              "A comment that begins here has no closing brace.", (char *)NULL);
        text_free(&comment);
        if (status != LUD_OK)
            return fail_at(reader, line, status);
    }
    return LUD_OK;
}

/* Reads turns and comments up to the result, the next record, or the end of the text. */
static LudStatus read_moves(Reader *reader, char result[PGN_WORD])
{
    result[0] = '\0';
    for (;;) {
        LudStatus status = read_comments(reader);
        if (status != LUD_OK)
            return status;
        if (*result || pgn_is_done(&reader->text) || *reader->text.at == '[')
            return LUD_OK;
        int line = reader->text.line;
        char text[PGN_WORD];
        pgn_read_word(&reader->text, "{", text);
        const char *word = pgn_is_result(text) ? text : pgn_after_number(text);
        if (pgn_is_result(word))
            snprintf(result, PGN_WORD, "%s", word);
        else if (*word)
            status = read_turn(reader, word);
        if (status != LUD_OK)
            return fail_move(reader, line, status);
    }
}

/* -- the result ------------------------------------------------------------------------------- */

/* A game that people ended need not say so by an event: the stated result and reason will do. */
static void end_as_stated(LudPlay *play, const char *stated, LudReason reason)
{
    const LudGame *game = lud_play_rules(play)->game;
    bool is_two_sided = game->rules.sides(lud_play_state(play)) == 2;
    bool is_drop =
        reason == LUD_REASON_RESIGNED || reason == LUD_REASON_TIME || reason == LUD_REASON_LEFT;
    if (reason == LUD_REASON_AGREED_FINISH)
        lud_play_agree_finish(play, NULL);
    else if (strcmp(stated, "1/2-1/2") == 0 && is_two_sided)
        lud_play_agree_draw(play, NULL);
    else if (strcmp(stated, "1-0") == 0 && is_two_sided)
        lud_play_drop(play, 1, is_drop ? reason : LUD_REASON_RESIGNED, NULL);
    else if (strcmp(stated, "0-1") == 0 && is_two_sided)
        lud_play_drop(play, 0, is_drop ? reason : LUD_REASON_RESIGNED, NULL);
    else if (game->rules.stop_score)
        lud_play_agree_finish(play, NULL);
}

/* Whether a stated result, as points or as score, is the one that the game came to. */
static LudStatus check_result(Reader *reader, const char *stated)
{
    LudResult result;
    lud_play_result(reader->record->play, &result);
    char points[LUD_RESULT_TEXT], score[LUD_RESULT_TEXT];
    lud_result_print(&result, points);
    lud_result_print_score(&result, score);
    if (!stated || strcmp(stated, points) == 0 || strcmp(stated, score) == 0)
        return LUD_OK;
    return lud_error_set(reader->err, LUD_ERECORD,
                         "The result is given as {1}, but the moves lead to {2}.", stated, score,
                         (char *)NULL);
}

static LudStatus check_reason(Reader *reader, const char *stated)
{
    LudResult result;
    lud_play_result(reader->record->play, &result);
    const char *found = lud_reason_name(result.reason);
    if (!stated || strcmp(stated, found) == 0)
        return LUD_OK;
    return lud_error_set(reader->err, LUD_ERECORD,
                         "The reason is given as {1}, but the moves lead to {2}.", stated, found,
                         (char *)NULL);
}

static LudStatus check_end(Reader *reader, const char *written)
{
    LudPlay *play = reader->record->play;
    const char *tag = lud_record_tag(reader->record, "Result");
    const char *reason = lud_record_tag(reader->record, "Reason");
    const char *stated = *written ? written : tag;
    if (lud_play_turn(play) != LUD_OVER && stated && strcmp(stated, "*") != 0)
        end_as_stated(play, stated, reason ? lud_reason_find(reason) : LUD_REASON_NONE);
    LudStatus status = check_result(reader, *written ? written : NULL);
    if (status == LUD_OK)
        status = check_result(reader, tag);
    if (status == LUD_OK)
        status = check_reason(reader, reason);
    return status == LUD_OK ? LUD_OK : fail_at(reader, reader->text.line, status);
}

/* -- the whole -------------------------------------------------------------------------------- */

static LudStatus read_record(Reader *reader)
{
    LudStatus status = LUD_OK;
    pgn_is_done(&reader->text);
    int first_line = reader->text.line;
    while (status == LUD_OK && !pgn_is_done(&reader->text) && *reader->text.at == '[')
        status = read_tag(reader);
    if (status == LUD_OK)
        status = begin_game(reader, first_line);
    if (status != LUD_OK)
        return status;
    char result[PGN_WORD];
    status = read_moves(reader, result);
    return status == LUD_OK ? check_end(reader, result) : status;
}

/* Tags that follow from the game are made anew when the record is written. */
static void forget_derived_tags(LudRecord *record)
{
    int kept = 0;
    for (int i = 0; i < record->tag_count; i++) {
        if (lud_record_is_derived(record->tags[i].name)) {
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
    Reader reader = {.text = {text, text + size, 1}, .seat = LUD_OVER, .err = err ? err : &ignored};
    reader.record = calloc(1, sizeof *reader.record);
    if (!reader.record)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    LudStatus status = read_record(&reader);
    if (status != LUD_OK) {
        lud_record_free(reader.record);
        return status;
    }
    forget_derived_tags(reader.record);
    if (consumed)
        *consumed = (size_t)(reader.text.at - text);
    *record = reader.record;
    return LUD_OK;
}

bool lud_record_has_more(const char *text, size_t size)
{
    return !pgn_is_done(&(PgnReader){text, text + size, 1});
}
