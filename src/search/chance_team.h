/* How several threads search one tree with dice. All do the same work and share the table; what
 * one has in hand, a move or an outcome of a roll, the others leave for last, and by then mostly
 * read its value in the table. And each looks now and then whether the value of a position that it
 * is still below of has been found, to come back at once. A mark that is lost or stands too long
 * costs time and nothing else. */
#ifndef LUD_SEARCH_CHANCE_TEAM_H
#define LUD_SEARCH_CHANCE_TEAM_H

#include "search/chance_table.h"

enum {
    CHANCE_SHARED_DEPTH = 2, /* what is less deep is done before anybody could help */
    CHANCE_MARKS = 1 << 12,
    CHANCE_PATH = 32, /* positions above of which answers are looked for */
    CHANCE_NOT_TOLD = -1,
};

/* What somebody has in hand. */
typedef struct ChanceMarks {
    _Atomic uint64_t mark[CHANCE_MARKS];
} ChanceMarks;

/* A position, and what a thread wants to know of it. */
typedef struct ChanceWanted {
    uint64_t key;
    int depth;
    int32_t alpha, beta;
} ChanceWanted;

typedef struct ChancePath {
    ChanceWanted wanted[CHANCE_PATH];
    int count;
    int told; /* the first of them whose value others have found, while the thread returns to it */
    ChanceEntry answer;
} ChancePath;

/* `kind` tells apart what is done with the same move or roll. */
static inline uint64_t chance_mark(uint64_t key, LudMove m, int kind)
{
    uint64_t mark = (key ^ m ^ (uint64_t)(uint32_t)kind << 40) * UINT64_C(0xbf58476d1ce4e5b9);
    return (mark ^ mark >> 32) | 1;
}

static inline _Atomic uint64_t *chance_mark_place(ChanceMarks *marks, uint64_t mark)
{
    return &marks->mark[mark >> 40 & (CHANCE_MARKS - 1)];
}

static inline bool chance_marks_has(ChanceMarks *marks, uint64_t mark)
{
    return atomic_load_explicit(chance_mark_place(marks, mark), memory_order_relaxed) == mark;
}

static inline void chance_marks_add(ChanceMarks *marks, uint64_t mark)
{
    atomic_store_explicit(chance_mark_place(marks, mark), mark, memory_order_relaxed);
}

static inline void chance_marks_remove(ChanceMarks *marks, uint64_t mark)
{
    if (chance_marks_has(marks, mark))
        atomic_store_explicit(chance_mark_place(marks, mark), 0, memory_order_relaxed);
}

#endif
