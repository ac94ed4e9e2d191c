#include "six_evaluate.h"

#include "six_crossings.h"
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
    OWN_CROSSINGS,                        /* cells for a fifth tile; for two; and a fourth */
    OTHERS_CROSSINGS = OWN_CROSSINGS + 3, /* the same, as negative numbers */
    OWN_CUT = OTHERS_CROSSINGS + 3,       /* what one's best lift removes: the opponent's tiles
                                           * minus one's own */
    OTHERS_CUT,                           /* the opponent's, as a negative number */
    OWN_HUNT,                             /* the same of all lifts together */
    OTHERS_HUNT,                          /* as a negative number */
    OWN_TIED,                             /* tiles that are better left where they are */
    OTHERS_TIED,                          /* as a negative number */
    FIRST_FEATURES,                       /* the second round has the same, and more */

    TILES = FIRST_FEATURES, /* own tiles minus the opponent's */
    SHORTAGE,               /* how close to having too few, the opponent's minus one's own */
    SECOND_FEATURES,

    /* Weights of the first round go over from those of its beginning to those of its end, tile by
     * tile. */
    EARLY = 0,
    LATE = FIRST_FEATURES,
    SECOND = LATE + FIRST_FEATURES,
    FEATURES = SECOND + SECOND_FEATURES,
    STEPS = 2 * (SIX_TILES - 1), /* tiles that the first round lays */
    ENOUGH = 11                  /* tiles; with fewer, running short becomes a danger */
};

static const int weights[FEATURES] = {
    SIX_EARLY_OWN, SIX_EARLY_OTHERS, SIX_EARLY_REST,    SIX_LATE_OWN,    SIX_LATE_OTHERS,
    SIX_LATE_REST, SIX_SECOND_OWN,   SIX_SECOND_OTHERS, SIX_SECOND_REST,
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

static void fill_crossings(SixCrossings crossings, int sign, int32_t *features)
{
    features[0] = sign * crossings.fives;
    features[1] = sign * crossings.forks;
    features[2] = sign * crossings.mixed;
}

/* Fills the features of the round that is being played; returns how many they are. */
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
    fill_crossings(six_crossings(s, notes, side), 1, features + OWN_CROSSINGS);
    fill_crossings(six_crossings(s, notes, side ^ 1), -1, features + OTHERS_CROSSINGS);
    features[OWN_CUT] = notes->cut[side];
    features[OTHERS_CUT] = -notes->cut[side ^ 1];
    features[OWN_HUNT] = notes->hunt[side];
    features[OTHERS_HUNT] = -notes->hunt[side ^ 1];
    features[OWN_TIED] = notes->tied[side];
    features[OTHERS_TIED] = -notes->tied[side ^ 1];
    if (!six_is_second_round(s))
        return FIRST_FEATURES;
    features[TILES] = s->count[side] - s->count[side ^ 1];
    features[SHORTAGE] = shortage(s->count[side ^ 1]) - shortage(s->count[side]);
    return SECOND_FEATURES;
}

static int32_t sum_up(const int32_t *features, const int *weight, int count)
{
    int32_t sum = 0;
    for (int i = 0; i < count; i++)
        sum += features[i] * weight[i];
    return sum;
}

/* How many tiles the first round has laid. */
static int steps_done(const SixState *s)
{
    return STEPS - s->hand[SIX_RED] - s->hand[SIX_BLACK];
}

int six_evaluate(const SixState *s, const SixNotes *notes, int side)
{
    int32_t features[SECOND_FEATURES], value;
    int count = fill_features(s, notes, features), done = steps_done(s);
    if (count == SECOND_FEATURES)
        value = sum_up(features, weights + SECOND, count) * STEPS;
    else
        value = sum_up(features, weights + EARLY, count) * (STEPS - done) +
                sum_up(features, weights + LATE, count) * done;
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
        round " threat", round " threats", round " to move", round " own fifths",                  \
        round " own forks", round " own fifths with fourths", round " other's fifths",             \
        round " other's forks", round " other's fifths with fourths", round " own cut",            \
        round " other's cut", round " own hunt", round " other's hunt", round " own tied",         \
        round " other's tied"

static const char *const names[FEATURES] = {
    ROUND_NAMES("early:"), ROUND_NAMES("late:"), ROUND_NAMES("second:"), "tiles", "shortage",
};

static void tuning_features(const LudState *state, const LudNotes *notes, int side,
                            int32_t *features)
{
    const SixState *s = (const SixState *)(const void *)state;
    int32_t of_round[SECOND_FEATURES];
    int count = fill_features(s, (const SixNotes *)(const void *)notes, of_round);
    int done = steps_done(s), sign = side == s->side ? 1 : -1;
    for (int i = 0; i < FEATURES; i++)
        features[i] = 0;
    for (int i = 0; i < count; i++) {
        if (count == SECOND_FEATURES) {
            features[SECOND + i] = sign * STEPS * of_round[i];
        } else {
            features[EARLY + i] = sign * (STEPS - done) * of_round[i];
            features[LATE + i] = sign * done * of_round[i];
        }
    }
}

const LudTuning LUD_DUAL(six_tuning) = {FEATURES, names, weights, tuning_features, SIX_DIVISOR};
