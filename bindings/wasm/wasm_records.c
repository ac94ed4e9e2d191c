/* Records: read in any of the formats, written in one of them. */
#include <ludoteca/oware.h>
#include <ludoteca/record.h>

#include <stdlib.h>

#include "wasm_request.h"

/* -- reading ----------------------------------------------------------------------------------- */

typedef LudStatus Reader(const char *text, size_t size, LudRecord **record, size_t *consumed,
                         LudError *err);

static bool has_line(Piece text, const char *start)
{
    size_t length = strlen(start);
    for (size_t at = 0; at + length <= text.size; at++) {
        bool begins_line = at == 0 || text.bytes[at - 1] == '\n';
        if (begins_line && memcmp(text.bytes + at, start, length) == 0)
            return true;
    }
    return false;
}

/* Our records must say Game; of the others only PlayStrategy's have a FEN tag of that look. */
static Reader *reader_for(Piece text)
{
    if (has_line(text, "[Game "))
        return lud_record_read;
    if (lud_oware_is_playstrategy(text.bytes, text.size))
        return lud_oware_read_playstrategy;
    bool is_ogn = has_line(text, "[Variant ") || has_line(text, "[South ");
    return is_ogn ? lud_oware_read_ogn : lud_record_read;
}

static void answer_plies(Json *json, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *history = lud_play_history(play);
    LudState s;
    lud_state_copy(game, &s, lud_play_start(play));
    json_name(json, "plies");
    json_open(json, '[');
    for (int i = 0; i < lud_play_length(play); i++) {
        char text[LUD_MOVE_TEXT] = "";
        if (history[i] == LUD_NO_MOVE) {
            game->rules.skip(&s);
        } else {
            game->text.move_print(&s, history[i], text);
            game->rules.apply(&s, history[i]);
        }
        json_string(json, text);
    }
    json_close(json, ']');
}

static void answer_ending(Json *json, int after, LudReason reason, int seat)
{
    json_open(json, '{');
    json_put_integer(json, "afterPly", after);
    json_put_string(json, "kind", lud_reason_name(reason));
    if (seat >= 0)
        json_put_integer(json, "seat", seat);
    json_close(json, '}');
}

/* Whoever went out in the course of the game, in order, then how people ended it. */
static void answer_endings(Json *json, const LudPlay *play)
{
    const LudState *s = lud_play_state(play);
    const LudGame *game = lud_play_rules(play)->game;
    LudResult result;
    LudReason reason;
    lud_play_result(play, &result);
    json_name(json, "endings");
    json_open(json, '[');
    int length = lud_play_length(play), sides = game->rules.sides(s);
    for (int after = 0; after <= length; after++) {
        for (int seat = 0; seat < sides; seat++) {
            bool is_final = result.reason != LUD_REASON_NONE && result.culprit >= 0 &&
                            result.culprit % sides == seat;
            if (lud_play_out_since(play, seat, &reason) == after && !is_final)
                answer_ending(json, after, reason, seat);
        }
    }
    bool is_by_people = result.reason == LUD_REASON_RESIGNED || result.reason == LUD_REASON_TIME ||
                        result.reason == LUD_REASON_LEFT ||
                        result.reason == LUD_REASON_AGREED_DRAW ||
                        result.reason == LUD_REASON_AGREED_FINISH;
    if (is_by_people)
        answer_ending(json, length, result.reason, result.culprit);
    json_close(json, ']');
}

/* Whether the start is a position only as a part of one: a board with seeds missing. */
static bool is_fragment(const LudPlay *play)
{
    const LudRules *rules = lud_play_rules(play);
    char text[LUD_STATE_TEXT];
    LudState s;
    rules->game->text.state_print(lud_play_start(play), text);
    return rules->game->text.state_parse(&s, &rules->options, text, 0, NULL) != LUD_OK;
}

/* A start that is the usual one is left out; who won the roll-off is kept apart. */
static void answer_start(Json *json, const LudPlay *play)
{
    const LudRules *rules = lud_play_rules(play);
    const LudGame *game = rules->game;
    LudState usual;
    lud_rules_start(rules, &usual);
    int seats = game->rules.set_starter ? game->rules.seats(&usual) : 1, starter = 0;
    while (starter < seats) {
        if (game->rules.set_starter)
            game->rules.set_starter(&usual, starter);
        if (game->rules.same(&usual, lud_play_start(play)))
            break;
        starter++;
    }
    if (starter == seats)
        answer_position(json, "start", game, lud_play_start(play));
    else
        json_put_null(json, "start");
    if (game->rules.set_starter && starter < seats)
        json_put_integer(json, "firstSeat", starter);
    if (is_fragment(play))
        json_put_bool(json, "isFragment", true);
}

