#include "six_facts.h"

/* depth, nodes, lines, temperature, bound: as the levels were measured against each other. From
 * level 9 on nothing but the best is played, or what is as good. */
const LudGamePractice six_practice = {
    .levels =
        {
            {0, 0, 0, 330, 2400},
            {0, 0, 0, 150, 1000},
            {0, 0, 0, 95, 650},
            {2, 2000, 10, 230, 1100},
            {2, 2000, 8, 110, 550},
            {3, 4000, 8, 70, 350},
            {3, 4000, 6, 28, 140},
            {4, 6000, 4, 8, 40},
            {0, 8000, 2, 1, 3},
            {0, 60000, 1, 0, 0},
        },
    .opening_plies = 4,
    .watchful = 3,
    .bench = {.depth = 10, .thread_depth = 14, .thread_positions = 24},
};

const char six_notation[] =
    LUD_MESSAGE("A cell is q,r as on the board. `2,-1` lays a tile there; in the second round "
                "`0,0>2,1` moves one. If several groups are equally large, `~` and a cell say "
                "which one stays: `0,0>2,1~4,0`.");

static const char *why(LudReason reason, bool is_draw)
{
    switch (reason) {
    case LUD_REASON_ROW:
        return LUD_MESSAGE("{1} made a row of six.");
    case LUD_REASON_TRIANGLE:
        return LUD_MESSAGE("{1} made a triangle.");
    case LUD_REASON_CIRCLE:
        return LUD_MESSAGE("{1} made a circle.");
    case LUD_REASON_TOO_FEW_TILES:
        return is_draw ? LUD_MESSAGE("Both have fewer than six tiles left.")
                       : LUD_MESSAGE("{2} has fewer than six tiles left.");
    default:
        return NULL;
    }
}

void six_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending)
{
    (void)options;
    ending->why = why(reason, is_draw);
}
