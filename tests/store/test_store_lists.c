/* What store.h promises of lists, notes and forgetting, asked of every store: SQLite's, and of
 * PostgreSQL's by with_postgres.py. */
#include <string.h>

#include "store/store_case.h"
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

static void put(const char *id, StorePhase phase, int64_t changed_ms)
{
    StoreGame game = store_case_game(id, phase, changed_ms);
    store_case_put(at.store, &game);
}

static void put_public(const char *id, StorePhase phase, int64_t changed_ms)
{
    StoreGame game = store_case_game(id, phase, changed_ms);
    game.is_public = true;
    store_case_put(at.store, &game);
}

static const char *list(StoreList which, int limit)
{
    return store_case_list(at.store, (StoreQuery){.list = which, .limit = limit});
}

/* -- lists ------------------------------------------------------------------------------------- */

static void test_lists_by_phase(void **unused)
{
    (void)unused;
    put_public("o1", STORE_OPEN, 10);
    put_public("o2", STORE_OPEN, 30);
    put_public("o3", STORE_OPEN, 20);
    put("o4", STORE_OPEN, 40);
    put_public("d1", STORE_PREPARING, 15);
    put_public("d2", STORE_PREPARING, 35);
    put_public("p1", STORE_PLAYING, 25);
    put_public("p2", STORE_PLAYING, 45);
    put("p3", STORE_PLAYING, 50);
    put_public("e1", STORE_OVER, 60);
    assert_string_equal(list(STORE_LIST_OPEN, 9), "o2 o3 o1 ");
    assert_string_equal(list(STORE_LIST_OPEN, 2), "o2 o3 ");
    assert_string_equal(list(STORE_LIST_PLAYING, 9), "p2 d2 p1 d1 ");
    assert_string_equal(list(STORE_LIST_PLAYING, 3), "p2 d2 p1 ");
    assert_string_equal(list(STORE_LIST_ALL, 0), "e1 p3 p2 o4 d2 o2 p1 o3 d1 o1 ");
    assert_string_equal(list(STORE_LIST_ALL, 2), "e1 p3 ");
    int unended = 0;
    assert_int_equal(at.store->kind->count_unended(at.store, &unended, NULL), LUD_OK);
    assert_int_equal(unended, 9);
    put("o2", STORE_PLAYING, 70);
    put("p2", STORE_OVER, 80);
    assert_string_equal(list(STORE_LIST_OPEN, 9), "o3 o1 ");
    assert_string_equal(list(STORE_LIST_PLAYING, 9), "o2 d2 p1 d1 ");
    assert_string_equal(list(STORE_LIST_ALL, 4), "p2 o2 e1 p3 ");
    assert_string_equal(list(STORE_LIST_ALL, 0), "p2 o2 e1 p3 o4 d2 p1 o3 d1 o1 ");
}

static void put_due(const char *id, int64_t due_ms)
{
    StoreGame game = store_case_game(id, STORE_PLAYING, 1);
    game.due_ms = due_ms;
    store_case_put(at.store, &game);
}

static const char *list_due(int64_t until_ms, int limit)
{
    return store_case_list(
        at.store, (StoreQuery){.list = STORE_LIST_DUE, .until_ms = until_ms, .limit = limit});
}

static void test_lists_of_what_is_due(void **unused)
{
    (void)unused;
    put_due("never", 0);
    put_due("third", 300);
    put_due("first", 100);
    put_due("second", 200);
    assert_string_equal(list_due(99, 9), "");
    assert_string_equal(list_due(200, 9), "first second ");
    assert_string_equal(list_due(999, 2), "first second ");
    assert_string_equal(list_due(999, 9), "first second third ");
    const StoreQuery between = {.list = STORE_LIST_DUE, .after_ms = 100, .until_ms = 299};
    assert_string_equal(store_case_list(at.store, between), "second ");
    put_due("first", 0);
    put_due("third", 50);
    assert_string_equal(list_due(999, 9), "third second ");
}

static void test_lists_of_a_person(void **unused)
{
    (void)unused;
    put("g1", STORE_PLAYING, 10);
    put("g2", STORE_OVER, 20);
    put("g3", STORE_OPEN, 15);
    store_case_sit(at.store, "g1", 0, 'a', 'p');
    store_case_sit(at.store, "g1", 1, 'b', 'p'); /* both sides of one game: listed once */
    store_case_sit(at.store, "g2", 1, 'c', 'p');
    store_case_sit(at.store, "g2", 0, 'd', 'q');
    store_case_sit(at.store, "g3", 0, 'e', '\0');
    assert_string_equal(store_case_list_person(at.store, 'p'), "g2:1 g1 ");
    assert_string_equal(store_case_list_person(at.store, 'q'), "g2 ");
    assert_string_equal(store_case_list_person(at.store, 'a'), "");
    assert_string_equal(store_case_list_person(at.store, '\0'), "");
    store_case_sit(at.store, "g3", 0, 'e', 'q');
    store_case_sit(at.store, "g2", 1, 'c', 'r');
    assert_string_equal(store_case_list_person(at.store, 'p'), "g1 ");
    assert_string_equal(store_case_list_person(at.store, 'q'), "g2 g3 ");
}

