/* The weights of Pylos's evaluation, in hundredths of a ball in reserve. */
#ifndef LUD_PYLOS_WEIGHTS_H
#define LUD_PYLOS_WEIGHTS_H

#include "pylos_evaluate.h"

static const int pylos_weights[PYLOS_FEATURES] = {
    [PYLOS_RESERVE] = 100, [PYLOS_RESERVE_LATE] = 0, [PYLOS_CENTRE_1] = 5, [PYLOS_CENTRE_2] = 10,
    [PYLOS_LEVEL_3] = 10,  [PYLOS_FREE] = 8,         [PYLOS_COVERED] = -8, [PYLOS_SHUT] = 15,
    [PYLOS_PAIRS] = 5,     [PYLOS_EARN] = 100,       [PYLOS_EARNS] = 20,   [PYLOS_FEAR] = -30,
    [PYLOS_FEARS] = -40,   [PYLOS_RAISERS] = 15,     [PYLOS_LURKERS] = -8, [PYLOS_STEPS] = 0,
    [PYLOS_TEMPO] = -50,   [PYLOS_TEMPO_LATE] = 0,
};

#endif
