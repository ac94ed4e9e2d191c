/* The second thread of `ludoteca engine`: searching, and counting positions.
 *
 * Every `go` is answered by exactly one bestmove, and no bestmove comes before `stop` or
 * `ponderhit` where the protocol wants it held back. */
#include <inttypes.h>
#include <signal.h>
#include <string.h>

#include "cli/engine/engine_lines.h"
#include "cli/engine/engine_options.h"
#include "cli/engine/engine_think.h"

enum { STACK_BYTES = 16 << 20 };

bool think_begin(EngineSession *session)
{
    session->work.only = malloc(LUD_MAX_MOVES * sizeof session->work.only[0]);
    return session->work.only && pthread_mutex_init(&session->lock, NULL) == 0 &&
           pthread_cond_init(&session->changed, NULL) == 0;
}

void think_end(EngineSession *session)
{
    pthread_cond_destroy(&session->changed);
    pthread_mutex_destroy(&session->lock);
    free(session->work.only);
}

/* -- on the second thread ---------------------------------------------------------------------- */

static bool is_stopped(EngineSession *session)
{
    pthread_mutex_lock(&session->lock);
    bool answer = session->is_stopped;
    pthread_mutex_unlock(&session->lock);
    return answer;
}

/* Nobody is there to hear the end: there is no use in going on. */
static void print_or_stop(EngineSession *session, const char *text)
{
    if (!line_print(text))
        lud_engine_stop(session->engine);
}

static void print_findings(EngineSession *session, const LudFindings *findings)
{
    EngineWork *work = &session->work;
    char text[LUD_UCI_TEXT];
    int count = findings->line_count < work->line_count ? findings->line_count : work->line_count;
    for (int i = 0; i < count; i++) {
        lud_uci_info_print(&session->rules, &work->root, findings, i, text);
        print_or_stop(session, text);
    }
    if (count > 0) {
        work->told = findings->lines[0];
        work->has_told = true;
    }
}

static void on_found(void *context, const LudFindings *findings)
{
    print_findings(context, findings);
}

/* The last findings, unless they have been printed already. */
static void print_last(EngineSession *session, const LudFindings *findings)
{
    const EngineWork *work = &session->work;
    if (findings->line_count == 0)
        return;
    const LudLine *best = &findings->lines[0];
    if (!work->has_told || work->told.depth != best->depth || work->told.value != best->value ||
        work->told.bound != best->bound || work->told.length != best->length ||
        work->told.move[0] != best->move[0])
        print_findings(session, findings);
}

/* The answer that is expected to a move, if it is a move and no roll, and not the engine's own. */
static LudMove find_ponder(const EngineSession *session, const LudChoice *choice)
{
    const LudGame *game = session->rules.game;
    LudState s;
    lud_state_copy(game, &s, &session->work.root);
    game->rules.apply(&s, choice->move);
    int turn = game->rules.turn(&s);
    if (turn < 0 || turn == game->rules.turn(&session->work.root))
        return LUD_NO_MOVE;
    for (int i = 0; i < choice->findings.line_count; i++) {
        const LudLine *line = &choice->findings.lines[i];
        if (line->length > 1 && line->move[0] == choice->move)
            return line->move[1];
    }
    return LUD_NO_MOVE;
}

/* Of what a weaker level looked at, only the line that it plays. */
static void print_chosen(EngineSession *session, const LudChoice *choice)
{
    LudFindings findings = choice->findings;
    for (int i = 0; i < choice->findings.line_count; i++) {
        findings.lines = &choice->findings.lines[i];
        findings.line_count = 1;
        if (findings.lines[0].length > 0 && findings.lines[0].move[0] == choice->move) {
            print_findings(session, &findings);
            return;
        }
    }
}

