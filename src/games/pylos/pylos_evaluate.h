/* How a pylos position stands, and which moves look promising. */
#ifndef LUD_PYLOS_EVALUATE_H
#define LUD_PYLOS_EVALUATE_H

#include "game/dual.h"
#include "game/tuning.h"
#include "pylos_earning.h"

/* The features that the evaluation weighs. Those of the first kind are the player's own minus the
 * opponent's; those of the second kind belong to whoever is to move. */
enum {
    PYLOS_RESERVE,      /* balls in reserve */
    PYLOS_RESERVE_LATE, /* the same, times the balls on the board beyond half, / 8 */
    PYLOS_CORNER_1,     /* balls on the corners, edges and centre of each level */
    PYLOS_EDGE_1,
    PYLOS_CENTRE_1,
    PYLOS_CORNER_2,
    PYLOS_EDGE_2,
    PYLOS_CENTRE_2,
    PYLOS_LEVEL_3,
    PYLOS_FREE,       /* balls that carry nothing */
    PYLOS_COVERED,    /* balls on which one of the opponent rests */
    PYLOS_SHUT,       /* empty cells that would earn recovery once they are open */
    PYLOS_PAIRS,      /* squares with two of one's own and none of the opponent's */
    PYLOS_EARN,       /* second kind: whether the mover can earn recovery */
    PYLOS_EARNS,      /*   on how many cells */
    PYLOS_FEAR,       /*   whether the other could, if it were to move */
    PYLOS_FEARS,      /*   on how many cells */
    PYLOS_RAISERS,    /*   balls that the mover can raise */
    PYLOS_LURKERS,    /*   balls that the other could */
    PYLOS_STEPS,      /*   open cells above level 1 */
    PYLOS_TEMPO,      /*   to be the one to move */
    PYLOS_TEMPO_LATE, /*   the same, times the balls on the board beyond half */
    PYLOS_FEATURES,
};

enum { PYLOS_HALFWAY = 15 }; /* balls on the board when the pyramid is half built */

/* The cells of each class, in the order PYLOS_CORNER_1 … PYLOS_LEVEL_3. */
static const uint64_t pylos_classes[7] = {
    0x9009, 0x6996, 0x0660, 0x0505 << 16, 0x0252 << 16, 0x0020 << 16, (uint64_t)0x33 << 32,
};

/* The lowest cells of the squares of which `own` has exactly two and `other` none. */
static inline uint64_t pylos_pairs(uint64_t own, uint64_t other)
{
    const uint64_t corners = PYLOS_CELLS >> 16;
    uint64_t a = own, b = own >> 1, c = own >> 4, d = own >> 5;
    uint64_t spoilt = other | other >> 1 | other >> 4 | other >> 5;
    uint64_t ab = a ^ b, cd = c ^ d;
    uint64_t two = (ab & cd) | (a & b & ~(c | d)) | (c & d & ~(a | b));
    return two & corners & ~spoilt;
}

/* The balls among `free` that can rise to one of the open cells. A ball of level 1 finds a target
 * unless it helps to carry every open cell above; of level 2 and 3 likewise. */
static inline uint64_t pylos_raisers(uint64_t free, uint64_t open)
{
    uint64_t raisers = 0;
    if (!(open & ~PYLOS_LEVEL_1))
        return 0;
    for (uint64_t left = free; left; left &= left - 1) {
        if (pylos_targets(open, pylos_first(left)))
            raisers |= left & -left;
    }
    return raisers;
}

/* As in LudGame. */
int LUD_DUAL(pylos_evaluate)(const LudState *state, const LudNotes *notes, int side);
int LUD_DUAL(pylos_noisy)(const LudState *state, const LudNotes *notes, LudMove *list);
void LUD_DUAL(pylos_order)(const LudState *state, const LudNotes *notes, const LudMove *list,
                           int count, int32_t *promise);
LudMove LUD_DUAL(pylos_winning)(const LudState *state, const LudNotes *notes);
int LUD_DUAL(pylos_urgent)(const LudState *state, const LudNotes *notes, LudMove *list);
int pylos_remark(const LudState *state, const LudMove *line, int length, LudRemark *remarks);
/* All legal moves, and playing one: those of the rules (pylos.c). */
int LUD_DUAL(pylos_moves)(const LudState *state, LudMove *list);
void LUD_DUAL(pylos_apply)(LudState *state, LudMove m);

extern const LudTuning pylos_tuning;

#endif
