/* Table files: what goes in comes out, damage anywhere is noticed, and a file has its name only
 * when it is whole. */
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <ludoteca/table.h>

#include "base/workers.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "table/table_file.h"

static char folder[SCRATCH_PATH];

static const TableHead usual = {.rules = "oware:slam=awari", .column = "value", .layer = 7};

/* Entries with long runs, noise and everything between. */
static uint8_t *make_entries(size_t count)
{
    uint8_t *entries = malloc(count + 1);
    LudRandom random;
    lud_random_seed(&random, 5 + count);
    for (size_t i = 0; i < count; i++)
        entries[i] = (uint8_t)(i / 7000 % 3 == 0   ? 64
                               : i / 7000 % 3 == 1 ? 64 + lud_random_below(&random, 9)
                                                   : lud_random_below(&random, 256));
    return entries;
}

static LudStatus write_table(const char *path, const uint8_t *entries, size_t count, size_t step,
                             int threads, LudError *err)
{
    TableWriter *writer;
    TableHead head = usual;
    head.count = count;
    LudStatus status = table_writer_open(&writer, path, &head, NULL, err);
    if (status != LUD_OK)
        return status;
    table_writer_use_threads(writer, threads);
    for (size_t i = 0; i < count && status == LUD_OK; i += step)
        status = table_writer_add(writer, entries + i, count - i < step ? count - i : step, err);
    if (status == LUD_OK)
        return table_writer_close(writer, err);
    table_writer_abandon(writer);
    return status;
}

static bool is_same_head(const TableHead *head, size_t count)
{
    return strcmp(head->rules, usual.rules) == 0 && strcmp(head->column, usual.column) == 0 &&
           head->layer == usual.layer && head->count == count;
}

static bool reads_as(TableFile *file, const uint8_t *entries, size_t count)
{
    LudRandom random;
    LudError err;
    lud_random_seed(&random, 9);
    uint8_t *copy = malloc(count + 1), entry;
    bool is_right = table_file_read(file, 0, count, copy, &err) == LUD_OK &&
                    memcmp(copy, entries, count) == 0 && !table_file_get(file, count, &entry) &&
                    table_file_read(file, count, 1, copy, &err) == LUD_ENOTNOW &&
                    table_file_check(file, NULL, NULL, &err) == LUD_OK;
    for (int i = 0; i < 300 && count > 0; i++) {
        size_t at = lud_random_below(&random, (uint32_t)count);
        size_t part = lud_random_below(&random, (uint32_t)(count - at) + 1);
        is_right &= table_file_get(file, at, &entry) && entry == entries[at];
        is_right &= table_file_read(file, at, part, copy, &err) == LUD_OK &&
                    memcmp(copy, entries + at, part) == 0;
    }
    free(copy);
    return is_right;
}

static void test_round_trips(void)
{
    static const size_t counts[] = {0, 1, 12, 16383, 16384, 16385, 100000, 2500000};
    char path[SCRATCH_PATH];
    scratch_path(path, folder, "round.ludt");
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        size_t count = counts[i];
        uint8_t *entries = make_entries(count);
        TableFile *file = NULL;
        LudError err;
        bool is_right = write_table(path, entries, count, 70001, 1, &err) == LUD_OK &&
                        table_file_open(&file, path, &err) == LUD_OK &&
                        is_same_head(table_file_head(file), count) &&
                        reads_as(file, entries, count) && table_file_cache(file, 1) &&
                        reads_as(file, entries, count) && table_file_cache(file, (size_t)1 << 30) &&
                        reads_as(file, entries, count);
        table_file_close(file);
        tap_report(is_right, "%zu entries come back, one by one and in rows", count);
        free(entries);
    }
}

static void test_same_bytes(void)
{
    size_t count = 5000000, sizes[3];
    unsigned char *files[3];
    char path[SCRATCH_PATH];
    uint8_t *entries = make_entries(count);
    static const struct {
        size_t step;
        int threads;
    } ways[3] = {{5000000, 1}, {123457, 2}, {32768, 3}};
    for (int i = 0; i < 3; i++) {
        LudError err;
        scratch_path(path, folder, "same.ludt");
        write_table(path, entries, count, ways[i].step, ways[i].threads, &err);
        files[i] = scratch_read(path, &sizes[i]);
    }
    bool is_same = files[0] && sizes[0] == sizes[1] && sizes[0] == sizes[2] &&
                   memcmp(files[0], files[1], sizes[0]) == 0 &&
                   memcmp(files[0], files[2], sizes[0]) == 0;
    tap_report(is_same, "the same bytes, however many threads, in whatever portions");
    for (int i = 0; i < 3; i++)
        free(files[i]);
    free(entries);
}

