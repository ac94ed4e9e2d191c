/* The file of a store: who may open it, which files are refused, how older ones are brought up to
 * date, and copies. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/sqlite_parts.h"
#include "store/sqlite_store.h"
#include "store/store_case.h"
#include "support/tap.h"
#include "support/unit.h"

static StoreCase at;

static int open_case(void **unused)
{
    (void)unused;
    store_case_open(&at);
    return 0;
}

static int close_case(void **unused)
{
    (void)unused;
    store_case_close(&at);
    return 0;
}

static const char *file_path(char path[SCRATCH_PATH])
{
    return scratch_path(path, at.folder, SQLITE_STORE_FILE);
}

static void put_events(Store *store, const char *id, int from, int to)
{
    StoreGame game = store_case_game(id, STORE_PLAYING, to);
    assert_int_equal(store->kind->begin(store, NULL), LUD_OK);
    assert_int_equal(store->kind->put_game(store, &game, NULL), LUD_OK);
    for (int i = from; i <= to; i++)
        assert_int_equal(store->kind->add_event(store, id, i, "{\"type\": \"move\"}", NULL),
                         LUD_OK);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
}

static void expect_refused(const char *folder, const char *words)
{
    Store *untouched = (Store *)&at, *store = untouched;
    LudError err = {0};
    char text[1024];
    assert_int_equal(sqlite_store_open(&store, folder, NULL, &err), LUD_EFILE);
    assert_ptr_equal(store, untouched);
    lud_error_text(&err, NULL, text, sizeof text);
    if (!strstr(text, words) || !strstr(text, folder))
        fail_msg("\"%s\" does not say \"%s\" or the file", text, words);
}

/* -- directories and locks --------------------------------------------------------------------- */

static int mode_of(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    return (int)(about.st_mode & 0777);
}

static void test_nobody_else_may_read_it(void **unused)
{
    (void)unused;
    char path[SCRATCH_PATH], folder[SCRATCH_PATH], inner[SCRATCH_PATH];
    Store *store;
    mode_t before = umask(0);
    scratch_path(folder, at.folder, "new");
    scratch_path(inner, folder, "deep");
    assert_int_equal(sqlite_store_open(&store, inner, NULL, NULL), LUD_OK);
    put_events(store, "g", 1, 1);
    assert_int_equal(umask(before), 0);
    assert_int_equal(mode_of(folder), 0700);
    assert_int_equal(mode_of(inner), 0700);
    static const char *const names[] = {SQLITE_STORE_FILE, SQLITE_STORE_FILE "-wal",
                                        SQLITE_STORE_FILE "-shm", SQLITE_STORE_LOCK};
    for (int i = 0; i < 4; i++)
        assert_int_equal(mode_of(scratch_path(path, inner, names[i])), 0600);
    store->kind->close(store);
    assert_int_equal(scratch_count(inner, "-wal") + scratch_count(inner, "-shm"), 0);
    scratch_remove(inner);
    scratch_remove(folder);
}

static void test_one_server_at_a_time(void **unused)
{
    (void)unused;
    expect_refused(at.folder, "Another server");
    put_events(at.store, "g", 1, 3);
    store_case_reopen(&at);
    assert_string_equal(store_case_list(at.store, (StoreQuery){.list = STORE_LIST_ALL}), "g ");
}

static void test_a_directory_that_can_not_be(void **unused)
{
    (void)unused;
    char path[SCRATCH_PATH], below[SCRATCH_PATH];
    scratch_path(below, file_path(path), "below");
    expect_refused(below, "can't be written");
}

/* -- files that are refused -------------------------------------------------------------------- */

static void shut(void)
{
    if (at.store)
        at.store->kind->close(at.store);
    at.store = NULL;
}

static void reopen(void)
{
    assert_int_equal(sqlite_store_open(&at.store, at.folder, NULL, NULL), LUD_OK);
}

