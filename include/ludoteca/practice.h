/* Practice: how strongly a game's levels play, how far games between programs begin at random, and
 * what is work enough to measure a search by. Numbers that were measured, of no use to the rules.
 */
#ifndef LUDOTECA_PRACTICE_H
#define LUDOTECA_PRACTICE_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { LUD_LEVEL_MOST = 10 };

/* A level looks ahead a little, then draws among the moves it looked at: one that is worth x less
 * than the best is exp(x / temperature) times less likely, and one that gives away more than
 * `bound` is never played. Both are in hundredths of a logit, so that they mean the same in every
 * game: 100 is the difference between an even game and a 73 % chance to win, wherever in the game
 * it comes about. */
typedef struct LudLevel {
    int depth;       /* plies; 0: as far as the nodes reach */
    int nodes;       /* 0: nothing is searched, the positions after each move are compared */
    int lines;       /* how many of the best moves it draws from; with nodes 0 all */
    int temperature; /* 0: always the best, equal ones at random */
    int bound;
} LudLevel;

/* What `bench` searches: to `depth` a pass over a few positions takes about a second. Threads are
 * compared on longer searches, for which they are meant; the more the nodes to a depth depend on
 * luck, the more positions it takes to see what threads do. */
typedef struct LudBenchWork {
    int depth;
    int thread_depth, thread_positions;
} LudBenchWork;

enum { LUD_BENCH_POSITIONS_MOST = 48 };

/* The facet. */
typedef struct LudGamePractice {
    LudLevel levels[LUD_LEVEL_MOST]; /* level 1 first; how they compare: docs/STRENGTH.md */
    /* How many random moves make games differ enough without deciding them. */
    int opening_plies;
    LudBenchWork bench;
    /* By which rules other programs ask an engine for this game that says nothing of rules, e.g.
     * `GAME:key=value`. NULL: there are no such programs. */
    const char *engine_rules;
    /* From this level on nobody overlooks what one move decides: a win, or the opponent's after a
     * move that could have prevented it (LudGameJudging.winning). 0: values alone decide. */
    int watchful;
} LudGamePractice;

/* A game's practice, never NULL: the usual numbers where it has none. */
LUD_API const LudGamePractice *lud_practice(const LudGame *game);

#ifdef __cplusplus
}
#endif
#endif
