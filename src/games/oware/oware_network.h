/* The shape of Oware's evaluation: a network of one hidden layer, small enough to be worked out
 * anew at every position.
 *
 * What a position shows is a handful of facts, each of which has a row of weights: how many seeds a
 * pit holds, what sowing it would capture now, what a store holds, each for the mover's own half
 * and for the other. The rows are added up, one sum for each unit of the hidden layer; a sum below
 * 0 counts as 0, one above OWARE_ONE as OWARE_ONE, and its square is weighed. These last weights
 * depend on how many seeds are left. A lead is weighed besides. All are integers. */
#ifndef LUD_OWARE_NETWORK_H
#define LUD_OWARE_NETWORK_H

#include "oware_board.h"

enum {
    OWARE_UNITS = 64,    /* of the hidden layer */
    OWARE_ONE = 255,     /* what stands for 1 in the hidden layer */
    OWARE_OUT_ONE = 64,  /* and in the weights behind it */
    OWARE_SCALE = 430,   /* a sum of 1 in hundredths of a seed; LudGameJudging.chance_scale */
    OWARE_LEAD_ONE = 16, /* what stands for a hundredth in the weight of a seed of lead */
    OWARE_COUNTS = 24,   /* seeds of a pit that are told apart; the last is "or more" */
    OWARE_YIELDS = 5,    /* captures that are told apart: 2, 3, 4–5, 6–7, more */
    OWARE_PHASES = 6,    /* by eight seeds on the board */
    /* Where rows begin. */
    OWARE_ROW_COUNT = 0,                                               /* by half, pit, count */
    OWARE_ROW_YIELD = OWARE_ROW_COUNT + 2 * OWARE_PITS * OWARE_COUNTS, /* by half, pit, capture */
    OWARE_ROW_STORE = OWARE_ROW_YIELD + 2 * OWARE_PITS * OWARE_YIELDS, /* by half, seeds */
    OWARE_ROWS = OWARE_ROW_STORE + 2 * OWARE_MAJORITY,
    OWARE_ROWS_MOST = 4 * OWARE_PITS + 2, /* of one position */
};

typedef struct OwareNetwork {
    _Alignas(64) int16_t row[OWARE_ROWS][OWARE_UNITS];
    _Alignas(64) int16_t bias[OWARE_UNITS]; /* what each sum begins with */
    _Alignas(64) int16_t out[OWARE_PHASES][OWARE_UNITS];
    int32_t out_bias[OWARE_PHASES]; /* in OWARE_ONE² × OWARE_OUT_ONE */
    int32_t lead[OWARE_PHASES];
} OwareNetwork;

extern const OwareNetwork oware_network;

/* The seeds that sowing a pit captures, as far as the board alone tells: captures of everything
 * count as none, which every rule sees to in its own way. */
static inline int oware_yield(uint64_t own, uint64_t opponent, int pit)
{
    const OwareSowing *sowing = &oware_sowing[pit][oware_pit(own, pit)];
    uint64_t sown = opponent + sowing->opponent;
    uint64_t captured = oware_captured(sown, sowing->reach);
    return (sown ^ captured) & OWARE_BOARD ? oware_count(captured) : 0;
}

/* Which row a capture of 2 or more has among those of its pit. */
static inline int oware_yield_kind(int yield)
{
    return yield < 4 ? yield - 2 : yield < 8 ? yield / 2 : OWARE_YIELDS - 1;
}

static inline int oware_phase(uint64_t own, uint64_t opponent)
{
    int left = oware_count(own) + oware_count(opponent) - 1;
    return left < 0 ? 0 : left / (OWARE_SEEDS / OWARE_PHASES);
}

/* The rows of a position that is not over, in no order; returns how many. */
static inline int oware_rows(uint64_t own, uint64_t opponent, uint16_t rows[OWARE_ROWS_MOST])
{
    int count = 0;
    for (int half = 0; half < 2; half++) {
        uint64_t mine = half == 0 ? own : opponent, theirs = half == 0 ? opponent : own;
        for (int pit = 0; pit < OWARE_PITS; pit++) {
            int place = half * OWARE_PITS + pit, seeds = oware_pit(mine, pit);
            int yield = oware_yield(mine, theirs, pit);
            seeds = seeds < OWARE_COUNTS ? seeds : OWARE_COUNTS - 1;
            rows[count++] = (uint16_t)(OWARE_ROW_COUNT + place * OWARE_COUNTS + seeds);
            if (yield > 0)
                rows[count++] =
                    (uint16_t)(OWARE_ROW_YIELD + place * OWARE_YIELDS + oware_yield_kind(yield));
        }
        int store = oware_store(mine) < OWARE_MAJORITY ? oware_store(mine) : OWARE_MAJORITY - 1;
        rows[count++] = (uint16_t)(OWARE_ROW_STORE + half * OWARE_MAJORITY + store);
    }
    return count;
}

#endif
