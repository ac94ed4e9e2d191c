/* Weights that are not compiled in, because a page brings them with their game. */
#include <string.h>

#include "core/network.h"

static const LudWeightSet *set_of(const LudRules *rules)
{
    const LudNetwork *network = lud_judging(rules->game)->network;
    if (!network)
        return NULL;
    LudState start;
    lud_rules_start(rules, &start);
    return &network->sets[network->set_of(&start)];
}

#ifdef __wasm__
enum { SETS_MOST = 64 };
static const LudWeightSet *held[SETS_MOST];
static int held_count;

static bool is_held(const LudWeightSet *set)
{
    for (int i = 0; i < held_count; i++) {
        if (held[i] == set)
            return true;
    }
    return false;
}

static void hold(const LudWeightSet *set, const void *bytes)
{
    /* Where weights come later, what holds them is no constant. */
    memcpy((int16_t *)set->weights, bytes, set->count * sizeof set->weights[0]);
    if (held_count < SETS_MOST)
        held[held_count++] = set;
}
#else
static bool is_held(const LudWeightSet *set)
{
    (void)set;
    return true;
}

static void hold(const LudWeightSet *set, const void *bytes)
{
    (void)set;
    (void)bytes;
}
#endif

const char *lud_weights_missing(const LudRules *rules)
{
    const LudWeightSet *set = set_of(rules);
    return set && !is_held(set) ? set->name : NULL;
}

LudStatus lud_weights_hold(const LudRules *rules, const void *bytes, size_t size_bytes,
                           LudError *err)
{
    const LudWeightSet *set = set_of(rules);
    if (!set || size_bytes != set->count * sizeof set->weights[0])
        return lud_error_set(err, LUD_EUSAGE,
                             "These are no weights of {1}; take those of the same version.",
                             rules->game->name, (char *)NULL);
    if (!is_held(set))
        hold(set, bytes);
    return LUD_OK;
}