static LudStatus choose_by_level(EngineSession *session, LudChoice *choice, LudError *err)
{
    /* Levels think by limits of their own, and are done before anybody says stop. */
    LudLimits limits = session->work.limits;
    limits.is_infinite = limits.is_ponder = false;
    int level = (int)session->wishes.level;
    LudPlayerSpec player = {.kind = level == 0 ? LUD_PLAYER_RANDOM : LUD_PLAYER_LEVEL,
                            .level = level};
    LudStatus status =
        lud_engine_choose(session->engine, &player, session->play, &limits, NULL, choice, err);
    if (status == LUD_OK)
        print_chosen(session, choice);
    return status;
}

static LudStatus choose_best(EngineSession *session, LudChoice *choice, LudError *err)
{
    LudObserver observer = {on_found, session};
    LudPlayerSpec player = {.kind = LUD_PLAYER_MAX};
    LudStatus status = lud_engine_choose(session->engine, &player, session->play,
                                         &session->work.limits, &observer, choice, err);
    if (status == LUD_OK)
        print_last(session, &choice->findings);
    return status;
}

static LudStatus analyse(EngineSession *session, LudChoice *choice, LudError *err)
{
    EngineWork *work = &session->work;
    LudObserver observer = {on_found, session};
    LudStatus status = lud_engine_analyse_among(
        session->engine, session->play, &work->limits, work->line_count,
        work->only_count ? work->only : NULL, work->only_count, &observer, &choice->findings, err);
    if (status == LUD_OK) {
        choice->move = choice->findings.lines[0].move[0];
        print_last(session, &choice->findings);
    }
    return status;
}

static void hold(EngineSession *session)
{
    pthread_mutex_lock(&session->lock);
    while (!session->is_stopped &&
           (session->is_infinite || (session->is_pondering && !session->is_hit)))
        pthread_cond_wait(&session->changed, &session->lock);
    pthread_mutex_unlock(&session->lock);
}

static LudStatus find_move(EngineSession *session, LudChoice *choice, LudError *err)
{
    const EngineWork *work = &session->work;
    if (session->wishes.level < ENGINE_LEVEL_MAX && work->only_count == 0)
        return choose_by_level(session, choice, err);
    return work->line_count > 1 || work->only_count > 0 ? analyse(session, choice, err)
                                                        : choose_best(session, choice, err);
}

static void tell_fault(EngineSession *session)
{
    LudError err;
    if (session->work.is_fault_told || !lud_engine_table_fault(session->engine, &err))
        return;
    engine_tell_error(&err);
    session->work.is_fault_told = true;
}

static void *think(void *argument)
{
    EngineSession *session = argument;
    const EngineWork *work = &session->work;
    LudChoice choice = {.move = LUD_NO_MOVE};
    LudMove ponder = LUD_NO_MOVE;
    LudError err;
    char text[LUD_UCI_TEXT];
    LudStatus status = LUD_OK;
    if (!work->has_no_move)
        status = find_move(session, &choice, &err);
    if (status != LUD_OK)
        engine_tell_error(&err); /* nobody need wait for that */
    else
        hold(session);
    tell_fault(session);
    if (choice.move != LUD_NO_MOVE)
        ponder = find_ponder(session, &choice);
    lud_uci_best_print(&session->rules, &work->root, choice.move, ponder, text);
    line_print(text);
    pthread_mutex_lock(&session->lock);
    session->is_done = true;
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* Counts like lud_perft, but looks up now and then whether it should stop. */
static uint64_t count_leaves(EngineSession *session, const LudState *s, int depth)
{
    enum { UNWATCHED = 2 };
    const LudGame *game = session->rules.game;
    if (depth <= UNWATCHED)
        return lud_perft(game, s, depth);
    LudMove *list = malloc(LUD_MAX_MOVES * sizeof list[0]);
    if (!list)
        return lud_perft(game, s, depth);
    int count = game->rules.moves(s, list),
        left = game->rules.turn(s) == LUD_CHANCE ? depth : depth - 1;
    uint64_t leaves = 0;
    for (int i = 0; i < count && !is_stopped(session); i++) {
        LudState next;
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, list[i]);
        leaves += count_leaves(session, &next, left);
    }
    free(list);
    return leaves;
}

