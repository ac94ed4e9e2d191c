/* What store.h promises, asked of every store: SQLite's, and of PostgreSQL's by with_postgres.py.
 */
#include <stdio.h>
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

static void begin(void)
{
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
}

static void hold(const char *id)
{
    int64_t fence = 0;
    store_case_hold(at.store, id, &fence, true);
}

static LudStatus commit(void)
{
    return at.store->kind->commit(at.store, NULL);
}

/* A put that can't be done says so, or the commit does; then nothing of the batch is there. */
static void expect_refusal(LudStatus put, LudError *err)
{
    LudStatus committed = at.store->kind->commit(at.store, put == LUD_OK ? err : NULL);
    assert_int_equal(committed, LUD_ENOTNOW);
    assert_int_equal(put == LUD_OK ? committed : put, LUD_ENOTNOW);
    at.store->kind->roll_back(at.store);
}

static LudStatus add(const char *id, int number)
{
    return at.store->kind->add_event(at.store, id, number, "{}", NULL);
}

static const char *list(StoreList which, int limit)
{
    return store_case_list(at.store, (StoreQuery){.list = which, .limit = limit});
}

static bool read_game(const char *id, StoreGame *game, StorePlayer players[STORE_PLAYERS])
{
    bool found;
    LudStatus status = at.store->kind->read_game(at.store, id, game, players, NULL, &found, NULL);
    assert_int_equal(status, LUD_OK);
    return found;
}

/* -- games ------------------------------------------------------------------------------------- */

static void test_a_game_is_read_as_it_was_put(void **unused)
{
    (void)unused;
    StoreGame game = store_case_game("abcdefghij123456", STORE_OPEN, 5000000000000), read;
    StorePlayer players[STORE_PLAYERS];
    game.is_public = true;
    game.due_ms = 6000000000000;
    store_case_put(at.store, &game);
    store_case_sit(at.store, game.id, 0, 't', 'p');
    store_case_sit(at.store, game.id, 2, 'u', '\0');
    store_case_reopen(&at);
    assert_true(read_game("abcdefghij123456", &read, players));
    assert_string_equal(read.id, "abcdefghij123456");
    assert_int_equal(read.phase, STORE_OPEN);
    assert_true(read.is_public);
    assert_true(read.created_ms == 1000 && read.changed_ms == 5000000000000);
    assert_true(read.due_ms == 6000000000000);
    assert_null(read.summary);
    store_case_expect_hash(read.secret, 'a');
    store_case_expect_hash(players[0].token, 't');
    store_case_expect_hash(players[0].person, 'p');
    store_case_expect_hash(players[1].token, '\0');
    store_case_expect_hash(players[2].token, 'u');
    store_case_expect_hash(players[2].person, '\0');
    assert_false(read_game("abcdefghij123457", &read, players));
}

static void test_what_was_fixed_stays(void **unused)
{
    (void)unused;
    StoreGame game = store_case_game("fixed", STORE_OPEN, 10), read;
    StorePlayer players[STORE_PLAYERS];
    store_case_put(at.store, &game);
    game.phase = STORE_PLAYING;
    game.created_ms = 2;
    game.changed_ms = 20;
    game.due_ms = 30;
    game.is_public = true;
    store_case_hash(game.secret, 'x');
    store_case_put(at.store, &game);
    assert_true(read_game("fixed", &read, players));
    assert_int_equal(read.phase, STORE_PLAYING);
    assert_true(read.created_ms == 1000 && read.changed_ms == 20 && read.due_ms == 30);
    assert_false(read.is_public);
    store_case_expect_hash(read.secret, 'f');
}

static void test_players_need_a_game(void **unused)
{
    (void)unused;
    StorePlayer player = {0};
    LudError err;
    begin();
    hold("nowhere");
    expect_refusal(at.store->kind->put_player(at.store, "nowhere", 0, &player, &err), &err);
    assert_string_equal(err.arg[0], "nowhere");
}

