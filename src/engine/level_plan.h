/* How a level thinks. */
#ifndef LUD_ENGINE_LEVEL_PLAN_H
#define LUD_ENGINE_LEVEL_PLAN_H

#include <ludoteca/engine.h>

/* A level looks ahead a little, then draws among the moves it looked at: one that is worth x less
 * than the best is exp(x / temperature) times less likely, and one that gives away more than
 * `bound` is never played. Both are in hundredths of a logit, so that they mean the same in every
 * game: 100 is the difference between an even game and a 73 % chance to win, wherever in the game
 * it comes about. */
typedef struct LevelPlan {
    int depth;       /* plies; 0: as far as the nodes reach */
    int nodes;       /* 0: nothing is searched, the positions after each move are compared */
    int lines;       /* how many of the best moves it draws from; with nodes 0 all */
    int temperature; /* 0: always the best, equal ones at random */
    int bound;
} LevelPlan;

/* The plan of level 1 … LUD_LEVEL_MOST for a game. */
const LevelPlan *level_plan(const LudGame *game, int level);

#endif