static void *count_positions(void *argument)
{
    EngineSession *session = argument;
    const EngineWork *work = &session->work;
    for (int depth = 1; depth <= work->perft_depth && !ferror(stdout); depth++) {
        uint64_t leaves = count_leaves(session, &work->root, depth);
        if (is_stopped(session)) {
            engine_tell("perft was stopped before it had counted depth %d.", depth);
            break;
        }
        engine_tell("perft %d %" PRIu64, depth, leaves);
    }
    pthread_mutex_lock(&session->lock);
    session->is_done = true;
    pthread_mutex_unlock(&session->lock);
    return NULL;
}

/* -- on the first thread ----------------------------------------------------------------------- */

/* Signals are for the thread that reads. */
static bool start(EngineSession *session, void *(*run)(void *session))
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    session->is_stopped = session->is_hit = session->is_done = false;
    session->has_thread = pthread_create(&session->thread, &attributes, run, session) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return session->has_thread;
}

/* What `go` needs; false after a message if it can't be had. */
static bool prepare(EngineSession *session, const LudUciGo *go)
{
    EngineWork *work = &session->work;
    LudError err;
    int turn = lud_play_turn(session->play);
    if (session->has_bad_position) {
        engine_tell("error: The last position was refused; send a good one first.");
        return false;
    }
    if (turn == LUD_CHANCE) {
        engine_tell("error: The dice are to be rolled first: add the roll, such as 8, to the moves "
                    "of `position`.");
        return false;
    }
    work->has_no_move = turn == LUD_OVER;
    work->limits = lud_uci_limits(go, turn);
    work->line_count = go->line_count ? go->line_count : (int)session->wishes.line_count;
    work->only_count = 0;
    work->perft_depth = 0;
    work->has_told = false;
    if (go->search_moves && !work->has_no_move &&
        lud_uci_moves(session->play, go->search_moves, work->only, &work->only_count, &err) !=
            LUD_OK) {
        engine_tell_error(&err);
        return false;
    }
    return engine_prepare(session);
}

void think_go(EngineSession *session, const LudUciGo *go)
{
    think_finish(session);
    if (!prepare(session, go)) {
        line_print("bestmove 0000");
        return;
    }
    session->work.root = *lud_play_state(session->play);
    session->is_infinite = go->limits.is_infinite;
    session->is_pondering = go->limits.is_ponder;
    lud_engine_clear_stop(session->engine);
    if (!start(session, think)) {
        engine_tell("error: No thread could be started.");
        line_print("bestmove 0000");
    }
}

void think_perft(EngineSession *session, int depth)
{
    think_finish(session);
    session->work.perft_depth = depth;
    session->work.root = *lud_play_state(session->play);
    session->is_infinite = session->is_pondering = false;
    if (!start(session, count_positions))
        engine_tell("error: No thread could be started.");
}

bool think_is_running(EngineSession *session)
{
    if (!session->has_thread)
        return false;
    pthread_mutex_lock(&session->lock);
    bool is_running = !session->is_done;
    pthread_mutex_unlock(&session->lock);
    return is_running;
}

void think_stop(EngineSession *session)
{
    if (!think_is_running(session))
        return;
    pthread_mutex_lock(&session->lock);
    session->is_stopped = true;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    if (session->engine)
        lud_engine_stop(session->engine);
}

void think_ponder_hit(EngineSession *session)
{
    if (!session->is_pondering || !think_is_running(session)) {
        engine_tell("error: ponderhit comes after `go ponder`, and nothing is being pondered on.");
        return;
    }
    pthread_mutex_lock(&session->lock);
    session->is_hit = true;
    pthread_cond_broadcast(&session->changed);
    pthread_mutex_unlock(&session->lock);
    lud_engine_ponder_hit(session->engine);
}

bool think_repeats_hit(EngineSession *session)
{
    if (!session->has_thread || !session->is_hit || !think_is_running(session))
        return false;
    lud_engine_ponder_hit(session->engine);
    return true;
}

void think_finish(EngineSession *session)
{
    if (!session->has_thread)
        return;
    think_stop(session);
    pthread_join(session->thread, NULL);
    session->has_thread = false;
}
