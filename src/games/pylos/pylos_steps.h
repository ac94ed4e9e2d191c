/* Everything that a move can do to a shape, told apart only by what it asks of the colours.
 *
 * All positions of a shape have their moves in common, but for colours: balls that have to be the
 * mover's (raised, recovered, or part of a square) and, where a square must not be complete, the
 * opponent's. So a step stands for one move of a whole subcube of positions, and all of them lead
 * into the same shape. */
#ifndef LUD_PYLOS_STEPS_H
#define LUD_PYLOS_STEPS_H

#include "pylos_board.h"

typedef struct PylosStep {
    uint64_t after; /* the taken cells afterwards, ground included */
    uint64_t own;   /* balls that must be the mover's; those that go are among them */
    uint64_t other; /* balls that must be the opponent's */
} PylosStep;

typedef void (*PylosStepVisit)(void *context, const PylosStep *step);

/* Calls `visit` for every move that lays a ball of the reserve, or that raises one. Moves that do
 * the same may come more than once; steps of one shape cover each position's moves exactly. */
void pylos_steps_place(uint64_t taken, unsigned rules, PylosStepVisit visit, void *context);
void pylos_steps_raise(uint64_t taken, unsigned rules, PylosStepVisit visit, void *context);

#endif
