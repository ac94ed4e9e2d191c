/* How an oware position stands, and which moves look promising. */
#ifndef LUD_OWARE_EVALUATE_H
#define LUD_OWARE_EVALUATE_H

#include "core/dual.h"
#include "core/tuning.h"
#include "oware_board.h"

/* The features that the evaluation weighs. Those of the first kind are the player's own minus the
 * opponent's; those of the second kind belong to whoever is to move. Each comes twice: as it is,
 * and times how late it is, so that it may be worth more or less as the board empties. */
enum {
    OWARE_LEAD,      /* first kind: seeds in store */
    OWARE_SIDE,      /*   seeds on one's own side */
    OWARE_ATTACK,    /* second kind: seeds that the mover's best capture takes */
    OWARE_ATTACKERS, /*   pits whose sowing captures */
    OWARE_THREAT,    /*   seeds that the other could capture if it were to move */
    OWARE_THREATS,   /*   pits with which it could */
    OWARE_TEMPO,     /*   to be the one to move */
    OWARE_PLAIN,     /* how many these are */
    OWARE_PIT_MOST = 15,
    OWARE_PIT_COUNTS = OWARE_PIT_MOST + 1,
    OWARE_PIT = OWARE_PLAIN, /* first kind: for each pit and count, the last "or more" */
    OWARE_LATE = OWARE_PIT + OWARE_PITS * OWARE_PIT_COUNTS, /* where they begin again */
    OWARE_FEATURES = 2 * OWARE_LATE,
    OWARE_DIVISOR = 16,
    OWARE_HALFWAY = OWARE_SEEDS / 2, /* seeds captured when it is neither early nor late */
};

/* What a side may capture, as far as the board alone tells: captures of everything count as none,
 * which every rule sees to in its own way. */
typedef struct OwareHarvest {
    int best;  /* seeds of the largest capture */
    int count; /* pits whose sowing captures */
} OwareHarvest;

/* The seeds that sowing a pit captures. */
static inline int oware_yield(uint64_t own, uint64_t opponent, int pit)
{
    const OwareSowing *sowing = &oware_sowing[pit][oware_pit(own, pit)];
    uint64_t sown = opponent + sowing->opponent;
    uint64_t captured = oware_captured(sown, sowing->reach);
    return (sown ^ captured) & OWARE_BOARD ? oware_count(captured) : 0;
}

static inline OwareHarvest oware_harvest(uint64_t own, uint64_t opponent)
{
    OwareHarvest harvest = {0, 0};
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        int yield = oware_yield(own, opponent, pit);
        harvest.best = yield > harvest.best ? yield : harvest.best;
        harvest.count += yield > 0;
    }
    return harvest;
}

/* As in LudGame. */
int LUD_DUAL(oware_evaluate)(const LudState *s, const LudNotes *notes, int side);
int LUD_DUAL(oware_noisy)(const LudState *s, const LudNotes *notes, LudMove *list);
void LUD_DUAL(oware_order)(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                           int32_t *promise);
LudMove LUD_DUAL(oware_winning)(const LudState *s, const LudNotes *notes);
int oware_remark(const LudState *s, const LudMove *line, int length, LudRemark *remarks);

extern const LudTuning oware_tuning;

#endif
