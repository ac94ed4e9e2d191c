/* Several servers with one database: who may write, and who is told what. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/clock_time.h"
#include "store/postgres_store.h"
#include "store/store_case.h"
#include "support/unit.h"

enum { LONG_MS = 60000 };

static StoreCase at;
static Store *other;

static int open_case(void **unused)
{
    (void)unused;
    store_case_open(&at);
    assert_int_equal(store_case_start(&at, &other, "second", NULL), LUD_OK);
    assert_int_equal(at.store->kind->renew(at.store, LONG_MS, NULL), LUD_OK);
    assert_int_equal(other->kind->renew(other, LONG_MS, NULL), LUD_OK);
    return 0;
}

static int close_case(void **unused)
{
    (void)unused;
    other->kind->close(other);
    store_case_close(&at);
    return 0;
}

/* A game that the first server holds. */
static void make_game(const char *id)
{
    StoreGame game = store_case_game(id, STORE_PLAYING, 1);
    game.due_ms = 5;
    store_case_put(at.store, &game);
}

static StoreHolding hold(Store *store, const char *id, int64_t *fence, bool by_force)
{
    assert_int_equal(store->kind->begin(store, NULL), LUD_OK);
    StoreHolding holding = store_case_hold(store, id, fence, by_force);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
    return holding;
}

static void test_a_new_game_is_its_makers(void **unused)
{
    (void)unused;
    StoreClaim claim = {.id = "mine", .fence = 0};
    int64_t fence = 1;
    make_game("mine");
    assert_int_equal(hold(at.store, "mine", &fence, false), STORE_HELD);
    assert_int_equal(fence, 1);
    assert_int_equal(other->kind->begin(other, NULL), LUD_OK);
    assert_int_equal(other->kind->hold(other, &claim, 1, NULL), LUD_OK);
    assert_int_equal(claim.holding, STORE_ELSEWHERE);
    assert_string_equal(claim.owner, "first");
    other->kind->roll_back(other);
    fence = 0;
    assert_int_equal(hold(at.store, "nowhere", &fence, true), STORE_NO_SUCH);
}

static void test_only_batches_hold(void **unused)
{
    (void)unused;
    StoreClaim claim = {.id = "held", .fence = 1};
    make_game("held");
    assert_int_equal(at.store->kind->hold(at.store, &claim, 1, NULL), LUD_ENOTNOW);
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    assert_int_equal(at.store->kind->add_event(at.store, "nowhere", 1, "{}", NULL), LUD_OK);
    assert_int_equal(at.store->kind->hold(at.store, &claim, 1, NULL), LUD_ENOTNOW);
    assert_int_equal(at.store->kind->hold(at.store, &claim, 1, NULL), LUD_ENOTNOW);
    assert_int_equal(at.store->kind->commit(at.store, NULL), LUD_ENOTNOW);
    at.store->kind->roll_back(at.store);
    assert_int_equal(hold(at.store, "held", &claim.fence, false), STORE_HELD);
}

static void test_whoever_lost_a_game_is_told_and_cannot_write(void **unused)
{
    (void)unused;
    int64_t fence = 1, taken = 0;
    make_game("lost");
    assert_int_equal(hold(other, "lost", &taken, true), STORE_TAKEN);
    assert_int_equal(taken, 2);
    assert_int_equal(hold(other, "lost", &taken, false), STORE_HELD);
    assert_int_equal(hold(at.store, "lost", &fence, false), STORE_ELSEWHERE);
    /* Even one that writes without asking. */
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    LudError err = {0};
    assert_int_equal(at.store->kind->add_event(at.store, "lost", 1, "{}", NULL), LUD_OK);
    assert_int_equal(at.store->kind->commit(at.store, &err), LUD_ENOTNOW);
    assert_string_equal(err.arg[0], "lost");
    at.store->kind->roll_back(at.store);
    assert_string_equal(store_case_events(other, "lost"), "");
}

static void test_what_was_taken_back_is_new(void **unused)
{
    (void)unused;
    int64_t fence = 1, taken = 0;
    make_game("back");
    hold(other, "back", &taken, true);
    assert_int_equal(hold(at.store, "back", &fence, true), STORE_TAKEN);
    assert_int_equal(fence, 3);
    assert_int_equal(hold(other, "back", &taken, false), STORE_ELSEWHERE);
}

/* With the fence of a time before: the same server, but not what it knew. */
static void test_an_old_fence_is_not_enough(void **unused)
{
    (void)unused;
    int64_t fence = 1, taken = 0, old = 1;
    make_game("old");
    hold(other, "old", &taken, true);
    hold(at.store, "old", &fence, true);
    assert_int_equal(hold(at.store, "old", &old, false), STORE_TAKEN);
    assert_int_equal(old, 4);
}

