/* Writing a record: tags, a blank line, turns with numbers and comments, the result. */
#include "core/record_object.h"

#include <stdio.h>

#include "base/pgn.h"
#include "core/play_object.h"

enum { WIDTH = 80 };

/* Writes the comments on positions `from` to `to` as one, since they stand behind one word. */
static void write_comments(PgnWriter *writer, const LudRecord *record, int from, int to)
{
    Text all = {0};
    for (int i = from; i <= to; i++) {
        const char *comment = lud_record_comment(record, i);
        if (comment) {
            text_add(&all, all.length ? " " : "{");
            text_add(&all, comment);
        }
    }
    if (all.length) {
        text_add(&all, "}");
        pgn_write_words(writer, all.bytes);
    }
    writer->text.failed |= all.failed;
    text_free(&all);
}

static void write_tags(PgnWriter *writer, const LudRecord *record, const LudResult *result)
{
    const LudRules *rules = lud_play_rules(record->play);
    const LudState *start = lud_play_start(record->play);
    char text[LUD_STATE_TEXT];
    lud_rules_print(rules, text);
    pgn_write_tag(writer, "Game", text);
    for (int i = 0; i < record->tag_count; i++) {
        if (!lud_record_is_derived(record->tags[i].name))
            pgn_write_tag(writer, record->tags[i].name, record->tags[i].value);
    }
    LudState usual, read;
    lud_rules_start(rules, &usual);
    char usual_text[LUD_STATE_TEXT];
    rules->game->text.state_print(&usual, usual_text);
    rules->game->text.state_print(start, text);
    if (strcmp(text, usual_text) != 0) {
        if (rules->game->text.state_parse(&read, &rules->options, text, 0, NULL) != LUD_OK)
            pgn_write_tag(writer, "Fragment", "yes");
        pgn_write_tag(writer, "Position", text);
    }
    lud_result_print_score(result, text);
    pgn_write_tag(writer, "Result", text);
    if (result->reason != LUD_REASON_NONE)
        pgn_write_tag(writer, "Reason", lud_reason_name(result->reason));
}

static void write_drop(PgnWriter *writer, const Drop *drop)
{
    char word[LUD_MOVE_TEXT];
    int size = snprintf(word, sizeof word, "@%d:%s", drop->seat + 1, lud_reason_name(drop->reason));
    pgn_write_word(writer, word, (size_t)size);
}

/* Writes who went out when the game was `length` plies long; whoever thereby ended it comes last.
 */
static void write_drops(PgnWriter *writer, const LudPlay *play, int length)
{
    const Drop *last = NULL;
    for (int side = 0; side < LUD_MAX_SIDES; side++) {
        const Drop *drop = &play->drop[side];
        if (drop->since != length)
            continue;
        if (play->result.reason != LUD_REASON_NONE && play->result.culprit == drop->seat)
            last = drop;
        else
            write_drop(writer, drop);
    }
    if (last)
        write_drop(writer, last);
}

static bool has_drop(const LudPlay *play, int length)
{
    for (int side = 0; side < LUD_MAX_SIDES; side++) {
        if (play->drop[side].since == length)
            return true;
    }
    return false;
}

/* One turn is one word: a move, or a roll and the move it led to. */
static void write_turn(PgnWriter *writer, const LudGame *game, LudState *s, int number,
                       const LudMove *plies, int count)
{
    char word[3 * LUD_MOVE_TEXT];
    if (number > 0)
        pgn_write_word(writer, word, (size_t)snprintf(word, sizeof word, "%d.", number));
    int size = 0;
    LudMove rolled = game->chance ? game->chance->rolled(s) : LUD_NO_MOVE;
    if (game->rules.turn(s) >= 0 && rolled != LUD_NO_MOVE) {
        size = game->text.move_print(s, rolled, word);
        word[size++] = ':';
    }
    for (int i = 0; i < count; i++) {
        bool is_roll = game->rules.turn(s) == LUD_CHANCE;
        size += game->text.move_print(s, plies[i], word + size);
        if (is_roll)
            word[size++] = ':';
        game->rules.apply(s, plies[i]);
    }
    pgn_write_word(writer, word, (size_t)size);
}

static void write_moves(PgnWriter *writer, const LudRecord *record)
{
    const LudPlay *play = record->play;
    const LudGame *game = play->rules.game;
    LudState s;
    lud_state_copy(game, &s, &play->start);
    int seats = game->rules.seats(&s), turns = 0, last = LUD_OVER;
    write_comments(writer, record, 0, 0);
    write_drops(writer, play, 0);
    for (int i = 0; i < play->length;) {
        int next = i + 1;
        if (play->ply[i] == LUD_NO_MOVE) {
            game->rules.skip(&s);
        } else {
            bool is_roll = game->rules.turn(&s) == LUD_CHANCE;
            if (is_roll && next < play->length && !has_drop(play, next))
                next++;
            /* Who moves again is still in the same turn. A roll begins a new one, and a move
             * that a roll waited for in a word of its own counts as another. */
            bool is_again = game->rules.turn(&s) == last;
            int number = !is_again && turns % seats == 0 ? turns / seats + 1 : 0;
            turns += !is_again;
            last = is_roll && next == i + 1 ? LUD_OVER : lud_active_seat(game, &s);
            write_turn(writer, game, &s, number, play->ply + i, next - i);
        }
        write_comments(writer, record, i + 1, next);
        write_drops(writer, play, next);
        i = next;
    }
}

char *lud_record_write(const LudRecord *record)
{
    if (!record->play)
        return NULL;
    PgnWriter writer = {.width = WIDTH};
    LudResult result;
    lud_play_result(record->play, &result);
    write_tags(&writer, record, &result);
    text_add(&writer.text, "\n");
    write_moves(&writer, record);
    if (result.reason == LUD_REASON_AGREED_DRAW)
        pgn_write_word(&writer, RECORD_DRAW, sizeof RECORD_DRAW - 1);
    if (result.reason == LUD_REASON_AGREED_FINISH)
        pgn_write_word(&writer, RECORD_FINISH, sizeof RECORD_FINISH - 1);
    char text[LUD_RESULT_TEXT];
    int size = lud_result_print_score(&result, text);
    pgn_write_word(&writer, text, (size_t)size);
    text_add(&writer.text, "\n");
    return text_take(&writer.text);
}
