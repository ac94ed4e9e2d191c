/* Oware's tables against a plain solver, against the rules' own tests for circling seeds, and
 * against what was published: test_oware_tables [SEEDS [every] | published] (6 seeds
 * unless said; `every` holds each board, not a sample, against the tests for circling). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tabulation.h"
#include "games/oware/oware_circling.h"
#include "games/oware/oware_retrograde.h"
#include "games/registry.h"
#include "reference/ref_oware_table.h"
#include "reference/reference.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "table/table_build.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { COLUMNS = 4, SHOWN = 10 };
static const char *const slams[] = {"keep", "forfeit", "nocapture", "awari"};
static const char *const columns[COLUMNS] = {"value", "low", "high", "force"};

static char folder[SCRATCH_PATH];

static LudRules rules_of(const char *slam)
{
    char text[64];
    LudRules rules = {0};
    LudError err;
    snprintf(text, sizeof text, "oware:slam=%s,cycle=split", slam);
    if (lud_rules_parse(text, &rules, &err) != LUD_OK)
        abort();
    return rules;
}

static bool build(const LudRules *rules, int seeds, const char *wanted)
{
    LudError err;
    char message[1000];
    TableBuildOptions options = {.dir = folder, .layers = seeds, .threads = 2, .columns = wanted};
    if (table_build(rules, &options, &err) == LUD_OK)
        return true;
    lud_error_text(&err, NULL, message, sizeof message);
    tap_note("%s", message);
    return false;
}

/* All entries of one table, for free(). */
static uint8_t *read_table(const LudRules *rules, const char *column, int layer)
{
    uint64_t size = rules->game->tabulation->size(&rules->options, layer);
    uint8_t *entries = malloc((size_t)size);
    char *path = table_path(folder, rules, column, layer);
    TableFile *file = NULL;
    LudError err;
    if (table_file_open(&file, path, &err) != LUD_OK || table_file_head(file)->count != size ||
        table_file_read(file, 0, size, entries, &err) != LUD_OK) {
        free(entries);
        entries = NULL;
    }
    table_file_close(file);
    free(path);
    return entries;
}

/* The position of a board by way of its text, so that the game's own reading decides which pit is
 * which; North's stores take nothing. */
static void set_up(const LudRules *rules, const signed char *pit, LudState *s)
{
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < REF_TABLE_PITS; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "0-0-S");
    LudError err;
    if (rules->game->text.state_parse(s, &rules->options, text, LUD_PARSE_FRAGMENT, &err) != LUD_OK)
        abort();
}

/* -- the plain solver -------------------------------------------------------------------------- */

static bool is_right(const RefEntry *entry, uint8_t *const table[COLUMNS], uint64_t rank)
{
    int force = (entry->mover_forces ? OWARE_FORCE_MOVER : 0) |
                (entry->other_forces ? OWARE_FORCE_OTHER : 0) |
                (entry->can_capture ? OWARE_FORCE_EITHER : 0);
    return table[0][rank] - OWARE_VALUE_ZERO == entry->value &&
           table[1][rank] - OWARE_VALUE_ZERO == entry->low &&
           table[2][rank] - OWARE_VALUE_ZERO == entry->high && table[3][rank] == force;
}

static void compare_layer(const LudRules *rules, const RefTables *tables, const char *slam,
                          int seeds)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    uint8_t *table[COLUMNS];
    bool is_read = (uint64_t)tables->count[seeds] == tabulation->size(&rules->options, seeds);
    for (int i = 0; i < COLUMNS; i++)
        is_read &= (table[i] = read_table(rules, columns[i], seeds)) != NULL;
    int wrong = 0, compared = 0;
    for (int i = 0; i < tables->count[seeds] && is_read; i++) {
        LudState s, again;
        set_up(rules, tables->layer[seeds][i].pit, &s);
        uint64_t rank = tabulation->rank(&s);
        tabulation->unrank(&again, &rules->options, seeds, rank);
        wrong += !is_right(&tables->layer[seeds][i], table, rank) ||
                 !rules->game->rules.same(&s, &again) || tabulation->layer_of(&s) != seeds;
        compared++;
    }
    tap_report(is_read && wrong == 0 && compared > 0,
               "slam=%s, %d seeds: %d boards, all columns as the plain solver says", slam, seeds,
               compared);
    for (int i = 0; i < COLUMNS; i++)
        free(table[i]);
}

