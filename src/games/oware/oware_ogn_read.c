/* Reading Aualé's OGN files: strict about what was played, forgiving about white space. */
#include <ludoteca/oware.h>

#include <stdio.h>

#include "core/record_object.h"
#include "oware_text.h"

enum { VALUE = 512 };

typedef struct Reader {
    PgnReader text;
    LudError *err;
    LudRecord *record; /* NULL while the tags are read for the first time */
    LudPlay *play;     /* the record's */
    char variant[VALUE], fen[VALUE], result[VALUE];
} Reader;

static LudStatus fail_at(Reader *reader, int line, LudStatus status)
{
    if (reader->err)
        reader->err->line = line;
    return status;
}

/* -- tags -------------------------------------------------------------------------------------- */

/* Whether the name belongs to what follows from the game, in OGN or in our records. */
static bool is_derived(const char *name)
{
    return strcmp(name, "Variant") == 0 || strcmp(name, "FEN") == 0 || lud_record_is_derived(name);
}

/* First the tags tell which game to set up, then the record takes the others. A question mark
 * stands for "unknown". */
static LudStatus take_tag(Reader *reader, const char *name, const char *value)
{
    char *kept = strcmp(name, "Variant") == 0  ? reader->variant
                 : strcmp(name, "FEN") == 0    ? reader->fen
                 : strcmp(name, "Result") == 0 ? reader->result
                                               : NULL;
    if (kept && !reader->record)
        snprintf(kept, VALUE, "%s", value);
    if (!reader->record || is_derived(name) || strcmp(value, "?") == 0)
        return LUD_OK;
    return lud_record_set_tag(reader->record, name, value, reader->err);
}