/* What another program might do to the file meanwhile. */
static void alter(const char *statements)
{
    char path[SCRATCH_PATH];
    sqlite3 *db;
    shut();
    assert_int_equal(sqlite3_open(file_path(path), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, statements, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void test_newer_files_are_refused(void **unused)
{
    (void)unused;
    put_events(at.store, "g", 1, 2);
    alter("PRAGMA user_version = 99");
    expect_refused(at.folder, "newer version");
    alter("PRAGMA user_version = 1");
    reopen();
    assert_string_equal(store_case_list(at.store, (StoreQuery){.list = STORE_LIST_ALL}), "g ");
}

static void test_files_of_others_are_refused(void **unused)
{
    (void)unused;
    alter("PRAGMA application_id = 5");
    expect_refused(at.folder, "no file of games");
    alter("PRAGMA application_id = 0; PRAGMA user_version = 0");
    expect_refused(at.folder, "no file of games");
}

static void test_damaged_files_are_refused(void **unused)
{
    (void)unused;
    char path[SCRATCH_PATH];
    size_t size;
    put_events(at.store, "g", 1, 2000);
    shut();
    unsigned char *bytes = scratch_read(file_path(path), &size);
    assert_true(size > 10 * 4096);
    scratch_write(path, "this is no database, whatever its name", 38);
    expect_refused(at.folder, "Put a backup");
    scratch_write(path, bytes, size / 2);
    expect_refused(at.folder, "Put a backup");
    /* Any page but the last few, which may be free. */
    for (size_t page = 0; page < size / 4096 - 2; page++) {
        unsigned char kept[64];
        memcpy(kept, bytes + page * 4096, sizeof kept);
        memset(bytes + page * 4096, 0x5a, sizeof kept);
        scratch_write(path, bytes, size);
        expect_refused(at.folder, "Put a backup");
        memcpy(bytes + page * 4096, kept, sizeof kept);
    }
    scratch_write(path, bytes, size);
    free(bytes);
    reopen();
}

/* -- older files ------------------------------------------------------------------------------- */

static int count_rows(sqlite3 *db, const char *query)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) != SQLITE_OK)
        return -1;
    int count = sqlite3_step(statement) == SQLITE_ROW ? sqlite3_column_int(statement, 0) : -1;
    sqlite3_finalize(statement);
    return count;
}

static void test_steps_are_taken_one_by_one(void **unused)
{
    (void)unused;
    static const char *const steps[] = {
        "CREATE TABLE first(a); INSERT INTO first VALUES(1)",
        "CREATE TABLE second(a); INSERT INTO second SELECT a + 1 FROM first",
        "CREATE TABLE third(a); INSERT INTO nowhere VALUES(1)",
    };
    char path[SCRATCH_PATH];
    sqlite3 *db;
    LudError err;
    shut();
    assert_int_equal(sqlite3_open(scratch_path(path, at.folder, "steps"), &db), SQLITE_OK);
    assert_int_equal(sqlite_schema_update(db, path, steps, 1, &err), LUD_OK);
    assert_int_equal(count_rows(db, "PRAGMA user_version"), 1);
    assert_int_equal(sqlite_schema_update(db, path, steps, 2, &err), LUD_OK);
    assert_int_equal(sqlite_schema_update(db, path, steps, 2, &err), LUD_OK);
    assert_int_equal(count_rows(db, "SELECT sum(a) FROM second"), 2);
    assert_int_equal(sqlite_schema_update(db, path, steps, 3, &err), LUD_EFILE);
    assert_int_equal(count_rows(db, "PRAGMA user_version"), 2);
    assert_int_equal(count_rows(db, "SELECT count(*) FROM third"), -1);
    assert_int_equal(count_rows(db, "SELECT count(*) FROM second"), 1);
    assert_int_equal(sqlite_schema_update(db, path, steps, 1, &err), LUD_EFILE);
    sqlite3_close(db);
}

/* -- copies ------------------------------------------------------------------------------------ */

static int backups;

/* A copy as a store of its own, for close_copy. */
static Store *open_copy(char folder[SCRATCH_PATH])
{
    char name[32], path[SCRATCH_PATH];
    Store *store;
    snprintf(name, sizeof name, "copy%d", ++backups);
    scratch_path(folder, at.folder, name);
    assert_int_equal(mkdir(folder, 0700), 0);
    scratch_path(path, folder, SQLITE_STORE_FILE);
    LudError err = {0};
    if (sqlite_store_backup(at.folder, path, &err) != LUD_OK)
        fail_msg("%s: %s %s", err.format, err.arg[0], err.arg[1]);
    assert_int_equal(mode_of(path), 0600);
    assert_int_equal(scratch_count(folder, ""), 1);
    assert_int_equal(sqlite_store_open(&store, folder, NULL, NULL), LUD_OK);
    return store;
}

static void close_copy(Store *store, const char *folder)
{
    store->kind->close(store);
    scratch_remove(folder);
}

static void test_a_copy_has_all(void **unused)
{
    (void)unused;
    char folder[SCRATCH_PATH];
    put_events(at.store, "g", 1, 3);
    store_case_sit(at.store, "g", 0, 'a', 'p');
    at.store->kind->put_note(at.store, "k", "a", "b", NULL);
    at.store->kind->begin(at.store, NULL);
    at.store->kind->add_event(at.store, "g", 4, "not yet", NULL);
    Store *copy = open_copy(folder);
    assert_int_equal(at.store->kind->commit(at.store, NULL), LUD_OK);
    assert_string_equal(store_case_notes(copy, "k"), "a=b ");
    assert_string_equal(store_case_events(copy, "g"),
                        "1:{\"type\": \"move\"} 2:{\"type\": \"move\"} 3:{\"type\": \"move\"} ");
    close_copy(copy, folder);
}

