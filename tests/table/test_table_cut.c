/* Tables that become shorter while they are in use: no more answers, an error where one is due, and
 * never the end of the process. Only files too large to be read at once can be caught so, which is
 * why a dozen seeds are needed. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <ludoteca/ludoteca.h>

#include "base/workers.h"
#include "core/tabulation.h"
#include "support/scratch.h"
#include "support/small_endings.h"
#include "support/tap.h"
#include "table/table_name.h"
#include "table/table_set.h"

enum { SEEDS = 12, PROBES = 20000, READERS = 4 };

static char folder[SCRATCH_PATH], top_path[SCRATCH_PATH];
static LudRules rules;

static bool build(int seeds)
{
    LudError err;
    LudTableBuild task = {
        .size = sizeof task, .dir = folder, .layers = seeds, .threads = 1, .columns = "value"};
    return lud_tables_build(&rules, &task, &err) == LUD_OK;
}

/* Cut down where it is, as cp, rsync --inplace or a dying disk would do it. */
static void cut(const char *path, size_t size)
{
    if (truncate(path, (off_t)size) != 0)
        abort();
}

static LudTables *open_tables(void)
{
    LudTables *tables;
    LudError err;
    if (lud_tables_open(&tables, &rules, folder, &err) != LUD_OK)
        abort();
    return tables;
}

/* -- one file ---------------------------------------------------------------------------------- */

static void check_refusals(TableFile *file, const char *what)
{
    uint64_t count = table_file_head(file)->count;
    uint8_t *entries = malloc((size_t)count), entry;
    LudError err;
    char message[1000] = "";
    bool is_refused = !table_file_get(file, count - 1, &entry) &&
                      table_file_read(file, 0, count, entries, &err) == LUD_EFILE &&
                      table_file_check(file, NULL, NULL, &err) == LUD_EFILE;
    if (is_refused)
        lud_error_text(&err, NULL, message, sizeof message);
    tap_report(is_refused && strstr(message, top_path), "%s is refused, and named", what);
    free(entries);
}

static void test_file(void)
{
    size_t size;
    uint8_t entry;
    TableFile *file;
    LudError err;
    unsigned char *bytes = scratch_read(top_path, &size);
    if (!bytes || table_file_open(&file, top_path, &err) != LUD_OK)
        abort();
    cut(top_path, size / 2);
    tap_report(table_file_get(file, 0, &entry), "what is left of a cut file is read");
    check_refusals(file, "a file cut in half while open");
    cut(top_path, 0);
    check_refusals(file, "a file emptied while open");
    scratch_write(top_path, bytes + size / 3, size / 3);
    check_refusals(file, "a file overwritten by a shorter one");
    scratch_write(top_path, bytes, size);
    tap_report(table_file_check(file, NULL, NULL, &err) == LUD_OK, "one put right is read again");
    table_file_close(file);
    free(bytes);
}

/* A new file under the old name does not concern those who have the old one open. */
static void test_replaced(void)
{
    size_t size;
    char other[SCRATCH_PATH];
    TableFile *file;
    LudError err;
    unsigned char *bytes = scratch_read(top_path, &size);
    if (!bytes || table_file_open(&file, top_path, &err) != LUD_OK)
        abort();
    scratch_write(scratch_path(other, folder, "other"), bytes, size / 2);
    bool is_right =
        rename(other, top_path) == 0 && table_file_check(file, NULL, NULL, &err) == LUD_OK;
    tap_report(is_right, "a file that lost its name to a shorter one is read to its end");
    table_file_close(file);
    scratch_write(top_path, bytes, size);
    free(bytes);
}

/* -- all of them ------------------------------------------------------------------------------- */

typedef struct Crowd {
    LudTables *tables;
    LudState *states;
    int *values;
    atomic_int wrong, unknown;
} Crowd;

/* The first of them cuts the file when it is halfway. */
static void ask(void *context, int index)
{
    Crowd *crowd = context;
    for (int i = 0; i < PROBES; i++) {
        LudTableAnswer answer;
        if (index == 0 && i == PROBES / 2)
            cut(top_path, 4096);
        if (!lud_tables_probe(crowd->tables, &crowd->states[i], &answer))
            atomic_fetch_add(&crowd->unknown, 1);
        else if (answer.value != crowd->values[i])
            atomic_fetch_add(&crowd->wrong, 1);
    }
}

/* Positions of the highest layer, all over it so that most blocks are decoded again and again. */
static bool choose_states(Crowd *crowd)
{
    const LudGameTabulation *tabulation = rules.game->tabulation;
    uint64_t size = tabulation->size(&rules.options, SEEDS);
    LudRandom random;
    lud_random_seed(&random, 7);
    bool is_known = true;
    for (int i = 0; i < PROBES; i++) {
        LudTableAnswer answer;
        uint64_t rank = lud_random_next(&random) % size;
        tabulation->unrank(&crowd->states[i], &rules.options, SEEDS, rank);
        is_known &= lud_tables_probe(crowd->tables, &crowd->states[i], &answer);
        crowd->values[i] = answer.value;
    }
    return is_known;
}

