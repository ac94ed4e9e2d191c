/* What the parts of the Pylos solver share; pylos_solve.c says how it works. */
#ifndef LUD_PYLOS_SWEEP_H
#define LUD_PYLOS_SWEEP_H

#include "core/dual.h"
#include "core/tabulation.h"
#include "pylos_index.h"

/* What is known of a position, in one byte. To whoever leads into it, the lowest is the best. */
enum {
    CODE_LOST = 0,       /* lost in 2c plies, up to 126 */
    CODE_OPEN = 127,     /* nothing is known; drawn if that stays so */
    CODE_WON = 255,      /* won in 2 * (255 - c) - 1 plies, from 128 on; 255: over and won */
    CODE_WON_NEXT = 254, /* won with one move */
    CODE_NO_MOVE = 255,  /* what the best of no moves leads to: the mover has lost */
};

enum {
    SLAB_BITS = 20, /* positions that a thread works on at once */
    SLAB = 1 << SLAB_BITS,
    RUNS = 1 << (SLAB_BITS - 6),
    SLAB_ROOM = SLAB + 8 * RUNS, /* that a thread needs: the best moves, and what is wanted */
    RUN_BITS = 6,                /* positions whose codes fill a cache line: a run */
    RUN = 1 << RUN_BITS,
    PYLOS_USUAL_PASSES = 12,
};

/* A part of a shape: the positions in which the highest balls have certain colours. */
typedef struct PylosUnit {
    uint32_t shape, slab;
    uint32_t seen; /* when it was last looked at; UNIT_DONE: never again */
} PylosUnit;

#define UNIT_DONE UINT32_MAX

typedef struct PylosSolve {
    LudLayerTask *task;
    const PylosShapes *shapes;
    PylosSize size;
    unsigned rules;
    bool has_distance;    /* else only who wins */
    uint8_t *codes;       /* of all shapes, each 2^n positions by the bits of the mover's balls */
    uint64_t *at;         /* where those of a shape begin */
    atomic_uint *changed; /* when the codes of a shape last changed */
    PylosUnit *units;     /* in the order in which they are looked at */
    uint32_t unit_count;
    uint8_t *best; /* SLAB_ROOM bytes for each thread */
    atomic_uint clock, next, renewed;
    uint64_t steps_before, steps; /* units of earlier passes; of all that are to be expected */
    /* If the shapes are spread over processes (pylos_spread.h): */
    struct PylosSpread *spread; /* NULL: all are here */
    uint16_t *stamps;           /* when each run of the codes last changed; NULL: not kept */
    uint16_t stamp;             /* what changes now */
} PylosSolve;

/* Shapes that have codes are those that lack more than the summit. */
static inline int pylos_most_balls(const PylosSize *size)
{
    return size->cells - 2;
}

/* The codes of a shape, and how many units they are. */
static inline uint64_t pylos_code_bytes(int n)
{
    return n < RUN_BITS ? RUN : (uint64_t)1 << n;
}

static inline uint32_t pylos_slabs(int n)
{
    return n > SLAB_BITS ? 1u << (n - SLAB_BITS) : 1;
}

/* Whether something that a unit leads to has changed since it was looked at. */
bool LUD_DUAL(pylos_is_stale)(const PylosSolve *solve, const PylosUnit *unit);
/* Works out all positions of a unit from what is known of those that they lead to; whether one of
 * them changed. */
bool LUD_DUAL(pylos_look_at)(PylosSolve *solve, PylosUnit *unit, int thread);

#endif
