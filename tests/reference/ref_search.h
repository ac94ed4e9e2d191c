/* Plain minimax and plain proofs for two sides without chance, written from the contract of
 * search.h alone and sharing nothing with src/search: no table, no window, no order, no notes kept
 * from move to move. Slow, and easy to see through. */
#ifndef LUD_TESTS_REF_SEARCH_H
#define LUD_TESTS_REF_SEARCH_H

#include <ludoteca/search.h>

enum {
    REF_QUIET_PLIES = 12, /* how far noisy moves are followed beyond depth 0 */
    REF_PLIES_MOST = 80,
};

typedef struct RefSearch {
    const LudGame *game;
    const LudState *root; /* a seat's turn */
    const uint64_t *past; /* as in LudTask */
    int past_count;
    bool has_quiescence;
    LudOracle oracle;
    uint64_t nodes_most; /* gives up beyond; 0: never */

    /* What it tells after a call. */
    uint64_t nodes;
    bool has_given_up;   /* then what was returned means nothing */
    bool met_repetition; /* some line came back to a position, of the line or of the past */

    /* Its own. */
    LudState path[REF_PLIES_MOST];
    LudMove refutation[REF_PLIES_MOST];
} RefSearch;

/* The value of the root at `depth` >= 1, and of each of its moves, in the order of
 * LudGameRules.moves, if `values` is not NULL. */
int ref_minimax(RefSearch *ref, int depth, int *values);

/* Whether `side` can force an end that it wins within `plies`, whatever the other does. */
bool ref_wins_within(RefSearch *ref, int side, int plies);

#endif
