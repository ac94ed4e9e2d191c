/* Building tables: the same bytes with any number of threads, after being stopped, after being
 * killed at any moment, after a full disk; and refusals before anything is done. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock_time.h"
#include "base/folder.h"
#include "base/workers.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "table/table_build.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { LAYERS = 8, COLUMNS = 4, FILES = (LAYERS + 1) * COLUMNS };

static const char *const columns[COLUMNS] = {"value", "low", "high", "force"};
static char whole[SCRATCH_PATH]; /* where everything was built in one go, by one thread */
static LudRules rules;
static uint32_t whole_ms; /* how long that took */
static uint64_t memory;   /* that builds may use; 0: as much as there is */
/* So little that lower layers of `low` and `high` come in several parts; the same of `value`. */
enum { LITTLE_MEMORY = (20 << 20) + 308500, LITTLE_FOR_VALUE = (20 << 20) + 156500 };

static LudStatus build(const char *folder, int threads, LudError *err)
{
    TableBuildOptions options = {
        .dir = folder, .layers = LAYERS, .threads = threads, .memory_bytes = memory};
    return table_build(&rules, &options, err);
}

/* How many files are byte by byte as they should be. */
static int count_same(const char *folder)
{
    int same = 0;
    for (int i = 0; i < FILES; i++) {
        char name[TABLE_NAME_TEXT], one[SCRATCH_PATH], two[SCRATCH_PATH];
        size_t sizes[2] = {0, 1};
        table_name_print(&rules, columns[i % COLUMNS], i / COLUMNS, name);
        unsigned char *wanted = scratch_read(scratch_path(one, whole, name), &sizes[0]);
        unsigned char *found = scratch_read(scratch_path(two, folder, name), &sizes[1]);
        same += wanted && found && sizes[0] == sizes[1] && memcmp(wanted, found, sizes[0]) == 0;
        free(wanted);
        free(found);
    }
    return same;
}

static void expect_whole(const char *folder, const char *what)
{
    int same = count_same(folder), parts = scratch_count(folder, ".part");
    if (!tap_report(same == FILES && parts == 0, "%s: the same bytes", what))
        tap_note("%d of %d files, %d unfinished", same, FILES, parts);
}

static void test_threads(void)
{
    char folder[SCRATCH_PATH], name[64];
    for (int threads = 2; threads <= 5; threads += 3) {
        LudError err;
        scratch_make(folder);
        build(folder, threads, &err);
        snprintf(name, sizeof name, "%d threads", threads);
        expect_whole(folder, name);
        scratch_remove(folder);
    }
}

/* -- stopped and killed ------------------------------------------------------------------------ */

typedef struct Watch {
    uint64_t last, calls;
    int stop_after; /* calls */
    bool is_sound;
} Watch;

static bool watch(void *context, const TableProgress *progress)
{
    Watch *seen = context;
    seen->is_sound &= progress->done >= seen->last && progress->done <= progress->total &&
                      progress->column && progress->layer <= LAYERS && progress->elapsed_us >= 0;
    seen->last = progress->done;
    seen->calls++;
    return seen->stop_after == 0 || seen->calls < (uint64_t)seen->stop_after;
}

static void test_stopping(void)
{
    char folder[SCRATCH_PATH];
    LudError err;
    int rounds = 0;
    bool is_sound = true;
    LudStatus status = LUD_ESTOPPED;
    scratch_make(folder);
    while (status == LUD_ESTOPPED && rounds < 100) {
        /* Ever later, so that a slow machine gets through as well. */
        Watch seen = {.stop_after = 5 + rounds, .is_sound = true};
        TableBuildOptions options = {.dir = folder,
                                     .layers = LAYERS,
                                     .threads = 2,
                                     .memory_bytes = memory,
                                     .progress = watch,
                                     .context = &seen};
        status = table_build(&rules, &options, &err);
        is_sound &= seen.is_sound && scratch_count(folder, ".part") == 0;
        rounds++;
    }
    tap_report(status == LUD_OK && rounds > 3 && is_sound,
               "stopped by who watches, taken up again");
    expect_whole(folder, "stopped several times");
    Watch seen = {.is_sound = true};
    TableBuildOptions options = {
        .dir = folder, .layers = LAYERS, .threads = 1, .progress = watch, .context = &seen};
    tap_report(table_build(&rules, &options, &err) == LUD_OK && seen.last == 0,
               "nothing is done where all is there");
    scratch_remove(folder);
}

static void wait_ms(uint32_t ms)
{
    struct timespec time = {ms / 1000, (long)(ms % 1000) * 1000000};
    nanosleep(&time, NULL);
}

