/* Plain minimax with history: slow, without a table, a window or an order, and so easy to see
 * through. What a search without reductions must agree with. */
#ifndef LUD_TESTS_PLAIN_SEARCH_H
#define LUD_TESTS_PLAIN_SEARCH_H

#include <ludoteca/search.h>

enum { PLAIN_PLIES = 64, PLAIN_QUIET = 12 };

typedef struct Plain {
    const LudGame *game;
    const LudTask *task; /* the root and the game's past */
    bool has_quiescence;
    bool met_repetition; /* set when any line came back to a position */
    uint64_t nodes;
    uint64_t key[PLAIN_PLIES];
    uint32_t epoch[PLAIN_PLIES];
} Plain;

/* The value of the root, and of each of its moves in the order of LudGameRules.moves if `values` is
 * not NULL. */
int plain_search(Plain *plain, int depth, int *values);

#endif
