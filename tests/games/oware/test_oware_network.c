/* Oware's evaluation is what its network says, worked out here the slow way: seeds sown one by one,
 * facts named by pit and count, sums that can't overflow. Both builds must agree with it. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "games/oware/oware_network.h"
#include "games/registry.h"
#include "support/tap.h"

enum { ALL_PITS = 2 * OWARE_PITS, BOARDS = 100000 };

/* Counts of all pits in sowing order, beginning with the mover's first. */
typedef struct Plain {
    int pit[ALL_PITS], store[2];
} Plain;

/* The same board as the other player sees it. */
static Plain turned(const Plain *b)
{
    Plain t = {.store = {b->store[1], b->store[0]}};
    for (int i = 0; i < ALL_PITS; i++)
        t.pit[i] = b->pit[(i + OWARE_PITS) % ALL_PITS];
    return t;
}

/* What sowing a pit captures; a capture of everything counts as none. */
static int plain_yield(Plain b, int from)
{
    int hand = b.pit[from], at = from, seeds = 0, left = 0;
    if (hand == 0)
        return 0;
    for (b.pit[from] = 0; hand > 0; hand--) {
        at = (at + 1) % ALL_PITS;
        if (at == from)
            at = (at + 1) % ALL_PITS;
        b.pit[at]++;
    }
    for (; at >= OWARE_PITS && (b.pit[at] == 2 || b.pit[at] == 3); at--) {
        seeds += b.pit[at];
        b.pit[at] = 0;
    }
    for (int i = OWARE_PITS; i < ALL_PITS; i++)
        left += b.pit[i];
    return left > 0 ? seeds : 0;
}

static void add_row(int64_t *sums, int row)
{
    for (int u = 0; u < OWARE_UNITS; u++)
        sums[u] += oware_network.row[row][u];
}

static void add_half(int64_t *sums, const Plain *b, int half)
{
    static const int kind_of[] = {0, 0, 0, 1, 2, 2, 3, 3};
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        int place = half * OWARE_PITS + pit, seeds = b->pit[pit], yield = plain_yield(*b, pit);
        add_row(sums, place * 24 + (seeds > 23 ? 23 : seeds));
        if (yield > 0)
            add_row(sums, ALL_PITS * 24 + place * 5 + (yield > 7 ? 4 : kind_of[yield]));
    }
    int store = b->store[0] > 24 ? 24 : b->store[0];
    add_row(sums, ALL_PITS * (24 + 5) + half * 25 + store);
}

/* For the mover. `extreme` learns the largest sum, whatever its sign. */
static int64_t plain_value(const Plain *b, int64_t *extreme)
{
    int64_t sums[OWARE_UNITS], total = 0;
    Plain other = turned(b);
    int seeds = 0;
    for (int u = 0; u < OWARE_UNITS; u++)
        sums[u] = oware_network.bias[u];
    add_half(sums, b, 0);
    add_half(sums, &other, 1);
    for (int i = 0; i < ALL_PITS; i++)
        seeds += b->pit[i];
    int phase = seeds == 0 ? 0 : (seeds - 1) / 8;
    for (int u = 0; u < OWARE_UNITS; u++) {
        *extreme = llabs(sums[u]) > *extreme ? llabs(sums[u]) : *extreme;
        int64_t x = sums[u] < 0 ? 0 : sums[u] > OWARE_ONE ? OWARE_ONE : sums[u];
        total += x * x * oware_network.out[phase][u];
    }
    total += oware_network.out_bias[phase];
    return total * OWARE_SCALE / (OWARE_ONE * OWARE_ONE * OWARE_OUT_ONE) +
           (b->store[0] - b->store[1]) * oware_network.lead[phase] / OWARE_LEAD_ONE;
}