/* The plain solver's own moves against the plain rules, where stores do not decide. */
static void compare_moves(const RefTables *tables, const char *slam, int seeds)
{
    char options[64], position[256], text[4096], wanted[4096];
    int wrong = 0, compared = 0;
    snprintf(options, sizeof options, "slam=%s", slam);
    for (int i = 0; i < tables->count[seeds]; i += 7, compared++) {
        const RefEntry *entry = &tables->layer[seeds][i];
        int length = 0, written = 0;
        for (int k = 0; k < REF_TABLE_PITS; k++)
            length +=
                snprintf(position + length, sizeof position - (size_t)length, "%d-", entry->pit[k]);
        snprintf(position + length, sizeof position - (size_t)length, "%d-%d-S", 24 - seeds, 24);
        wanted[0] = '\0';
        for (int k = 0; k < REF_TABLE_PITS / 2; k++) {
            if (entry->captured[k] < 0)
                continue;
            const RefEntry *next = &tables->layer[seeds - entry->captured[k]][entry->next[k]];
            written += snprintf(wanted + written, sizeof wanted - (size_t)written, "%c\t", 'A' + k);
            for (int j = 0; j < REF_TABLE_PITS; j++)
                written += snprintf(wanted + written, sizeof wanted - (size_t)written, "%d-",
                                    next->pit[(j + 6) % REF_TABLE_PITS]);
            written += snprintf(wanted + written, sizeof wanted - (size_t)written, "%d-%d-N\n",
                                24 - seeds + entry->captured[k], 24);
        }
        bool is_read = ref_oware_moves(options, position, text, sizeof text);
        /* Results are not compared, only moves and boards. */
        char *from = text, *to = text;
        int tabs = 0;
        for (; *from; from++) {
            tabs = *from == '\n' ? 0 : tabs + (*from == '\t');
            if (tabs < 2)
                *to++ = *from;
        }
        *to = '\0';
        wrong += !is_read || strcmp(text, wanted) != 0;
    }
    tap_report(wrong == 0 && compared > 0, "slam=%s, %d seeds: the plain solver's moves, %d boards",
               slam, seeds, compared);
}

/* -- circling seeds ---------------------------------------------------------------------------- */

/* 3a and 3b of the rules, found by other means, say the same as `force`. */
static void compare_circling(const LudRules *rules, const char *slam, int seeds, uint64_t step)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    uint8_t *force = read_table(rules, "force", seeds);
    int wrong = 0, compared = 0, circling = 0, unforced = 0;
    for (uint64_t rank = 0; rank < tabulation->size(&rules->options, seeds) && force;
         rank += step, compared++) {
        LudState s;
        tabulation->unrank(&s, &rules->options, seeds, rank);
        const Oware *o = (const Oware *)s.bytes;
        bool is_circling = oware_is_circling(o), is_unforced = oware_is_unforced(o);
        bool can_capture = force[rank] & OWARE_FORCE_EITHER;
        bool is_forced = force[rank] & (OWARE_FORCE_MOVER | OWARE_FORCE_OTHER);
        bool is_wrong = (is_circling && can_capture) || (is_forced && !can_capture) ||
                        is_unforced != (o->legal && can_capture && !is_forced);
        if (is_wrong && wrong++ < SHOWN) {
            char text[LUD_STATE_TEXT];
            rules->game->text.state_print(&s, text);
            tap_note("%s: force %d, circling %d, unforced %d", text, force[rank], is_circling,
                     is_unforced);
        }
        circling += is_circling;
        unforced += is_unforced;
    }
    tap_report(
        force && wrong == 0,
        "slam=%s, %d seeds: circling (%d) and unforced (%d) as the rules find them, %d boards",
        slam, seeds, circling, unforced, compared);
    free(force);
}

/* -- both builds ------------------------------------------------------------------------------- */

/* Solves layers with another build of the rules, without files; the last one's entries must be
 * those of the table. */
