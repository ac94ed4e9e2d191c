/* Pylos's tables: the pyramid on 3 x 3, every entry, against the plain solver; the same bytes from
 * any build and after being killed; and proofs that find what is wrong.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/folder.h"
#include "games/pylos/pylos_tabulation.h"
#include "games/registry.h"
#include "reference/ref_solver.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "table/table_build.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { LAYERS = 15, COLUMNS = 2, MOST_NODES = 1 << 20 };
static const char *const columns[COLUMNS] = {"value", "distance"};

static LudRules rules_of(const char *text)
{
    LudRules rules = {0};
    LudError err;
    if (lud_rules_parse(text, &rules, &err) != LUD_OK)
        abort();
    return rules;
}

static LudStatus build(const LudRules *rules, const char *folder, int save_ms, LudError *err)
{
    TableBuildOptions options = {.dir = folder, .threads = 2, .save_ms = save_ms};
    return table_build(rules, &options, err);
}

/* -- against the plain solver ------------------------------------------------------------------ */

/* All entries of a table, for free(). */
static uint8_t *read_table(const LudRules *rules, const char *folder, const char *column, int layer)
{
    uint64_t size = rules->game->tabulation->size(&rules->options, layer);
    uint8_t *entries = malloc((size_t)size);
    char *path = table_path(folder, rules, column, layer);
    TableFile *file = NULL;
    if (table_file_open(&file, path, NULL) != LUD_OK || table_file_head(file)->count != size ||
        table_file_read(file, 0, size, entries, NULL) != LUD_OK) {
        free(entries);
        entries = NULL;
    }
    table_file_close(file);
    free(path);
    return entries;
}

/* What the solver's plies for either side are in the two columns; both are 0 only if the game is
 * over, and then one of them is -1. */
static bool is_right(int light, int dark, bool is_over, uint8_t value, uint8_t plies)
{
    if (light >= 0)
        return value == PYLOS_ENTRY_WON && plies == (is_over ? PYLOS_PLIES_OVER_WON : light);
    if (dark >= 0)
        return value == PYLOS_ENTRY_LOST && plies == dark;
    return value == PYLOS_ENTRY_DRAWN && plies == PYLOS_PLIES_DRAWN;
}

typedef struct Comparison {
    const LudRules *rules;
    RefGraph *graph;
    int *light, *dark;
    int compared, wrong, drawn;
} Comparison;

static void compare_layer(Comparison *comparison, const char *folder, int layer)
{
    const LudRules *rules = comparison->rules;
    const LudGameTabulation *tabulation = rules->game->tabulation;
    uint8_t *values = read_table(rules, folder, columns[0], layer);
    uint8_t *plies = read_table(rules, folder, columns[1], layer);
    comparison->wrong += !values || !plies;
    for (uint64_t rank = 0; rank < tabulation->size(&rules->options, layer) && values && plies;
         rank++) {
        LudState s;
        tabulation->unrank(&s, &rules->options, layer, rank);
        if (tabulation->rank(&s) != rank)
            continue;
        int node = ref_graph_add(comparison->graph, &s);
        bool is_over = rules->game->rules.turn(&s) == LUD_OVER;
        comparison->wrong += !is_right(comparison->light[node], comparison->dark[node], is_over,
                                       values[rank], plies[rank]);
        comparison->drawn += values[rank] == PYLOS_ENTRY_DRAWN;
        comparison->compared++;
    }
    free(values);
    free(plies);
}

/* Adds every position of the pyramid with all that follows. */
static bool lay_out(const LudRules *rules, RefGraph *graph)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    for (int layer = 0; layer < LAYERS; layer++) {
        for (uint64_t rank = 0; rank < tabulation->size(&rules->options, layer); rank++) {
            LudState s;
            tabulation->unrank(&s, &rules->options, layer, rank);
            if (ref_graph_add(graph, &s) < 0)
                return false;
        }
    }
    return true;
}

static void compare(const char *text)
{
    char folder[SCRATCH_PATH];
    LudRules rules = rules_of(text);
    LudError err;
    Comparison comparison = {.rules = &rules, .graph = ref_graph_new(rules.game, MOST_NODES)};
    scratch_make(folder);
    bool is_built = build(&rules, folder, 0, &err) == LUD_OK;
    bool is_laid_out = lay_out(&rules, comparison.graph);
    size_t count = (size_t)ref_graph_count(comparison.graph);
    comparison.light = malloc(count * sizeof(int));
    comparison.dark = malloc(count * sizeof(int));
    ref_graph_forces(comparison.graph, 0, 1, comparison.light);
    ref_graph_forces(comparison.graph, 1, 1, comparison.dark);
    for (int layer = 0; layer < LAYERS && is_built && is_laid_out; layer++)
        compare_layer(&comparison, folder, layer);
    tap_report(is_built && is_laid_out && comparison.wrong == 0 && comparison.compared == 14202,
               "%s: %d entries of both columns as the plain solver says, %d of them drawn", text,
               comparison.compared, comparison.drawn);
    free(comparison.light);
    free(comparison.dark);
    ref_graph_free(comparison.graph);
    scratch_remove(folder);
}

