/* Solving a position: what finding a value and writing its certificate share. */
#ifndef LUD_ENGINE_SOLVE_OBJECT_H
#define LUD_ENGINE_SOLVE_OBJECT_H

#include <ludoteca/proof.h>

#include "core/forcing.h"

typedef struct Solver {
    const LudRules *rules;
    const LudGame *game;
    LudSolveTask task;
    LudSearch *search; /* by proof numbers, with forced wins as its oracle */
    LudState state;    /* what it works on */
    void *forced;      /* memory of forced wins; NULL: the game looks for none */
    size_t forced_bytes;
    int64_t started_us, until_us; /* 0: no end */
    uint64_t nodes;
    bool is_stopped;
} Solver;

/* Looks for a win of `side` by force, with at most so many positions. */
LudForced solver_force(Solver *solver, const LudState *s, int side, uint64_t nodes,
                       LudForcedWin *win);
/* Who wins, by proof numbers; the line's value tells. False if that stays open. */
bool solver_prove(Solver *solver, const LudState *s, LudLine *line);
/* Whether the limits are reached. */
bool solver_is_over(Solver *solver);

/* proof_write.c: the certificate of a win of `side`, for free(); NULL if the limits do not suffice
 * or memory ran out. */
char *proof_write(Solver *solver, const LudState *root, int side);

#endif
