/* The levels of each game, as they were measured against each other: docs/STRENGTH.md. */
#include "engine/level_plan.h"

typedef struct LevelTable {
    const char *game; /* NULL: any other */
    LevelPlan plan[LUD_LEVEL_MOST];
} LevelTable;

/* depth, nodes, lines, temperature, bound. From level 8 on nothing but the best is played, or what
 * is as good. */
static const LevelTable tables[] = {
    {"oware",
     {{0, 0, 0, 250, 2000},
      {0, 0, 0, 90, 700},
      {2, 2000, 6, 42, 250},
      {3, 4000, 6, 20, 120},
      {4, 6000, 5, 16, 90},
      {5, 8000, 5, 8, 40},
      {7, 12000, 4, 3, 15},
      {0, 5000, 2, 1, 3},
      {0, 25000, 2, 1, 2},
      {0, 150000, 1, 0, 0}}},
    {"pylos",
     {{0, 0, 0, 120, 900},
      {0, 0, 0, 45, 400},
      {2, 2000, 8, 60, 300},
      {2, 2000, 8, 25, 150},
      {3, 4000, 6, 20, 100},
      {4, 6000, 5, 12, 60},
      {5, 10000, 4, 6, 30},
      {0, 8000, 2, 1, 3},
      {0, 30000, 2, 1, 2},
      {0, 120000, 1, 0, 0}}},
    {"six",
     {{0, 0, 0, 450, 3000},
      {0, 0, 0, 150, 1000},
      {0, 0, 0, 55, 400},
      {2, 2000, 8, 120, 600},
      {2, 2000, 8, 45, 220},
      {3, 4000, 6, 20, 100},
      {4, 6000, 4, 8, 40},
      {0, 8000, 2, 1, 3},
      {0, 22000, 2, 1, 2},
      {0, 60000, 1, 0, 0}}},
    {"dados", /* luck leaves little room: a step is worth some 20 to 50 Elo points */
     {{0, 0, 0, 110, 800},
      {0, 0, 0, 65, 500},
      {0, 0, 0, 42, 300},
      {0, 0, 0, 27, 200},
      {0, 0, 0, 17, 120},
      {0, 0, 0, 10, 70},
      {0, 0, 0, 5, 35},
      {0, 0, 0, 0, 0},
      {2, 100000, 1, 0, 0},
      {3, 200000, 1, 0, 0}}},
    {NULL,
     {{0, 0, 0, 120, 900},
      {0, 0, 0, 50, 400},
      {2, 2000, 8, 60, 300},
      {2, 2000, 8, 25, 150},
      {3, 4000, 6, 20, 100},
      {4, 6000, 5, 12, 60},
      {5, 10000, 4, 6, 30},
      {0, 8000, 2, 1, 3},
      {0, 30000, 2, 1, 2},
      {0, 100000, 1, 0, 0}}},
};

const LevelPlan *level_plan(const LudGame *game, int level)
{
    const LevelTable *table = tables;
    while (table->game && strcmp(table->game, game->name) != 0)
        table++;
    return &table->plan[level - 1];
}