/* -- events ------------------------------------------------------------------------------------ */

static void test_events_come_in_order(void **unused)
{
    (void)unused;
    put("one", STORE_PLAYING, 1);
    put("two", STORE_PLAYING, 1);
    char body[32];
    for (int i = 1; i <= 12; i++) {
        snprintf(body, sizeof body, "b%d", i);
        store_case_add(at.store, i % 2 ? "one" : "two", (i + 1) / 2, body);
    }
    store_case_reopen(&at);
    assert_string_equal(store_case_events(at.store, "one"), "1:b1 2:b3 3:b5 4:b7 5:b9 6:b11 ");
    assert_string_equal(store_case_events(at.store, "two"), "1:b2 2:b4 3:b6 4:b8 5:b10 6:b12 ");
    assert_string_equal(store_case_events(at.store, "three"), "none");
}

/* From a number on, and until so many bytes were told. */
static void test_events_come_in_parts(void **unused)
{
    (void)unused;
    put("parts", STORE_PLAYING, 1);
    store_case_add(at.store, "parts", 1, "aa");
    store_case_add(at.store, "parts", 2, "bbb");
    store_case_add(at.store, "parts", 3, "c");
    assert_string_equal(store_case_some_events(at.store, "parts", 1, 0), "2:bbb 3:c ");
    assert_string_equal(store_case_some_events(at.store, "parts", 3, 0), "");
    assert_string_equal(store_case_some_events(at.store, "parts", 0, 1), "1:aa ");
    assert_string_equal(store_case_some_events(at.store, "parts", 0, 2), "1:aa ");
    assert_string_equal(store_case_some_events(at.store, "parts", 0, 3), "1:aa 2:bbb ");
    assert_string_equal(store_case_some_events(at.store, "parts", 1, 1), "2:bbb ");
    assert_string_equal(store_case_events(at.store, "parts"), "1:aa 2:bbb 3:c ");
}

static void test_event_bodies_are_any_text(void **unused)
{
    (void)unused;
    static char huge[100000];
    memset(huge, 'x', sizeof huge - 1);
    put("texts", STORE_PLAYING, 1);
    store_case_add(at.store, "texts", 1, "'; DROP TABLE event; -- \"¿\x01\n");
    store_case_add(at.store, "texts", 2, "");
    store_case_add(at.store, "texts", 3, huge);
    const char *events = store_case_events(at.store, "texts");
    const char begins[] = "1:'; DROP TABLE event; -- \"¿\x01\n 2: 3:xxx";
    assert_int_equal(strncmp(events, begins, strlen(begins)), 0);
    assert_int_equal(strlen(events), strlen(begins) - 3 + sizeof huge);
}

/* Each in a batch of its own, after which nothing has changed. */
static void expect_fenced(const char *id, int number)
{
    LudError err = {0};
    begin();
    hold(id);
    expect_refusal(at.store->kind->add_event(at.store, id, number, "{}", &err), &err);
    assert_int_equal(err.status, LUD_ENOTNOW);
    assert_string_equal(err.arg[0], id);
}

static void test_the_fence(void **unused)
{
    (void)unused;
    put("fenced", STORE_PLAYING, 1);
    expect_fenced("fenced", 0);
    expect_fenced("fenced", 2);
    expect_fenced("fenced", -1);
    store_case_add(at.store, "fenced", 1, "first");
    store_case_add(at.store, "fenced", 2, "second");
    expect_fenced("fenced", 1);
    expect_fenced("fenced", 2);
    expect_fenced("fenced", 4);
    expect_fenced("nowhere", 1);
    assert_string_equal(store_case_events(at.store, "fenced"), "1:first 2:second ");
}

