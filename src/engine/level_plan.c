/* The levels of each game, as they were measured against each other: docs/STRENGTH.md. */
#include "engine/level_plan.h"

typedef struct LevelTable {
    const char *game; /* NULL: any other */
    LevelPlan plan[LUD_LEVEL_MOST];
} LevelTable;

/* From level 8 on nothing but the best is played, or what is as good. */
static const LevelTable tables[] = {
    {"dados",
     {{0, 0, 0, 60, 400},
      {0, 0, 0, 30, 200},
      {0, 0, 0, 16, 120},
      {0, 0, 0, 8, 60},
      {0, 0, 0, 4, 30},
      {0, 0, 0, 2, 15},
      {0, 0, 0, 0, 0},
      {2, 20000, 2, 0, 0},
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