static void compare_build(const LudRules *rules, const char *slam, int seeds)
{
    const LudGameTabulation *tabulation = lud_game_portable(0)->tabulation;
    LudLayerTask task = {.options = rules->options, .threads = 1};
    uint8_t *lower[REF_TABLE_MOST + 1] = {NULL}, *table = read_table(rules, "value", seeds);
    bool is_same = table != NULL && strcmp(lud_game_portable(0)->name, "oware") == 0;
    task.work = malloc((size_t)tabulation->work_bytes(&rules->options, 0, seeds, 1) + 64);
    for (task.layer = 0; task.layer <= seeds && is_same; task.layer++) {
        size_t size = (size_t)tabulation->size(&rules->options, task.layer);
        is_same = tabulation->solve(&task);
        lower[task.layer] = malloc(size);
        memcpy(lower[task.layer], tabulation->layered->column_at(&task, 0), size);
        task.lower[0][task.layer] = lower[task.layer];
    }
    is_same = is_same &&
              memcmp(table, lower[seeds], (size_t)tabulation->size(&rules->options, seeds)) == 0;
    tap_report(is_same, "slam=%s, %d seeds: the portable build finds the same", slam, seeds);
    for (int i = 0; i <= seeds; i++)
        free(lower[i]);
    free(task.work);
    free(table);
}

/* -- what was published ------------------------------------------------------------------------ */

/* Romein and Bal's example, a board of 16 seeds, with the values of its six moves. */
static void check_published(void)
{
    static const signed char pit[REF_TABLE_PITS] = {1, 1, 1, 1, 1, 2, 4, 2, 3, 0, 0, 0};
    static const int wanted[] = {-1, -1, -2, -2, -2, 0};
    LudRules rules = rules_of("awari");
    const LudGameTabulation *tabulation = rules.game->tabulation;
    LudState s;
    LudMove moves[LUD_MAX_MOVES];
    bool is_good = build(&rules, 16, "value");
    set_up(&rules, pit, &s);
    uint8_t *table = is_good ? read_table(&rules, "value", 16) : NULL;
    int wrong = !table || table[tabulation->rank(&s)] != OWARE_VALUE_ZERO;
    free(table);
    int count = rules.game->rules.moves(&s, moves);
    for (int i = 0; i < count && is_good; i++) {
        LudState next = s;
        rules.game->rules.apply(&next, moves[i]);
        int layer = tabulation->layer_of(&next);
        table = read_table(&rules, "value", layer);
        int value = table ? 16 - layer - (table[tabulation->rank(&next)] - OWARE_VALUE_ZERO) : 99;
        tap_note("move %d: %d", i + 1, value);
        wrong += value != wanted[i];
        free(table);
    }
    tap_report(is_good && count == 6 && wrong == 0, "the published board of 16 seeds");
}

int main(int argc, char **argv)
{
    int most = argc > 1 ? atoi(argv[1]) : 6;
    bool is_long = argc > 1, is_every = argc > 2 && strcmp(argv[2], "every") == 0;
    if (tap_is_short() && !is_long)
        most = 5;
    scratch_make(folder);
    if (argc > 1 && strcmp(argv[1], "published") == 0) {
        check_published();
        most = -1;
    }
    for (size_t i = 0; i < sizeof slams / sizeof slams[0] && most >= 0; i++) {
        LudRules rules = rules_of(slams[i]);
        RefTables tables;
        if (!tap_report(build(&rules, most, NULL), "slam=%s, built up to %d seeds", slams[i], most))
            continue;
        ref_oware_tables_solve(&tables, slams[i], most);
        for (int seeds = 0; seeds <= most; seeds++) {
            compare_layer(&rules, &tables, slams[i], seeds);
            if (seeds <= OWARE_MOST_UNFORCED)
                compare_circling(&rules, slams[i], seeds, is_every || seeds < 5 ? 1 : 61);
        }
        compare_build(&rules, slams[i], most);
        compare_moves(&tables, slams[i], most < 5 ? most : 5);
        ref_oware_tables_free(&tables);
    }
    scratch_remove(folder);
    return tap_finish();
}
