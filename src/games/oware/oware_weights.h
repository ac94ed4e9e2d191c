/* The weights of Oware's evaluation, in hundredths of a seed. */
#ifndef LUD_OWARE_WEIGHTS_H
#define LUD_OWARE_WEIGHTS_H

#include "oware_evaluate.h"

/* clang-format off */
static const int oware_weights[OWARE_FEATURES] = {
    [OWARE_LEAD] = 100, [OWARE_LEAD_LATE] = 0, [OWARE_SIDE_LATE] = 5,
    [OWARE_ATTACK] = 60, [OWARE_ATTACKERS] = 5, [OWARE_THREAT] = -20, [OWARE_THREATS] = -5,
    [OWARE_TEMPO] = 0,
    [OWARE_PIT] =
    -20, -30, -30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 30, 30, 30,
    -20, -30, -30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 30, 30, 30,
    -20, -30, -30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 30, 30, 30,
    -20, -30, -30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 30, 30, 30,
    -20, -30, -30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 30, 30, 30,
    -20, -30, -30, 0, 0, 0, 0, 0, 0, 0, 0, 0, 30, 30, 30, 30,
};
/* clang-format on */

#endif