/* All readings of the rules, or two of them. */
static void compare_all(void)
{
    static const char *const variants[] = {"", ",variant=child"};
    for (int i = 0; i < 16; i += tap_is_short() ? 15 : 1) {
        char text[128];
        snprintf(text, sizeof text, "pylos:base=3%s%s%s%s", variants[i & 1],
                 i & 2 ? ",second=free" : "", i & 4 ? ",recovery=may" : "",
                 i & 8 ? ",reserve=raise" : "");
        compare(text);
    }
}

/* -- the same bytes ---------------------------------------------------------------------------- */

/* How many files of two directories are the same, byte by byte. */
static int count_same(const LudRules *rules, const char *one, const char *two)
{
    int same = 0;
    for (int i = 0; i < LAYERS * COLUMNS; i++) {
        char name[TABLE_NAME_TEXT], path[SCRATCH_PATH];
        size_t sizes[2] = {0, 1};
        table_name_print(rules, columns[i % COLUMNS], i / COLUMNS, name);
        unsigned char *wanted = scratch_read(scratch_path(path, one, name), &sizes[0]);
        unsigned char *found = scratch_read(scratch_path(path, two, name), &sizes[1]);
        same += wanted && found && sizes[0] == sizes[1] && memcmp(wanted, found, sizes[0]) == 0;
        free(wanted);
        free(found);
    }
    return same;
}

static void wait_us(uint32_t us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
}

/* Whether it was finished before it was killed. */
static bool build_and_kill(const LudRules *rules, const char *folder, uint32_t after_us)
{
    pid_t child = fork();
    if (child == 0) {
        LudError err;
        _exit(build(rules, folder, 1, &err) == LUD_OK ? 0 : 1);
    }
    wait_us(after_us);
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void test_killing(const LudRules *rules, const char *whole)
{
    char folder[SCRATCH_PATH];
    LudRandom random;
    int kills = 0, saved = 0, wrong = 0, rounds = 0, wanted = tap_chosen(3, 10, 30);
    lud_random_seed(&random, 3);
    while (kills < wanted && rounds++ < 200) {
        bool is_done = false;
        scratch_make(folder);
        for (uint32_t i = 1; !is_done; i++) {
            is_done = build_and_kill(rules, folder, lud_random_below(&random, 20000 * i));
            kills += !is_done;
            saved += scratch_count(folder, TABLE_SAVED_ENDING) > 0;
        }
        wrong += count_same(rules, whole, folder) != LAYERS * COLUMNS ||
                 scratch_count(folder, TABLE_SAVED_ENDING) > 0 || scratch_count(folder, ".part");
        scratch_remove(folder);
    }
    tap_report(wrong == 0 && kills >= wanted && saved > 0,
               "killed %d times, %d times with something kept: the same bytes", kills, saved);
}

static void test_bytes(void)
{
    char whole[SCRATCH_PATH], folder[SCRATCH_PATH];
    LudRules rules = rules_of("pylos:base=3"), portable = rules;
    LudError err;
    for (int i = 0; i < lud_game_count(); i++) {
        if (lud_game_at(i) == rules.game)
            portable.game = lud_game_portable(i);
    }
    scratch_make(whole);
    scratch_make(folder);
    bool is_built = build(&rules, whole, 0, &err) == LUD_OK;
    is_built = is_built && build(&portable, folder, 0, &err) == LUD_OK;
    tap_report(is_built && count_same(&rules, whole, folder) == LAYERS * COLUMNS,
               "the portable build writes the same bytes");
    test_killing(&rules, whole);
    scratch_remove(whole);
    scratch_remove(folder);
}

/* -- proofs ------------------------------------------------------------------------------------ */

/* Writes a table with one entry changed. */
static bool write_wrong(const LudRules *rules, const char *folder, int column, int layer,
                        uint64_t rank, uint8_t entry)
{
    TableHead head = {.layer = layer,
                      .count = rules->game->tabulation->size(&rules->options, layer),
                      .bits = rules->game->tabulation->bits[column]};
    TableWriter *writer = NULL;
    uint8_t *entries = read_table(rules, folder, columns[column], layer);
    char *path = table_path(folder, rules, columns[column], layer);
    lud_rules_print(rules, head.rules);
    snprintf(head.column, sizeof head.column, "%s", columns[column]);
    bool is_good = entries && table_writer_open(&writer, path, &head, NULL, NULL) == LUD_OK;
    if (is_good) {
        entries[rank] = entry;
        is_good = table_writer_add(writer, entries, (size_t)head.count, NULL) == LUD_OK &&
                  table_writer_close(writer, NULL) == LUD_OK;
    }
    free(entries);
    free(path);
    return is_good;
}

static LudStatus verify(const LudRules *rules, const char *folder, uint64_t *checked)
{
    LudError err;
    LudTableCheck check = {.size = sizeof check, .layers = -1, .threads = 2};
    return lud_tables_verify(rules, folder, &check, checked, &err);
}

/* A random position of a layer, by the number that is asked for. */
static uint64_t random_rank(const LudRules *rules, LudRandom *random, int layer)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    for (;;) {
        uint64_t size = tabulation->size(&rules->options, layer);
        uint64_t rank = lud_random_below(random, (uint32_t)size);
        LudState s;
        tabulation->unrank(&s, &rules->options, layer, rank);
        if (tabulation->rank(&s) == rank)
            return rank;
    }
}

