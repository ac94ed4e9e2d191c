/* What the rules alone tell: games, situations, previews, rolls, moves as people write them. */
#include <ludoteca/listing.h>
#include <ludoteca/match.h>
#include <ludoteca/story.h>

#include <stdlib.h>

#include "wasm_request.h"

/* -- games ------------------------------------------------------------------------------------- */

static void answer_option(Json *json, const LudOptionSpec *spec)
{
    json_open(json, '{');
    json_put_string(json, "key", spec->key);
    json_name(json, "values");
    json_open(json, '[');
    for (int i = 0; spec->values[i]; i++)
        json_string(json, spec->values[i]);
    json_close(json, ']');
    json_put_string(json, "usual", spec->usual < 0 ? NULL : spec->values[spec->usual]);
    json_close(json, '}');
}

LudStatus wasm_games(Request *request, Json *json, LudError *err)
{
    (void)request;
    (void)err;
    json_open(json, '[');
    for (int i = 0; i < lud_game_count(); i++) {
        const LudGame *game = lud_game_at(i);
        json_open(json, '{');
        json_put_string(json, "name", game->name);
        json_name(json, "options");
        json_open(json, '[');
        for (int j = 0; j < game->option_count; j++)
            answer_option(json, &game->options[j]);
        json_close(json, ']');
        json_name(json, "sideNames");
        json_open(json, '[');
        for (int j = 0; j < LUD_MAX_SIDES && game->side_names[j]; j++)
            json_string(json, game->side_names[j]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
    return LUD_OK;
}

LudStatus wasm_prose(Request *request, Json *json, LudError *err)
{
    char name[LUD_RULES_TEXT], language[8];
    LudRules rules;
    request_text(request, name, sizeof name);
    request_text(request, language, sizeof language);
    LudStatus status = lud_rules_parse(name, &rules, err);
    if (status == LUD_OK)
        json_string(json, lud_game_prose(rules.game, language));
    return status;
}

/* -- stories ----------------------------------------------------------------------------------- */

static void answer_event(Json *json, const LudEvent *event)
{
    json_open(json, '{');
    json_put_string(json, "kind", lud_event_name(event->kind));
    if (event->kind == LUD_EVENT_ROLL) {
        json_put_integer(json, "total", event->count);
    } else if (event->kind != LUD_EVENT_PASS) {
        json_put_string(json, "cell", event->cell);
        json_put_integer(json, "count", event->count);
        json_put_integer(json, "side", event->side);
    }
    json_close(json, '}');
}

static void answer_events(Json *json, const LudPlay *play, int index)
{
    LudEvent events[LUD_MAX_EVENTS];
    int count = lud_story_of_ply(play, index, events);
    json_name(json, "events");
    json_open(json, '[');
    for (int i = 0; i < count; i++)
        answer_event(json, &events[i]);
    json_close(json, ']');
}

/* The last ply that somebody made: turns that were skipped after it are no news. */
static int last_made(const LudPlay *play)
{
    int last = lud_play_length(play) - 1;
    while (last >= 0 && lud_play_history(play)[last] == LUD_NO_MOVE)
        last--;
    return last;
}

static void answer_last(Json *json, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    int last = last_made(play);
    json_name(json, "last");
    if (last < 0) {
        json_null(json);
        return;
    }
    LudState before;
    lud_play_state_at(play, last, &before);
    LudPly ply = lud_play_ply(play, last);
    uint32_t notices = lud_story_notices(play);
    json_open(json, '{');
    json_put_integer(json, "seat", ply.seat);
    answer_move(json, "move", game, &before, ply.move);
    answer_position(json, "before", game, &before);
    answer_events(json, play, last);
    json_name(json, "notices");
    json_open(json, '[');
    for (int i = 0; i < LUD_NOTICE_COUNT; i++) {
        if (notices >> i & 1)
            json_string(json, lud_notice_name((LudNotice)i));
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* -- situations -------------------------------------------------------------------------------- */

static void answer_ways(Json *json, const LudGame *game, const LudState *s, LudMove m)
{
    LudStep steps[LUD_MAX_STEPS];
    int count;
    for (int way = 0; (count = lud_story_steps(game, s, m, way, steps)) > 0; way++) {
        json_open(json, '{');
        answer_move(json, "move", game, s, m);
        json_name(json, "steps");
        json_open(json, '[');
        for (int i = 0; i < count; i++) {
            json_open(json, '{');
            json_put_string(json, "kind", lud_step_name(steps[i].kind));
            json_put_string(json, "cell", steps[i].cell);
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
}

static void answer_moves(Json *json, LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudMove *moves;
    int count = lud_play_turn(play) == LUD_CHANCE ? 0 : lud_play_moves(play, &moves);
    json_name(json, "moves");
    json_open(json, '[');
    for (int i = 0; i < count; i++)
        answer_ways(json, game, lud_play_state(play), moves[i]);
    json_close(json, ']');
}

static void answer_turn(Json *json, const LudPlay *play)
{
    const LudState *s = lud_play_state(play);
    int turn = lud_play_turn(play);
    int seat = turn == LUD_CHANCE ? lud_play_rules(play)->game->chance->roller(s) : turn;
    json_name(json, "turn");
    if (turn == LUD_OVER)
        json_null(json);
    else
        json_integer(json, seat);
    json_put_string(json, "awaits", turn == LUD_OVER ? NULL : turn == LUD_CHANCE ? "roll" : "move");
}

static void answer_sides(Json *json, const LudPlay *play)
{
    const LudGame *game = lud_play_rules(play)->game;
    const LudState *s = lud_play_state(play);
    LudView view;
    lud_view(game, s, &view);
    json_name(json, "held");
    json_open(json, '[');
    for (int i = 0; i < game->rules.sides(s); i++)
        json_integer(json, view.held[i]);
    json_close(json, ']');
    json_name(json, "out");
    json_open(json, '[');
    for (int i = 0; i < game->rules.seats(s); i++) {
        if (lud_play_out_since(play, i, NULL) >= 0)
            json_integer(json, i);
    }
    json_close(json, ']');
}

static void answer_situation(Json *json, LudPlay *play)
{
    static const char *const offers[] = {"none", "no-capture", "unforced"};
    const LudRules *rules = lud_play_rules(play);
    const LudState *s = lud_play_state(play);
    LudResult result;
    lud_play_result(play, &result);
    json_open(json, '{');
    answer_rules(json, "game", rules);
    answer_position(json, "position", rules->game, s);
    json_put_integer(json, "seats", rules->game->rules.seats(s));
    json_put_integer(json, "sides", rules->game->rules.sides(s));
    answer_turn(json, play);
    json_put_integer(json, "plies", lud_play_length(play));
    answer_moves(json, play);
    answer_sides(json, play);
    json_put_string(json, "offer", offers[lud_play_offer(play)]);
    answer_result(json, "result", &result);
    answer_last(json, play);
    json_close(json, '}');
}

LudStatus wasm_situation(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status == LUD_OK)
        answer_situation(json, play);
    return status;
}

/* -- moves ------------------------------------------------------------------------------------- */

/* A move played on a copy of the request's game. */
typedef struct Tried {
    LudPlay *play;
    const LudGame *game;
    int ply; /* of the move */
    LudState before;
    LudMove move;
} Tried;

static LudStatus try_move(Request *request, Tried *tried, LudError *err)
{
    char word[LUD_MOVE_TEXT * 2];
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    request_text(request, word, sizeof word);
    tried->play = lud_play_copy(play);
    if (!tried->play)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    status = lud_play_move_text(tried->play, word, err);
    if (status != LUD_OK) {
        lud_play_free(tried->play);
        return status;
    }
    tried->game = lud_play_rules(tried->play)->game;
    tried->ply = last_made(tried->play);
    lud_play_state_at(tried->play, tried->ply, &tried->before);
    tried->move = lud_play_history(tried->play)[tried->ply];
    return LUD_OK;
}

LudStatus wasm_preview(Request *request, Json *json, LudError *err)
{
    Tried tried;
    LudStatus status = try_move(request, &tried, err);
    if (status != LUD_OK)
        return status;
    json_open(json, '{');
    answer_move(json, "move", tried.game, &tried.before, tried.move);
    answer_position(json, "after", tried.game, lud_play_state(tried.play));
    answer_events(json, tried.play, tried.ply);
    json_close(json, '}');
    lud_play_free(tried.play);
    return LUD_OK;
}

/* In its one spelling; a whole turn, "8:c5", is answered by its move. */
LudStatus wasm_read_move(Request *request, Json *json, LudError *err)
{
    Tried tried;
    LudStatus status = try_move(request, &tried, err);
    if (status != LUD_OK)
        return status;
    char text[LUD_MOVE_TEXT];
    tried.game->text.move_print(&tried.before, tried.move, text);
    json_string(json, text);
    lud_play_free(tried.play);
    return LUD_OK;
}

LudStatus wasm_roll(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudStatus status = request_play(request, &play, err);
    if (status != LUD_OK)
        return status;
    LudPlay *tried = lud_play_copy(play);
    if (!tried)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    LudRandom random;
    LudMove outcome;
    char seed[24], text[LUD_MOVE_TEXT];
    request_text(request, seed, sizeof seed);
    lud_random_seed(&random, strtoull(seed, NULL, 10));
    status = lud_play_roll(tried, &random, &outcome, err);
    if (status == LUD_OK) {
        lud_play_rules(play)->game->text.move_print(lud_play_state(play), outcome, text);
        json_string(json, text);
    }
    lud_play_free(tried);
    return status;
}

/* As `ludoteca moves` prints it, for tests that compare. */
LudStatus wasm_listing(Request *request, Json *json, LudError *err)
{
    LudPlay *play;
    LudListing listing;
    LudStatus status = request_play(request, &play, err);
    if (status == LUD_OK)
        status = lud_listing_of_play(play, &listing, err);
    if (status != LUD_OK)
        return status;
    char *text = lud_listing_print(&listing);
    lud_listing_free(&listing);
    if (!text)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    json_string(json, text);
    lud_free(text);
    return LUD_OK;
}
