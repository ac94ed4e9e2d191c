/* The weights of the evaluation, in 1 / DADOS_DIVISOR of log-odds (docs/TUNING.md).
 *
 * Fitted from nothing by three rounds of `tune`, each to games of the weights before it; none is
 * set by hand. Two sides and three, and both lengths of a line, have weights of their own. The
 * first fit is --from zero, each of the others from what the one before it saved
 * (scripts/fit_weights.sh dados); in all of them --random 0-12 --slips 50 --limit 1000, and
 *
 *     tune fit dados:line=5           --depth 1 --games 3000  --steps 200 --seed 1
 *     tune fit dados:line=6           --depth 1 --games 1500  --steps 200 --seed 1
 *     tune fit dados:line=5           --depth 1 --games 6000  --steps 300 --seed 2
 *     tune fit dados:line=6           --depth 1 --games 3000  --steps 300 --seed 2
 *     tune fit dados:line=5           --depth 2 --games 12000 --steps 400 --seed 3
 *     tune fit dados:line=6           --depth 2 --games 6000  --steps 400 --seed 3
 *     tune fit dados:players=3,line=5 --depth 1 --games 1000  --steps 200 --seed 1
 *     tune fit dados:players=3,line=6 --depth 1 --games 300   --steps 200 --seed 1
 *     tune fit dados:players=3,line=5 --depth 1 --games 2000  --steps 200 --seed 2
 *     tune fit dados:players=3,line=6 --depth 1 --games 600   --steps 200 --seed 2
 *     tune fit dados:players=3,line=5 --depth 1 --games 6000  --steps 300 --seed 3
 *     tune fit dados:players=3,line=6 --depth 1 --games 2000  --steps 300 --seed 3
 *
 * A team of two plays with the weights of one player. */
#include "games/dados/dados_evaluate.h"

/* clang-format off */
const int dados_weights[DADOS_WEIGHTS] = {
    723, 493, -520, -434, -257, 186, 107, 63, 35, /* … 2 sides, line 5, rolls next: odds 4 */
    2305, 1630, 249, 68, 351, 2545, -58, 2087, -1401, /* … 2 sides, line 5, rolls next: short */
    -723, 327, -594, -445, -156, 329, 91, 60, 32, /* … 2 sides, line 5, rolls second: odds 4 */
    2614, 1363, 177, 64, 219, 1774, -49, 1993, -1847, /* … 2 sides, line 5, rolls second: short */
    307, -1228, 1886, 943, 502, 816, 86, 40, -19, /* … 2 sides, line 6, rolls next: odds 4 */
    2303, 2171, 935, 2207, -411, 1959, -2, 2777, -822, /* … 2 sides, line 6, rolls next: short */
    -307, -779, 1830, 596, 465, 851, 57, 56, -18, /* … 2 sides, line 6, rolls second: odds 4 */
    3043, 1696, 806, 2326, -567, 1293, -28, 2660, -771, /* … 2 sides, line 6, rolls second: short */
    -10700, 770, 521, 146, 70, -37, 15, 7, 0, /* … 3 sides, line 5, rolls next: odds 4 */
    1124, 733, 192, 509, 462, 1197, -29, 1498, -7369, /* … 3 sides, line 5, rolls next: short */
    -11783, 1021, 518, 131, 86, -37, 11, 8, 0, /* … 3 sides, line 5, rolls second: odds 4 */
    1187, 620, 189, 598, 502, 803, -26, 1492, -5586, /* … 3 sides, line 5, rolls second: short */
    -13001, 739, 435, 130, 83, 32, 12, 8, 3, /* … 3 sides, line 5, rolls third: odds 4 */
    1148, 536, 199, 461, 468, 588, -21, 1438, -4716, /* … 3 sides, line 5, rolls third: short */
    -11483, 9357, 774, -813, 52, -1313, 55, 39, 1, /* … 3 sides, line 6, rolls next: odds 4 */
    1870, 1383, 538, -3189, 1509, 396, 46, 1682, -329, /* … 3 sides, line 6, rolls next: short */
    -11877, 3440, 989, -717, 168, -244, 34, 37, -11, /* … 3 sides, line 6, rolls second: odds 4 */
    1694, 1262, 492, -3246, 1356, 453, -14, 1637, -37, /* … 3 sides, line 6, rolls second: short */
    -12204, 1180, 870, -385, 91, 237, 18, 22, 2, /* … 3 sides, line 6, rolls third: odds 4 */
    1515, 1156, 430, -2803, 1627, 235, -5, 1579, 159, /* … 3 sides, line 6, rolls third: short */
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
