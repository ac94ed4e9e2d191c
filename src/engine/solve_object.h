/* Solving a position: what finding a value and writing its certificate share. */
#ifndef LUD_ENGINE_SOLVE_OBJECT_H
#define LUD_ENGINE_SOLVE_OBJECT_H

#include <ludoteca/proof.h>

#include "core/forcing.h"

typedef struct Solver {
    const LudRules *rules;
    const LudGame *game;
    LudSolveTask task;
    LudSearch
        *search; /* by proof numbers, with forced wins as its oracle; NULL: made when needed */
    size_t search_bytes;
    LudState state; /* what it works on */
    void *forced;   /* memory of forced wins; NULL: the game looks for none */
    size_t forced_bytes;
    int64_t started_us, until_us; /* 0: no end */
    uint64_t nodes, nodes_until;  /* 0: no end */
    bool is_stopped;
} Solver;

/* Looks for a win of `side` by force, with at most so many positions. */
LudForced solver_force(Solver *solver, const LudState *s, int side, uint64_t nodes,
                       LudForcedWin *win);
/* Who wins, by proof numbers; the line's value tells. False if that stays open. */
bool solver_prove(Solver *solver, const LudState *s, LudLine *line);
/* The question as a task of the search, with the game's past. */
LudTask solver_task(const Solver *solver, const LudState *s);
/* solve_ending.c: lays out all that can follow. True if that settles it; the line and its bound say
 * what is known. */
bool solver_try_ending(Solver *solver, LudSolution *solution);
/* Whether the limits are reached. */
bool solver_is_over(Solver *solver);

/* proof_write.c: the certificate of a win of `side`, for free(); NULL if the limits do not suffice
 * or memory ran out. */
char *proof_write(Solver *solver, const LudState *root, int side);

#endif