/* True once a build ends by itself, with success. */
static bool build_and_kill(const char *folder, uint32_t after_ms)
{
    pid_t child = fork();
    if (child == 0) {
        LudError err;
        _exit(build(folder, 2, &err) == LUD_OK ? 0 : 1);
    }
    wait_ms(after_ms);
    int status = 0;
    if (waitpid(child, &status, WNOHANG) == 0) {
        kill(child, SIGKILL);
        waitpid(child, &status, 0);
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Whether every file that has a table's name is whole. */
static bool are_all_sound(const char *folder)
{
    bool is_sound = true;
    for (int i = 0; i < FILES; i++) {
        char *path = table_path(folder, &rules, columns[i % COLUMNS], i / COLUMNS);
        TableFile *file = NULL;
        if (base_file_exists(path))
            is_sound &= table_file_open(&file, path, NULL) == LUD_OK &&
                        table_file_check(file, NULL, NULL, NULL) == LUD_OK;
        table_file_close(file);
        free(path);
    }
    return is_sound;
}

static void test_killing(void)
{
    char folder[SCRATCH_PATH];
    LudRandom random;
    LudError err;
    int kills = 0, partly = 0, wanted = memory ? tap_chosen(2, 5, 40) : tap_chosen(5, 15, 40);
    bool is_sound = true;
    lud_random_seed(&random, 11);
    /* Of few, none may have come when some tables were done. */
    while (kills < wanted || (partly == 0 && kills < 10 * wanted)) {
        scratch_make(folder);
        bool is_done = false;
        /* Mostly early, so that a build is killed several times before it is through. */
        for (int i = 0; i < 60 && !is_done && (kills < wanted || partly == 0); i++) {
            is_done =
                build_and_kill(folder, lud_random_below(&random, 2 + whole_ms * (uint32_t)i / 6));
            is_sound &= are_all_sound(folder);
            kills += !is_done;
            int files = scratch_count(folder, TABLE_ENDING);
            partly += files > 0 && files < FILES;
        }
        is_sound &= build(folder, 2, &err) == LUD_OK && count_same(folder) == FILES &&
                    scratch_count(folder, ".part") == 0;
        scratch_remove(folder);
    }
    tap_report(is_sound && partly > 0,
               "killed %d times, %d of them with some tables done: always whole files, and in the "
               "end the same bytes",
               kills, partly);
}

/* -- what else may happen ---------------------------------------------------------------------- */

/* `below` is a layer that the top one looks into. */
static void test_damage(const char *column, int below)
{
    char folder[SCRATCH_PATH];
    LudError err;
    size_t size;
    scratch_make(folder);
    build(folder, 2, &err);
    /* One below is damaged inside, one at the top is gone: both are made again. */
    char *inside = table_path(folder, &rules, column, below);
    char *top = table_path(folder, &rules, column, LAYERS);
    unsigned char *bytes = scratch_read(inside, &size);
    bytes[size - 2] ^= 1;
    scratch_write(inside, bytes, size);
    base_file_remove(top);
    char leftover[SCRATCH_PATH];
    scratch_path(leftover, folder, "oware.value.30.ludt.part");
    scratch_write(leftover, bytes, 100);
    LudStatus status = build(folder, 2, &err);
    tap_report(status == LUD_OK && scratch_count(folder, ".part") == 0,
               "leftovers of a killed build are removed");
    free(bytes);
    expect_whole(folder, "tables damaged and lost");
    free(inside);
    free(top);
    scratch_remove(folder);
}

static void test_full_disk(void)
{
    char folder[SCRATCH_PATH], message[1000];
    LudError err = {.status = LUD_OK};
    struct rlimit before, small;
    scratch_make(folder);
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 9000;
    setrlimit(RLIMIT_FSIZE, &small);
    LudStatus status = build(folder, 2, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    lud_error_text(&err, NULL, message, sizeof message);
    tap_note("%s", message);
    tap_report(status == LUD_EFILE && strstr(message, "no room") &&
                   scratch_count(folder, ".part") == 0 && scratch_count(folder, ".ludt") > 3,
               "a full disk: a clear error, finished tables stay");
    status = build(folder, 2, &err);
    expect_whole(folder, "a full disk that was emptied");
    scratch_remove(folder);
}

static void expect_refusal(const TableBuildOptions *options, LudStatus wanted, const char *words)
{
    LudError err = {.status = LUD_OK};
    char message[1000] = "";
    LudStatus status = table_build(&rules, options, &err);
    lud_error_text(&err, NULL, message, sizeof message);
    if (!tap_report(status == wanted && strstr(message, words), "refused: %s", words))
        tap_note("%d %s", (int)status, message);
}

static void test_refusals(void)
{
    char folder[SCRATCH_PATH], lock_path[SCRATCH_PATH];
    scratch_make(folder);
    expect_refusal(&(TableBuildOptions){.dir = folder, .layers = 20, .memory_bytes = 300000000},
                   LUD_EMEMORY, "of memory to build, and only 300.0 MB");
    expect_refusal(&(TableBuildOptions){.dir = folder, .layers = 49}, LUD_EUSAGE, "from 0 to 48");
    expect_refusal(&(TableBuildOptions){.dir = folder, .layers = 3, .columns = "value,best"},
                   LUD_EUSAGE, "value, low, high, force");
    expect_refusal(&(TableBuildOptions){.dir = "/dev/null/x", .layers = 3}, LUD_EFILE,
                   "can't be written");
    tap_report(scratch_count(folder, ".ludt") == 0, "nothing was written");
    int lock = base_lock_take(scratch_path(lock_path, folder, ".build-lock"));
    expect_refusal(&(TableBuildOptions){.dir = folder, .layers = 3}, LUD_ENOTNOW, "already");
    base_lock_release(lock);
    LudRules other;
    LudError err;
    TableBuildOptions options = {.dir = folder, .layers = 3};
    lud_rules_parse("dados", &other, &err);
    tap_report(table_build(&other, &options, &err) == LUD_ENOTNOW, "a game without tables");
    scratch_remove(folder);
}

static void test_needs(void)
{
    LudError err;
    TableNeeds needs = {0}, none = {0};
    TableBuildOptions options = {
        .dir = "/nowhere/at/all", .layers = 24, .threads = 2, .columns = "value"};
    LudStatus status = table_needs(&rules, &options, &needs, &err);
    tap_note("24 seeds: %.0f s, %.0f MB of memory, %.0f MB of disk", needs.seconds,
             (double)needs.memory_bytes / 1e6, (double)needs.disk_bytes / 1e6);
    /* All C(n + 11, 11) up to 24 are C(36, 12). */
    tap_report(status == LUD_OK && needs.files == 25 && needs.positions == 1251677700 &&
                   needs.memory_bytes > 1600000000 && needs.memory_bytes < 4000000000 &&
                   needs.disk_bytes > 100000000 && needs.room_bytes > 0 && needs.seconds > 1,
               "what 24 seeds need");
    options = (TableBuildOptions){.dir = whole, .layers = LAYERS};
    status = table_needs(&rules, &options, &none, &err);
    tap_report(status == LUD_OK && none.files == 0 && none.disk_bytes == 0 && none.seconds == 0,
               "what is there needs nothing");
}

/* A single column, and only what is missing of a pair. */
static void test_columns(void)
{
    char folder[SCRATCH_PATH];
    LudError err;
    scratch_make(folder);
    TableBuildOptions options = {
        .dir = folder, .layers = LAYERS, .threads = 2, .columns = "high,force"};
    LudStatus status = table_build(&rules, &options, &err);
    tap_report(status == LUD_OK && scratch_count(folder, ".ludt") == 2 * (LAYERS + 1) &&
                   count_same(folder) == 2 * (LAYERS + 1),
               "two columns only");
    build(folder, 1, &err);
    expect_whole(folder, "the others later");
    scratch_remove(folder);
}

/* Lower layers from their files, part by part: everything as it is in memory. */
static void test_little_memory(void)
{
    char folder[SCRATCH_PATH];
    LudError err;
    TableNeeds needs = {0};
    memory = LITTLE_MEMORY;
    TableBuildOptions options = {
        .dir = "/nowhere", .layers = LAYERS, .threads = 2, .memory_bytes = memory};
    LudStatus status = table_needs(&rules, &options, &needs, &err);
    tap_report(status == LUD_OK && needs.memory_bytes <= memory &&
                   needs.memory_bytes > memory - 10000,
               "little memory: what it needs is what it may use");
    for (int threads = 1; threads <= 2; threads++) {
        scratch_make(folder);
        status = build(folder, threads, &err);
        tap_report(status == LUD_OK, "little memory, %d threads", threads);
        expect_whole(folder, "little memory");
        scratch_remove(folder);
    }
    test_stopping();
    test_killing();
    test_damage("low", LAYERS - 2);
    test_full_disk();
    scratch_make(folder);
    options = (TableBuildOptions){
        .dir = folder, .layers = LAYERS, .columns = "value", .memory_bytes = LITTLE_FOR_VALUE};
    tap_report(table_build(&rules, &options, &err) == LUD_OK && count_same(folder) == LAYERS + 1,
               "little memory: value");
    scratch_remove(folder);
    /* A column that is only needed for another is kept as a file, too. */
    scratch_make(folder);
    options = (TableBuildOptions){
        .dir = folder, .layers = LAYERS, .columns = "high", .memory_bytes = memory};
    tap_report(table_build(&rules, &options, &err) == LUD_OK &&
                   count_same(folder) == 2 * (LAYERS + 1),
               "little memory: one column of two");
    scratch_remove(folder);
    options.memory_bytes = (20 << 20) + 302000;
    options.dir = whole;
    options.layers = LAYERS + 1;
    expect_refusal(&options, LUD_EMEMORY, "of memory to build, and only 21.3 MB");
    memory = 0;
}

int main(void)
{
    LudError err;
    if (lud_rules_parse("oware:slam=nocapture", &rules, &err) != LUD_OK)
        return 1;
    scratch_make(whole);
    int64_t before_us = base_time_us();
    tap_report(build(whole, 1, &err) == LUD_OK && scratch_count(whole, ".ludt") == FILES,
               "built at once, by one thread");
    whole_ms = (uint32_t)((base_time_us() - before_us) / 1000);
    test_threads();
    test_stopping();
    test_killing();
    test_damage("value", LAYERS - 1);
    test_full_disk();
    test_little_memory();
    test_refusals();
    test_needs();
    test_columns();
    scratch_remove(whole);
    return tap_finish();
}