static void answer_tags(Json *json, const LudRecord *record)
{
    const char *name, *value;
    json_name(json, "tags");
    json_open(json, '{');
    for (int i = 0; lud_record_tag_at(record, i, &name, &value); i++)
        json_put_string(json, name, value);
    json_close(json, '}');
}

static void answer_comments(Json *json, const LudRecord *record, int length)
{
    json_name(json, "comments");
    json_open(json, '{');
    for (int i = 0; i <= length; i++) {
        const char *comment = lud_record_comment(record, i);
        char number[12];
        size_t at = sizeof number - 1;
        number[at] = '\0';
        int left = i;
        do
            number[--at] = (char)('0' + left % 10);
        while ((left /= 10) > 0);
        if (comment && comment[0])
            json_put_string(json, number + at, comment);
    }
    json_close(json, '}');
}

static void answer_record(Json *json, LudRecord *record)
{
    const LudPlay *play = lud_record_play(record);
    LudResult result;
    lud_play_result(play, &result);
    json_open(json, '{');
    json_name(json, "line");
    json_open(json, '{');
    answer_rules(json, "game", lud_play_rules(play));
    answer_start(json, play);
    answer_plies(json, play);
    answer_endings(json, play);
    json_close(json, '}');
    answer_tags(json, record);
    answer_comments(json, record, lud_play_length(play));
    answer_result(json, "result", &result);
    json_close(json, '}');
}

static int count_lines(const char *text, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}

LudStatus wasm_read_records(Request *request, Json *json, LudError *err)
{
    Piece text = request_piece(request);
    Reader *read = reader_for(text);
    size_t at = 0, consumed = 0;
    json_open(json, '[');
    do {
        LudRecord *record;
        LudStatus status = read(text.bytes + at, text.size - at, &record, &consumed, err);
        if (status != LUD_OK) {
            err->line += err->line > 0 ? count_lines(text.bytes, at) : 0;
            return status;
        }
        answer_record(json, record);
        lud_record_free(record);
        at += consumed;
    } while (consumed > 0 && lud_record_has_more(text.bytes + at, text.size - at));
    json_close(json, ']');
    return LUD_OK;
}

/* -- writing ----------------------------------------------------------------------------------- */

/* Tags that follow from the game are not ours to set. */
static bool is_derived(const char *name)
{
    static const char *const derived[] = {"Game", "Position", "Fragment", "Result", "Reason"};
    for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++) {
        if (strcmp(derived[i], name) == 0)
            return true;
    }
    return false;
}

static char *take_string(Request *request)
{
    Piece piece = request_piece(request);
    char *string = malloc(piece.size + 1);
    if (string) {
        memcpy(string, piece.bytes, piece.size);
        string[piece.size] = '\0';
    }
    return string;
}

/* A number of pairs follows: names and values of tags, or numbers of plies and comments. */
static LudStatus set_pairs(Request *request, LudRecord *record, bool are_tags, LudError *err)
{
    int64_t count = request_number(request);
    LudStatus status = LUD_OK;
    for (int64_t i = 0; status == LUD_OK && i < count && request_has_more(request); i++) {
        char name[64];
        request_text(request, name, sizeof name);
        char *value = take_string(request);
        if (!value)
            return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
        if (!are_tags)
            status = lud_record_set_comment(record, (int)strtol(name, NULL, 10), value, err);
        else if (!is_derived(name))
            status = lud_record_set_tag(record, name, value, err);
        free(value);
    }
    return status;
}

static LudStatus write_as(const char *format, const LudRecord *record, char **text, LudError *err)
{
    if (strcmp(format, "ogn") == 0)
        return lud_oware_write_ogn(record, text, err);
    if (strcmp(format, "playstrategy") == 0)
        return lud_oware_write_playstrategy(record, text, err);
    *text = lud_record_write(record);
    return *text ? LUD_OK
                 : lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

LudStatus wasm_write_record(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    char format[16], *text;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, format, sizeof format);
    LudPlay *copy = lud_play_copy(play);
    LudRecord *record = copy ? lud_record_new(copy) : NULL;
    if (!record)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    status = set_pairs(request, record, true, err);
    if (status == LUD_OK)
        status = set_pairs(request, record, false, err);
    if (status == LUD_OK)
        status = write_as(format, record, &text, err);
    if (status == LUD_OK) {
        json_string(json, text);
        lud_free(text);
    }
    lud_record_free(record);
    return status;
}
