/* The weights of the evaluation, in 1 / DADOS_DIVISOR of log-odds. They were fitted in rounds, each
 * with the weights of the one before compiled in; the last one was
 *   tune fit dados:line=5 --games 12000 --depth 2 --random 0-12 --slips 50 --scale 1 --anchor -1
 *     --steps 500 --limit 1000 --seed 8
 * the same for dados:line=6 with --games 6000, and for three players with --depth 1 and
 * --games 6000 (line=6: 2000). A team of two plays with the weights of one player. */
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
    -10670, 1393, 67, 38, 120, -145, 38, 11, -4,
    893, 867, 148, 473, 245, 1140, -13, 1113, 5732,
    /* 3 sides, line 5, rolls second */
    -11736, 1357, 106, 85, 141, -98, 29, 9, -4,
    942, 765, 148, 483, 272, 743, -13, 1074, 4911,
    /* 3 sides, line 5, rolls third */
    -12814, 990, 110, 53, 158, -27, 22, 9, -4,
    909, 702, 158, 640, 195, 569, -15, 1023, 2271,
    /* 3 sides, line 6, rolls next */
    -11340, -968, 2679, 886, 823, 516, -48, -55, -25,
    640, 830, 279, 2701, 1243, 990, -4, 1211, 1017,
    /* 3 sides, line 6, rolls second */
    -11653, -749, 2450, 636, 673, 582, -62, -32, -11,
    1417, 728, 284, 3731, 910, 190, 26, 1180, 1083,
    /* 3 sides, line 6, rolls third */
    -11893, 987, 2793, 779, 753, 128, -61, -44, -11,
    1440, 544, 275, 2987, 693, 70, 16, 1118, 1230,
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