static LudState state_of(const LudGame *game, const Plain *b, int seat)
{
    LudState s;
    LudOptions options = {0};
    game->rules.init(&s, &options);
    Oware *o = (Oware *)s.bytes;
    o->own = (uint64_t)b->store[0] | (uint64_t)seat << 56;
    o->opponent = (uint64_t)b->store[1] | (uint64_t)(1 - seat) << 56;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        o->own |= (uint64_t)b->pit[pit] << (8 * pit + 8);
        o->opponent |= (uint64_t)b->pit[pit + OWARE_PITS] << (8 * pit + 8);
    }
    oware_judge(o);
    return s;
}

/* Seeds in heaps of every size, also of several laps, and any stores. */
static Plain draw_board(LudRandom *random)
{
    Plain b = {.store = {0, 0}};
    uint32_t heap = 1 + lud_random_below(random, 1 + lud_random_below(random, 40));
    int left = OWARE_SEEDS;
    for (int part = 0; part < 2; part++) {
        b.store[part] = (int)lud_random_below(random, OWARE_MAJORITY);
        left -= b.store[part];
    }
    while (left > 0) {
        int some = 1 + (int)lud_random_below(random, heap);
        some = some < left ? some : left;
        b.pit[lud_random_below(random, ALL_PITS)] += some;
        left -= some;
    }
    return b;
}

static void test_values(const LudGame *game, const char *name)
{
    LudRandom random;
    int64_t extreme = 0;
    int wrong = 0, seen = 0, yields = 0;
    lud_random_seed(&random, 12);
    for (int i = 0; i < BOARDS; i++) {
        Plain b = draw_board(&random);
        int seat = i % 2;
        LudState s = state_of(game, &b, seat);
        if (((const Oware *)s.bytes)->legal == 0)
            continue;
        int64_t wanted = plain_value(&b, &extreme);
        wrong += game->judging->evaluate(&s, NULL, seat) != wanted ||
                 game->judging->evaluate(&s, NULL, 1 - seat) != -wanted ||
                 llabs(wanted) > LUD_EVALUATION_MOST;
        for (int pit = 0; pit < OWARE_PITS; pit++)
            yields += plain_yield(b, pit) > 0;
        seen++;
    }
    tap_report(wrong == 0 && seen > BOARDS / 2 && yields > BOARDS / 10,
               "%s: %d boards are judged as the plain sum says, %d captures", name, seen, yields);
    tap_report(extreme <= INT16_MAX, "%s: no sum leaves its 16 bits: %lld at most", name,
               (long long)extreme);
}

/* The largest weight of a unit among rows of which a board shows one at most. */
static int64_t largest(int first, int count, int unit)
{
    int64_t most = 0;
    for (int i = first; i < first + count; i++)
        most = llabs(oware_network.row[i][unit]) > most ? llabs(oware_network.row[i][unit]) : most;
    return most;
}

/* However a board looks, no sum can leave its 16 bits, and no weighed sum its own. */
static void test_bounds(void)
{
    int64_t worst = 0, heaviest = 0;
    for (int u = 0; u < OWARE_UNITS; u++) {
        int64_t sum = llabs(oware_network.bias[u]);
        for (int place = 0; place < ALL_PITS; place++)
            sum += largest(place * 24, 24, u) + largest(ALL_PITS * 24 + place * 5, 5, u);
        for (int half = 0; half < 2; half++)
            sum += largest(ALL_PITS * 29 + half * 25, 25, u);
        worst = sum > worst ? sum : worst;
        for (int phase = 0; phase < OWARE_PHASES; phase++) {
            int64_t weight = llabs(oware_network.out[phase][u]);
            heaviest = weight > heaviest ? weight : heaviest;
        }
    }
    tap_report(worst <= INT16_MAX, "no board's sums can leave 16 bits: %lld", (long long)worst);
    tap_report(heaviest * OWARE_ONE <= INT16_MAX, "nor can a weighed sum: %lld",
               (long long)(heaviest * OWARE_ONE));
}

int main(void)
{
    test_bounds();
    for (int i = 0; i < lud_game_count(); i++) {
        if (strcmp(lud_game_at(i)->name, "oware") != 0)
            continue;
        test_values(lud_game_at(i), "usual build");
        test_values(lud_game_portable(i), "portable build");
    }
    return tap_finish();
}
