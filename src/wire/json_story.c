/* Where a game stands for whoever draws it and enters moves: the position, how moves are entered,
 * what the last one did. */
#include <ludoteca/json.h>
#include <ludoteca/story.h>

#include <stdio.h>

#include "wire/json_parts.h"
#include "wire/json_position.h"
#include "wire/json_story.h"

/* -- events ------------------------------------------------------------------------------------ */

static void write_event(Json *json, const LudGame *game, const LudEvent *event)
{
    json_open(json, '{');
    json_put_text(json, "kind", lud_event_name(event->kind));
    if (event->kind == LUD_EVENT_ROLL) {
        json_put_integer(json, "total", event->count);
    } else if (event->kind != LUD_EVENT_PASS) {
        json_put_text(json, "cell", event->cell);
        json_put_integer(json, "count", event->count);
        json_put_text(json, "side", game->side_names[event->side]);
    }
    json_close(json, '}');
}

static void put_events(Json *json, const LudPlay *play, int index)
{
    LudEvent events[LUD_MAX_EVENTS];
    int count = lud_story_of_ply(play, index, events);
    json_put_open(json, "events", '[');
    for (int i = 0; i < count; i++)
        write_event(json, lud_play_rules(play)->game, &events[i]);
    json_close(json, ']');
}

static void put_notices(Json *json, const LudPlay *play)
{
    uint32_t notices = lud_story_notices(play);
    json_put_open(json, "notices", '[');
    for (int i = 0; i < LUD_NOTICE_COUNT; i++) {
        if (notices >> i & 1)
            json_write_text(json, lud_notice_name((LudNotice)i));
    }
    json_close(json, ']');
}

/* -- the last ply ------------------------------------------------------------------------------ */

/* The last ply that somebody made: turns that were skipped after it are no news. */
static int last_made(const LudPlay *play)
{
    int last = lud_play_length(play) - 1;
    while (last >= 0 && lud_play_history(play)[last] == LUD_NO_MOVE)
        last--;
    return last;
}

static void put_last(Json *json, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    int last = last_made(play);
    if (last < 0) {
        json_put_null(json, "last");
        return;
    }
    LudState before;
    lud_play_state_at(play, last, &before);
    LudPly ply = lud_play_ply(play, last);
    json_put_open(json, "last", '{');
    json_put_seat(json, "seat", ply.seat);
    json_put_move(json, "move", game, &before, ply.move);
    json_put_open(json, "before", '{');
    json_put_board(json, game, &before);
    json_close(json, '}');
    put_events(json, play, last);
    put_notices(json, play);
    json_close(json, '}');
}

/* -- how moves are entered --------------------------------------------------------------------- */

void json_write_ways(Json *json, const LudGame *game, const LudState *s, LudMove m)
{
    LudStep steps[LUD_MAX_STEPS];
    int count;
    for (int way = 0; (count = lud_story_steps(game, s, m, way, steps)) > 0; way++) {
        json_open(json, '{');
        json_put_move(json, "move", game, s, m);
        json_put_open(json, "steps", '[');
        for (int i = 0; i < count; i++) {
            json_open(json, '{');
            json_put_text(json, "kind", lud_step_name(steps[i].kind));
            json_put_text(json, "cell", steps[i].cell);
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
}

static void put_ways(Json *json, LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *moves;
    int count = lud_play_turn(play) == LUD_CHANCE ? 0 : lud_play_moves(play, &moves);
    json_put_open(json, "ways", '[');
    for (int i = 0; i < count; i++)
        json_write_ways(json, game, lud_play_state(play), moves[i]);
    json_close(json, ']');
}

/* -- why it ended ------------------------------------------------------------------------------ */

static void put_sentence(Json *json, const char *name, const LudGame *game, const LudResult *result,
                         const char *sentence, int number)
{
    if (!sentence) {
        json_put_null(json, name);
        return;
    }
    int winner = lud_result_winner(result);
    char digits[16];
    LudError filled;
    snprintf(digits, sizeof digits, "%d", number);
    lud_error_set(&filled, LUD_OK, sentence, winner < 0 ? "" : game->side_names[winner],
                  winner < 0 ? "" : game->side_names[(winner + 1) % result->sides], digits,
                  (char *)NULL);
    json_put_open(json, name, '{');
    json_put_message(json, &filled);
    json_close(json, '}');
}

/* In the game's own sentences: why, and what became of what was left on the board. */
static void put_ending(Json *json, const LudRules *rules, const LudResult *result)
{
    const LudGame *game = rules->game;
    LudEnding ending = {0};
    if (result->reason != LUD_REASON_NONE && game->text.ending)
        game->text.ending(&rules->options, result->reason, lud_result_winner(result) < 0, &ending);
    json_put_open(json, "ending", '{');
    put_sentence(json, "why", game, result, ending.why, ending.number);
    put_sentence(json, "rest", game, result, ending.rest, ending.number);
    json_close(json, '}');
}

/* -- the answers ------------------------------------------------------------------------------- */

char *lud_json_situation(LudPlay *play)
{
    Json json = {0};
    const LudMove *moves;
    LudPositionFacts facts = {.rules = lud_play_rules(play),
                              .state = lud_play_state(play),
                              .turn = lud_play_turn(play),
                              .move_count = lud_play_moves(play, &moves),
                              .offer = lud_play_offer(play)};
    lud_play_result(play, &facts.result);
    json_begin(&json, facts.rules);
    json_put_position(&json, &facts);
    json_put_integer(&json, "plies", lud_play_length(play));
    put_ways(&json, play);
    json_put_open(&json, "out", '[');
    for (int i = 0; i < facts.rules->game->rules.seats(facts.state); i++) {
        if (lud_play_out_since(play, i, NULL) >= 0)
            json_write_integer(&json, i + 1);
    }
    json_close(&json, ']');
    put_ending(&json, facts.rules, &facts.result);
    put_last(&json, play);
    return json_end(&json);
}

LudStatus lud_json_preview(const LudPlay *play, const char *move, char **text, LudError *err)
{
    Json json = {0};
    LudPlay *tried = lud_play_copy(play);
    LudStatus status =
        tried ? lud_play_move_text(tried, move, err)
              : lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    if (status == LUD_OK) {
        const LudGame *game = lud_play_rules(tried)->game;
        int ply = last_made(tried);
        LudState before;
        lud_play_state_at(tried, ply, &before);
        json_begin(&json, lud_play_rules(tried));
        json_put_move(&json, "move", game, &before, lud_play_history(tried)[ply]);
        json_put_board(&json, game, lud_play_state(tried));
        put_events(&json, tried, ply);
        status = json_answer(&json, text, err);
    }
    lud_play_free(tried);
    return status;
}
