/* In which order to try moves: the better the guess, the smaller the tree. The order never changes
 * a value, only how soon it is found. */
#ifndef LUD_SEARCH_ORDERING_H
#define LUD_SEARCH_ORDERING_H

#include "search/repetition.h"

enum { ORDERING_SLOTS = 4096, ORDERING_HISTORY_MOST = 16384 };

/* What one thread has learnt in one run. */
typedef struct Ordering {
    LudMove killer[2][PATH_PLIES][2];   /* a side's moves that refuted something at this ply */
    int16_t history[2][ORDERING_SLOTS]; /* how often a side's move has refuted anything */
    LudMove answer[2][ORDERING_SLOTS];  /* what a side did well after the last move, mostly the
                                           opponent's */
} Ordering;

static inline unsigned ordering_slot(LudMove m)
{
    return (unsigned)(m * 0x9e3779b1u) >> 20;
}

void ordering_clear(Ordering *ordering);
/* Makes `first` the first of the list, with its promise if it has one; false if it is not there. */
bool ordering_put_first(LudMove *list, int32_t *promise, int count, LudMove first);
/* Adds to the game's own promises what has been learnt. */
void ordering_rate(const Ordering *ordering, int side, int ply, LudMove before, const LudMove *list,
                   int count, int32_t *promise);
/* list[at] becomes the best of those from `at` on; to be called with 0, 1, 2 … */
void ordering_pick(LudMove *list, int32_t *promise, int count, int at);
/* `m` refuted the position; the `tried` moves of the list did not. */
void ordering_learn(Ordering *ordering, int side, int ply, LudMove before, int depth, LudMove m,
                    const LudMove *list, int tried);

#endif