/* Whether a file is refused when it is opened, or when it is checked and read. */
static bool is_noticed(const char *path, size_t count)
{
    TableFile *file;
    LudError err = {.status = LUD_OK};
    uint8_t *copy = malloc(count);
    bool is_opened = table_file_open(&file, path, &err) == LUD_OK;
    bool is_bad = !is_opened || (table_file_check(file, NULL, NULL, &err) != LUD_OK &&
                                 table_file_read(file, 0, count, copy, &err) != LUD_OK);
    is_bad &= err.status == LUD_EFILE && strstr(err.format, "{1}") != NULL;
    if (is_opened)
        table_file_close(file);
    free(copy);
    return is_bad;
}

static void test_damage(void)
{
    size_t count = 40000, size;
    uint8_t *entries = make_entries(count);
    char path[SCRATCH_PATH], broken[SCRATCH_PATH];
    LudError err;
    LudRandom random;
    lud_random_seed(&random, 3);
    scratch_path(path, folder, "whole.ludt");
    scratch_path(broken, folder, "broken.ludt");
    write_table(path, entries, count, count, 1, &err);
    unsigned char *bytes = scratch_read(path, &size);
    size_t step = size / (size_t)tap_scaled(1500) + 1, flipped = 0, cut = 0, missed = 0;
    for (size_t at = 0; at < size; at += at < 300 ? 1 : step) {
        unsigned char flip = (unsigned char)(1u << lud_random_below(&random, 8));
        bytes[at] ^= flip;
        scratch_write(broken, bytes, size);
        missed += !is_noticed(broken, count);
        bytes[at] ^= flip;
        flipped++;
    }
    tap_report(missed == 0 && flipped > 300, "%zu flipped bits, all noticed", flipped);
    missed = 0;
    for (size_t length = 0; length < size; length += length < 300 ? 7 : 20 * step) {
        scratch_write(broken, bytes, length);
        missed += !is_noticed(broken, count);
        cut++;
    }
    tap_report(missed == 0 && cut > 40, "%zu truncated files, all refused", cut);
    bytes = realloc(bytes, size + 1);
    bytes[size] = 0;
    scratch_write(broken, bytes, size + 1);
    tap_report(is_noticed(broken, count), "a file with something after its end is refused");
    free(bytes);
    free(entries);
}

/* A flipped byte in one block does not hide the others. */
static void test_sound_blocks(void)
{
    size_t count = 100000, size;
    uint8_t *entries = make_entries(count), entry = 0;
    char path[SCRATCH_PATH];
    LudError err;
    TableFile *file = NULL;
    scratch_path(path, folder, "block.ludt");
    write_table(path, entries, count, count, 1, &err);
    unsigned char *bytes = scratch_read(path, &size);
    bytes[size - 1] ^= 4;
    scratch_write(path, bytes, size);
    bool is_right = table_file_open(&file, path, &err) == LUD_OK &&
                    table_file_get(file, 50000, &entry) && entry == entries[50000] &&
                    !table_file_get(file, count - 1, &entry) &&
                    !table_file_get(file, count - 1, &entry);
    tap_report(is_right, "a damaged block is refused by get, the others are read");
    table_file_close(file);
    free(bytes);
    free(entries);
}

