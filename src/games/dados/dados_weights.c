/* The weights of the evaluation, in 1 / DADOS_DIVISOR of log-odds, fitted by these commands, each
 * run twice, the second time with the first one's weights compiled in:
 *   tune fit dados:line=5 --games 12000 --depth 2 --random 0-12 --slips 50 --scale 1 --anchor -1
 *     --steps 500 --limit 1000 --seed 8
 *   the same for dados:line=6 with --games 6000;
 *   for three players --games 8000 (line=6: 3000) --depth 1
 * A team of two plays with the weights of one player. */
#include "games/dados/dados_evaluate.h"

/* clang-format off */
const int dados_weights[DADOS_WEIGHTS] = {
    /* 2 sides, line 5, rolls next */
    836, 1117, -163, -66, 36, 330, 113, 66, 27,
    2938, 1688, 423, 1205, -606, 2499, -74, 1564, -4371,
    /* 2 sides, line 5, rolls second */
    -836, 1664, -353, -10, 106, 256, 101, 55, 24,
    2934, 1349, 354, 1250, -616, 1839, -64, 1576, -3548,
    /* 2 sides, line 6, rolls next */
    345, 573, 1363, 337, -342, 157, 129, 100, 65,
    1067, 2142, 702, 1022, -254, 2589, -63, 3287, -499,
    /* 2 sides, line 6, rolls second */
    -345, 1381, 1197, 354, -219, 201, 103, 83, 53,
    2154, 1770, 524, 872, -304, 1477, -25, 3115, -371,
    /* 3 sides, line 5, rolls next */
    316, 1057, 127, 519, 220, 267, 46, 5, 1,
    1707, 1044, 231, 425, 570, 2366, -38, 1134, 1003,
    /* 3 sides, line 5, rolls second */
    30, 1260, 166, 473, 210, 235, 39, 4, 1,
    1780, 947, 229, 415, 551, 2024, -34, 1063, 1490,
    /* 3 sides, line 5, rolls third */
    -263, 899, 213, 456, 204, 367, 33, 4, 0,
    1914, 830, 225, 607, 540, 1870, -44, 996, 917,
    /* 3 sides, line 6, rolls next */
    48, 589, 127, -254, -81, 600, 35, 22, 2,
    2428, 920, 185, 477, -953, 105, 182, 1690, -990,
    /* 3 sides, line 6, rolls second */
    12, 318, 142, -230, -96, 582, 14, 31, 5,
    2285, 717, 158, 664, -621, -376, 190, 1651, -400,
    /* 3 sides, line 6, rolls third */
    -18, -65, 265, -28, -47, 706, 16, 18, -3,
    2029, 540, 88, 324, -558, -626, 204, 1606, 188,
};
/* clang-format on */

#define SIDE(when)                                                                                 \
    when " base", when " open 1", when " open 2", when " open 3", when " open 4", when " odds 1",  \
        when " odds 2", when " odds 3", when " odds 4", when " blocked 1", when " blocked 2",      \
        when " blocked 3", when " shut 1", when " shut 2", when " wins", when " wins square",      \
        when " safe", when " short"

const char *const dados_weight_names[DADOS_WEIGHTS] = {
    SIDE("2 sides, line 5, rolls next:"),   SIDE("2 sides, line 5, rolls second:"),
    SIDE("2 sides, line 6, rolls next:"),   SIDE("2 sides, line 6, rolls second:"),
    SIDE("3 sides, line 5, rolls next:"),   SIDE("3 sides, line 5, rolls second:"),
    SIDE("3 sides, line 5, rolls third:"),  SIDE("3 sides, line 6, rolls next:"),
    SIDE("3 sides, line 6, rolls second:"), SIDE("3 sides, line 6, rolls third:"),
};
