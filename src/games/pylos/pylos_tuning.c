/* Pylos's evaluation laid open: what pylos_evaluate.c weighs, one by one. */
#include "pylos_weights.h"

#define ALL(when)                                                                                  \
    when "reserve", when "corner 1", when "edge 1", when "centre 1", when "corner 2",              \
        when "edge 2", when "centre 2", when "level 3", when "free", when "covered", when "shut",  \
        when "pairs", when "earn", when "earns", when "fear", when "fears", when "raisers",        \
        when "lurkers", when "steps", when "tempo"

static const char *const names[PYLOS_FEATURES] = {ALL(""), ALL("late ")};

static void features_of(const LudState *state, const LudNotes *notes, int side, int32_t *features)
{
    (void)notes;
    PylosState s;
    memcpy(&s, state, sizeof s);
    pylos_count_features(&s, features);
    for (int i = 0; i < PYLOS_LATE; i++) {
        features[i] *= side == s.side ? 1 : -1;
        features[PYLOS_LATE + i] = features[i] * pylos_late(&s);
    }
}

const LudTuning pylos_tuning = {
    .count = PYLOS_FEATURES,
    .names = names,
    .weights = pylos_weights,
    .features = features_of,
    .divisor = PYLOS_DIVISOR,
};
