#include <ludoteca/practice.h>

const LudGamePractice *lud_practice(const LudGame *game)
{
    static const LudGamePractice usual = {
        .levels = {{0, 0, 0, 120, 900},
                   {0, 0, 0, 50, 400},
                   {2, 2000, 8, 60, 300},
                   {2, 2000, 8, 25, 150},
                   {3, 4000, 6, 20, 100},
                   {4, 6000, 5, 12, 60},
                   {5, 10000, 4, 6, 30},
                   {0, 8000, 2, 1, 3},
                   {0, 30000, 2, 1, 2},
                   {0, 100000, 1, 0, 0}},
        .opening_plies = 2,
        .bench = {.depth = 4, .thread_depth = 4, .thread_positions = 8},
    };
    return game->practice ? game->practice : &usual;
}
