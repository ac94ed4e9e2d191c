/* The numbering of Pylos positions, and the steps that stand for many moves at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/pylos/pylos_steps.h"
#include "games/pylos/pylos_tabulation.h"
#include "games/registry.h"
#include "support/tap.h"

enum { LAYERS = 15 };

static LudRules rules_of(const char *text)
{
    LudRules rules = {0};
    LudError err;
    if (lud_rules_parse(text, &rules, &err) != LUD_OK)
        abort();
    return rules;
}

/* -- numbers ----------------------------------------------------------------------------------- */

/* Every number of the small pyramid leads to a position with that number, or to one that is the
 * same as another up to symmetry. */
static void test_small_numbers(void)
{
    LudRules rules = rules_of("pylos:base=3");
    const LudGameTabulation *tabulation = rules.game->tabulation;
    int wrong = 0;
    uint64_t own = 0, all = 0;
    for (int layer = 0; layer < LAYERS; layer++) {
        uint64_t size = tabulation->size(&rules.options, layer);
        for (uint64_t rank = 0; rank < size; rank++) {
            LudState s, again;
            tabulation->unrank(&s, &rules.options, layer, rank);
            uint64_t found = tabulation->rank(&s);
            tabulation->unrank(&again, &rules.options, layer, found);
            wrong += tabulation->layer_of(&s) != layer || found > rank ||
                     tabulation->rank(&again) != found;
            own += found == rank;
        }
        all += size;
    }
    tap_report(wrong == 0 && own == 14202 && all == 28067,
               "base=3: %llu numbers, %llu of them positions of their own", (unsigned long long)all,
               (unsigned long long)own);
}

/* The published count of positions, and of those that differ by more than symmetry. */
static void test_counts(void)
{
    const PylosShapes *shapes = pylos_shapes();
    PylosSize size = pylos_size(0);
    uint64_t boards = 0, kept = 0;
    for (uint32_t i = 0; i < PYLOS_SHAPES; i++) {
        int n = __builtin_popcountll(shapes->cells[i]);
        uint64_t positions = pylos_shape_positions(shapes, &size, n);
        boards += positions * PYLOS_SYMMETRIES / (unsigned)__builtin_popcount(shapes->stays[i]);
        kept += positions;
    }
    tap_report(boards == UINT64_C(12507810089) && kept == UINT64_C(2412976089),
               "base=4: %llu boards, %llu kept", (unsigned long long)boards,
               (unsigned long long)kept);
}

/* Positions of random games have the same number however they are turned, and their number leads to
 * one of the eight. */
static void test_symmetry(const LudGame *game)
{
    const PylosShapes *shapes = pylos_shapes();
    LudRules rules = rules_of("pylos");
    const LudGameTabulation *tabulation = game->tabulation;
    LudMove list[LUD_MAX_MOVES];
    LudRandom random;
    int wrong = 0, looked = 0;
    lud_random_seed(&random, 5);
    for (int i = 0; i < tap_scaled(400); i++) {
        LudState s, again;
        game->rules.init(&s, &rules.options);
        while (game->rules.turn(&s) != LUD_OVER) {
            PylosState *p = (PylosState *)(void *)s.bytes, turned = *p;
            unsigned symmetry = lud_random_below(&random, PYLOS_SYMMETRIES);
            turned.own = pylos_turn(shapes, p->own, symmetry);
            turned.other = pylos_turn(shapes, p->other, symmetry);
            LudState other = s;
            memcpy(other.bytes, &turned, sizeof turned);
            uint64_t rank = tabulation->rank(&s);
            tabulation->unrank(&again, &rules.options, tabulation->layer_of(&s), rank);
            wrong += tabulation->rank(&other) != rank || tabulation->rank(&again) != rank;
            looked++;
            int count = game->rules.moves(&s, list);
            game->rules.apply(&s, list[lud_random_below(&random, (uint32_t)count)]);
        }
    }
    tap_report(wrong == 0 && looked > tap_scaled(1000),
               "%d positions keep their number when turned", looked);
}

/* -- steps ------------------------------------------------------------------------------------- */

/* The pyramids that a position leads to, in some order; what follows from them are whose balls are
 * whose, since a move only changes the mover's. */
typedef struct Pyramids {
    const PylosState *from;
    int count;
    uint64_t taken[2 * LUD_MAX_MOVES];
} Pyramids;

static void add_step(void *context, const PylosStep *step)
{
    Pyramids *pyramids = context;
    if (!(step->own & ~pyramids->from->own) && !(step->other & ~pyramids->from->other))
        pyramids->taken[pyramids->count++] = step->after;
}

static int compare_cells(const void *left, const void *right)
{
    uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;
    return (a > b) - (a < b);
}

/* Sorts them and leaves out what comes twice. */
static void tidy(Pyramids *pyramids)
{
    int kept = 0;
    qsort(pyramids->taken, (size_t)pyramids->count, sizeof pyramids->taken[0], compare_cells);
    for (int i = 0; i < pyramids->count; i++) {
        if (kept == 0 || pyramids->taken[kept - 1] != pyramids->taken[i])
            pyramids->taken[kept++] = pyramids->taken[i];
    }
    pyramids->count = kept;
}

static bool are_steps_moves(const LudGame *game, const LudState *s, const LudMove *list, int count)
{
    static Pyramids stepped, moved;
    const PylosState *p = (const PylosState *)(const void *)s->bytes;
    stepped = (Pyramids){.from = p};
    moved = (Pyramids){.from = p, .count = count};
    if (p->own_reserve > 0)
        pylos_steps_place(pylos_taken(p), p->rules, add_step, &stepped);
    pylos_steps_raise(pylos_taken(p), p->rules, add_step, &stepped);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        moved.taken[i] = pylos_taken((const PylosState *)(const void *)next.bytes);
    }
    tidy(&stepped);
    tidy(&moved);
    return stepped.count == moved.count &&
           memcmp(stepped.taken, moved.taken, (size_t)moved.count * sizeof moved.taken[0]) == 0;
}

/* Steps lead where moves do, in random games by all readings of the rules. */
static void test_steps(void)
{
    static const char *const variants[] = {"standard", "child", "expert"};
    LudRandom random;
    lud_random_seed(&random, 6);
    for (int i = 0; i < 24; i++) {
        char text[128];
        snprintf(text, sizeof text, "pylos:variant=%s,second=%s,recovery=%s,reserve=%s",
                 variants[i % 3], i / 3 & 1 ? "free" : "any", i / 3 & 2 ? "may" : "must",
                 i / 3 & 4 ? "raise" : "lose");
        LudRules rules = rules_of(text);
        int wrong = 0, looked = 0;
        for (int k = 0; k < tap_scaled(60); k++) {
            LudState s;
            LudMove list[LUD_MAX_MOVES];
            rules.game->rules.init(&s, &rules.options);
            while (rules.game->rules.turn(&s) != LUD_OVER && looked < 100000) {
                int count = rules.game->rules.moves(&s, list);
                wrong += !are_steps_moves(rules.game, &s, list, count);
                looked++;
                rules.game->rules.apply(&s, list[lud_random_below(&random, (uint32_t)count)]);
            }
        }
        tap_report(wrong == 0 && looked > tap_scaled(1000), "%s: steps are moves in %d positions",
                   text, looked);
    }
}

int main(void)
{
    test_counts();
    test_small_numbers();
    for (int i = 0; i < lud_game_count(); i++) {
        if (strcmp(lud_game_at(i)->name, "pylos") == 0) {
            test_symmetry(lud_game_at(i));
            test_symmetry(lud_game_portable(i));
        }
    }
    test_steps();
    return tap_finish();
}
