/* How a pylos position stands, and which moves look promising. */
#ifndef LUD_PYLOS_EVALUATE_H
#define LUD_PYLOS_EVALUATE_H

#include "core/dual.h"
#include "core/tuning.h"
#include "pylos_earning.h"

/* The features that the evaluation weighs. Those of the first kind are the player's own minus the
 * opponent's; those of the second kind belong to whoever is to move. Each comes twice: as it is,
 * and times how late it is, so that it may be worth more or less as the pyramid grows. */
enum {
    PYLOS_RESERVE,  /* first kind: balls in reserve */
    PYLOS_CORNER_1, /*   balls on the corners, edges and centre of each level */
    PYLOS_EDGE_1,
    PYLOS_CENTRE_1,
    PYLOS_CORNER_2,
    PYLOS_EDGE_2,
    PYLOS_CENTRE_2,
    PYLOS_LEVEL_3,
    PYLOS_FREE,    /*   balls that carry nothing */
    PYLOS_COVERED, /*   balls on which one of the opponent rests */
    PYLOS_SHUT,    /*   empty cells that would earn recovery once they are open */
    PYLOS_PAIRS,   /*   squares with two of one's own and none of the opponent's */
    PYLOS_EARN,    /* second kind: whether the mover can earn recovery */
    PYLOS_EARNS,   /*   on how many cells */
    PYLOS_FEAR,    /*   whether the other could, if it were to move */
    PYLOS_FEARS,   /*   on how many cells */
    PYLOS_RAISERS, /*   balls that the mover can raise */
    PYLOS_LURKERS, /*   balls that the other could */
    PYLOS_STEPS,   /*   open cells above level 1 */
    PYLOS_TEMPO,   /*   to be the one to move */
    PYLOS_LATE,    /* where they begin again */
    PYLOS_FEATURES = 2 * PYLOS_LATE,
    PYLOS_DIVISOR = 16,
    PYLOS_HALFWAY = 15, /* balls on the board when it is neither early nor late */
};

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

static inline int pylos_late(const PylosState *s)
{
    return pylos_count(s->own | s->other) - PYLOS_HALFWAY;
}

/* The first kind of features that one side has. */
static inline void pylos_count_balls(uint64_t own, uint64_t other, uint64_t free, uint64_t shut,
                                     int sign, int32_t *features)
{
    for (int i = 0; i < 7; i++)
        features[PYLOS_CORNER_1 + i] += sign * pylos_count(own & pylos_classes[i]);
    features[PYLOS_FREE] += sign * pylos_count(free);
    features[PYLOS_COVERED] += sign * pylos_count(own & pylos_below(other));
    features[PYLOS_SHUT] += sign * pylos_count(shut);
    features[PYLOS_PAIRS] += sign * pylos_count(pylos_pairs(own, other));
}

/* All features for the player to move, each once. */
static inline void pylos_count_features(const PylosState *s, int32_t features[PYLOS_LATE])
{
    uint64_t taken = pylos_taken(s), open = pylos_open(taken), below = pylos_below(taken);
    uint64_t earning = pylos_earning(s->own, s->rules) & ~taken;
    uint64_t feared = pylos_earning(s->other, s->rules) & ~taken;
    uint64_t own_free = s->own & ~below, other_free = s->other & ~below;
    memset(features, 0, PYLOS_LATE * sizeof *features);
    features[PYLOS_RESERVE] = s->own_reserve - s->other_reserve;
    pylos_count_balls(s->own, s->other, own_free, earning & ~open, 1, features);
    pylos_count_balls(s->other, s->own, other_free, feared & ~open, -1, features);
    features[PYLOS_EARNS] = pylos_count(earning & open);
    features[PYLOS_EARN] = features[PYLOS_EARNS] > 0;
    features[PYLOS_FEARS] = pylos_count(feared & open);
    features[PYLOS_FEAR] = features[PYLOS_FEARS] > 0;
    features[PYLOS_RAISERS] = pylos_count(pylos_raisers(own_free, open));
    features[PYLOS_LURKERS] = pylos_count(pylos_raisers(other_free, open));
    features[PYLOS_STEPS] = pylos_count(open & ~PYLOS_LEVEL_1);
    features[PYLOS_TEMPO] = 1;
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
