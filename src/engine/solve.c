/* Who wins from a position: first by force, which finds long wins quickly where there are any; then
 * by proof numbers over all moves, with forced wins at every leaf, and by laying out all that can
 * follow, with repetition as the rules value it. */
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "core/play_object.h"
#include "core/settings.h"
#include "engine/solve_object.h"

enum {
    US = 1000,             /* of a millisecond */
    USUAL_BYTES = 1 << 24, /* as lud_search_options_usual */
    LEAF_NODES = 400,      /* of a forced win, at a leaf of the proof search */
    FIRST_SHARE = 3,       /* of the limits, for a forced win of the mover; the same for a loss */
};

/* -- limits ------------------------------------------------------------------------------------ */

bool solver_is_over(Solver *solver)
{
    const LudSolveTask *task = &solver->task;
    if ((solver->until_us && base_time_us() >= solver->until_us) ||
        (task->nodes && solver->nodes >= task->nodes) ||
        (task->should_stop && task->should_stop(task->context)))
        solver->is_stopped = true;
    return solver->is_stopped;
}

static bool should_stop(void *context, uint64_t fresh)
{
    Solver *solver = context;
    solver->nodes += fresh;
    return solver_is_over(solver);
}

/* -- by force ---------------------------------------------------------------------------------- */

LudForced solver_force(Solver *solver, const LudState *s, int side, uint64_t nodes,
                       LudForcedWin *win)
{
    LudForcingTask task = {.attacks = LUD_FORCING_SIEGE,
                           .side = side,
                           .nodes = nodes,
                           .should_stop = should_stop,
                           .context = solver,
                           .memory = solver->forced,
                           .memory_bytes = solver->forced_bytes};
    uint64_t used;
    if (!solver->forced)
        return LUD_FORCED_UNKNOWN;
    if (solver->task.nodes && solver->nodes + task.nodes > solver->task.nodes)
        task.nodes = solver->task.nodes > solver->nodes ? solver->task.nodes - solver->nodes : 0;
    uint64_t before = solver->nodes;
    LudForced found = solver->game->forcing->seek(s, &task, win, &used);
    solver->nodes = before + used; /* what was told on the way is part of it */
    return found;
}

static int side_to_move(const Solver *solver, const LudState *s)
{
    return solver->game->rules.turn(s) % 2;
}

/* What the proof search asks about each position that it comes to. */
static bool probe(void *context, const LudState *s, LudKnown *known)
{
    LudForcedWin win;
    Solver *solver = context;
    if (solver->is_stopped)
        lud_search_stop(solver->search);
    if (solver->is_stopped ||
        solver_force(solver, s, side_to_move(solver, s), LEAF_NODES, &win) != LUD_FORCED_WIN)
        return false;
    *known = (LudKnown){LUD_VALUE_WIN - win.plies, LUD_VALUE_MOST};
    return true;
}

/* A share of what is left of the time for one step: `part` of `parts`. */
static void set_share(Solver *solver, int part, int parts)
{
    const LudSolveTask *task = &solver->task;
    int64_t now = base_time_us(), all = solver->started_us + task->time_ms * US;
    solver->until_us = task->time_ms > 0 ? now + (all - now) / parts * part : 0;
    solver->is_stopped = false;
}

static void fill_line(const LudForcedWin *win, int sign, LudLine *line)
{
    *line = (LudLine){.value = sign * (LUD_VALUE_WIN - win->plies),
                      .bound = sign > 0 ? LUD_BOUND_LOWER : LUD_BOUND_UPPER,
                      .is_proven = true,
                      .depth = win->length,
                      .selective_depth = win->plies,
                      .length = win->length};
    memcpy(line->move, win->line, (size_t)win->length * sizeof win->line[0]);
}