static void keep_game(void *context, const StoreGame *game)
{
    StoreGame *kept = context;
    *kept = *game;
    assert_string_equal(game->summary, "{\"turn\": 2}");
    kept->summary = NULL;
}

static void test_lists_tell_all_of_a_game(void **unused)
{
    (void)unused;
    StoreGame game = store_case_game("listed", STORE_PLAYING, 77), told = {0};
    game.summary = "{}";
    game.due_ms = 99;
    store_case_put(at.store, &game);
    game.summary = "{\"turn\": 2}";
    store_case_put(at.store, &game);
    StoreQuery query = {.list = STORE_LIST_ALL, .limit = 5};
    assert_int_equal(at.store->kind->list(at.store, &query, keep_game, &told, NULL), LUD_OK);
    assert_string_equal(told.id, "listed");
    assert_int_equal(told.phase, STORE_PLAYING);
    assert_true(told.created_ms == 1000 && told.changed_ms == 77 && told.due_ms == 99);
    store_case_expect_hash(told.secret, 'l');
}

/* -- notes ------------------------------------------------------------------------------------- */

static void expect_note(const char *kind, const char *key, const char *wanted)
{
    char *value = (char *)"untouched";
    assert_int_equal(at.store->kind->get_note(at.store, kind, key, &value, NULL), LUD_OK);
    if (wanted) {
        assert_non_null(value);
        assert_string_equal(value, wanted);
    } else {
        assert_null(value);
    }
    lud_free(value);
}

static void note(const char *kind, const char *key, const char *value)
{
    assert_int_equal(at.store->kind->put_note(at.store, kind, key, value, NULL), LUD_OK);
}

static void test_notes(void **unused)
{
    (void)unused;
    expect_note("ban", "x", NULL);
    note("ban", "x", "for a day");
    note("ban", "a", "for a week");
    note("server", "x", "");
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    note("ban", "m", "in a batch");
    assert_int_equal(at.store->kind->commit(at.store, NULL), LUD_OK);
    store_case_reopen(&at);
    expect_note("ban", "x", "for a day");
    expect_note("server", "x", "");
    assert_string_equal(store_case_notes(at.store, "ban"),
                        "a=for a week m=in a batch x=for a day ");
    note("ban", "x", "for good");
    note("ban", "a", NULL);
    note("ban", "z", NULL);
    assert_string_equal(store_case_notes(at.store, "ban"), "m=in a batch x=for good ");
    assert_string_equal(store_case_notes(at.store, "other"), "");
    assert_string_equal(store_case_kinds(at.store), "ban server ");
}

/* -- pruning ----------------------------------------------------------------------------------- */

static int prune(int64_t over_before_ms, int64_t open_before_ms, int limit)
{
    int removed = -1;
    assert_int_equal(
        at.store->kind->prune(at.store, over_before_ms, open_before_ms, limit, &removed, NULL),
        LUD_OK);
    return removed;
}

static void test_pruning(void **unused)
{
    (void)unused;
    put("over1", STORE_OVER, 10);
    put_public("over2", STORE_OVER, 20);
    put("open1", STORE_OPEN, 10);
    put_public("dice1", STORE_PREPARING, 12);
    put("open2", STORE_OPEN, 30);
    put("play1", STORE_PLAYING, 1);
    store_case_add(at.store, "over1", 1, "{}");
    store_case_add(at.store, "over2", 1, "{}");
    store_case_sit(at.store, "over1", 0, 'a', 'p');
    store_case_sit(at.store, "open2", 0, 'a', 'p');
    assert_int_equal(prune(10, 10, 9), 0);
    assert_int_equal(prune(11, 0, 9), 1);
    assert_string_equal(store_case_events(at.store, "over1"), "none");
    assert_string_equal(store_case_events(at.store, "over2"), "1:{} ");
    assert_string_equal(store_case_list_person(at.store, 'p'), "open2 ");
    assert_int_equal(prune(0, 30, 9), 2);
    assert_string_equal(list(STORE_LIST_ALL, 9), "open2 over2 play1 ");
    const int64_t lately_ms = INT64_C(1800000000000);
    assert_int_equal(prune(lately_ms, lately_ms, 1), 1);
    assert_int_equal(prune(lately_ms, lately_ms, 1), 1);
    assert_int_equal(prune(lately_ms, lately_ms, 1), 0);
    assert_string_equal(list(STORE_LIST_ALL, 9), "play1 ");
    /* A game of the same name is a new one. */
    put("over1", STORE_PLAYING, 50);
    assert_string_equal(store_case_events(at.store, "over1"), "");
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_lists_by_phase),
        CASE(test_lists_of_what_is_due),
        CASE(test_lists_of_a_person),
        CASE(test_lists_tell_all_of_a_game),
        CASE(test_notes),
        CASE(test_pruning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
