/* The computer's moves, and its advice. */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/play/play_computer.h"
#include "cli/play/play_loop.h"
#include "cli/play/play_words.h"
#include "cli/words/advice.h"
#include "shell/line_number.h"
#include "shell/terminal.h"

enum { ADVICE_MS = 1000, USUAL_LINES = 3, MOST_LINES = 99 };

/* The engine of a player, or the adviser's; made when it is first needed. NULL after a message. */
static LudEngine *engine_of(Session *session, LudEngine **engine, uint64_t seed, int threads)
{
    LudEngineOptions options = {.size = sizeof options,
                                .seed = seed,
                                .threads = threads,
                                .table_path = session->has_no_tables ? "" : NULL,
                                .makes_small_tables = !session->has_no_tables};
    LudError err;
    if (!*engine &&
        lud_engine_new(engine, lud_play_rules(session->play), &options, &err) != LUD_OK) {
        words_show_error(&err);
        *engine = NULL;
    }
    return *engine;
}

/* Advice and moves are still given where a table is damaged, but by searching. */
static void tell_fault(Session *session, const LudEngine *engine)
{
    LudError err;
    if (session->is_fault_told || !lud_engine_table_fault(engine, &err))
        return;
    words_show_error(&err);
    session->is_fault_told = true;
}

void computer_forget(Session *session)
{
    for (int i = 0; i < LUD_MAX_SEATS; i++) {
        lud_engine_free(session->engine[i]);
        session->engine[i] = NULL;
    }
    lud_engine_free(session->adviser);
    session->adviser = NULL;
}

LudOffer computer_offer(const Session *session)
{
    const LudEngine *engine = session->adviser;
    for (int i = 0; i < LUD_MAX_SEATS && !engine; i++)
        engine = session->engine[i];
    return engine ? lud_engine_offer(engine, session->play) : lud_play_offer(session->play);
}

/* -- playing ---------------------------------------------------------------------------------- */

static LudMove pick_at_random(Session *session, Player *player)
{
    const LudMove *list;
    int count = lud_play_moves(session->play, &list);
    return list[lud_random_below(&player->random, (uint32_t)count)];
}

/* Thinks with the engine; false if it failed or was interrupted. */
static bool think(Session *session, int seat, Player *player, LudMove *move)
{
    int index = lud_match_player_at(&session->match, seat);
    uint64_t seed = session->engine[index] ? 0 : lud_random_next(&player->random);
    LudEngine *engine = engine_of(session, &session->engine[index], seed, 0);
    LudLimits limits = player->spec.limits;
    LudChoice choice = {.move = LUD_NO_MOVE};
    LudError err;
    if (lud_play_has_clock(session->play)) {
        int64_t left_ms = lud_play_clock_ms(session->play, seat);
        limits.clock_ms = left_ms > 0 ? left_ms : 1; /* 0 would mean that there is no clock */
        limits.increment_ms = session->setup.increment_ms > 0 ? session->setup.increment_ms : 0;
    }
    if (!engine) {
        session->end = SESSION_FAILED;
        return false;
    }
    fflush(stdout); /* what has happened so far is there to read while it thinks */
    advice_watch_begin(engine);
    LudStatus status =
        lud_engine_choose(engine, &player->spec, session->play, &limits, NULL, &choice, &err);
    advice_watch_end();
    if (status != LUD_OK) {
        words_show_error(&err);
        session->end = SESSION_FAILED;
    }
    tell_fault(session, engine);
    *move = choice.move;
    return status == LUD_OK && !terminal_signal();
}

void computer_move(Session *session, int seat)
{
    Player *player = loop_player_at(session, seat);
    bool thinks = player->is_computer && player->spec.kind != LUD_PLAYER_RANDOM;
    LudMove chosen;
    LudError err;
    if (!thinks)
        chosen = pick_at_random(session, player);
    else if (!think(session, seat, player, &chosen))
        return;
    loop_tell_time(session);
    if (lud_play_turn(session->play) != seat)
        return; /* its flag has fallen */
    if (lud_play_move(session->play, chosen, &err) == LUD_OK) {
        words_show_last_move(session);
    } else {
        words_show_error(&err);
        session->end = SESSION_FAILED;
    }
    session->is_board_shown = false;
    session->is_saved = false;
}

/* -- advising --------------------------------------------------------------------------------- */

/* Whether there is something to advise about; says why not. Partners may not advise each other, so
 * in a team game not even a program may. */
static bool may_advise(Session *session)
{
    const LudGame *game = lud_play_rules(session->play)->game;
    const LudState *s = lud_play_state(session->play);
    int turn = lud_play_turn(session->play);
    if (game->rules.seats(s) > game->rules.sides(s))
        words_say(_("In a team game nobody may advise a player, so there are no hints."));
    else if (turn == LUD_OVER)
        words_say(_("The game is over."));
    else if (turn == LUD_CHANCE)
        words_say(_("First the dice must be thrown."));
    else
        return engine_of(session, &session->adviser, session->setup.seed, advice_threads()) != NULL;
    return false;
}

/* With the clock running a hint must not cost the game. */
static LudLimits advice_limits(const Session *session)
{
    LudLimits limits = {.move_ms = ADVICE_MS};
    int seat = lud_play_turn(session->play);
    if (lud_play_has_clock(session->play)) {
        int64_t share_ms = lud_play_clock_ms(session->play, seat) / 20 + 1;
        limits.move_ms = share_ms < limits.move_ms ? share_ms : limits.move_ms;
    }
    return limits;
}

void computer_hint(Session *session, const char *operand)
{
    (void)operand;
    LudHint hint;
    LudError err;
    if (!may_advise(session))
        return;
    LudLimits limits = advice_limits(session);
    fflush(stdout);
    advice_watch_begin(session->adviser);
    LudStatus status = lud_engine_hint(session->adviser, session->play, &limits, &hint, &err);
    advice_watch_end();
    if (status != LUD_OK) {
        words_show_error(&err);
        return;
    }
    const LudRules *rules = lud_play_rules(session->play);
    char reasons[ADVICE_BYTES], value[ADVICE_BYTES], line[2 * ADVICE_BYTES + 8];
    advice_reasons(rules, lud_play_state(session->play), &hint, reasons);
    advice_line_value(rules->game, lud_play_state(session->play), &hint.line, value);
    snprintf(line, sizeof line, "%s (%s)", reasons, value);
    words_say(line);
    tell_fault(session, session->adviser);
}

void computer_analyse(Session *session, const char *operand)
{
    int lines = USUAL_LINES;
    LudFindings findings;
    LudError err;
    const char *end = *operand ? line_number(operand, MOST_LINES, &lines) : operand;
    if (!end || *end || lines < 1) {
        words_say(_("After this command only a number can follow: how many moves."));
        return;
    }
    if (!may_advise(session))
        return;
    LudLimits limits = advice_limits(session);
    fflush(stdout);
    advice_watch_begin(session->adviser);
    LudStatus status =
        lud_engine_analyse(session->adviser, session->play, &limits, lines, NULL, &findings, &err);
    advice_watch_end();
    if (status == LUD_OK)
        advice_print(lud_play_rules(session->play), lud_play_state(session->play), &findings);
    else
        words_show_error(&err);
    tell_fault(session, session->adviser);
}
