/* The weights of Pylos's evaluation, in hundredths of a ball in reserve, times PYLOS_DIVISOR
 * (docs/TUNING.md).
 *
 * Fitted from nothing but a ball's worth by two runs of `tune`, the second to games of the weights
 * of the first (scripts/fit_weights.sh pylos):
 *
 *     tune fit pylos --from anchor --depth 4 --games 8000  --seed 1 --save 1.txt
 *     tune fit pylos --from 1.txt  --depth 5 --games 16000 --seed 2 --save 2.txt */
#ifndef LUD_PYLOS_WEIGHTS_H
#define LUD_PYLOS_WEIGHTS_H

#include "pylos_evaluate.h"

/* clang-format off */
static const int pylos_weights[PYLOS_FEATURES] = {
    1600, 308, 53, 319, -1107, -1169, -708, -1503, 220, /* … free */
    -643, 1885, 553, 959, 1895, 1113, -2409, 385, -229, /* … lurkers */
    232, -676, 62, -44, -63, -79, 87, 106, 71, /* … late centre 2 */
    145, 52, 79, -11, 32, 182, 110, -9, -143, /* … late fears */
    35, 7, 11, -84, /* … late tempo */
};
/* clang-format on */

#endif