static void wait_for_lease(void)
{
    base_nap_ms(40);
}

static void test_games_of_the_dead_are_taken(void **unused)
{
    (void)unused;
    int64_t fence = 0;
    StoreQuery orphans = {.list = STORE_LIST_ORPHANS, .until_ms = 10};
    make_game("left");
    assert_string_equal(store_case_list(other, orphans), "");
    assert_int_equal(at.store->kind->renew(at.store, 20, NULL), LUD_OK);
    wait_for_lease();
    assert_string_equal(store_case_list(other, orphans), "left ");
    assert_int_equal(hold(other, "left", &fence, false), STORE_TAKEN);
    assert_string_equal(store_case_list(other, orphans), "");
    /* It comes back to life, and its game is another's. */
    assert_int_equal(at.store->kind->renew(at.store, LONG_MS, NULL), LUD_OK);
    fence = 1;
    assert_int_equal(hold(at.store, "left", &fence, false), STORE_ELSEWHERE);
}

static void test_what_others_wrote_shows(void **unused)
{
    (void)unused;
    StoreStand stands[] = {{.id = "known", .last = 1},
                           {.id = "gone", .last = 1},
                           {.id = "grown", .last = 1},
                           {.id = "ahead", .last = 2}};
    make_game("known");
    make_game("grown");
    make_game("ahead");
    store_case_add(at.store, "known", 1, "{}");
    store_case_add(at.store, "grown", 1, "{}");
    store_case_add(at.store, "grown", 2, "{}");
    store_case_add(at.store, "ahead", 1, "{}");
    assert_int_equal(other->kind->compare(other, stands, 4, NULL), LUD_OK);
    assert_true(!stands[0].is_outdated && stands[1].is_outdated);
    assert_true(stands[2].is_outdated && !stands[3].is_outdated);
    stands[2].last = 2;
    assert_int_equal(other->kind->compare(other, &stands[2], 1, NULL), LUD_OK);
    assert_false(stands[2].is_outdated);
    assert_int_equal(other->kind->compare(other, stands, 0, NULL), LUD_OK);
}

static void test_those_who_leave_let_go(void **unused)
{
    (void)unused;
    int64_t fence = 0;
    make_game("let");
    assert_int_equal(at.store->kind->leave(at.store, NULL), LUD_OK);
    assert_string_equal(
        store_case_list(other, (StoreQuery){.list = STORE_LIST_ORPHANS, .until_ms = 10}), "let ");
    assert_int_equal(hold(other, "let", &fence, false), STORE_TAKEN);
}

/* When a game's last holder last said that it was there. */
static int64_t take_said(const char *id)
{
    StoreClaim claim = {.fence = 0};
    snprintf(claim.id, sizeof claim.id, "%s", id);
    assert_int_equal(other->kind->begin(other, NULL), LUD_OK);
    assert_int_equal(other->kind->hold(other, &claim, 1, NULL), LUD_OK);
    assert_int_equal(claim.holding, STORE_TAKEN);
    assert_int_equal(other->kind->commit(other, NULL), LUD_OK);
    return claim.said_ms;
}

static void test_when_the_last_holder_was_there(void **unused)
{
    (void)unused;
    int64_t now_ms = 0;
    make_game("left");
    assert_int_equal(at.store->kind->leave(at.store, NULL), LUD_OK);
    assert_int_equal(at.store->kind->tell_time(at.store, &now_ms, NULL), LUD_OK);
    int64_t said_ms = take_said("left");
    assert_true(said_ms <= now_ms && said_ms > now_ms - 10000);
    /* One that never said so, as who copies games. */
    Store *copier;
    assert_int_equal(store_case_start(&at, &copier, "copier", NULL), LUD_OK);
    StoreGame game = store_case_game("copied", STORE_PLAYING, 1);
    store_case_put(copier, &game);
    assert_int_equal(copier->kind->leave(copier, NULL), LUD_OK);
    copier->kind->close(copier);
    assert_int_equal(take_said("copied"), 1000);
}

/* While a batch holds a game, nobody takes it, and nobody waits for it. */
static void test_a_batch_is_not_interrupted(void **unused)
{
    (void)unused;
    int64_t fence = 1, taken = 0;
    make_game("busy");
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    assert_int_equal(store_case_hold(at.store, "busy", &fence, false), STORE_HELD);
    assert_int_equal(hold(other, "busy", &taken, false), STORE_ELSEWHERE);
    assert_int_equal(hold(other, "busy", &taken, true), STORE_BUSY);
    assert_int_equal(at.store->kind->add_event(at.store, "busy", 1, "first", NULL), LUD_OK);
    assert_int_equal(at.store->kind->commit(at.store, NULL), LUD_OK);
    assert_int_equal(hold(other, "busy", &taken, true), STORE_TAKEN);
    assert_string_equal(store_case_events(other, "busy"), "1:first ");
    assert_int_equal(other->kind->begin(other, NULL), LUD_OK);
    assert_int_equal(store_case_hold(other, "busy", &taken, false), STORE_HELD);
    assert_int_equal(hold(at.store, "busy", &fence, false), STORE_ELSEWHERE);
    other->kind->roll_back(other);
}

