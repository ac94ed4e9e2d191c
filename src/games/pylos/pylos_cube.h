/* Where a step leads the positions of a unit.
 *
 * It leads from a subcube of them into one other shape, and the number there is a permutation of
 * the bits here, all of them inverted, since own and other change. */
#ifndef LUD_PYLOS_CUBE_H
#define LUD_PYLOS_CUBE_H

#include "pylos_steps.h"
#include "pylos_sweep.h"

/* Bits of a subcube that vary together: which weight each has here and there. */
typedef struct PylosBits {
    int count;
    uint32_t here[PYLOS_MOST_CELLS], there[PYLOS_MOST_CELLS];
} PylosBits;

typedef struct PylosCube {
    uint32_t here, there; /* where every varying bit is 0 here; the opposite there is left out */
    int ones;             /* balls of the mover that are certain */
    PylosBits inner, middle, outer;
} PylosCube;

/* The positions of a unit: all colours of the shape's balls but those that are the same in all. */
typedef struct PylosPart {
    PylosBalls balls;
    uint64_t fixed_own, fixed_other;
    uint64_t cell[PYLOS_MOST_CELLS]; /* of each bit */
} PylosPart;

static inline void pylos_bits_add(PylosBits *bits, uint32_t here, uint32_t there)
{
    bits->here[bits->count] = here;
    bits->there[bits->count++] = there;
}

PylosPart LUD_DUAL(pylos_part)(const PylosSolve *solve, const PylosUnit *unit);
/* The positions that a step is for, and where it leads (`standing` as of pylos_standing); false if
 * there are none in this part. */
bool LUD_DUAL(pylos_cube)(const PylosSolve *solve, const PylosPart *part, const PylosStep *step,
                          uint32_t standing, PylosCube *cube);

#endif
