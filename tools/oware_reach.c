#include "oware_reach.h"

#include <stdlib.h>

#include "games/oware/oware_board.h"

/* What is known of a position for the present question: that it is reached within `within` plies,
 * and that it is not within `beyond`. The whole position is kept, so nothing is mixed up. */
typedef struct ReachSlot {
    uint64_t own, opponent; /* 0 and 0: empty, which no position is while seeds are on the board */
    uint8_t within, beyond; /* NOT_KNOWN; plies + 1, 0: nothing */
    uint8_t pit;            /* that decided it */
    uint8_t unused[5];
} ReachSlot;

enum { NOT_KNOWN = 255, SLOTS_TOGETHER = 2, DEPTH_LOOKED_AHEAD = 4, STOP_MASK = (1 << 14) - 1 };

typedef struct Move {
    Oware after;
    int pit, promise;
} Move;

bool reach_begin(Reach *reach, size_t bytes)
{
    uint64_t count = 1024;
    while (count * 2 * sizeof(ReachSlot) <= bytes)
        count *= 2;
    *reach = (Reach){.slots = calloc(count, sizeof(ReachSlot)), .slot_count = count};
    return reach->slots != NULL;
}

void reach_end(Reach *reach)
{
    free(reach->slots);
    reach->slots = NULL;
}

void reach_want(Reach *reach, int attacker, int wanted)
{
    reach->attacker = attacker;
    reach->wanted = wanted;
    memset(reach->slots, 0, reach->slot_count * sizeof *reach->slots);
}

/* -- what is known ------------------------------------------------------------------------------
 */

static ReachSlot *slots_of(const Reach *reach, const Oware *o)
{
    uint64_t x = (o->own ^ o->own >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
    x ^= (o->opponent ^ o->opponent >> 31) * UINT64_C(0x94d049bb133111eb);
    x = (x ^ x >> 32) * UINT64_C(0x9e3779b97f4a7c15);
    return reach->slots + (x >> 20 & (reach->slot_count - SLOTS_TOGETHER));
}

static const ReachSlot *find(const Reach *reach, const Oware *o)
{
    const ReachSlot *slots = slots_of(reach, o);
    for (int i = 0; i < SLOTS_TOGETHER; i++) {
        if (slots[i].own == o->own && slots[i].opponent == o->opponent)
            return &slots[i];
    }
    return NULL;
}

static int effort(const ReachSlot *slot)
{
    int within = slot->within == NOT_KNOWN ? 0 : slot->within;
    return within > slot->beyond ? within : slot->beyond;
}

static void keep(Reach *reach, const Oware *o, int depth, bool is_reached, int pit)
{
    ReachSlot *slots = slots_of(reach, o), *slot = &slots[SLOTS_TOGETHER - 1];
    for (int i = 0; i < SLOTS_TOGETHER; i++) {
        if (slots[i].own == o->own && slots[i].opponent == o->opponent) {
            slot = &slots[i];
            break;
        }
        if (effort(&slots[i]) <= depth)
            slot = &slots[i];
    }
    if (slot->own != o->own || slot->opponent != o->opponent)
        *slot = (ReachSlot){.own = o->own, .opponent = o->opponent, .within = NOT_KNOWN};
    if (is_reached && depth < slot->within)
        slot->within = (uint8_t)depth;
    if (!is_reached && depth + 1 > slot->beyond)
        slot->beyond = (uint8_t)(depth + 1);
    slot->pit = (uint8_t)pit;
}

/* Whether it is known already, and then the answer. */
static bool is_known(const ReachSlot *slot, int depth, bool *answer)
{
    if (!slot)
        return false;
    *answer = slot->within <= depth;
    return slot->within <= depth || slot->beyond > depth;
}

/* -- ends ---------------------------------------------------------------------------------------
 */

static int stored(const Reach *reach, const Oware *o)
{
    return oware_store(oware_seat(o->own) == reach->attacker ? o->own : o->opponent);
}

/* Whether nothing has to be played any more, and then the answer. */
static bool is_settled(Reach *reach, const LudGame *game, const Oware *o, bool *answer)
{
    LudState s = {0};
    *answer = stored(reach, o) >= reach->wanted;
    if (*answer)
        return true;
    bool is_asked = reach->source && oware_on_board(o) <= reach->source_most;
    if (o->legal && !is_asked)
        return false;
    memcpy(s.bytes, o, sizeof *o);
    reach->asked += o->legal != 0;
    *answer = (o->legal ? reach->source(reach->context, &s, reach->attacker)
                        : game->rules.score(&s, reach->attacker) / 2) >= reach->wanted;
    return true;
}

/* -- the search ---------------------------------------------------------------------------------
 */

/* The moves, best first: the one that decided before, then those that capture most. */
static int list_moves(const Oware *o, const ReachSlot *slot, Move *moves)
{
    int count = 0;
    for (uint64_t rest = o->legal; rest != 0; rest &= rest - 1) {
        int pit = (__builtin_ctzll(rest) - 15) / 8, at = count++;
        Move m = {.after = *o, .pit = pit};
        m.promise = 8 * oware_sow(&m.after, pit) + pit;
        oware_judge(&m.after);
        if (slot && slot->pit == pit)
            m.promise += 1000;
        for (; at > 0 && moves[at - 1].promise < m.promise; at--)
            moves[at] = moves[at - 1];
        moves[at] = m;
    }
    return count;
}

/* Whether what is known of the positions after decides this one. */
static bool is_decided(const Reach *reach, const Move *moves, int count, int depth, bool is_attack,
                       int *pit)
{
    for (int i = 0; i < count; i++) {
        bool answer;
        if (is_known(find(reach, &moves[i].after), depth - 1, &answer) && answer == is_attack) {
            *pit = moves[i].pit;
            return true;
        }
    }
    return false;
}

static bool look(Reach *reach, const LudGame *game, const Oware *o, int depth)
{
    Move moves[OWARE_PITS];
    bool answer, is_attack = oware_seat(o->own) == reach->attacker;
    int pit = OWARE_PITS;
    if ((++reach->nodes & STOP_MASK) == 0 && reach->should_stop)
        reach->is_stopped |= reach->should_stop(reach->context);
    if (reach->is_stopped)
        return false;
    if (is_settled(reach, game, o, &answer))
        return answer;
    if (depth == 0)
        return false;
    const ReachSlot *slot = depth > 1 ? find(reach, o) : NULL;
    if (is_known(slot, depth, &answer))
        return answer;
    int count = list_moves(o, slot, moves);
    answer = depth >= DEPTH_LOOKED_AHEAD && is_decided(reach, moves, count, depth, is_attack, &pit)
                 ? is_attack
                 : !is_attack;
    for (int i = 0; i < count && answer != is_attack; i++) {
        pit = moves[i].pit;
        answer = look(reach, game, &moves[i].after, depth - 1);
    }
    if (depth > 1 && !reach->is_stopped)
        keep(reach, o, depth, answer, pit);
    return answer;
}

bool reach_try(Reach *reach, const LudGame *game, const LudState *s, int depth)
{
    Oware o;
    memcpy(&o, s->bytes, sizeof o);
    reach->is_stopped = false;
    return look(reach, game, &o, depth);
}
