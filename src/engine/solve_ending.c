/* Solving by laying out all that can follow, up to the end. */
#include <stdlib.h>

#include "core/play_object.h"
#include "engine/engine_ending.h"
#include "engine/solve_object.h"

static bool should_stop(void *context)
{
    Solver *solver = context;
    return solver->task.should_stop && solver->task.should_stop(solver->task.context);
}

/* A move that is worth at least as much as the root is for sure. */
static const EndingMove *find_best(const EndingAnswer *answer)
{
    const EndingMove *best = &answer->move[0];
    for (int i = 1; i < answer->move_count; i++) {
        const EndingMove *move = &answer->move[i];
        if (move->least > best->least || (move->least == best->least && move->most > best->most))
            best = move;
    }
    return best;
}

static void fill(const EndingAnswer *answer, LudSolution *solution)
{
    LudLine *line = &solution->line;
    bool is_solved = answer->least == answer->most;
    *line = (LudLine){.bound = LUD_BOUND_EXACT, .depth = 1, .length = 1};
    line->move[0] = find_best(answer)->move;
    line->is_proven = is_solved || answer->least == 0 || answer->most == 0;
    if (is_solved && answer->least != 0)
        line->value = answer->least * (LUD_VALUE_WON + 1);
    if (!is_solved && line->is_proven)
        line->bound = answer->least == 0 ? LUD_BOUND_LOWER : LUD_BOUND_UPPER;
    if (!is_solved)
        return;
    solution->by = LUD_SOLVED_BY_ENDING;
    solution->solved = answer->least > 0   ? LUD_SOLVED_WIN
                       : answer->least < 0 ? LUD_SOLVED_LOSS
                                           : LUD_SOLVED_DRAW;
}

bool solver_try_ending(Solver *solver, LudSolution *solution)
{
    EndingAnswer answer;
    EndingTask task = {.game = solver->game,
                       .root = solver->task.root,
                       .memory_bytes = solver->search_bytes,
                       .until_us = solver->until_us,
                       .should_stop = should_stop,
                       .context = solver};
    if (solver->nodes_until)
        task.nodes = solver->nodes_until > solver->nodes ? solver->nodes_until - solver->nodes : 1;
    if (solver->task.tables && lud_tables_reach(solver->task.tables, NULL) >= 0)
        task.oracle = lud_tables_oracle(solver->task.tables);
    if (solver->task.play)
        engine_ending_past(solver->task.play, lud_play_length(solver->task.play), &task);
    if (!ending_solve(&task, &answer))
        return false;
    solver->nodes += answer.nodes;
    fill(&answer, solution);
    free(answer.move);
    return solution->solved != LUD_SOLVED_UNKNOWN;
}
