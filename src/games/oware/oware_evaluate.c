#include "oware_evaluate.h"

#include "oware_weights.h"

static const Oware *board_of(const LudState *s)
{
    return (const Oware *)s->bytes;
}

/* What something is worth halfway, and how that changes with every seed captured. */
typedef struct Worth {
    int now, change;
} Worth;

static inline void add(Worth *worth, int feature, int times)
{
    worth->now += oware_weights[feature] * times;
    worth->change += oware_weights[OWARE_LATE + feature] * times;
}

static inline void add_pits(Worth *worth, uint64_t half, int times)
{
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        int seeds = oware_pit(half, pit);
        seeds = seeds < OWARE_PIT_MOST ? seeds : OWARE_PIT_MOST;
        add(worth, OWARE_PIT + pit * OWARE_PIT_COUNTS + seeds, times);
    }
}

/* The weighted sum of oware_tuning, for the player to move. */
static inline int evaluate(uint64_t own, uint64_t opponent)
{
    Worth worth = {0, 0};
    OwareHarvest attack = oware_harvest(own, opponent), threat = oware_harvest(opponent, own);
    add(&worth, OWARE_LEAD, oware_store(own) - oware_store(opponent));
    add(&worth, OWARE_SIDE, oware_count(own) - oware_count(opponent));
    add(&worth, OWARE_ATTACK, attack.best);
    add(&worth, OWARE_ATTACKERS, attack.count);
    add(&worth, OWARE_THREAT, threat.best);
    add(&worth, OWARE_THREATS, threat.count);
    add(&worth, OWARE_TEMPO, 1);
    add_pits(&worth, own, 1);
    add_pits(&worth, opponent, -1);
    int late = oware_store(own) + oware_store(opponent) - OWARE_HALFWAY;
    return (worth.now + worth.change * late) / OWARE_DIVISOR;
}

int LUD_DUAL(oware_evaluate)(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    const Oware *o = board_of(s);
    int value = evaluate(o->own, o->opponent);
    return side == oware_seat(o->own) ? value : -value;
}

/* The seeds that a legal move captures. */
static inline int captures_of(const Oware *o, int pit)
{
    Oware next = *o;
    return oware_sow(&next, pit);
}

int LUD_DUAL(oware_noisy)(const LudState *s, const LudNotes *notes, LudMove *list)
{
    (void)notes;
    const Oware *o = board_of(s);
    int count = 0;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        list[count] = (LudMove)pit;
        count += o->legal & oware_mark(pit) && captures_of(o, pit) > 0;
    }
    return count;
}

/* Captures first, then the pits whose seeds stay longest on the mover's own side. To look at what
 * the opponent could capture next saves hardly any nodes and costs more than it saves. */
void LUD_DUAL(oware_order)(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                           int32_t *promise)
{
    (void)notes;
    for (int i = 0; i < count; i++) {
        Oware next = *board_of(s);
        int captured = oware_sow(&next, (int)list[i]);
        promise[i] = 100 * captured - (int)list[i];
    }
}

/* Twice what the player who has just moved leads by at the end of the game, under the rules that
 * LudGameRules.score follows. */
static int final_lead(const Oware *o)
{
    int mine = oware_store(o->opponent), theirs = oware_store(o->own);
    if (mine >= OWARE_MAJORITY || theirs >= OWARE_MAJORITY)
        return mine - theirs;
    int my_side = oware_count(o->opponent), their_side = oware_count(o->own);
    if (o->slam == OWARE_FORFEIT && my_side && their_side)
        return mine + my_side + their_side - theirs;
    return mine + my_side - theirs - their_side;
}

/* Whether the opponent could be left without a legal move other than by a majority. It would have
 * to be without seeds; or the mover would; or all that the opponent has would be grand slams, which
 * need the mover's pits to hold two at most, and one move empties no more than one of them. A pit
 * of the opponent with three or more can't be captured. */
static inline bool may_end_early(const Oware *o)
{
    uint64_t full = oware_at_least(o->own, 3);
    return !(full & (full - 1)) || !oware_at_least(o->opponent, 3);
}

LudMove LUD_DUAL(oware_winning)(const LudState *s, const LudNotes *notes)
{
    (void)notes;
    const Oware *o = board_of(s);
    const int most_captured = 3 * OWARE_PITS;
    bool is_close = oware_store(o->own) + most_captured >= OWARE_MAJORITY;
    if (!is_close && !may_end_early(o))
        return LUD_NO_MOVE;
    for (uint64_t left = o->legal; left; left &= left - 1) {
        int pit = __builtin_ctzll(left) / 8 - 1;
        Oware next = *o;
        oware_sow(&next, pit);
        oware_judge(&next);
        if (!next.legal && final_lead(&next) > 0)
            return (LudMove)pit;
    }
    return LUD_NO_MOVE;
}