/* One that was stopped in the middle of a batch is thrown out by the database. */
static void test_a_batch_does_not_last_for_ever(void **unused)
{
    (void)unused;
    int64_t fence = 1, taken = 0;
    make_game("stuck");
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    assert_int_equal(store_case_hold(at.store, "stuck", &fence, false), STORE_HELD);
    StoreHolding holding = STORE_BUSY;
    for (int waited = 0; waited < 100 && holding == STORE_BUSY; waited++) {
        base_nap_ms(100);
        holding = hold(other, "stuck", &taken, true);
    }
    assert_int_equal(holding, STORE_TAKEN);
    at.store->kind->add_event(at.store, "stuck", 1, "{}", NULL);
    assert_int_not_equal(at.store->kind->commit(at.store, NULL), LUD_OK);
    at.store->kind->roll_back(at.store);
    assert_string_equal(store_case_events(other, "stuck"), "");
    /* It connects again by itself. */
    assert_string_equal(store_case_events(at.store, "stuck"), "");
    assert_int_equal(hold(at.store, "stuck", &fence, false), STORE_ELSEWHERE);
}

/* Many at once, of which some are held, some elsewhere, and some are not there. */
static void test_many_are_held_at_once(void **unused)
{
    (void)unused;
    enum { COUNT = 300 };
    static StoreClaim claims[COUNT];
    char id[STORE_ID_TEXT];
    int64_t fence;
    for (int i = 0; i < COUNT; i++) {
        snprintf(claims[i].id, sizeof claims[i].id, "g%d", i);
        claims[i].fence = 1;
        if (i % 3 == 2)
            continue;
        make_game(claims[i].id);
        fence = 0;
        if (i % 3 == 1)
            hold(other, claims[i].id, &fence, true);
    }
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    assert_int_equal(at.store->kind->hold(at.store, claims, COUNT, NULL), LUD_OK);
    for (int i = 0; i < COUNT; i++) {
        static const StoreHolding wanted[] = {STORE_HELD, STORE_ELSEWHERE, STORE_NO_SUCH};
        assert_int_equal(claims[i].holding, wanted[i % 3]);
        snprintf(id, sizeof id, "g%d", i);
        if (i % 3 == 0)
            assert_int_equal(at.store->kind->add_event(at.store, id, 1, "{}", NULL), LUD_OK);
    }
    assert_int_equal(at.store->kind->commit(at.store, NULL), LUD_OK);
    assert_string_equal(store_case_events(other, "g0"), "1:{} ");
    assert_string_equal(store_case_events(other, "g1"), "");
}

/* More answers than a socket holds, while more is being asked. */
static void test_a_large_batch(void **unused)
{
    (void)unused;
    enum { COUNT = 20000 };
    static char body[2000];
    memset(body, 'b', sizeof body - 1);
    make_game("large");
    int64_t fence = 1;
    assert_int_equal(at.store->kind->begin(at.store, NULL), LUD_OK);
    store_case_hold(at.store, "large", &fence, false);
    for (int i = 1; i <= COUNT; i++)
        assert_int_equal(at.store->kind->add_event(at.store, "large", i, body, NULL), LUD_OK);
    assert_int_equal(at.store->kind->commit(at.store, NULL), LUD_OK);
    assert_true(strlen(store_case_events(other, "large")) > COUNT * sizeof body);
}

static void test_the_calendar_is_shared(void **unused)
{
    (void)unused;
    int64_t here = 0, there = 0;
    assert_int_equal(at.store->kind->tell_time(at.store, &here, NULL), LUD_OK);
    assert_int_equal(other->kind->tell_time(other, &there, NULL), LUD_OK);
    assert_true(there >= here && there - here < 10000);
    assert_true(here > INT64_C(1700000000000));
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_new_game_is_its_makers),
        CASE(test_only_batches_hold),
        CASE(test_whoever_lost_a_game_is_told_and_cannot_write),
        CASE(test_what_was_taken_back_is_new),
        CASE(test_an_old_fence_is_not_enough),
        CASE(test_games_of_the_dead_are_taken),
        CASE(test_what_others_wrote_shows),
        CASE(test_those_who_leave_let_go),
        CASE(test_when_the_last_holder_was_there),
        CASE(test_a_batch_is_not_interrupted),
        CASE(test_a_batch_does_not_last_for_ever),
        CASE(test_many_are_held_at_once),
        CASE(test_a_large_batch),
        CASE(test_the_calendar_is_shared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