static void test_crowd(void)
{
    size_t size;
    unsigned char *bytes = scratch_read(top_path, &size);
    Crowd crowd = {.tables = open_tables(),
                   .states = calloc(PROBES, sizeof *crowd.states),
                   .values = calloc(PROBES, sizeof *crowd.values)};
    bool is_known = choose_states(&crowd);
    lud_tables_close(crowd.tables);
    crowd.tables = open_tables();
    /* A single slot, so that hardly anything is answered from memory. */
    table_file_cache(crowd.tables->file[0][SEEDS], 1);
    base_workers_run(READERS, ask, &crowd);
    tap_report(is_known && crowd.wrong == 0 && crowd.unknown > 0,
               "%d threads ask while a file is cut: never a wrong answer, %d times none", READERS,
               (int)crowd.unknown);
    lud_tables_close(crowd.tables);
    scratch_write(top_path, bytes, size);
    free(crowd.states);
    free(crowd.values);
    free(bytes);
}

/* -- those who use them ------------------------------------------------------------------------ */

/* Cuts the highest layer once the check has come to its files. */
static bool cut_while_watching(void *context, const LudTableProgress *progress)
{
    bool *is_cut = context;
    (void)progress;
    if (!*is_cut)
        cut(top_path, 5000);
    *is_cut = true;
    return true;
}

static void test_verify(void)
{
    size_t size;
    bool is_cut = false;
    uint64_t checked = 0;
    LudError err;
    char message[1000] = "";
    unsigned char *bytes = scratch_read(top_path, &size);
    LudTableCheck check = {.size = sizeof check,
                           .layers = -1,
                           .threads = 2,
                           .watch = cut_while_watching,
                           .context = &is_cut};
    LudStatus status = lud_tables_verify(&rules, folder, &check, &checked, &err);
    if (status != LUD_OK)
        lud_error_text(&err, NULL, message, sizeof message);
    tap_report(is_cut && status == LUD_EFILE && strstr(message, top_path),
               "verify names a file that is cut under its hands");
    scratch_write(top_path, bytes, size);
    free(bytes);
}

static void test_build_again(void)
{
    size_t size, made_size;
    unsigned char *bytes = scratch_read(top_path, &size);
    cut(top_path, size - 1);
    bool is_built = build(SEEDS);
    unsigned char *made = scratch_read(top_path, &made_size);
    tap_report(is_built && made && made_size == size && memcmp(made, bytes, size) == 0,
               "build makes a cut table again, byte for byte");
    free(bytes);
    free(made);
}

static void test_engine(void)
{
    LudEngine *engine;
    LudPlay *play;
    LudChoice choice;
    LudFindings findings;
    LudError err;
    LudState s;
    LudRandom random;
    LudPlayerSpec player;
    LudLimits limits = {.nodes = 20000};
    LudEngineOptions options = {.size = sizeof options, .table_path = folder};
    lud_random_seed(&random, 3);
    while (!ending_of_oware(&rules, &random, SEEDS, &s) ||
           rules.game->tabulation->layer_of(&s) != SEEDS)
        continue;
    if (lud_engine_new(&engine, &rules, &options, &err) != LUD_OK ||
        lud_play_new(&play, &rules, &s, &err) != LUD_OK ||
        lud_player_spec_parse("max,nodes=20000", &player, &err) != LUD_OK)
        abort();
    cut(top_path, 4096);
    bool is_right = lud_engine_choose(engine, &player, play, NULL, NULL, &choice, &err) == LUD_OK &&
                    lud_engine_analyse(engine, play, &limits, 0, NULL, &findings, &err) == LUD_OK;
    tap_report(is_right, "the engine goes on without a table that was cut");
    lud_play_free(play);
    lud_engine_free(engine);
}

/* -- too few descriptors ----------------------------------------------------------------------- */

/* That a file can't be opened now says nothing of what it knows: the tables are not opened at all.
 */
static void test_no_descriptors(void)
{
    struct rlimit usual, none;
    LudTables *tables = NULL;
    LudError err;
    getrlimit(RLIMIT_NOFILE, &usual);
    none = usual;
    none.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &none);
    LudStatus status = lud_tables_open(&tables, &rules, folder, &err);
    setrlimit(RLIMIT_NOFILE, &usual);
    tap_report(status == LUD_EMEMORY,
               "without descriptors tables do not open, instead of knowing less");
}

int main(void)
{
    LudError err;
    scratch_make(folder);
    if (lud_rules_parse("oware:slam=awari", &rules, &err) != LUD_OK || !build(SEEDS))
        abort();
    char *path = table_path(folder, &rules, "value", SEEDS);
    snprintf(top_path, sizeof top_path, "%s", path);
    free(path);
    test_file();
    test_replaced();
    test_crowd();
    test_verify();
    test_build_again();
    test_engine();
    test_no_descriptors();
    scratch_remove(folder);
    return tap_finish();
}
