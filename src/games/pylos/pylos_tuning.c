/* Pylos's evaluation laid open: the plain way to count what pylos_evaluate.c weighs. */
#include "pylos_weights.h"

static const char *const names[PYLOS_FEATURES] = {
    [PYLOS_RESERVE] = "reserve",   [PYLOS_RESERVE_LATE] = "reserve late",
    [PYLOS_CORNER_1] = "corner 1", [PYLOS_EDGE_1] = "edge 1",
    [PYLOS_CENTRE_1] = "centre 1", [PYLOS_CORNER_2] = "corner 2",
    [PYLOS_EDGE_2] = "edge 2",     [PYLOS_CENTRE_2] = "centre 2",
    [PYLOS_LEVEL_3] = "level 3",   [PYLOS_FREE] = "free",
    [PYLOS_COVERED] = "covered",   [PYLOS_SHUT] = "shut",
    [PYLOS_PAIRS] = "pairs",       [PYLOS_EARN] = "earn",
    [PYLOS_EARNS] = "earns",       [PYLOS_FEAR] = "fear",
    [PYLOS_FEARS] = "fears",       [PYLOS_RAISERS] = "raisers",
    [PYLOS_LURKERS] = "lurkers",   [PYLOS_STEPS] = "steps",
    [PYLOS_TEMPO] = "tempo",       [PYLOS_TEMPO_LATE] = "tempo late",
};

static void count_balls(uint64_t own, uint64_t other, uint64_t taken, unsigned rules, int sign,
                        int32_t *features)
{
    for (int i = 0; i < 7; i++)
        features[PYLOS_CORNER_1 + i] += sign * pylos_count(own & pylos_classes[i]);
    uint64_t shut = pylos_earning(own, rules) & ~taken & ~pylos_open(taken);
    features[PYLOS_FREE] += sign * pylos_count(own & ~pylos_below(taken));
    features[PYLOS_COVERED] += sign * pylos_count(own & pylos_below(other));
    features[PYLOS_SHUT] += sign * pylos_count(shut);
    features[PYLOS_PAIRS] += sign * pylos_count(pylos_pairs(own, other));
}

static void count_features(const LudState *state, int side, int32_t *features)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    int sign = side == s.side ? 1 : -1;
    uint64_t taken = pylos_taken(&s), open = pylos_open(taken), below = pylos_below(taken);
    int earns = pylos_count(open & pylos_earning(s.own, s.rules));
    int fears = pylos_count(open & pylos_earning(s.other, s.rules));
    int lead = s.own_reserve - s.other_reserve, late = pylos_count(s.own | s.other) - PYLOS_HALFWAY;
    memset(features, 0, PYLOS_FEATURES * sizeof *features);
    features[PYLOS_RESERVE] = sign * lead;
    features[PYLOS_RESERVE_LATE] = sign * (lead * late / 8);
    features[PYLOS_EARN] = sign * (earns > 0);
    features[PYLOS_EARNS] = sign * earns;
    features[PYLOS_FEAR] = sign * (fears > 0);
    features[PYLOS_FEARS] = sign * fears;
    features[PYLOS_RAISERS] = sign * pylos_count(pylos_raisers(s.own & ~below, open));
    features[PYLOS_LURKERS] = sign * pylos_count(pylos_raisers(s.other & ~below, open));
    features[PYLOS_STEPS] = sign * pylos_count(open & ~PYLOS_LEVEL_1);
    features[PYLOS_TEMPO] = sign;
    features[PYLOS_TEMPO_LATE] = sign * late;
    count_balls(s.own, s.other, taken, s.rules, sign, features);
    count_balls(s.other, s.own, taken, s.rules, -sign, features);
}

const LudTuning pylos_tuning = {
    .count = PYLOS_FEATURES,
    .names = names,
    .weights = pylos_weights,
    .features = count_features,
    .divisor = 1,
};
