/* How many seeds a player is sure of (tools/oware_reach.h): at least as many as a plain look a few
 * plies ahead shows, which is written by the public rules alone; with positions enough what tables
 * promise, and never more; and with tables to ask, of which one lies. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "oware_reach.h"
#include "support/tap.h"

enum { BYTES = 1 << 23, TABLED = 8, ASKED = 4, ENOUGH = 400000, FEW = 30, SEEDS_MOST = 48 };

typedef struct Trial {
    LudRules rules;
    const LudGame *game;
    LudTables *tables;
    Reach reach;
    LudRandom random;
    int lie; /* what the source adds to the truth */
} Trial;

/* Two stores, and all seeds there are. */
typedef struct Seeds {
    int store[2], total;
} Seeds;

static Seeds count_seeds(const Trial *t, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    int number[14];
    Seeds seeds = {{0, 0}, 0};
    t->game->text.state_print(s, text);
    char *at = text;
    for (int i = 0; i < 14; i++) {
        number[i] = (int)strtol(at, &at, 10);
        seeds.total += number[i];
        at++;
    }
    seeds.store[0] = number[12];
    seeds.store[1] = number[13];
    return seeds;
}

/* -- the plain look -----------------------------------------------------------------------------
 */

static int sure_of(const Trial *t, const LudState *s, int seat, int depth)
{
    LudMove list[LUD_MAX_MOVES];
    int store = count_seeds(t, s).store[seat], turn = t->game->rules.turn(s);
    if (turn == LUD_OVER)
        return t->game->rules.score(s, seat) / 2;
    if (depth == 0)
        return store;
    int count = t->game->rules.moves(s, list), best = turn == seat ? 0 : SEEDS_MOST;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        t->game->rules.apply(&next, list[i]);
        int after = sure_of(t, &next, seat, depth - 1);
        if (turn == seat ? after > best : after < best)
            best = after;
    }
    return best;
}

/* Random moves from the start until no more than so many seeds are left; false if it ended. */
static bool play_down(Trial *t, int left, LudState *s)
{
    LudMove list[LUD_MAX_MOVES];
    lud_rules_start(&t->rules, s);
    for (int i = 0; i < 400 && t->game->rules.turn(s) != LUD_OVER; i++) {
        Seeds seeds = count_seeds(t, s);
        if (seeds.total - seeds.store[0] - seeds.store[1] <= left)
            return true;
        int count = t->game->rules.moves(s, list);
        t->game->rules.apply(s, list[lud_random_below(&t->random, (uint32_t)count)]);
    }
    return false;
}

static void try_plain(Trial *t)
{
    int faults = 0, tried = 0, shown = 0, wanted = tap_scaled(400);
    t->reach.source = NULL;
    while (tried < wanted) {
        LudState s;
        if (!play_down(t, 6 + (int)lud_random_below(&t->random, 40), &s))
            continue;
        tried++;
        int seat = (int)lud_random_below(&t->random, 2);
        int sure = sure_of(t, &s, seat, (int)lud_random_below(&t->random, 7));
        shown += sure > count_seeds(t, &s).store[seat];
        if (!reach_prove(&t->reach, t->game, &s, seat, sure, ENOUGH))
            tap_fault(&faults, t->game, &s, "seat %d: %d are sure", seat, sure);
    }
    tap_report(faults == 0 && shown > 0, "%d positions: no less than a plain look shows (in %d)",
               tried, shown);
}

/* -- tables -------------------------------------------------------------------------------------
 */

/* Lays seeds into pits, nothing into stores. */
static void lay_out(Trial *t, int seeds, LudState *s)
{
    char text[LUD_STATE_TEXT];
    int pit[12] = {0}, length = 0;
    LudError err;
    for (int i = 0; i < seeds; i++)
        pit[lud_random_below(&t->random, 12)]++;
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "0-0-%c",
             lud_random_below(&t->random, 2) ? 'S' : 'N');
    if (t->game->text.state_parse(s, &t->rules.options, text, LUD_PARSE_FRAGMENT, &err) != LUD_OK)
        abort();
}

/* The seeds that the tables promise a seat, the game taken to be without an end at 25. */
static int promised(const Trial *t, const LudState *s, int seat)
{
    int least, most;
    if (!lud_tables_range(t->tables, s, &least, &most))
        abort();
    return (count_seeds(t, s).total + (t->game->rules.turn(s) == seat ? least : -most)) / 2;
}

