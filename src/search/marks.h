/* What threads that search one tree have in hand, so that the others leave it for last. A mark that
 * is lost, or stands too long, costs time and nothing else: there are no locks. */
#ifndef LUD_SEARCH_MARKS_H
#define LUD_SEARCH_MARKS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "ludoteca/game.h"

enum { MARKS_COUNT = 1 << 12 };

typedef struct Marks {
    _Atomic uint64_t mark[MARKS_COUNT];
} Marks;

/* The mark of a move or roll in a position; `kind` tells apart what is done with the same one. */
static inline uint64_t marks_of(uint64_t key, LudMove m, int kind)
{
    uint64_t mark = (key ^ m ^ (uint64_t)(uint32_t)kind << 40) * UINT64_C(0xbf58476d1ce4e5b9);
    return (mark ^ mark >> 32) | 1;
}

static inline _Atomic uint64_t *marks_place(Marks *marks, uint64_t mark)
{
    return &marks->mark[mark >> 40 & (MARKS_COUNT - 1)];
}

static inline bool marks_has(Marks *marks, uint64_t mark)
{
    return atomic_load_explicit(marks_place(marks, mark), memory_order_relaxed) == mark;
}

static inline void marks_add(Marks *marks, uint64_t mark)
{
    atomic_store_explicit(marks_place(marks, mark), mark, memory_order_relaxed);
}

static inline void marks_remove(Marks *marks, uint64_t mark)
{
    if (marks_has(marks, mark))
        atomic_store_explicit(marks_place(marks, mark), 0, memory_order_relaxed);
}

#endif
