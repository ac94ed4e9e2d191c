#include "six_evaluate.h"

#include "six_crossings.h"
#include "six_patterns.h"
#include "six_threats.h"

#include <ludoteca/search.h>

static uint32_t fact(int which, int step)
{
    int most = SIX_FACT_STEPS - 1;
    step = step < 0 ? 0 : step > most ? most : step;
    return (uint32_t)(SIX_FACTS_FROM + (which * SIX_FACT_STEPS + step) * SIX_PHASES);
}

static void add_crossings(SixCrossings crossings, int first, uint32_t *numbers)
{
    numbers[first] = fact(first, crossings.fives);
    numbers[first + 1] = fact(first + 1, crossings.forks);
    numbers[first + 2] = fact(first + 2, crossings.mixed);
}

void six_facts_of(const SixState *s, const SixNotes *notes, uint32_t numbers[SIX_FACTS])
{
    int own = s->side, other = own ^ 1, cells[2], threats = 1;
    if (six_tally_all(notes, own, 5) == 0) {
        int fives = six_five_cells(s, notes, other, cells, 2);
        threats = fives == 0 ? 0 : 1 + fives;
    }
    bool is_second = six_is_second_round(s);
    numbers[SIX_THREATS] = fact(SIX_THREATS, threats);
    numbers[SIX_OWN_CUT] = fact(SIX_OWN_CUT, notes->cut[own]);
    numbers[SIX_OTHERS_CUT] = fact(SIX_OTHERS_CUT, notes->cut[other]);
    numbers[SIX_OWN_HUNT] = fact(SIX_OWN_HUNT, notes->hunt[own]);
    numbers[SIX_OTHERS_HUNT] = fact(SIX_OTHERS_HUNT, notes->hunt[other]);
    numbers[SIX_OWN_TIED] = fact(SIX_OWN_TIED, notes->tied[own]);
    numbers[SIX_OTHERS_TIED] = fact(SIX_OTHERS_TIED, notes->tied[other]);
    numbers[SIX_OWN_TILES] = fact(SIX_OWN_TILES, is_second ? s->count[own] : 0);
    numbers[SIX_OTHERS_TILES] = fact(SIX_OTHERS_TILES, is_second ? s->count[other] : 0);
    numbers[SIX_MARGIN] =
        fact(SIX_MARGIN, is_second ? SIX_FACT_STEPS / 2 + s->count[own] - s->count[other] : 0);
    add_crossings(six_crossings(s, notes, own), SIX_OWN_FIFTHS, numbers);
    add_crossings(six_crossings(s, notes, other), SIX_OTHERS_FIFTHS, numbers);
}

int six_evaluate(const SixState *s, const SixNotes *notes, int side)
{
    const int32_t *patterns = notes->patterns + (s->side == SIX_RED ? 0 : SIX_PHASES);
    const int16_t *weights = six_weights_in_use();
    uint32_t facts[SIX_FACTS];
    int shares[SIX_PHASES];
    int32_t sum = 0;
    six_facts_of(s, notes, facts);
    six_shares(s, shares);
    for (int phase = 0; phase < SIX_PHASES; phase++) {
        int32_t part = patterns[phase];
        if (shares[phase] == 0)
            continue;
        for (int i = 0; i < SIX_FACTS; i++)
            part += weights[facts[i] + (uint32_t)phase];
        sum += shares[phase] * part;
    }
    int value = sum / (SIX_STEPS * SIX_DIVISOR / SIX_SCALE);
    value = value > LUD_EVALUATION_MOST    ? LUD_EVALUATION_MOST
            : value < -LUD_EVALUATION_MOST ? -LUD_EVALUATION_MOST
                                           : value;
    return side == s->side ? value : -value;
}
