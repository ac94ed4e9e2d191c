/* The Pylos solver spread over processes: who owns which units, and copies of those of others.
 *
 * Units are dealt out like cards, in portions of CARD bytes. Every process works on its own units,
 * and keeps copies of the units that those lead to. All go through the same stages, in each pass
 * one for each number of balls, or for several where there is little to do: what changed in a stage
 * is known to all at its end, and before a process looks at a unit in a later one it has its copies
 * brought up to date. Owners send the runs that changed since the copy was made, and nothing else.
 *
 * Everything has the place in memory that it has in a process that is alone; what is neither owned
 * nor copied is never touched and takes no memory. */
#ifndef LUD_PYLOS_SPREAD_H
#define LUD_PYLOS_SPREAD_H

#include "pylos_cube.h"

enum {
    EXTRA_SUMS = 2,
    ASKED_AT_ONCE = 16, /* units that a process waits for */
    CARD = 2 << 20,     /* a large page, so that memory is owned by large pages */
    STAMP_NEVER = 0,    /* still open */
    STAMP_TAKEN = 1,    /* known from the beginning */
    FIRST_STAGE = 2,
    LETTER_ASK = 0,   /* for a unit: its number, and what is known of it already */
    LETTER_PIECE = 1, /* some runs of a unit */
};

/* What this process has of a unit. */
typedef struct PylosHold {
    uint16_t owner;
    bool is_copied;
    uint32_t changed; /* the stage in which it last changed, up to the one before this */
    uint32_t current; /* the copy is as of this stage */
    uint32_t asked;   /* the batch in which it was last asked for */
} PylosHold;

/* A unit being sent. */
typedef struct PylosAnswer {
    int peer;
    uint32_t unit, run;
    uint16_t since;
} PylosAnswer;

typedef struct PylosSpread {
    PylosSolve *solve;
    LudShares *shares;
    PylosHold *holds;        /* of all units */
    uint32_t *first_unit;    /* of each shape; its slabs come in descending order */
    uint32_t *batch, *needs; /* units to be looked at; those of others that are asked for */
    uint32_t batch_count, need_count, next_need, waiting;
    uint64_t *asks; /* for how many units each process is asked, and EXTRA_SUMS numbers more */
    PylosAnswer *answers;
    uint32_t answer_count, next_answer;
    uint8_t *news; /* of all units: whether it changed in this stage */
    uint32_t stage, batches;
    uint64_t copied_bytes, copied_most;
} PylosSpread;

static inline int pylos_unit_balls(const PylosSolve *solve, const PylosUnit *unit)
{
    return __builtin_popcountll(solve->shapes->cells[unit->shape] & ~solve->size.ground);
}

/* Where the codes of a unit begin, and how many there are. */
static inline uint64_t pylos_unit_at(const PylosSolve *solve, const PylosUnit *unit)
{
    return solve->at[unit->shape] + ((uint64_t)unit->slab << SLAB_BITS);
}

static inline uint64_t pylos_unit_bytes(const PylosSolve *solve, const PylosUnit *unit)
{
    int n = pylos_unit_balls(solve, unit);
    return pylos_code_bytes(n < SLAB_BITS ? n : SLAB_BITS);
}

/* The number of a unit. */
static inline uint32_t pylos_unit_of(const PylosSpread *spread, uint32_t shape, uint32_t slab,
                                     int n)
{
    return spread->first_unit[shape] + pylos_slabs(n) - 1 - slab;
}

/* The code of a position that is told from outside: kept if it is this process's to keep. */
static inline void pylos_code_take(PylosSolve *solve, uint32_t shape, int n, uint32_t bits,
                                   uint8_t code)
{
    const PylosSpread *spread = solve->spread;
    uint64_t at = solve->at[shape] + bits;
    if (spread) {
        uint32_t unit = pylos_unit_of(spread, shape, bits >> SLAB_BITS, n);
        if (spread->holds[unit].owner != spread->shares->rank)
            return;
        solve->stamps[at >> RUN_BITS] = STAMP_TAKEN;
    }
    solve->codes[at] = code;
}

/* -- exchange (pylos_exchange.c) --------------------------------------------------------------- */

/* Asks for what is missing of a unit, if it is another's; it is there after the exchange. */
void LUD_DUAL(pylos_need)(PylosSpread *spread, uint32_t unit);
/* All together: brings everything that was needed. On the way numbers are added up with those of
 * everybody. */
void LUD_DUAL(pylos_exchange)(PylosSpread *spread, uint64_t extra[EXTRA_SUMS]);

/* -- solving: as in LudGameTabulation
 * -------------------------------------------------------------- */

/* The memory that this takes beyond what a process alone needs, `alone` bytes. */
void LUD_DUAL(pylos_spread_begin)(PylosSolve *solve, LudLayerTask *task, uint64_t alone);
bool LUD_DUAL(pylos_spread_solve)(LudLayerTask *task);
uint64_t LUD_DUAL(pylos_spread_bytes)(const LudOptions *options, int group, const LudShares *shares,
                                      uint64_t *least);
void LUD_DUAL(pylos_spread_gather)(LudLayerTask *task, const LudEntryRange *ranges, int count);

#endif