/* Whether every move of the side to move loses by force; the line is the one that holds out. */
static bool is_lost_by_force(Solver *solver, const LudState *s, LudLine *line)
{
    LudForcedWin win;
    int other = 1 - side_to_move(solver, s), longest = 0;
    LudMove *moves = malloc(LUD_MAX_MOVES * sizeof *moves);
    bool is_lost = moves && solver_force(solver, s, other, UINT64_MAX, &win) == LUD_FORCED_WIN;
    int count = is_lost ? solver->game->rules.moves(s, moves) : 0;
    for (int i = 0; i < count && is_lost; i++) {
        LudState next;
        lud_state_copy(solver->game, &next, s);
        solver->game->rules.apply(&next, moves[i]);
        is_lost = solver->game->rules.turn(&next) % 2 == other &&
                  solver_force(solver, &next, other, UINT64_MAX, &win) == LUD_FORCED_WIN;
        if (is_lost && win.plies + 1 > longest) {
            longest = win.plies + 1;
            fill_line(&win, -1, line);
            line->length = win.length < LUD_LINE_MOST ? win.length + 1 : LUD_LINE_MOST;
            memmove(line->move + 1, win.line, (size_t)(line->length - 1) * sizeof win.line[0]);
            line->move[0] = moves[i];
            line->value = -(LUD_VALUE_WIN - longest);
        }
    }
    free(moves);
    return is_lost;
}

/* -- by proof numbers -------------------------------------------------------------------------- */

static LudStatus make_search(Solver *solver, LudError *err)
{
    LudSearchOptions options = lud_search_options_usual();
    options.method = LUD_METHOD_PROOF;
    options.memory_bytes = solver->search_bytes;
    if (solver->forced)
        options.oracle = (LudOracle){.probe = probe, .context = solver};
    return solver->search ? LUD_OK : lud_search_new(&solver->search, solver->rules, &options, err);
}

LudTask solver_task(const Solver *solver, const LudState *s)
{
    const LudPlay *play = solver->task.play;
    LudTask task = {.size = sizeof task, .root = s};
    if (play && s == solver->task.root)
        task.past = play_past(play, lud_play_length(play), &task.past_count);
    return task;
}

bool solver_prove(Solver *solver, const LudState *s, LudLine *line)
{
    LudFindings findings;
    LudTask task = solver_task(solver, s);
    int64_t left_us = solver->until_us - base_time_us();
    if (solver->until_us)
        task.limits.move_ms = left_us > US ? left_us / US : 1;
    if (solver->nodes_until)
        task.limits.nodes =
            solver->nodes_until > solver->nodes ? solver->nodes_until - solver->nodes : 1;
    if (solver_is_over(solver) || make_search(solver, NULL) != LUD_OK ||
        lud_search_run(solver->search, &task, &findings, NULL) != LUD_OK)
        return false;
    solver->nodes += findings.nodes;
    *line = findings.lines[0];
    return line->is_proven;
}

/* -- the question ------------------------------------------------------------------------------ */

static bool try_proof(Solver *solver, LudSolution *solution)
{
    LudLine line;
    if (!solver_prove(solver, solver->task.root, &line))
        return false;
    solution->line = line;
    solution->solved = line.value >= LUD_VALUE_WON    ? LUD_SOLVED_WIN
                       : line.value <= -LUD_VALUE_WON ? LUD_SOLVED_LOSS
                                                      : LUD_SOLVED_DRAW;
    solution->by = LUD_SOLVED_BY_PROOF;
    return true;
}

/* The memory of one way is free for the other. */
static bool try_ending(Solver *solver, LudSolution *solution)
{
    lud_search_free(solver->search);
    solver->search = NULL;
    return solver_try_ending(solver, solution);
}

/* A share of what is left of all limits. */
static void set_shares(Solver *solver, int part, int parts)
{
    uint64_t all = solver->task.nodes, left = all > solver->nodes ? all - solver->nodes : 0;
    set_share(solver, part, parts);
    solver->nodes_until = all ? solver->nodes + left / (uint64_t)parts * (uint64_t)part : 0;
    if (part == parts)
        solver->nodes_until = all;
}

/* Where repetition may be anybody's win, proof numbers say the less of the two, but only they lead
 * to a certificate. Where nothing limits the search, what is laid out is limited by memory alone.
 */