static int ask(void *context, const LudState *s, int seat)
{
    const Trial *t = context;
    return promised(t, s, seat) + t->lie;
}

/* The most that the seat is proved to reach from here. */
static int prove(Trial *t, const LudState *s, int seat, uint64_t nodes)
{
    int sure = 0;
    while (reach_prove(&t->reach, t->game, s, seat, sure + 1, nodes))
        sure++;
    return sure;
}

/* What is proved of both seats lies on the right sides of the truth. */
static bool holds(Trial *t, const LudState *s, const int sure[2])
{
    LudTableAnswer answer;
    int mover = t->game->rules.turn(s), total = count_seeds(t, s).total;
    bool is_within = sure[0] <= promised(t, s, 0) && sure[1] <= promised(t, s, 1);
    if (mover != LUD_OVER && lud_tables_probe(t->tables, s, &answer) && answer.has_value)
        is_within &=
            2 * sure[mover] - total <= answer.value && answer.value <= total - 2 * sure[1 - mover];
    return is_within;
}

static void try_depth(Trial *t)
{
    int outside = 0, short_of = 0, tried = 0, wanted = tap_scaled(120);
    t->reach.source = NULL;
    for (; tried < wanted; tried++) {
        LudState s;
        lay_out(t, 2 + (int)lud_random_below(&t->random, TABLED - 3), &s);
        if (t->game->rules.turn(&s) == LUD_OVER)
            continue;
        int sure[2] = {prove(t, &s, 0, ENOUGH), prove(t, &s, 1, ENOUGH)};
        if (!holds(t, &s, sure))
            tap_fault(&outside, t->game, &s, "%d and %d are too many", sure[0], sure[1]);
        if (sure[0] != promised(t, &s, 0) || sure[1] != promised(t, &s, 1))
            tap_fault(&short_of, t->game, &s, "%d and %d, where tables promise %d and %d", sure[0],
                      sure[1], promised(t, &s, 0), promised(t, &s, 1));
    }
    tap_report(outside == 0, "%d boards: never more than tables promise", tried);
    tap_report(short_of == 0, "%d boards: with positions enough as much", tried);
}

/* How many of some positions are proved more of than is true, with a source that lies so much. */
static int count_wrong(Trial *t, int lie, int *more)
{
    int wrong = 0, boards = tap_scaled(120);
    lud_random_seed(&t->random, 15);
    t->lie = lie;
    for (int i = 0; i < boards; i++) {
        LudState s;
        lay_out(t, ASKED + 1 + (int)lud_random_below(&t->random, TABLED - ASKED), &s);
        if (t->game->rules.turn(&s) == LUD_OVER)
            continue;
        int sure[2], plain[2];
        for (int seat = 0; seat < 2; seat++) {
            t->reach.source = ask;
            t->reach.source_most = ASKED;
            sure[seat] = prove(t, &s, seat, FEW);
            t->reach.source = NULL;
            plain[seat] = prove(t, &s, seat, FEW);
            *more += sure[seat] - plain[seat];
        }
        wrong += !holds(t, &s, sure);
    }
    return wrong;
}

static void try_source(Trial *t)
{
    int more = 0, none = 0;
    int wrong = count_wrong(t, 0, &more);
    tap_report(wrong == 0 && more > 0, "with tables to ask: %d seeds more are sure, all truly",
               more);
    wrong = count_wrong(t, 1, &none);
    tap_report(wrong > 0, "a table that says one seed too many is noticed (%d times)", wrong);
}

static void try_rules(const char *rules)
{
    Trial t = {0};
    LudError err;
    bool has_more = true;
    lud_random_seed(&t.random, 48);
    if (lud_rules_parse(rules, &t.rules, &err) != LUD_OK || !reach_begin(&t.reach, BYTES) ||
        lud_tables_open(&t.tables, &t.rules, "", &err) != LUD_OK)
        abort();
    t.game = t.rules.game;
    t.reach.context = &t;
    while (has_more) {
        if (lud_tables_hold(t.tables, TABLED, &has_more, &err) != LUD_OK)
            abort();
    }
    tap_note("%s", rules);
    try_plain(&t);
    try_depth(&t);
    try_source(&t);
    lud_tables_close(t.tables);
    reach_end(&t.reach);
}

int main(void)
{
    try_rules("oware:slam=nocapture");
    try_rules("oware:slam=forfeit");
    try_rules("oware:slam=awari");
    return tap_finish();
}
