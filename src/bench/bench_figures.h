/* What the workloads of `bench` measure. */
#ifndef LUD_BENCH_BENCH_FIGURES_H
#define LUD_BENCH_BENCH_FIGURES_H

#include <ludoteca/game.h>

/* A speed measured several times. */
typedef struct BenchRate {
    double median, least, most;
} BenchRate;

/* The search on fixed positions, each to the same depth. */
typedef struct BenchSearch {
    int positions, depth;
    uint64_t nodes;             /* of one thread, all positions together: changes with the search */
    double branching;           /* the depth-th root of the nodes of a position */
    BenchRate nodes_per_second; /* of CPU time, one thread */
    /* What several threads gain, in positions of their own: how many times sooner than one they
     * reach the depth, and how many times as many nodes they visit on the way. Both are 1 if
     * `threads` is. */
    int threads, gain_positions, gain_depth;
    BenchRate gain, gain_nodes;
} BenchSearch;

typedef struct BenchGame {
    LudRules rules;
    BenchRate playout_moves, game_moves, playout_games, perft_leaves; /* per CPU-second */
    BenchRate crowded_moves;    /* the same: listed where there are many */
    BenchRate proof_positions;  /* the same: looked at to solve positions; all 0 with dice */
    BenchRate judged_positions; /* the same; all 0 if nothing judges them */
    BenchRate training_turns;   /* the same; all 0 if nothing is trained */
    BenchSearch search;
    uint64_t signature; /* below 2^53, so that every reader of JSON keeps it exact */
} BenchGame;

#endif