static LudStatus read_tag(Reader *reader)
{
    int line = reader->text.line;
    char name[PGN_NAME];
    Text value = {0};
    LudStatus status = record_read_tag(&reader->text, name, &value, reader->err);
    if (status == LUD_OK)
        status = take_tag(reader, name, value.bytes);
    text_free(&value);
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

static LudStatus read_tags(Reader *reader)
{
    LudStatus status = LUD_OK;
    if (pgn_is_done(&reader->text) || *reader->text.at != '[') {
        lud_error_set(reader->err, LUD_ERECORD,
                      "An OGN file begins with tags, e.g. [Variant \"Oware Abapa\"].",
                      (char *)NULL);
        return fail_at(reader, reader->text.line, LUD_ERECORD);
    }
    while (status == LUD_OK && !pgn_is_done(&reader->text) && *reader->text.at == '[')
        status = read_tag(reader);
    return status;
}

/* Sets up the game that the tags describe. Aualé's rules have a name of their own; ours are
 * understood as well, as we write them for games by other rules. */
static LudStatus begin_game(Reader *reader)
{
    LudRules rules;
    bool is_ours = lud_rules_parse(reader->variant, &rules, NULL) == LUD_OK &&
                   strcmp(rules.game->name, "oware") == 0;
    LudStatus status = LUD_OK;
    if (!is_ours)
        status = lud_rules_parse("oware:slam=nocapture", &rules, reader->err);
    LudState start;
    if (status == LUD_OK)
        lud_rules_start(&rules, &start);
    if (status == LUD_OK && reader->fen[0])
        status = rules.game->text.state_parse(&start, &rules.options, reader->fen, 0, reader->err);
    if (status == LUD_OK)
        status = lud_play_new(&reader->play, &rules, &start, reader->err);
    if (status != LUD_OK)
        return fail_at(reader, reader->text.line, status);
    reader->record = lud_record_new(reader->play);
    if (!reader->record)
        return lud_error_set(reader->err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    return LUD_OK;
}

/* -- moves ------------------------------------------------------------------------------------- */

static int store_of(const LudPlay *play, int seat)
{
    int numbers[OWARE_NUMBERS];
    oware_read_out(lud_play_state(play), numbers);
    return numbers[OWARE_SOUTH_STORE + seat];
}

/* Whether "+2" after a move is what it captured. After the last move Aualé also counts the seeds
 * that the mover gets when the rest is divided. */
static bool is_capture(const LudPlay *play, const char *suffix, int seat, int before)
{
    int stated = 0;
    const char *end = *suffix == '+' ? text_read_number(suffix + 1, 99, &stated) : NULL;
    if (!end || *end)
        return false;
    LudResult result;
    lud_play_result(play, &result);
    bool is_divided = result.reason != LUD_REASON_NONE && result.has_score;
    return stated == store_of(play, seat) - before ||
           (is_divided && stated == result.score[seat] / 2 - before);
}

static LudStatus read_move(Reader *reader, const char *word)
{
    int seat = lud_play_turn(reader->play), before = seat < 0 ? 0 : store_of(reader->play, seat);
    char pit[2] = {word[0], '\0'};
    const char *suffix = strchr(word, '+');
    bool is_alone = word[0] && (word[1] == '\0' || suffix == word + 1);
    LudStatus status = lud_play_move_text(reader->play, is_alone ? pit : word, reader->err);
    if (status == LUD_EOVER)
        return lud_error_set(reader->err, LUD_ERECORD, "{1} follows although the game is over.",
                             word, (char *)NULL);
    if (status != LUD_OK || !suffix || is_capture(reader->play, suffix, seat, before))
        return status;
    char captured[16];
    snprintf(captured, sizeof captured, "%d", store_of(reader->play, seat) - before);
    return lud_error_set(reader->err, LUD_ERECORD, "{1}: the move captures {2}.", word, captured,
                         (char *)NULL);
}

static LudStatus read_comment(Reader *reader)
{
    int line = reader->text.line;
    Text comment = {0};
    LudStatus status;
    if (pgn_read_comment(&reader->text, &comment))
        status = record_add_comment(reader->record, lud_play_length(reader->play), &comment,
                                    reader->err);
    else
        status = lud_error_set(reader->err, LUD_ERECORD,
                               "A comment that begins here has no closing brace.", (char *)NULL);
    text_free(&comment);
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

/* Lines that were not played stand in parentheses; they are passed over. */
static LudStatus skip_variation(Reader *reader)
{
    int line = reader->text.line, depth = 0;
    do {
        char word[PGN_WORD];
        if (pgn_is_done(&reader->text)) {
            lud_error_set(reader->err, LUD_ERECORD,
                          "A variation that begins here has no closing bracket.", (char *)NULL);
            return fail_at(reader, line, LUD_ERECORD);
        }
        depth += *reader->text.at == '(';
        depth -= *reader->text.at == ')';
        pgn_read_word(&reader->text, "()", word);
    } while (depth > 0);
    return LUD_OK;
}

/* Reads one word; `is_last` if it was the result. */
static LudStatus read_word(Reader *reader, bool *is_last)
{
    int line = reader->text.line;
    char text[PGN_WORD];
    pgn_read_word(&reader->text, "{(", text);
    const char *word = pgn_is_result(text) ? text : pgn_after_number(text);
    *is_last = pgn_is_result(word);
    if (*is_last)
        snprintf(reader->result, VALUE, "%s", word);
    if (*is_last || !*word)
        return LUD_OK;
    int number = lud_play_length(reader->play) / 2 + 1;
    LudStatus status = read_move(reader, word);
    if (status != LUD_OK && reader->err)
        reader->err->move_number = number;
    return status == LUD_OK ? LUD_OK : fail_at(reader, line, status);
}

static LudStatus read_moves(Reader *reader)
{
    LudStatus status = LUD_OK;
    bool is_last = false;
    while (status == LUD_OK && !pgn_is_done(&reader->text) && *reader->text.at != '[') {
        if (*reader->text.at == '{')
            status = read_comment(reader);
        else if (is_last)
            break;
        else if (*reader->text.at == '(')
            status = skip_variation(reader);
        else
            status = read_word(reader, &is_last);
    }
    return status;
}

/* -- the result -------------------------------------------------------------------------------- */

/* Ends a game as people did: by giving up, or by agreement. */
static void end_as_stated(LudPlay *play, const char *stated)
{
    if (strcmp(stated, "1/2-1/2") == 0)
        lud_play_agree_draw(play, NULL);
    else if (strcmp(stated, "1-0") == 0)
        lud_play_drop(play, 1, LUD_REASON_RESIGNED, NULL);
    else if (strcmp(stated, "0-1") == 0)
        lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL);
    else
        lud_play_agree_finish(play, NULL);
}

/* The stores when each player also takes what is on their own side, as some programs count even
 * after a majority. */
static void print_gathered(const LudPlay *play, char *text)
{
    int numbers[OWARE_NUMBERS];
    oware_read_out(lud_play_state(play), numbers);
    int south = numbers[OWARE_SOUTH_STORE], north = numbers[OWARE_NORTH_STORE];
    for (int i = 0; i < OWARE_SOUTH_STORE; i++)
        *(i < OWARE_SOUTH_STORE / 2 ? &south : &north) += numbers[i];
    snprintf(text, LUD_RESULT_TEXT, "%d-%d", south, north);
}

static LudStatus check_result(Reader *reader)
{
    const char *stated = reader->result;
    bool is_open = !*stated || strcmp(stated, "*") == 0 || strcmp(stated, "?") == 0;
    if (is_open)
        return LUD_OK;
    if (lud_play_turn(reader->play) != LUD_OVER)
        end_as_stated(reader->play, stated);
    LudResult result;
    lud_play_result(reader->play, &result);
    char points[LUD_RESULT_TEXT], score[LUD_RESULT_TEXT], gathered[LUD_RESULT_TEXT];
    lud_result_print(&result, points);
    lud_result_print_score(&result, score);
    print_gathered(reader->play, gathered);
    if (strcmp(stated, points) == 0 || strcmp(stated, score) == 0 || strcmp(stated, gathered) == 0)
        return LUD_OK;
    lud_error_set(reader->err, LUD_ERECORD,
                  "The result is given as {1}, but the moves lead to {2}.", stated, score,
                  (char *)NULL);
    return fail_at(reader, reader->text.line, LUD_ERECORD);
}

LudStatus lud_oware_read_ogn(const char *text, size_t size, LudRecord **record, size_t *consumed,
                             LudError *err)
{
    const PgnReader beginning = {text, text + size, 1};
    Reader reader = {.text = beginning, .err = err};
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
