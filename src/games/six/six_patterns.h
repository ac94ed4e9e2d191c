/* What the evaluation of Six looks at, and where its weights stand.
 *
 * Windows are seen cell by cell: the six cells of a row, of a triangle, and the six of a circle
 * with the one in the middle. A cell counts 0 when it is empty, 1 with a red tile and 2 with a
 * black one, and the cells of a window are the digits of a number: its pattern. A pattern has eight
 * weights, in two views: what it is worth to Red when Red is to move and to Black when Black is,
 * each at the beginning of the first round, at its end, and in the second round. Besides patterns
 * there are facts: small numbers that say something of the whole position, seen by the player to
 * move.
 *
 * Three weights of every window are added up for each view and kept in SixNotes; a move changes
 * those of the 37 windows through its cell. */
#ifndef LUD_SIX_PATTERNS_H
#define LUD_SIX_PATTERNS_H

#include <assert.h>

#include "core/network.h"
#include "six_windows.h"

enum {
    SIX_EARLY,
    SIX_LATE,
    SIX_SECOND,
    SIX_PHASES = 4, /* the fourth is not used */

    SIX_ROW_CODES = 729, /* 3 to the power of 6 */
    SIX_TRIANGLE_CODES = 729,
    SIX_CIRCLE_CODES = 2187,
    SIX_TRIANGLES_FROM = SIX_ROW_CODES, /* where the patterns of a kind begin */
    SIX_CIRCLES_FROM = SIX_TRIANGLES_FROM + SIX_TRIANGLE_CODES,
    SIX_PATTERNS = SIX_CIRCLES_FROM + SIX_CIRCLE_CODES,

    SIX_FACTS_FROM = SIX_PATTERNS * SIX_PATTERN_WEIGHTS, /* numbers of weights from here on */
    SIX_FACT_STEPS = 24, /* values of a fact, SIX_PHASES weights each */
};

/* Seen by the player to move; what is about tiles only in the second round. */
enum {
    SIX_THREATS, /* 0: none; 1: own five; else the other's: 2 one cell, 3 several */
    SIX_OWN_CUT, /* the most that a lift removes */
    SIX_OTHERS_CUT,
    SIX_OWN_HUNT, /* what all lifts together would */
    SIX_OTHERS_HUNT,
    SIX_OWN_TIED, /* tiles that are better left where they are */
    SIX_OTHERS_TIED,
    SIX_OWN_TILES,
    SIX_OTHERS_TILES,
    SIX_MARGIN,     /* own tiles minus the other's */
    SIX_OWN_FIFTHS, /* cells for a fifth tile; for two; and a fourth */
    SIX_OTHERS_FIFTHS = SIX_OWN_FIFTHS + 3,
    SIX_FACTS = SIX_OTHERS_FIFTHS + 3,

    /* Learnt with the patterns, and in the sources part of them: what windows have in common with
     * as many own and other's tiles, whatever cells they lie on. */
    SIX_COMMON_FROM = SIX_FACTS_FROM + SIX_FACTS * SIX_FACT_STEPS * SIX_PHASES,
    SIX_WEIGHTS = SIX_COMMON_FROM + SIX_KINDS * 64 * SIX_PHASES,

    SIX_STEPS = 2 * (SIX_TILES - 1), /* tiles that the first round lays */
    SIX_SCALE = 400,                 /* the value that stands for odds of e to 1 */
    /* The same of searched values, by which the search's margins are measured, too. The weights
     * were learnt, and their strength was measured, with this one; `judge_study scale six 2000 200
     * 77` says that 290 would foretell results best. */
    SIX_CHANCE_SCALE = 370,
    SIX_DIVISOR = 2000, /* weights are such parts of a logarithm of odds */
};

extern LUD_LEARNT int16_t six_weights[];
/* Weights that are being learnt, by the thread that plays with them; else NULL. */
extern LUD_OF_THREAD const int16_t *six_weights_learnt;

static inline const int16_t *six_weights_in_use(void)
{
    return six_weights_learnt ? six_weights_learnt : six_weights;
}

static_assert(SIX_PATTERN_WEIGHTS == 2 * SIX_PHASES, "two views of each phase");

#define six_patterns_change LUD_DUAL(six_patterns_change)
#define six_facts_of        LUD_DUAL(six_facts_of)

/* A tile of `side` comes to a cell or leaves it: changes the sums of all patterns' weights. Whether
 * `tiles` have it makes no difference. */
void six_patterns_change(const SixCells tiles[2], int cell, int side, bool comes,
                         int32_t sums[SIX_PATTERN_WEIGHTS]);

/* The weights' numbers of the facts of a position. */
void six_facts_of(const SixState *s, const SixNotes *notes, uint32_t numbers[SIX_FACTS]);
/* How much the weights of each phase count, of SIX_STEPS. */
static inline void six_shares(const SixState *s, int shares[SIX_PHASES])
{
    int in_hand = s->hand[SIX_RED] + s->hand[SIX_BLACK];
    bool is_second = in_hand == 0;
    shares[SIX_EARLY] = in_hand;
    shares[SIX_LATE] = is_second ? 0 : SIX_STEPS - in_hand;
    shares[SIX_SECOND] = is_second ? SIX_STEPS : 0;
    shares[SIX_PHASES - 1] = 0;
}

extern const LudNetwork six_network;

#endif
