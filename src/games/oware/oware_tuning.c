/* Oware's evaluation laid open: the plain way to count what oware_evaluate.c weighs. */
#include "oware_weights.h"

#define SIXTEEN(pit)                                                                               \
    pit "0", pit "1", pit "2", pit "3", pit "4", pit "5", pit "6", pit "7", pit "8", pit "9",      \
        pit "10", pit "11", pit "12", pit "13", pit "14", pit "15+"
#define ALL(when)                                                                                  \
    when "lead", when "side", when "attack", when "attackers", when "threat", when "threats",      \
        when "tempo", SIXTEEN(when "A"), SIXTEEN(when "B"), SIXTEEN(when "C"), SIXTEEN(when "D"),  \
        SIXTEEN(when "E"), SIXTEEN(when "F")

static const char *const names[OWARE_FEATURES] = {ALL(""), ALL("late ")};

static void count_pits(uint64_t half, int sign, int32_t *features)
{
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        int seeds = oware_pit(half, pit);
        if (seeds > OWARE_PIT_MOST)
            seeds = OWARE_PIT_MOST;
        features[OWARE_PIT + pit * OWARE_PIT_COUNTS + seeds] += sign;
    }
}

static void count_features(const LudState *s, const LudNotes *notes, int side, int32_t *features)
{
    (void)notes;
    const Oware *o = (const Oware *)s->bytes;
    int late = oware_store(o->own) + oware_store(o->opponent) - OWARE_HALFWAY;
    int sign = side == oware_seat(o->own) ? 1 : -1;
    OwareHarvest attack = oware_harvest(o->own, o->opponent);
    OwareHarvest threat = oware_harvest(o->opponent, o->own);
    memset(features, 0, OWARE_FEATURES * sizeof *features);
    features[OWARE_LEAD] = sign * (oware_store(o->own) - oware_store(o->opponent));
    features[OWARE_SIDE] = sign * (oware_count(o->own) - oware_count(o->opponent));
    features[OWARE_ATTACK] = sign * attack.best;
    features[OWARE_ATTACKERS] = sign * attack.count;
    features[OWARE_THREAT] = sign * threat.best;
    features[OWARE_THREATS] = sign * threat.count;
    features[OWARE_TEMPO] = sign;
    count_pits(o->own, sign, features);
    count_pits(o->opponent, -sign, features);
    for (int i = 0; i < OWARE_LATE; i++)
        features[OWARE_LATE + i] = late * features[i];
}

const LudTuning oware_tuning = {
    .count = OWARE_FEATURES,
    .names = names,
    .weights = oware_weights,
    .features = count_features,
    .divisor = OWARE_DIVISOR,
};
