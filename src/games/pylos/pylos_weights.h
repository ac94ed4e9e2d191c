/* The weights of Pylos's evaluation, in hundredths of a ball in reserve, times PYLOS_DIVISOR.
 * Made by
 *   tune fit pylos --games 8000 --depth 6 --seed 11
 * which docs/TUNING.md explains; the games were played with the weights before these. */
#ifndef LUD_PYLOS_WEIGHTS_H
#define LUD_PYLOS_WEIGHTS_H

#include "pylos_evaluate.h"

/* clang-format off */
static const int pylos_weights[PYLOS_FEATURES] = {
    1600, 212, 51, 237, -857, -843, -483, -1047, /* … level 3 */
    345, -406, 1821, 471, 1958, 489, 204, -1400, /* … fears */
    367, -226, 166, -632, 36, -58, -51, -64, /* … late centre 1 */
    101, 99, 70, 127, 34, 66, 91, 19, /* … late pairs */
    352, -138, -130, -3, 12, 2, 35, -66, /* … late tempo */
};
/* clang-format on */

#endif
