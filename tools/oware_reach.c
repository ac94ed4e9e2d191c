#include "oware_reach.h"

#include <stdlib.h>

#include "games/oware/oware_board.h"

/* How far a position is from being proved, and from being refuted: about the number of positions
 * that would have to be. The first is 0 if it is proved. */
enum { PROOF, REFUTATION };
typedef struct Numbers {
    uint32_t of[2];
} Numbers;

static const uint32_t NEVER = 1000000000;
static const Numbers proved = {{0, NEVER}}, refuted = {{NEVER, 0}};

/* The whole position is kept, so nothing is mixed up. */
typedef struct ReachSlot {
    uint64_t own, opponent; /* both 0: empty; a position has the bit of North's half */
    Numbers numbers;
} ReachSlot;

/* The positions on the way to the present one. */
typedef struct ReachPath {
    uint64_t own, opponent;
    int seeds; /* on the board */
} ReachPath;

enum {
    SLOTS_TOGETHER = 4,
    PLIES_MOST = 1000,
    WEIGHT_OF_A_SEED = 2, /* that is lacking, in a proof not yet begun */
    STOP_MASK = (1 << 12) - 1,
};

bool reach_begin(Reach *reach, size_t bytes)
{
    uint64_t count = 1024;
    while (count * 2 * sizeof(ReachSlot) <= bytes)
        count *= 2;
    *reach = (Reach){.slots = calloc(count, sizeof(ReachSlot)),
                     .slot_count = count,
                     .path = calloc(PLIES_MOST, sizeof(ReachPath))};
    return reach->slots && reach->path;
}

