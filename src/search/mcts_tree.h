/* A tree grown by random playouts (UCT), with proven results passed up.
 *
 * A node is a way to get to a position, not the position: every node has one path to the root, so
 * whether it repeats a position is a fact about the node. */
#ifndef LUD_SEARCH_MCTS_TREE_H
#define LUD_SEARCH_MCTS_TREE_H

#include "search/outcome.h"
#include "search/search_object.h"

enum {
    MCTS_ROOT = 1,     /* its index; 0 is no node */
    MCTS_CLASSES = 14, /* blocks of children hold 1, 2, 4 … 8192 */
    MCTS_FAR = UINT16_MAX,
};

typedef struct MctsNode {
    uint64_t key; /* LudGame.key, where repetition counts */
    double mean;  /* what the side that chose this node got, on average */
    float width;  /* 1 / sqrt(visits) */
    uint32_t visits;
    uint32_t children; /* the first of `tried` neighbours; 0: none yet */
    uint32_t list;     /* where the moves are, in places of the pool; the first `tried` are taken */
    LudMove move;      /* that led here */
    uint16_t count;    /* of moves or outcomes; 0: not listed yet */
    uint16_t tried;
    uint16_t length;  /* plies to the proven end; MCTS_FAR: nobody knows */
    Outcome proven;   /* 0: open */
    Outcome repeated; /* how the game ends here by repetition; 0: it does not */
    int8_t side;      /* to move; LUD_CHANCE */
    uint8_t block;    /* there is room for 2^block children */
} MctsNode;

typedef struct MctsTree {
    LudSearch *search;
    const LudGame *game;
    MctsNode *node;
    uint32_t capacity, used;
    uint32_t spare[MCTS_CLASSES]; /* blocks that were outgrown, linked by `children` */
    bool is_full;                 /* something did not fit */
    LudRandom random;
    int sides;
    uint32_t root_epoch;
    int depth_limit;
    int deepest;
    uint64_t playouts;
    uint32_t path[LUD_DEPTH_MOST + 1];
    LudMove moves[LUD_MAX_MOVES];
} MctsTree;

/* How many nodes fit. */
static inline uint32_t mcts_capacity(size_t bytes)
{
    size_t nodes = bytes / sizeof(MctsNode);
    return nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
}

/* Makes a tree of the root of the search's task alone. `node` and `capacity` are set. */
void mcts_plant(MctsTree *tree, uint64_t seed);
/* One playout: down the tree, on to the end at random, and back up. */
void mcts_simulate(MctsTree *tree);

#endif
