/* Who wins from a position: first by force, which finds long wins quickly where there are any; then
 * by proof numbers over all moves, with forced wins at every leaf. */
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
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

/* A share of the limits for one step. */
static void set_share(Solver *solver, int part)
{
    const LudSolveTask *task = &solver->task;
    int64_t now = base_time_us(), all = solver->started_us + task->time_ms * US;
    solver->until_us = task->time_ms > 0 ? now + (all - now) / part : 0;
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

bool solver_prove(Solver *solver, const LudState *s, LudLine *line)
{
    LudFindings findings;
    LudTask task = {.size = sizeof task, .root = s};
    int64_t left_us = solver->until_us - base_time_us();
    if (solver->until_us)
        task.limits.move_ms = left_us > US ? left_us / US : 1;
    if (solver->task.nodes)
        task.limits.nodes =
            solver->task.nodes > solver->nodes ? solver->task.nodes - solver->nodes : 1;
    if (solver_is_over(solver) || lud_search_run(solver->search, &task, &findings, NULL) != LUD_OK)
        return false;
    solver->nodes += findings.nodes;
    *line = findings.lines[0];
    return line->is_proven;
}

/* -- the question ------------------------------------------------------------------------------ */

static void find_value(Solver *solver, LudSolution *solution)
{
    LudForcedWin win;
    const LudState *s = solver->task.root;
    set_share(solver, FIRST_SHARE);
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
    set_share(solver, FIRST_SHARE);
    if (is_lost_by_force(solver, s, &solution->line)) {
        solution->solved = LUD_SOLVED_LOSS;
        solution->by = LUD_SOLVED_BY_FORCE;
        return;
    }
    set_share(solver, 1);
    if (solver_prove(solver, s, &solution->line)) {
        int value = solution->line.value;
        solution->solved = value >= LUD_VALUE_WON    ? LUD_SOLVED_WIN
                           : value <= -LUD_VALUE_WON ? LUD_SOLVED_LOSS
                                                     : LUD_SOLVED_DRAW;
        solution->by = LUD_SOLVED_BY_PROOF;
    }
}

static LudStatus begin(Solver *solver, const LudRules *rules, LudError *err)
{
    LudSearchOptions options = lud_search_options_usual();
    size_t bytes = solver->task.memory_bytes ? solver->task.memory_bytes : USUAL_BYTES;
    if (rules->game->forcing) {
        solver->forced_bytes = LUD_FORCING_BYTES_LEAST;
        while (4 * solver->forced_bytes <= bytes)
            solver->forced_bytes *= 2;
        solver->forced = aligned_alloc(64, solver->forced_bytes);
        if (!solver->forced)
            return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
        memset(solver->forced, 0, solver->forced_bytes);
        options.oracle = (LudOracle){.probe = probe, .context = solver};
    }
    options.method = LUD_METHOD_PROOF;
    options.memory_bytes = bytes - solver->forced_bytes;
    return lud_search_new(&solver->search, rules, &options, err);
}

LudStatus lud_solve(const LudRules *rules, const LudSolveTask *task, LudSolution *solution,
                    LudError *err)
{
    Solver solver = {.rules = rules, .game = rules->game};
    LudStatus status = settings_take(&solver.task, sizeof solver.task, task, err);
    if (status == LUD_OK && rules->game->rules.turn(solver.task.root) == LUD_OVER)
        status = lud_error_set(err, LUD_EOVER, LUD_MESSAGE("The game is over."), (char *)NULL);
    if (status == LUD_OK)
        status = begin(&solver, rules, err);
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
        solver.task.nodes = 0;
        if (is_decided && solver.task.has_certificate)
            found.certificate = proof_write(&solver, solver.task.root,
                                            found.solved == LUD_SOLVED_WIN ? mover : 1 - mover);
        if (found.solved == LUD_SOLVED_UNKNOWN)
            found.line = (LudLine){.length = 0};
        found.nodes = solver.nodes;
        found.ms = (base_time_us() - solver.started_us) / US;
        *solution = found;
    }
    lud_search_free(solver.search);
    free(solver.forced);
    return status;
}
