#include "six_evaluate.h"

#include "six_threats.h"
#include "six_weights.h"

#include <ludoteca/search.h>

/* A position is seen by the player to move. All features are for that player; the value for the
 * other is the same with the sign changed. */
enum {
    COUNTS = 4,                             /* windows with one, two, three and four tiles */
    OWN = 0,                                /* the player to move's windows, by kind, by tiles */
    OTHERS = OWN + SIX_KINDS * COUNTS,      /* the opponent's, as negative numbers */
    OWN_FIVE = OTHERS + SIX_KINDS * COUNTS, /* can complete a shape */
    ONE_FIVE,                               /* the opponent threatens one cell … */
    MORE_FIVES,                             /* … or several */
    TO_MOVE,
    FIRST_FEATURES, /* the second round has the same, and more */

    TILES = FIRST_FEATURES, /* own tiles minus the opponent's */
    SHORTAGE,               /* how close to having too few, the opponent's minus one's own */
    OWN_CUT,                /* what one's best lift removes: the opponent's tiles minus one's own */
    OTHERS_CUT,             /* the same for the opponent, as a negative number */
    SECOND_FEATURES,

    FEATURES = FIRST_FEATURES + SECOND_FEATURES,
    ENOUGH = 11 /* tiles; with fewer, running short becomes a danger */
};

static const int weights[FEATURES] = {
    SIX_FIRST_OWN,  SIX_FIRST_OTHERS,  SIX_FIRST_REST,
    SIX_SECOND_OWN, SIX_SECOND_OTHERS, SIX_SECOND_REST,
};

/* -- features ------------------------------------------------------------------------------------
 */

static void fill_windows(const uint64_t tally[SIX_KINDS], int sign, int32_t *features)
{
    for (int kind = 0; kind < SIX_KINDS; kind++) {
        for (int tiles = 1; tiles <= COUNTS; tiles++)
            *features++ = sign * six_tally(tally[kind], tiles);
    }
}

static int shortage(int tiles)
{
    return tiles < ENOUGH ? (ENOUGH - tiles) * (ENOUGH - tiles) : 0;
}

/* Fills the features of the round that is being played; returns where their weights begin. */
static int fill_features(const SixState *s, const SixNotes *notes, int32_t *features)
{
    int side = s->side, cells[2];
    fill_windows(notes->tally[side], 1, features + OWN);
    fill_windows(notes->tally[side ^ 1], -1, features + OTHERS);
    int threats = six_five_cells(s, notes, side ^ 1, cells, 2);
    features[OWN_FIVE] = six_tally_all(notes, side, 5) > 0;
    features[ONE_FIVE] = !features[OWN_FIVE] && threats == 1;
    features[MORE_FIVES] = !features[OWN_FIVE] && threats > 1;
    features[TO_MOVE] = 1;
    if (!six_is_second_round(s))
        return 0;
    features[TILES] = s->count[side] - s->count[side ^ 1];
    features[SHORTAGE] = shortage(s->count[side ^ 1]) - shortage(s->count[side]);
    features[OWN_CUT] = notes->cut[side];
    features[OTHERS_CUT] = -notes->cut[side ^ 1];
    return FIRST_FEATURES;
}

int six_evaluate(const SixState *s, const SixNotes *notes, int side)
{
    int32_t features[SECOND_FEATURES], value = 0;
    int first = fill_features(s, notes, features);
    int count = first == 0 ? FIRST_FEATURES : SECOND_FEATURES;
    for (int i = 0; i < count; i++)
        value += features[i] * weights[first + i];
    value /= SIX_DIVISOR;
    value = value > LUD_EVALUATION_MOST    ? LUD_EVALUATION_MOST
            : value < -LUD_EVALUATION_MOST ? -LUD_EVALUATION_MOST
                                           : value;
    return side == s->side ? value : -value;
}

/* -- tuning --------------------------------------------------------------------------------------
 */

#define WINDOW_NAMES(round, whose)                                                                 \
    round " " whose " rows of 1", round " " whose " rows of 2", round " " whose " rows of 3",      \
        round " " whose " rows of 4", round " " whose " triangles of 1",                           \
        round " " whose " triangles of 2", round " " whose " triangles of 3",                      \
        round " " whose " triangles of 4", round " " whose " circles of 1",                        \
        round " " whose " circles of 2", round " " whose " circles of 3",                          \
        round " " whose " circles of 4"
#define ROUND_NAMES(round)                                                                         \
    WINDOW_NAMES(round, "own"), WINDOW_NAMES(round, "other's"), round " own five",                 \
        round " threat", round " threats", round " to move"

static const char *const names[FEATURES] = {
    ROUND_NAMES("first:"), ROUND_NAMES("second:"), "tiles", "shortage", "own cut", "other's cut",
};

static void tuning_features(const LudState *state, const LudNotes *notes, int side,
                            int32_t *features)
{
    const SixState *s = (const SixState *)(const void *)state;
    int32_t of_round[SECOND_FEATURES];
    int first = fill_features(s, (const SixNotes *)(const void *)notes, of_round);
    for (int i = 0; i < FEATURES; i++)
        features[i] = 0;
    for (int i = 0; i < (first == 0 ? FIRST_FEATURES : SECOND_FEATURES); i++)
        features[first + i] = side == s->side ? of_round[i] : -of_round[i];
}

const LudTuning LUD_DUAL(six_tuning) = {FEATURES, names, weights, tuning_features, SIX_DIVISOR};
