/* Which balls earn recovery, and what may then come back. */
#ifndef LUD_PYLOS_EARNING_H
#define LUD_PYLOS_EARNING_H

#include "pylos_board.h"

static inline unsigned pylos_first(uint64_t cells)
{
    return (unsigned)__builtin_ctzll(cells);
}

static inline int pylos_count(uint64_t cells)
{
#if defined(__x86_64__) && !defined(__POPCNT__)
    /* Without the instruction the compiler would call a function that looks up tables. */
    cells -= cells >> 1 & 0x5555555555555555u;
    cells = (cells & 0x3333333333333333u) + (cells >> 2 & 0x3333333333333333u);
    cells = (cells + (cells >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(cells * 0x0101010101010101u >> 56);
#else
    return __builtin_popcountll(cells);
#endif
}

/* The fourth of each four bits at distances 0, x, y, z from a cell in `corners`, where `balls` has
 * the other three. */
static inline uint64_t pylos_fourths(uint64_t balls, uint64_t corners, int x, int y, int z)
{
    uint64_t a = balls & corners, b = balls >> x & corners;
    uint64_t c = balls >> y & corners, d = balls >> z & corners;
    uint64_t ab = a & b, cd = c & d;
    return (b & cd) | (a & cd) << x | (ab & d) << y | (ab & c) << z;
}

/* The cells where a ball would complete a row or column: four on level 1, three on level 2. The
 * fourth bits of level 2, which are no cells, count as set, so that its threes are fours too. */
static inline uint64_t pylos_line_fourths(uint64_t own)
{
    const uint64_t fourth_of_level_2 = 0xf8880000u;
    const uint64_t file_a = 0x11111111u, rank_1 = 0x000f000fu;
    uint64_t balls = own | fourth_of_level_2;
    return pylos_fourths(balls, file_a, 1, 2, 3) | pylos_fourths(balls, rank_1, 4, 8, 12);
}

/* The cells where one more ball beside `own` would earn recovery. A raise starts below the level
 * where it ends, so where it starts makes no difference. */
static inline uint64_t pylos_earning(uint64_t own, unsigned rules)
{
    if (rules & PYLOS_CHILD)
        return 0;
    uint64_t cells = pylos_fourths(own, PYLOS_CELLS >> 16, 1, 4, 5);
    return rules & PYLOS_EXPERT ? cells | pylos_line_fourths(own) : cells;
}

/* The board between the arrival of a ball that earns recovery and the recovery. */
typedef struct PylosHarvest {
    uint64_t free;  /* own balls that carry nothing */
    uint64_t freed; /* own balls that carry one ball, a free one of their own colour */
} PylosHarvest;

static inline PylosHarvest pylos_harvest(const PylosState *s, uint64_t arrival, uint64_t origin)
{
    uint64_t own = (s->own | arrival) & ~origin;
    uint64_t upper = (own | s->other) >> 16;
    uint64_t a = upper, b = upper << 1, c = upper << 4, d = upper << 5;
    PylosHarvest h = {own & ~(a | b | c | d), 0};
    if (!(s->rules & PYLOS_SECOND_FREE)) {
        uint64_t carries_one = (a ^ b ^ c ^ d) & ~((a & b) | (c & d));
        h.freed = own & carries_one & pylos_below(h.free);
    }
    return h;
}

#endif
