/* The weights of Pylos's evaluation, in hundredths of a ball in reserve. Made by
 *   tune fit pylos --games 20000 --depth 6 --seed 1
 * which docs/TUNING.md explains. */
#ifndef LUD_PYLOS_WEIGHTS_H
#define LUD_PYLOS_WEIGHTS_H

#include "pylos_evaluate.h"

/* clang-format off */
static const int pylos_weights[PYLOS_FEATURES] = {
    100, 11, 12, -6, 2, -36, -33, -2, /* … centre 2 */
    -58, 24, -16, 133, 35, 50, 69, 18, /* … fear */
    -95, 18, -21, 21, -31, -2, /* … tempo late */
};
/* clang-format on */

#endif
