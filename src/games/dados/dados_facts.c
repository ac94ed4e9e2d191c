#include "games/dados/dados_facts.h"

#include "games/dados/dados_board.h"

/* depth, nodes, lines, temperature, bound: as the levels were measured against each other. The
 * judge knows so much that looking ahead hardly adds to it (docs/DADOS.md); so all levels but the
 * last one differ by how often they take another move than the best. Luck leaves little room: a
 * step is worth some 15 to 50 Elo points. It also makes games differ from the start. */
const LudGamePractice dados_practice = {
    .levels =
        {
            {0, 0, 0, 110, 800},
            {0, 0, 0, 70, 500},
            {0, 0, 0, 46, 320},
            {0, 0, 0, 31, 220},
            {0, 0, 0, 21, 150},
            {0, 0, 0, 14, 100},
            {0, 0, 0, 9, 65},
            {0, 0, 0, 6, 42},
            {0, 0, 0, 3, 21},
            {3, 200000, 1, 0, 0},
        },
    .opening_plies = 0,
    .bench = {.depth = 4, .thread_depth = 5, .thread_positions = 8},
};

const char dados_notation[] =
    LUD_MESSAGE("`c5` places a chip on file c, rank 5; `xc5` replaces an opponent's; `-c5` removes "
                "one. A turn on which nothing is possible passes by itself.");

void dados_ending(const LudOptions *options, LudReason reason, bool is_draw, LudEnding *ending)
{
    (void)is_draw;
    if (reason != LUD_REASON_LINE)
        return;
    ending->why = LUD_MESSAGE("{1} made a line of {3}.");
    ending->number = dados_start(options).line;
}