static void test_names(void)
{
    char path[SCRATCH_PATH];
    LudError err;
    TableWriter *writer;
    TableHead head = usual;
    uint8_t entries[100] = {1};
    head.count = 200;
    scratch_path(path, folder, "never.ludt");
    table_writer_open(&writer, path, &head, NULL, &err);
    table_writer_add(writer, entries, sizeof entries, &err);
    int during = scratch_count(folder, "never.ludt"), unfinished = scratch_count(folder, ".part");
    bool is_refused = table_writer_close(writer, &err) == LUD_ENOTNOW;
    tap_report(is_refused && during == 0 && unfinished == 1 && scratch_count(folder, ".part") == 0,
               "a table that lacks entries never gets its name");
    table_writer_open(&writer, path, &head, NULL, &err);
    is_refused = table_writer_add(writer, entries, 100, &err) == LUD_OK &&
                 table_writer_add(writer, entries, 100, &err) == LUD_OK &&
                 table_writer_add(writer, entries, 1, &err) == LUD_ENOTNOW;
    table_writer_abandon(writer);
    tap_report(is_refused && scratch_count(folder, "never.ludt") == 0 &&
                   scratch_count(folder, ".part") == 0,
               "nor one that gets too many, and an abandoned one leaves nothing");
    scratch_path(path, folder, "missing/never.ludt");
    tap_report(table_writer_open(&writer, path, &head, NULL, &err) == LUD_EFILE && !writer,
               "a directory that is missing is an error");
}

/* The limit on the size of files stands for a full disk. */
static void test_full_disk(void)
{
    size_t count = 3000000;
    uint8_t *entries = make_entries(count);
    char path[SCRATCH_PATH], message[1000];
    LudError err = {.status = LUD_OK};
    struct rlimit before, small;
    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    small = before;
    small.rlim_cur = 200000;
    setrlimit(RLIMIT_FSIZE, &small);
    LudStatus status =
        write_table(scratch_path(path, folder, "full.ludt"), entries, count, count, 2, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    lud_error_text(&err, NULL, message, sizeof message);
    tap_report(status == LUD_EFILE && strstr(message, "no room") && strstr(message, "Free") &&
                   scratch_count(folder, "full.ludt") == 0 && scratch_count(folder, ".part") == 0,
               "a full disk: a clear error, nothing left behind");
    tap_note("%s", message);
    free(entries);
}

/* -- many readers ------------------------------------------------------------------------------ */

typedef struct Crowd {
    TableFile *file;
    const uint8_t *entries;
    size_t count;
    int probes;
    atomic_int wrong;
} Crowd;

static void probe_some(void *context, int index)
{
    Crowd *crowd = context;
    LudRandom random;
    lud_random_seed(&random, (uint64_t)index + 100);
    size_t at = 0;
    for (int i = 0; i < crowd->probes; i++) {
        uint8_t entry;
        /* Near the last one most times, as a search would. */
        at = i % 50 == 0 ? lud_random_below(&random, (uint32_t)crowd->count)
                         : (at + lud_random_below(&random, 1000)) % crowd->count;
        if (!table_file_get(crowd->file, at, &entry) || entry != crowd->entries[at])
            atomic_fetch_add(&crowd->wrong, 1);
    }
}

static void test_many_readers(void)
{
    size_t count = 400000;
    uint8_t *entries = make_entries(count);
    char path[SCRATCH_PATH];
    LudError err;
    Crowd crowd = {.entries = entries, .count = count, .probes = tap_scaled(30000)};
    scratch_path(path, folder, "crowd.ludt");
    write_table(path, entries, count, count, 1, &err);
    bool is_open = table_file_open(&crowd.file, path, &err) == LUD_OK;
    if (is_open) {
        table_file_cache(crowd.file, 3 * TABLE_BLOCK_BYTES);
        base_workers_run(4, probe_some, &crowd);
    }
    tap_report(is_open && crowd.wrong == 0, "four threads, more blocks than slots");
    table_file_close(crowd.file);
    free(entries);
}

static void count_file(void *context, const LudTableFile *file)
{
    *(int *)context += file->fault.status != LUD_OK;
}

/* Opening a pipe usually waits until somebody writes to it. */
static void test_pipe(void)
{
    char path[SCRATCH_PATH];
    int faulty = 0;
    scratch_path(path, folder, "pipe" TABLE_ENDING);
    tap_report(mkfifo(path, 0600) == 0 &&
                   lud_tables_list(folder, count_file, &faulty, NULL) == LUD_OK && faulty > 0,
               "a pipe that has a table's name is told, and not waited for");
    remove(path);
}

int main(void)
{
    scratch_make(folder);
    test_round_trips();
    test_same_bytes();
    test_damage();
    test_sound_blocks();
    test_names();
    test_full_disk();
    test_many_readers();
    test_pipe();
    scratch_remove(folder);
    return tap_finish();
}
