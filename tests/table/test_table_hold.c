/* Tables worked out in memory, piece by piece, say what those in files say. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/engine.h>
#include <ludoteca/table.h>

#include "core/tabulation.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"

enum { SEEDS = 6 };

static LudTables *open_built(const LudRules *rules, const char *folder)
{
    LudTables *tables = NULL;
    LudTableBuild task = {.size = sizeof task, .dir = folder, .layers = SEEDS, .threads = 1};
    if (lud_tables_build(rules, &task, NULL) != LUD_OK ||
        lud_tables_open(&tables, rules, folder, NULL) != LUD_OK)
        abort();
    return tables;
}

static LudTables *open_held(const LudRules *rules, int *pieces)
{
    LudTables *tables = NULL;
    bool has_more = true;
    if (lud_tables_open(&tables, rules, "", NULL) != LUD_OK)
        abort();
    for (*pieces = 0; has_more; *pieces += 1) {
        if (lud_tables_hold(tables, SEEDS, &has_more, NULL) != LUD_OK)
            abort();
    }
    return tables;
}

static bool is_same(const LudTableAnswer *a, const LudTableAnswer *b)
{
    return a->has_value && a->has_bounds && a->has_force && b->has_value && b->has_bounds &&
           b->has_force && a->value == b->value && a->low == b->low && a->high == b->high &&
           a->mover_forces == b->mover_forces && a->opponent_forces == b->opponent_forces &&
           a->is_capture_possible == b->is_capture_possible;
}

static void compare(const char *name, const char *folder)
{
    LudRules rules = variants_rules(name);
    const LudGameTabulation *tabulation = rules.game->tabulation;
    int pieces, wrong = 0, compared = 0;
    LudTables *built = open_built(&rules, folder), *held = open_held(&rules, &pieces);
    for (int layer = 0; layer <= SEEDS; layer++) {
        uint64_t count = tabulation->size(&rules.options, layer);
        for (uint64_t rank = 0; rank < count; rank += tap_is_short() ? 7 : 1) {
            LudTableAnswer one, other;
            LudState s;
            tabulation->unrank(&s, &rules.options, layer, rank);
            wrong += !lud_tables_probe(built, &s, &one) || !lud_tables_probe(held, &s, &other) ||
                     !is_same(&one, &other);
            compared++;
        }
    }
    tap_report(wrong == 0 && compared > 1000 && pieces == 3 * (SEEDS + 1),
               "%s: %d boards, held in %d pieces, are valued as in files", name, compared, pieces);
    tap_report(lud_tables_reach(held, NULL) == SEEDS, "%s: they reach as far", name);
    bool has_more;
    LudError err;
    tap_report(lud_tables_hold(built, SEEDS + 1, &has_more, &err) == LUD_ENOTNOW,
               "%s: what was begun in files is not held", name);
    lud_tables_close(built);
    lud_tables_close(held);
}

static void test_engine(void)
{
    LudRules rules = variants_rules("oware");
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .table_path = ""};
    LudEngine *engine;
    LudPlay *play;
    LudFindings before, after;
    LudLimits limits = {.depth = 2};
    bool has_more = true;
    LudState s = variants_position(&rules, "0-0-1-0-0-0-1-0-0-1-0-0-22-23-S");
    if (lud_engine_new(&engine, &rules, &options, NULL) != LUD_OK ||
        lud_play_new(&play, &rules, &s, NULL) != LUD_OK ||
        lud_engine_analyse(engine, play, &limits, 1, NULL, &before, NULL) != LUD_OK)
        abort();
    bool was_tabled = before.lines[0].is_tabled;
    while (has_more) {
        if (lud_engine_hold_tables(engine, SEEDS, &has_more, NULL) != LUD_OK)
            abort();
    }
    if (lud_engine_analyse(engine, play, &limits, 1, NULL, &after, NULL) != LUD_OK)
        abort();
    tap_report(!was_tabled && after.lines[0].is_tabled, "an engine uses what it holds");
    lud_play_free(play);
    lud_engine_free(engine);
    rules = variants_rules("six");
    if (lud_engine_new(&engine, &rules, &options, NULL) != LUD_OK)
        abort();
    tap_report(lud_engine_hold_tables(engine, SEEDS, &has_more, NULL) == LUD_OK && !has_more,
               "a game without tables has nothing to hold");
    lud_engine_free(engine);
}

int main(void)
{
    char folder[SCRATCH_PATH];
    const char *const games[] = {"oware", "oware:slam=nocapture", "oware:slam=awari,cycle=split"};
    for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
        scratch_make(folder);
        compare(games[i], folder);
        scratch_remove(folder);
    }
    test_engine();
    return tap_finish();
}