static uint8_t entry_at(const LudRules *rules, const char *folder, int column, int layer,
                        uint64_t rank)
{
    uint8_t *entries = read_table(rules, folder, columns[column], layer), entry = entries[rank];
    free(entries);
    return entry;
}

/* A draw that nobody can hold, claimed by both columns alike. */
static void test_false_draws(const LudRules *rules, const char *folder)
{
    static const uint8_t drawn[COLUMNS] = {PYLOS_ENTRY_DRAWN, PYLOS_PLIES_DRAWN};
    LudRandom random;
    uint64_t none = 0;
    int found = 0, tried = 0;
    lud_random_seed(&random, 4);
    for (; tried < tap_scaled(20); tried++) {
        int layer = 1 + tried % (LAYERS - 1);
        uint64_t rank = random_rank(rules, &random, layer);
        uint8_t right[COLUMNS];
        bool is_good = true;
        for (int i = 0; i < COLUMNS; i++) {
            right[i] = entry_at(rules, folder, i, layer, rank);
            is_good = is_good && write_wrong(rules, folder, i, layer, rank, drawn[i]);
        }
        found += is_good && verify(rules, folder, &none) == LUD_EFILE;
        for (int i = 0; i < COLUMNS; i++)
            write_wrong(rules, folder, i, layer, rank, right[i]);
    }
    tap_report(found == tried, "%d of %d draws that nobody can hold are found", found, tried);
}

static void test_proofs(void)
{
    char folder[SCRATCH_PATH];
    LudRules rules = rules_of("pylos:base=3");
    LudError err;
    LudRandom random;
    uint64_t checked = 0, none = 0;
    scratch_make(folder);
    lud_random_seed(&random, 9);
    bool is_built = build(&rules, folder, 0, &err) == LUD_OK;
    bool is_proven = is_built && verify(&rules, folder, &checked) == LUD_OK;
    tap_report(is_proven && checked == 14202, "%llu entries are proven",
               (unsigned long long)checked);
    int found = 0, tried = 0;
    while (tried < tap_scaled(30)) {
        int column = (int)lud_random_below(&random, COLUMNS), layer = 1 + tried % (LAYERS - 1);
        uint64_t rank = random_rank(&rules, &random, layer);
        uint8_t right = entry_at(&rules, folder, column, layer, rank);
        /* Two plies more, or another outcome. */
        uint8_t wrong = (uint8_t)(column == 0 ? (right + 1) % 3 : right ^ 2);
        tried++;
        found += write_wrong(&rules, folder, column, layer, rank, wrong) &&
                 verify(&rules, folder, &none) == LUD_EFILE &&
                 write_wrong(&rules, folder, column, layer, rank, right);
    }
    tap_report(found == tried, "%d of %d wrong entries are found", found, tried);
    test_false_draws(&rules, folder);
    tap_report(verify(&rules, folder, &checked) == LUD_OK, "and nothing once they are right again");
    scratch_remove(folder);
}

/* -- asking ------------------------------------------------------------------------------------ */

/* Whoever follows the table from the start wins in as many plies as it says. */
static void test_following(void)
{
    char folder[SCRATCH_PATH];
    LudRules rules = rules_of("pylos:base=3");
    LudError err;
    LudTables *tables = NULL;
    LudState s;
    LudMove list[LUD_MAX_MOVES];
    int plies = 0, said = -1;
    scratch_make(folder);
    bool is_good = build(&rules, folder, 0, &err) == LUD_OK &&
                   lud_tables_open(&tables, &rules, folder, &err) == LUD_OK;
    rules.game->rules.init(&s, &rules.options);
    while (is_good && rules.game->rules.turn(&s) != LUD_OVER) {
        LudTableAnswer here, after;
        is_good = lud_tables_probe(tables, &s, &here) && here.has_value && here.has_distance;
        int count = rules.game->rules.moves(&s, list), best = -1;
        said = said < 0 ? here.distance : said;
        for (int i = 0; i < count && is_good && best < 0; i++) {
            is_good = lud_tables_probe_after(tables, &s, list[i], &after) && after.has_distance;
            if (after.value == here.value && after.distance == here.distance)
                best = i;
        }
        is_good = is_good && best >= 0;
        if (is_good)
            rules.game->rules.apply(&s, list[best]);
        plies++;
    }
    tap_report(is_good && plies == said && plies == 15 && rules.game->rules.score(&s, 0) == 2,
               "the start is won in %d plies, and that many are played", said);
    lud_tables_close(tables);
    scratch_remove(folder);
}

int main(void)
{
    compare_all();
    test_bytes();
    test_proofs();
    test_following();
    return tap_finish();
}
