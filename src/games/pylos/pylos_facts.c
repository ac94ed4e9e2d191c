#include "pylos_facts.h"

/* depth, nodes, lines, temperature, bound: as the levels were measured against each other. From
 * level 8 on nothing but the best is played, or what is as good. */
const LudGamePractice pylos_practice = {
    .levels =
        {
            {0, 0, 0, 120, 900},
            {0, 0, 0, 45, 400},
            {2, 2000, 8, 60, 300},
            {2, 2000, 8, 25, 150},
            {3, 4000, 6, 20, 100},
            {4, 6000, 5, 12, 60},
            {5, 10000, 4, 6, 30},
            {0, 8000, 2, 1, 3},
            {0, 30000, 2, 1, 2},
            {0, 120000, 1, 0, 0},
        },
    .opening_plies = 4,
    .bench = {.depth = 14, .thread_depth = 17, .thread_positions = LUD_BENCH_POSITIONS_MOST},
};

const LudUnit pylos_unit = {
    .name = "balls",
    .value = LUD_MESSAGE("{1} balls"),
    .one_less = LUD_MESSAGE("every other move is worth at least one ball less"),
    .less = LUD_MESSAGE("every other move is worth at least {1} balls less"),
};

const char pylos_notation[] =
    LUD_MESSAGE("A cell is level, file, rank: 1b2. `1b2` places a ball there, `1d4>2a1` raises "
                "one; balls taken back follow with a dash: `1b2-1a1-1c3`.");

void pylos_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending)
{
    (void)options;
    (void)is_draw;
    if (reason == LUD_REASON_SUMMIT)
        ending->why = LUD_MESSAGE("{1} placed the ball on top.");
    else if (reason == LUD_REASON_RESERVE)
        ending->why = LUD_MESSAGE("{2} is to move and has no ball left in reserve.");
}
