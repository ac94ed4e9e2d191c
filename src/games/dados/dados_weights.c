/* The weights of the evaluation, in 1 / DADOS_DIVISOR of log-odds, as these commands fitted them:
 *   tune fit dados:line=5 --games 12000 --depth 2 --random 0-12 --slips 50 --scale 1 --anchor -1
 *     --steps 600 --limit 1000 --seed 7
 *   the same for dados:line=6; for three players --games 5000 (line=6: 2500) --depth 1 --steps 300
 * A team of two plays with the weights of one player. */
#include "games/dados/dados_evaluate.h"

/* clang-format off */
const int dados_weights[DADOS_WEIGHTS] = {
    /* 2 sides, line 5, rolls next */
    1082, 913, -259, 368, 296, 731, 144, 69, 33,
    2330, 2136, 773, 30, 701, 3536, -144, 40, -2680,
    /* 2 sides, line 5, rolls second */
    -1082, 1260, -149, 416, 356, 665, 130, 62, 28,
    2641, 1940, 703, 249, 689, 2989, -142, 14, -2223,
    /* 2 sides, line 6, rolls next */
    373, -826, -869, 1130, 577, 1460, 267, 102, 58,
    2017, 3462, 1137, -336, 118, 4227, -214, 1667, 307,
    /* 2 sides, line 6, rolls second */
    -373, 1617, -704, 1203, 582, 1172, 238, 81, 38,
    3359, 3051, 1073, -389, 100, 3067, -147, 1381, 596,
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