static void test_a_fenced_batch_is_lost_whole(void **unused)
{
    (void)unused;
    put("mixed", STORE_PLAYING, 1);
    begin();
    hold("mixed");
    assert_int_equal(add("mixed", 1), LUD_OK);
    LudStatus again = add("mixed", 1), next = add("mixed", 2);
    LudStatus noted = at.store->kind->put_note(at.store, "k", "a", "b", NULL);
    assert_true(again == next && next == noted);
    expect_refusal(again, NULL);
    assert_string_equal(store_case_notes(at.store, "k"), "");
    assert_string_equal(store_case_events(at.store, "mixed"), "");
    store_case_add(at.store, "mixed", 1, "again");
    assert_string_equal(store_case_events(at.store, "mixed"), "1:again ");
}

/* -- batches ----------------------------------------------------------------------------------- */

static void test_batches_rolled_back_leave_nothing(void **unused)
{
    (void)unused;
    StoreGame game = store_case_game("gone", STORE_PLAYING, 7);
    StorePlayer player;
    memset(&player, 'q', sizeof player);
    put("stays", STORE_PLAYING, 1);
    begin();
    hold("stays");
    assert_int_equal(at.store->kind->put_game(at.store, &game, NULL), LUD_OK);
    assert_int_equal(at.store->kind->put_player(at.store, "gone", 0, &player, NULL), LUD_OK);
    assert_int_equal(add("gone", 1), LUD_OK);
    assert_int_equal(add("stays", 1), LUD_OK);
    assert_int_equal(at.store->kind->put_note(at.store, "k", "a", "b", NULL), LUD_OK);
    assert_string_equal(store_case_events(at.store, "gone"), "1:{} ");
    assert_string_equal(list(STORE_LIST_ALL, 9), "gone stays ");
    assert_string_equal(store_case_list_person(at.store, 'q'), "gone ");
    at.store->kind->roll_back(at.store);
    assert_string_equal(store_case_events(at.store, "gone"), "none");
    assert_string_equal(store_case_events(at.store, "stays"), "");
    assert_string_equal(list(STORE_LIST_ALL, 9), "stays ");
    assert_string_equal(store_case_list_person(at.store, 'q'), "");
    assert_string_equal(store_case_notes(at.store, "k"), "");
}

static void test_an_open_batch_is_lost_on_closing(void **unused)
{
    (void)unused;
    put("open", STORE_PLAYING, 1);
    begin();
    hold("open");
    assert_int_equal(add("open", 1), LUD_OK);
    store_case_reopen(&at);
    assert_string_equal(store_case_events(at.store, "open"), "");
}

static void test_only_batches_write(void **unused)
{
    (void)unused;
    StoreGame game = store_case_game("lonely", STORE_PLAYING, 7);
    StorePlayer player = {0};
    int removed = 3;
    assert_int_equal(at.store->kind->put_game(at.store, &game, NULL), LUD_ENOTNOW);
    assert_int_equal(at.store->kind->put_player(at.store, "lonely", 0, &player, NULL), LUD_ENOTNOW);
    assert_int_equal(add("lonely", 1), LUD_ENOTNOW);
    assert_int_equal(commit(), LUD_ENOTNOW);
    at.store->kind->roll_back(at.store);
    begin();
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_ENOTNOW);
    assert_int_equal(at.store->kind->prune(at.store, 9, 9, 9, &removed, NULL), LUD_ENOTNOW);
    assert_int_equal(removed, 3);
    assert_int_equal(commit(), LUD_OK);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_game_is_read_as_it_was_put),
        CASE(test_what_was_fixed_stays),
        CASE(test_players_need_a_game),
        CASE(test_events_come_in_order),
        CASE(test_events_come_in_parts),
        CASE(test_event_bodies_are_any_text),
        CASE(test_the_fence),
        CASE(test_a_fenced_batch_is_lost_whole),
        CASE(test_batches_rolled_back_leave_nothing),
        CASE(test_an_open_batch_is_lost_on_closing),
        CASE(test_only_batches_write),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
