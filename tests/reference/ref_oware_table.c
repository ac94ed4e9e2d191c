#include "reference/ref_oware_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = REF_TABLE_PITS, HALF = PITS / 2 };
typedef enum Slam { KEEP, FORFEIT, NOCAPTURE, AWARI } Slam;
typedef signed char Pits[PITS];

static Slam read_slam(const char *text)
{
    static const char *const names[] = {"keep", "forfeit", "nocapture", "awari"};
    for (int i = 0; i < 4; i++) {
        if (strcmp(text, names[i]) == 0)
            return (Slam)i;
    }
    fprintf(stderr, "ref_oware_table: slam=%s?\n", text);
    abort();
}

/* -- the rules --------------------------------------------------------------------------------- */

static int seeds_in(const Pits pit, int first)
{
    int seeds = 0;
    for (int i = first; i < first + HALF; i++)
        seeds += pit[i];
    return seeds;
}

/* Plays a pit of the mover; `after` is still seen by the mover. Returns the seeds captured. */
static int play(Slam slam, const Pits before, int from, Pits after)
{
    Pits sown;
    memcpy(sown, before, sizeof sown);
    int at = from, captured = 0;
    sown[from] = 0;
    for (int left = before[from]; left > 0; left--) {
        at = (at + 1) % PITS;
        if (at == from)
            at = (at + 1) % PITS;
        sown[at]++;
    }
    memcpy(after, sown, sizeof sown);
    for (; at >= HALF && (after[at] == 2 || after[at] == 3); at--) {
        captured += after[at];
        after[at] = 0;
    }
    if (slam == NOCAPTURE && captured > 0 && seeds_in(after, HALF) == 0) {
        memcpy(after, sown, sizeof sown);
        captured = 0;
    }
    return captured;
}

/* Which of the mover's pits may be played. A move that leaves the opponent without a seed may not
 * be: it starves or it captures everything. Awari plays it if there is no other. */
static int find_legal(Slam slam, const Pits pit, bool is_legal[HALF])
{
    int legal = 0;
    for (int i = 0; i < HALF; i++) {
        Pits after;
        is_legal[i] = false;
        if (pit[i] > 0) {
            play(slam, pit, i, after);
            is_legal[i] = seeds_in(after, HALF) > 0;
        }
        legal += is_legal[i];
    }
    for (int i = 0; legal == 0 && slam == AWARI && i < HALF; i++)
        is_legal[i] = pit[i] > 0;
    return legal;
}

/* What the mover gets more than the other when there is no move. */
static int value_at_end(Slam slam, const Pits pit)
{
    int own = seeds_in(pit, 0), other = seeds_in(pit, HALF);
    return slam == FORFEIT && own > 0 && other > 0 ? -own - other : own - other;
}

/* -- all boards -------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
    const signed char *left = ((const RefEntry *)a)->pit, *right = ((const RefEntry *)b)->pit;
    for (int i = 0; i < PITS; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

/* Adds every way to lay `left` seeds into the pits from `pit` on. */
static void lay(RefTables *tables, int seeds, Pits pits, int pit, int left)
{
    if (pit == PITS - 1) {
        pits[pit] = (signed char)left;
        int number = tables->count[seeds]++;
        if (number % 1024 == 0) {
            size_t room = ((size_t)number + 1024) * sizeof *tables->layer[seeds];
            tables->layer[seeds] = realloc(tables->layer[seeds], room);
            if (!tables->layer[seeds])
                abort();
        }
        tables->layer[seeds][number] = (RefEntry){0};
        memcpy(tables->layer[seeds][number].pit, pits, PITS);
        return;
    }
    for (int here = 0; here <= left; here++) {
        pits[pit] = (signed char)here;
        lay(tables, seeds, pits, pit + 1, left - here);
    }
}

static int find_board(const RefTables *tables, int seeds, const Pits after)
{
    RefEntry wanted;
    for (int i = 0; i < PITS; i++)
        wanted.pit[i] = after[(i + HALF) % PITS]; /* the other player's view */
    RefEntry *found = bsearch(&wanted, tables->layer[seeds], (size_t)tables->count[seeds],
                              sizeof wanted, compare);
    if (!found)
        abort();
    return (int)(found - tables->layer[seeds]);
}

static void find_moves(RefTables *tables, Slam slam, int seeds, RefEntry *entry)
{
    bool is_legal[HALF];
    find_legal(slam, entry->pit, is_legal);
    entry->is_over = true;
    for (int i = 0; i < HALF; i++) {
        Pits after;
        entry->captured[i] = -1;
        if (!is_legal[i])
            continue;
        entry->is_over = false;
        entry->captured[i] = (signed char)play(slam, entry->pit, i, after);
        entry->next[i] = find_board(tables, seeds - entry->captured[i], after);
    }
}

/* -- values ------------------------------------------------------------------------------------ */

/* The entry once more, from what its successors were found to be so far. */
static RefEntry look_again(const RefTables *tables, Slam slam, int seeds, const RefEntry *old)
{
    RefEntry new = *old;
    if (old->is_over) {
        new.value = new.low = new.high = value_at_end(slam, old->pit);
        return new;
    }
    new.value = new.low = new.high = -1000;
    new.mover_forces = new.can_capture = false;
    new.other_forces = true;
    for (int i = 0; i < HALF; i++) {
        int captured = old->captured[i];
        if (captured < 0)
            continue;
        const RefEntry *next = &tables->layer[seeds - captured][old->next[i]];
        new.value = new.value > captured - next->value ? new.value : captured - next->value;
        new.low = new.low > captured - next->high ? new.low : captured - next->high;
        new.high = new.high > captured - next->low ? new.high : captured - next->low;
        new.mover_forces |= captured > 0 || next->other_forces;
        new.other_forces &= captured > 0 || next->mover_forces;
        new.can_capture |= captured > 0 || next->can_capture;
    }
    return new;
}

static bool is_same(const RefEntry *a, const RefEntry *b)
{
    return a->value == b->value && a->low == b->low && a->high == b->high &&
           a->mover_forces == b->mover_forces && a->other_forces == b->other_forces &&
           a->can_capture == b->can_capture;
}

/* In each round every entry becomes what best play is worth if play goes on for one move more and
 * is then cut off: to 0, to the worst and to the best. Entries change together, so that rounds
 * count moves. When a round changes nothing, none ever will: cutting off later is all the same. */
static void solve_layer(RefTables *tables, Slam slam, int seeds)
{
    int count = tables->count[seeds];
    RefEntry *entries = tables->layer[seeds], *fresh = malloc((size_t)count * sizeof *fresh);
    if (!fresh)
        abort();
    for (int i = 0; i < count; i++) {
        find_moves(tables, slam, seeds, &entries[i]);
        entries[i].low = -seeds;
        entries[i].high = seeds;
    }
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        for (int i = 0; i < count; i++) {
            fresh[i] = look_again(tables, slam, seeds, &entries[i]);
            has_changed |= !is_same(&fresh[i], &entries[i]);
        }
        memcpy(entries, fresh, (size_t)count * sizeof *fresh);
    }
    free(fresh);
}

void ref_oware_tables_solve(RefTables *tables, const char *slam, int most)
{
    memset(tables, 0, sizeof *tables);
    for (int seeds = 0; seeds <= most; seeds++) {
        Pits pits;
        lay(tables, seeds, pits, 0, seeds);
        solve_layer(tables, read_slam(slam), seeds);
    }
}

void ref_oware_tables_free(RefTables *tables)
{
    for (int i = 0; i <= REF_TABLE_MOST; i++)
        free(tables->layer[i]);
}