static void test_copies_replace_nothing(void **unused)
{
    (void)unused;
    char path[SCRATCH_PATH];
    size_t size;
    LudError err;
    scratch_path(path, at.folder, "there");
    scratch_write(path, "before", 6);
    assert_int_equal(sqlite_store_backup(at.folder, path, &err), LUD_EFILE);
    char *kept = (char *)scratch_read(path, &size);
    assert_memory_equal(kept, "before", size);
    free(kept);
}

static void test_damage_is_not_copied(void **unused)
{
    (void)unused;
    char path[SCRATCH_PATH], copy[SCRATCH_PATH], text[1024];
    size_t size;
    LudError err;
    put_events(at.store, "g", 1, 2000);
    shut();
    unsigned char *bytes = scratch_read(file_path(path), &size);
    memset(bytes + size / 4096 / 2 * 4096, 0x5a, 64);
    scratch_write(path, bytes, size);
    free(bytes);
    scratch_path(copy, at.folder, "copy");
    assert_int_equal(sqlite_store_backup(at.folder, copy, &err), LUD_EFILE);
    lud_error_text(&err, NULL, text, sizeof text);
    assert_non_null(strstr(text, path));
    assert_int_equal(scratch_count(at.folder, "copy") + scratch_count(at.folder, ".part"), 0);
}

/* Another process: as many events of one game as of the other in every batch, until it is killed.
 */
static void write_for_ever(void)
{
    Store *store;
    if (sqlite_store_open(&store, at.folder, NULL, NULL) != LUD_OK)
        _exit(EXIT_FAILURE);
    alarm(60); /* in case nobody is left to kill it */
    for (int i = 1;; i++) {
        LudStatus status = store->kind->begin(store, NULL);
        for (int game = 0; game < 2 && status == LUD_OK; game++)
            status = store->kind->add_event(store, game ? "two" : "one", i, "{}", NULL);
        if (status != LUD_OK || store->kind->commit(store, NULL) != LUD_OK)
            _exit(EXIT_FAILURE);
    }
}

static void count_event(void *context, int number, const char *body, size_t size)
{
    (void)body;
    (void)size;
    *(int *)context = number;
}

static int count_events(Store *store, const char *id)
{
    int count = 0;
    StoreGame game;
    StorePlayer players[STORE_PLAYERS];
    StoreReader reader = {.context = &count, .event = count_event};
    bool found = false;
    assert_int_equal(store->kind->read_game(store, id, &game, players, &reader, &found, NULL),
                     LUD_OK);
    assert_true(found);
    return count;
}

static void test_copies_while_another_process_writes(void **unused)
{
    (void)unused;
    int wanted = tap_chosen(3, 10, 200), last = 0, grown = 0, status;
    StoreGame one = store_case_game("one", STORE_PLAYING, 1);
    StoreGame two = store_case_game("two", STORE_PLAYING, 1);
    store_case_put(at.store, &one);
    store_case_put(at.store, &two);
    shut();
    pid_t writer = fork();
    if (writer == 0)
        write_for_ever();
    for (int i = 0; grown < wanted && i < 100 * wanted; i++) {
        char folder[SCRATCH_PATH];
        Store *copy = open_copy(folder);
        int events = count_events(copy, "one");
        assert_int_equal(count_events(copy, "two"), events);
        assert_true(events >= last);
        grown += events > last;
        last = events;
        close_copy(copy, folder);
    }
    kill(writer, SIGKILL);
    assert_int_equal(waitpid(writer, &status, 0), writer);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(grown, wanted);
    reopen();
    assert_true(count_events(at.store, "one") >= last);
    assert_int_equal(count_events(at.store, "one"), count_events(at.store, "two"));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_nobody_else_may_read_it),
        CASE(test_one_server_at_a_time),
        CASE(test_a_directory_that_can_not_be),
        CASE(test_newer_files_are_refused),
        CASE(test_files_of_others_are_refused),
        CASE(test_damaged_files_are_refused),
        CASE(test_steps_are_taken_one_by_one),
        CASE(test_a_copy_has_all),
        CASE(test_copies_replace_nothing),
        CASE(test_damage_is_not_copied),
        CASE(test_copies_while_another_process_writes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
