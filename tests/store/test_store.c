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

static void put_public(const char *id, StorePhase phase, int64_t changed_ms)
{
    StoreGame game = store_case_game(id, phase, changed_ms);
    game.is_public = true;
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

static const char *list_person(char letter)
{
    unsigned char person[STORE_HASH];
    store_case_hash(person, letter);
    return store_case_list(at.store, (StoreQuery){.list = STORE_LIST_PERSON, .person = person});
}

static bool read_game(const char *id, StoreGame *game, StorePlayer players[STORE_PLAYERS])
{
    bool found;
    LudStatus status = at.store->kind->read_game(at.store, id, game, players, NULL, &found, NULL);
    assert_int_equal(status, LUD_OK);
    return found;
}

/* -- games ------------------------------------------------------------------------------------- */

static void expect_hash(const unsigned char hash[STORE_HASH], char letter)
{
    unsigned char wanted[STORE_HASH];
    store_case_hash(wanted, letter);
    assert_memory_equal(hash, wanted, STORE_HASH);
}

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
    expect_hash(read.secret, 'a');
    expect_hash(players[0].token, 't');
    expect_hash(players[0].person, 'p');
    expect_hash(players[1].token, '\0');
    expect_hash(players[2].token, 'u');
    expect_hash(players[2].person, '\0');
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
    expect_hash(read.secret, 'f');
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
    assert_string_equal(list(STORE_LIST_UNENDED, 9), "gone stays ");
    assert_string_equal(list_person('q'), "gone ");
    at.store->kind->roll_back(at.store);
    assert_string_equal(store_case_events(at.store, "gone"), "none");
    assert_string_equal(store_case_events(at.store, "stays"), "");
    assert_string_equal(list(STORE_LIST_UNENDED, 9), "stays ");
    assert_string_equal(list_person('q'), "");
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
    assert_string_equal(list(STORE_LIST_UNENDED, 0), "p3 p2 o4 d2 o2 p1 o3 d1 o1 ");
    assert_string_equal(list(STORE_LIST_UNENDED, 2), "p3 p2 ");
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
    assert_string_equal(list_person('p'), "g2:1 g1 ");
    assert_string_equal(list_person('q'), "g2 ");
    assert_string_equal(list_person('a'), "");
    assert_string_equal(list_person('\0'), "");
    store_case_sit(at.store, "g3", 0, 'e', 'q');
    store_case_sit(at.store, "g2", 1, 'c', 'r');
    assert_string_equal(list_person('p'), "g1 ");
    assert_string_equal(list_person('q'), "g2 g3 ");
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
    StoreQuery query = {.list = STORE_LIST_UNENDED, .limit = 5};
    assert_int_equal(at.store->kind->list(at.store, &query, keep_game, &told, NULL), LUD_OK);
    assert_string_equal(told.id, "listed");
    assert_int_equal(told.phase, STORE_PLAYING);
    assert_true(told.created_ms == 1000 && told.changed_ms == 77 && told.due_ms == 99);
    expect_hash(told.secret, 'l');
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
    begin();
    note("ban", "m", "in a batch");
    assert_int_equal(commit(), LUD_OK);
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
    assert_string_equal(list_person('p'), "open2 ");
    assert_int_equal(prune(0, 30, 9), 2);
    assert_string_equal(list(STORE_LIST_UNENDED, 9), "open2 play1 ");
    assert_int_equal(prune(1000, 1000, 1), 1);
    assert_int_equal(prune(1000, 1000, 1), 1);
    assert_int_equal(prune(1000, 1000, 1), 0);
    assert_string_equal(list(STORE_LIST_UNENDED, 9), "play1 ");
    /* A game of the same name is a new one. */
    put("over1", STORE_PLAYING, 50);
    assert_string_equal(store_case_events(at.store, "over1"), "");
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
        CASE(test_lists_by_phase),
        CASE(test_lists_of_what_is_due),
        CASE(test_lists_of_a_person),
        CASE(test_lists_tell_all_of_a_game),
        CASE(test_notes),
        CASE(test_pruning),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
