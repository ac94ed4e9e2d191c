/* The weights of Oware's evaluation, in hundredths of a seed. Made by
 *   tune fit oware --games 6000 --depth 6 --seed 1
 * which docs/TUNING.md explains. */
#ifndef LUD_OWARE_WEIGHTS_H
#define LUD_OWARE_WEIGHTS_H

#include "oware_evaluate.h"

/* clang-format off */
static const int oware_weights[OWARE_FEATURES] = {
    100, 56, -5, 71, -33, -30, -8, -38, /* … tempo */
    -79, 27, 84, 61, 49, 53, 33, 50, /* … A7 */
    26, 36, 1, -18, -42, -35, 7, 5, /* … A15+ */
    -79, 49, 66, 101, 99, 102, 74, 20, /* … B7 */
    0, -38, -52, -49, -26, 30, 86, 71, /* … B15+ */
    -69, 29, 81, 105, 91, 75, 52, 45, /* … C7 */
    11, -46, -42, -29, 11, 59, 59, 110, /* … C15+ */
    -47, 10, 9, 22, 53, 14, -16, -55, /* … D7 */
    -60, -52, -25, -7, 61, 70, 127, 112, /* … D15+ */
    -39, 26, 7, 48, 29, -32, -50, -60, /* … E7 */
    -16, -24, 36, 67, 113, 135, 90, 17, /* … E15+ */
    -18, -26, 21, -3, -20, -70, -76, -111, /* … F7 */
    -75, -23, 21, 80, 128, 159, 159, -101, /* … F15+ */
};
/* clang-format on */

#endif