void reach_end(Reach *reach)
{
    free(reach->slots);
    free(reach->path);
    *reach = (Reach){0};
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

static uint64_t effort(const ReachSlot *slot)
{
    if ((slot->own | slot->opponent) == 0)
        return 0;
    return (uint64_t)slot->numbers.of[PROOF] + slot->numbers.of[REFUTATION];
}

/* The slot of a position, or of the one that is the smallest loss. */
static ReachSlot *find_slot(const Reach *reach, const Oware *o)
{
    ReachSlot *slots = slots_of(reach, o), *least = slots;
    for (int i = 0; i < SLOTS_TOGETHER; i++) {
        if (slots[i].own == o->own && slots[i].opponent == o->opponent)
            return &slots[i];
        if (effort(&slots[i]) < effort(least))
            least = &slots[i];
    }
    return least;
}

static int stored(const Reach *reach, const Oware *o)
{
    return oware_store(oware_seat(o->own) == reach->attacker ? o->own : o->opponent);
}

/* Whether nothing has to be played any more: by what is stored, an end of the game, or the source.
 */
static bool is_settled(Reach *reach, const LudGame *game, const Oware *o, Numbers *numbers)
{
    int sure = stored(reach, o);
    bool is_asked = o->legal && reach->source && oware_on_board(o) <= reach->source_most;
    if (sure < reach->wanted && o->legal && !is_asked)
        return false;
    if (sure < reach->wanted) {
        LudState s = {0};
        memcpy(s.bytes, o, sizeof *o);
        reach->asked += is_asked;
        sure = is_asked ? reach->source(reach->context, &s, reach->attacker)
                        : game->rules.score(&s, reach->attacker) / 2;
    }
    *numbers = sure >= reach->wanted ? proved : refuted;
    return true;
}

static bool is_repeated(const Reach *reach, const Oware *o, int ply)
{
    int seeds = oware_on_board(o);
    for (int i = ply - 1; i >= 0 && reach->path[i].seeds == seeds; i--) {
        if (reach->path[i].own == o->own && reach->path[i].opponent == o->opponent)
            return true;
    }
    return ply >= PLIES_MOST;
}

static Numbers numbers_of(Reach *reach, const LudGame *game, const Oware *o, int ply)
{
    Numbers numbers;
    if (is_settled(reach, game, o, &numbers))
        return numbers;
    if (is_repeated(reach, o, ply))
        return refuted;
    const ReachSlot *slot = find_slot(reach, o);
    if (slot->own == o->own && slot->opponent == o->opponent)
        return slot->numbers;
    uint32_t lacking = (uint32_t)(reach->wanted - stored(reach, o));
    return (Numbers){{1 + WEIGHT_OF_A_SEED * lacking, 1}};
}

static void keep(Reach *reach, const Oware *o, Numbers numbers)
{
    *find_slot(reach, o) = (ReachSlot){o->own, o->opponent, numbers};
    reach->proofs += numbers.of[PROOF] == 0;
}

/* -- the search ---------------------------------------------------------------------------------
 *
 * A player's own number is the proof's for the attacker, the refutation's for the other. One good
 * move is enough for it; for the other's number all moves count, the hardest and one more for each
 * of the rest, since most positions are reached by several ways. */

typedef struct Outlook {
    Numbers numbers;
    int best;        /* move, by the mover's own number */
    uint32_t second; /* the own number of the next best */
    uint32_t rest;   /* what the other moves add to the hardest */
} Outlook;

static Outlook weigh(const Numbers *after, int count, int own)
{
    Outlook outlook = {.best = -1, .second = NEVER};
    uint32_t hardest = 0, open = 0, least = NEVER;
    for (int i = 0; i < count; i++) {
        uint32_t mine = after[i].of[own], others = after[i].of[!own];
        hardest = others > hardest ? others : hardest;
        open += others > 0;
        if (outlook.best < 0 || mine < least) {
            outlook.second = outlook.best < 0 ? NEVER : least;
            least = mine;
            outlook.best = i;
        } else if (mine < outlook.second) {
            outlook.second = mine;
        }
    }
    outlook.rest = open > 0 ? open - 1 : 0;
    outlook.numbers.of[own] = least;
    outlook.numbers.of[!own] = hardest < NEVER - outlook.rest ? hardest + outlook.rest : NEVER;
    return outlook;
}

static bool is_out_of_time(Reach *reach)
{
    if (reach->nodes >= reach->nodes_most)
        reach->is_open = true;
    else if ((reach->nodes & STOP_MASK) == 0 && reach->should_stop)
        reach->is_open |= reach->should_stop(reach->context);
    return reach->is_open;
}

static uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Looks into a position until one of its numbers has come to its limit. */
static void deepen(Reach *reach, const LudGame *game, const Oware *o, int ply, Numbers limit)
{
    Oware after[OWARE_PITS];
    int count = 0, own = oware_seat(o->own) == reach->attacker ? PROOF : REFUTATION;
    reach->nodes++;
    reach->path[ply] = (ReachPath){o->own, o->opponent, oware_on_board(o)};
    for (uint64_t rest = o->legal; rest != 0; rest &= rest - 1) {
        after[count] = *o;
        oware_sow(&after[count], __builtin_ctzll(rest) / 8 - 1);
        oware_judge(&after[count++]);
    }
    while (!is_out_of_time(reach)) {
        Numbers numbers[OWARE_PITS];
        for (int i = 0; i < count; i++)
            numbers[i] = numbers_of(reach, game, &after[i], ply + 1);
        Outlook outlook = weigh(numbers, count, own);
        const Numbers *all = &outlook.numbers, *best = &numbers[outlook.best];
        if (all->of[PROOF] >= limit.of[PROOF] || all->of[REFUTATION] >= limit.of[REFUTATION] ||
            all->of[PROOF] == 0 || all->of[REFUTATION] == 0) {
            keep(reach, o, *all);
            return;
        }
        /* A little beyond the second best, so that it does not go to and fro between the two. */
        Numbers next;
        next.of[own] =
            lesser(limit.of[own], lesser(outlook.second + outlook.second / 4 + 1, NEVER));
        next.of[!own] = limit.of[!own] >= NEVER ? NEVER : limit.of[!own] - outlook.rest;
        if (next.of[!own] <= best->of[!own])
            next.of[!own] = best->of[!own] + 1;
        deepen(reach, game, &after[outlook.best], ply + 1, next);
    }
}

/* Leaves the positions that are proved. */
static void forget_the_rest(Reach *reach)
{
    for (uint64_t i = 0; i < reach->slot_count; i++) {
        if (reach->slots[i].numbers.of[PROOF] != 0)
            reach->slots[i] = (ReachSlot){0};
    }
}

/* A position may be taken for refuted only because of the way on which it was met, where a move
 * from it came back to that way. So nothing is given up as long as anything new was proved since
 * refutations were last forgotten. */
static bool is_proved(Reach *reach, const LudGame *game, const Oware *o)
{
    Numbers numbers;
    uint64_t proofs;
    if (is_settled(reach, game, o, &numbers))
        return numbers.of[PROOF] == 0;
    do {
        proofs = reach->proofs;
        deepen(reach, game, o, 0, (Numbers){{NEVER, NEVER}});
        if (!reach->is_open && numbers_of(reach, game, o, 0).of[PROOF] == 0)
            return true;
        if (!reach->is_open)
            forget_the_rest(reach);
    } while (!reach->is_open && reach->proofs > proofs);
    return false;
}

bool reach_prove(Reach *reach, const LudGame *game, const LudState *s, int seat, int wanted,
                 uint64_t nodes)
{
    Oware o;
    memcpy(&o, s->bytes, sizeof o);
    memset(reach->slots, 0, reach->slot_count * sizeof *reach->slots);
    reach->attacker = seat;
    reach->wanted = wanted;
    reach->nodes_most = nodes;
    reach->nodes = reach->asked = reach->proofs = 0;
    reach->is_open = false;
    return is_proved(reach, game, &o);
}