static void try_all_moves(Solver *solver, LudSolution *solution)
{
    bool is_divided = solver->game->rules.stop_score != NULL;
    if (is_divided && !solver->task.has_certificate) {
        set_shares(solver, 3, 4);
        if (try_ending(solver, solution))
            return;
        set_shares(solver, 1, 1);
        try_proof(solver, solution);
        return;
    }
    set_shares(solver, is_divided ? 1 : 3, is_divided ? 2 : 4);
    if (try_proof(solver, solution))
        return;
    set_shares(solver, 1, 1);
    try_ending(solver, solution);
}

static void find_value(Solver *solver, LudSolution *solution)
{
    LudForcedWin win;
    const LudState *s = solver->task.root;
    set_share(solver, 1, FIRST_SHARE);
    LudForced found =
        solver_force(solver, s, side_to_move(solver, s),
                     solver->task.nodes ? solver->task.nodes / FIRST_SHARE : UINT64_MAX, &win);
    solution->has_no_forced_win = found == LUD_FORCED_NONE;
    if (found == LUD_FORCED_WIN) {
        fill_line(&win, 1, &solution->line);
        solution->solved = LUD_SOLVED_WIN;
        solution->by = LUD_SOLVED_BY_FORCE;
        return;
    }
    set_share(solver, 1, FIRST_SHARE);
    if (is_lost_by_force(solver, s, &solution->line)) {
        solution->solved = LUD_SOLVED_LOSS;
        solution->by = LUD_SOLVED_BY_FORCE;
        return;
    }
    solution->line = (LudLine){.length = 0};
    try_all_moves(solver, solution);
}

static LudStatus begin(Solver *solver, LudError *err)
{
    size_t bytes = solver->task.memory_bytes ? solver->task.memory_bytes : USUAL_BYTES;
    if (solver->game->forcing) {
        solver->forced_bytes = LUD_FORCING_BYTES_LEAST;
        while (4 * solver->forced_bytes <= bytes)
            solver->forced_bytes *= 2;
        solver->forced = aligned_alloc(64, solver->forced_bytes);
        if (!solver->forced)
            return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
        memset(solver->forced, 0, solver->forced_bytes);
    }
    solver->search_bytes = bytes - solver->forced_bytes;
    return make_search(solver, err);
}

static bool is_over(const Solver *solver)
{
    const LudSolveTask *task = &solver->task;
    return solver->game->rules.turn(task->root) == LUD_OVER ||
           (task->play && lud_play_turn(task->play) == LUD_OVER);
}

LudStatus lud_solve(const LudRules *rules, const LudSolveTask *task, LudSolution *solution,
                    LudError *err)
{
    Solver solver = {.rules = rules, .game = rules->game};
    LudStatus status = settings_take(&solver.task, sizeof solver.task, task, err);
    if (status == LUD_OK && is_over(&solver))
        status = lud_error_set(err, LUD_EOVER, LUD_MESSAGE("The game is over."), (char *)NULL);
    if (status == LUD_OK)
        status = begin(&solver, err);
    if (status == LUD_OK) {
        LudSolution found;
        memset(&found, 0, sizeof found);
        solver.started_us = base_time_us();
        find_value(&solver, &found);
        bool is_decided = found.solved == LUD_SOLVED_WIN || found.solved == LUD_SOLVED_LOSS;
        int mover = side_to_move(&solver, solver.task.root);
        solver.is_stopped = false;
        /* The proof is known; to write it down may take as long as to find it. */
        if (solver.task.time_ms > 0)
            solver.until_us = base_time_us() + solver.task.time_ms * US;
        solver.task.nodes = solver.nodes_until = 0;
        if (is_decided && found.by != LUD_SOLVED_BY_ENDING && solver.task.has_certificate)
            found.certificate = proof_write(&solver, solver.task.root,
                                            found.solved == LUD_SOLVED_WIN ? mover : 1 - mover);
        if (found.solved == LUD_SOLVED_UNKNOWN)
            found.line.length = 0;
        found.nodes = solver.nodes;
        found.ms = (base_time_us() - solver.started_us) / US;
        *solution = found;
    }
    lud_search_free(solver.search);
    free(solver.forced);
    return status;
}
