/* Which moves some thread is looking at right now. Threads that meet in a position share its moves:
 * one that finds a move in other hands leaves it for last, and by then mostly reads the answer in
 * the table. A wrong entry costs time and nothing else, so there are no locks and no order. */
#ifndef LUD_SEARCH_BUSY_MOVES_H
#define LUD_SEARCH_BUSY_MOVES_H

#include <stdatomic.h>

#include <ludoteca/game.h>

enum {
    BUSY_SLOTS = 1 << 12,
    BUSY_DEPTH = 3, /* what is less deep is done before anybody could help */
};

typedef struct BusyMoves {
    _Atomic uint64_t slot[BUSY_SLOTS];
} BusyMoves;

static inline uint64_t busy_mark(uint64_t key, LudMove m)
{
    uint64_t mark = (key ^ m) * UINT64_C(0xbf58476d1ce4e5b9);
    return (mark ^ mark >> 32) | 1;
}

static inline _Atomic uint64_t *busy_slot(BusyMoves *busy, uint64_t mark)
{
    return &busy->slot[mark >> 40 & (BUSY_SLOTS - 1)];
}

static inline bool busy_is_taken(BusyMoves *busy, uint64_t mark)
{
    return atomic_load_explicit(busy_slot(busy, mark), memory_order_relaxed) == mark;
}

static inline void busy_take(BusyMoves *busy, uint64_t mark)
{
    atomic_store_explicit(busy_slot(busy, mark), mark, memory_order_relaxed);
}

static inline void busy_leave(BusyMoves *busy, uint64_t mark)
{
    if (busy_is_taken(busy, mark))
        atomic_store_explicit(busy_slot(busy, mark), 0, memory_order_relaxed);
}

#endif
