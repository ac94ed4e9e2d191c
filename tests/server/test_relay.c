/* The way between servers, with a real NATS server, which with_nats.py has started, and halls that
 * only write down what they are told. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "base/text.h"
#include "server/relay.h"
#include "support/unit.h"

enum { PATIENCE_MS = 20000 };

struct Hall {
    pthread_mutex_t lock;
    Text told;                   /* a word each */
    HallCall *held[16];          /* calls that are not answered, */
    int held_count;              /* so many of them, */
    atomic_bool holds;           /* if this is so */
    _Atomic HallOutcome outcome; /* of the others */
};

static struct Hall north_hall, south_hall;
static Relay *north, *south;

static void note(Hall *hall, const char *word, const char *about)
{
    pthread_mutex_lock(&hall->lock);
    text_printf(&hall->told, "%s(%s) ", word, about);
    pthread_mutex_unlock(&hall->lock);
}

static int count_told(Hall *hall, const char *part)
{
    int count = 0;
    pthread_mutex_lock(&hall->lock);
    for (const char *at = hall->told.bytes; at && (at = strstr(at, part)) != NULL; at++)
        count++;
    pthread_mutex_unlock(&hall->lock);
    return count;
}

static bool has_been_told(Hall *hall, const char *part)
{
    return count_told(hall, part) > 0;
}

static bool await(Hall *hall, const char *part)
{
    for (int waited = 0; waited < PATIENCE_MS && !has_been_told(hall, part); waited += 5)
        base_nap_ms(5);
    return has_been_told(hall, part);
}

/* -- the halls --------------------------------------------------------------------------------- */

static void finish(HallCall *call, HallOutcome outcome)
{
    call->outcome = outcome;
    if (outcome == HALL_DONE)
        call->answer = strdup("{\"version\": 1}");
    else
        lud_error_set(&call->err, LUD_ENOTNOW, "\"{1}\" stands there already.", "C", (char *)NULL);
    call->done(call);
}

static void finish_held(Hall *hall)
{
    pthread_mutex_lock(&hall->lock);
    for (int i = 0; i < hall->held_count; i++)
        finish(hall->held[i], HALL_DONE);
    pthread_mutex_unlock(&hall->lock);
}

static void keep(Hall *hall, HallCall *call)
{
    pthread_mutex_lock(&hall->lock);
    hall->held[hall->held_count++] = call;
    pthread_mutex_unlock(&hall->lock);
}

void hall_call(Hall *hall, HallCall *call)
{
    char about[256];
    snprintf(about, sizeof about, "%d %s %s %d %s", (int)call->verb, call->game, call->token,
             call->known_player, call->body ? call->body : "none");
    if (hall->holds)
        keep(hall, call);
    note(hall, "call", about);
    if (!hall->holds)
        finish(call, hall->outcome);
}

void hall_answered(Hall *hall, HallCall *call)
{
    char sentence[256] = "";
    if (!call->answer)
        lud_error_text(&call->err, NULL, sentence, sizeof sentence);
    char about[512];
    snprintf(about, sizeof about, "%s %d %s", call->item.game, (int)call->outcome,
             call->answer ? call->answer : sentence);
    note(hall, "answered", about);
}

void hall_take_over(Hall *hall, HallCall *call)
{
    note(hall, "take over", call->item.game);
}

void hall_call_again(Hall *hall, HallCall *call)
{
    note(hall, "again", call->item.game);
}

void hall_hear(Hall *hall, const char *game, const char *text, size_t size)
{
    char about[256];
    snprintf(about, sizeof about, "%s %.*s", game, (int)size, text);
    note(hall, "hear", about);
}

void hall_look_again(Hall *hall)
{
    note(hall, "look", "");
}

/* -- the case ---------------------------------------------------------------------------------- */

static bool is_connected(Relay *relay)
{
    RelayFigures figures;
    relay_figures(relay, &figures);
    return figures.is_connected;
}

static void open_relay(Relay **relay, struct Hall *hall, const char *name)
{
    *hall = (struct Hall){0};
    pthread_mutex_init(&hall->lock, NULL);
    assert_int_equal(relay_open(relay, getenv("LUDOTECA_TEST_BROKER"), name, NULL), LUD_OK);
    for (int waited = 0; waited < PATIENCE_MS && !is_connected(*relay); waited += 5)
        base_nap_ms(5);
    assert_true(is_connected(*relay));
}

static void close_relay(Relay **relay, struct Hall *hall)
{
    relay_stop(*relay);
    relay_close(*relay);
    *relay = NULL;
    text_free(&hall->told);
    pthread_mutex_destroy(&hall->lock);
}

static void tell(Relay *relay, const char *game, const char *text)
{
    const HallLinks *links = relay_links(relay);
    links->tell(links->context, game, text, strlen(text));
}

static void follow(Relay *relay, const char *game)
{
    const HallLinks *links = relay_links(relay);
    links->follow(links->context, game);
}

/* Games are followed before the hall can be told anything. */
static int open_case(void **unused)
{
    (void)unused;
    open_relay(&north, &north_hall, "north");
    open_relay(&south, &south_hall, "south");
    follow(north, "early");
    assert_int_equal(relay_start(north, &north_hall, NULL), LUD_OK);
    assert_int_equal(relay_start(south, &south_hall, NULL), LUD_OK);
    follow(south, "mark");
    for (int waited = 0; waited < PATIENCE_MS && !has_been_told(&south_hall, "mark"); waited += 5) {
        tell(north, "mark", "there");
        base_nap_ms(5);
    }
    assert_true(has_been_told(&south_hall, "hear(mark there)"));
    return 0;
}

static int close_case(void **unused)
{
    (void)unused;
    close_relay(&north, &north_hall);
    if (south)
        close_relay(&south, &south_hall);
    return 0;
}

/* A call of the north for the game that the south has. */
static void hand_on(HallCall *call, const char *server, HallVerb verb, char *body)
{
    const HallLinks *links = relay_links(north);
    *call = (HallCall){.verb = verb, .game = "abcd", .token = "secret", .known_player = 2};
    call->body = body;
    call->body_size = body ? strlen(body) : 0;
    call->item.game = call->game;
    links->forward(links->context, server, call);
}

static void look(Relay *relay)
{
    const HallLinks *links = relay_links(relay);
    links->look(links->context);
}

/* -- calls ------------------------------------------------------------------------------------- */

static void test_a_call_and_its_answer(void **unused)
{
    (void)unused;
    char body[] = "{\"text\": \"\xc3\xa1\\\"\"}";
    HallCall call;
    hand_on(&call, "south", HALL_CHAT, body);
    assert_true(await(&north_hall, "answered(abcd 0 {\"version\": 1})"));
    char wanted[128];
    snprintf(wanted, sizeof wanted, "call(%d abcd secret 2 %s)", (int)HALL_CHAT, body);
    assert_true(has_been_told(&south_hall, wanted));
    lud_free(call.answer);
}

static void test_refusals_come_back_as_they_were_said(void **unused)
{
    (void)unused;
    HallCall call;
    south_hall.outcome = HALL_CONFLICT;
    hand_on(&call, "south", HALL_MOVE, NULL);
    assert_true(await(&north_hall, "answered(abcd 6 \"C\" stands there already.)"));
    assert_int_equal(call.err.status, LUD_ENOTNOW);
    assert_true(has_been_told(&south_hall, "secret 2 none)"));
}

static void test_whoever_does_not_have_it_says_so(void **unused)
{
    (void)unused;
    HallCall call;
    south_hall.outcome = HALL_ELSEWHERE;
    hand_on(&call, "south", HALL_MOVE, NULL);
    assert_true(await(&north_hall, "again(abcd)"));
    assert_false(has_been_told(&north_hall, "answered"));
}

static void test_whoever_is_not_there_is_not_waited_for(void **unused)
{
    (void)unused;
    HallCall call;
    int64_t before_us = base_time_us();
    hand_on(&call, "nowhere", HALL_JOIN, NULL);
    assert_true(await(&north_hall, "take over(abcd)"));
    assert_true(base_time_us() - before_us < 1000000);
}

/* What would be done twice is not tried elsewhere. */
static void test_whoever_is_silent_is_given_up(void **unused)
{
    (void)unused;
    static const struct {
        HallVerb verb;
        bool is_taken_over;
    } verbs[] = {{HALL_MOVE, true},    {HALL_LOOK, true},    {HALL_SIT, true},
                 {HALL_DICE, true},    {HALL_RECORD, true},  {HALL_JOIN, false},
                 {HALL_CHAT, false},   {HALL_OFFER, false},  {HALL_REPORT, false},
                 {HALL_RESIGN, false}, {HALL_CLAIM, false},  {HALL_VACATION, false},
                 {HALL_ACCEPT, false}, {HALL_DECLINE, false}};
    enum { COUNT = sizeof verbs / sizeof verbs[0] };
    static HallCall calls[COUNT];
    char name[COUNT][8], wanted[64];
    south_hall.holds = true;
    for (int i = 0; i < COUNT; i++) {
        hand_on(&calls[i], "south", verbs[i].verb, NULL);
        snprintf(name[i], sizeof name[i], "g%d", i);
        calls[i].item.game = name[i];
    }
    look(north);
    assert_false(has_been_told(&north_hall, "take over"));
    base_nap_ms(1700);
    look(north);
    for (int i = 0; i < COUNT; i++) {
        snprintf(wanted, sizeof wanted,
                 verbs[i].is_taken_over ? "take over(%s)" : "answered(%s 10 The server", name[i]);
        assert_true(has_been_told(&north_hall, wanted));
    }
    /* An answer that comes late is nobody's. */
    finish_held(&south_hall);
    tell(south, "early", "end");
    assert_true(await(&north_hall, "hear(early end)"));
    assert_false(has_been_told(&north_hall, "answered(g13 0"));
}

/* -- games ------------------------------------------------------------------------------------- */

static void test_what_is_followed_early_is_heard(void **unused)
{
    (void)unused;
    assert_true(has_been_told(&north_hall, "look()"));
    tell(south, "early", "{}");
    tell(south, "other", "{}");
    tell(south, "early", "end");
    assert_true(await(&north_hall, "hear(early end)") &&
                has_been_told(&north_hall, "hear(early {})"));
    assert_false(has_been_told(&north_hall, "other"));
}

/* -- ends -------------------------------------------------------------------------------------- */

static void test_one_that_stops_answers_all(void **unused)
{
    (void)unused;
    HallCall first, second;
    south_hall.holds = true;
    hand_on(&first, "south", HALL_MOVE, NULL);
    assert_true(await(&south_hall, "call("));
    relay_stop(north);
    assert_true(has_been_told(&north_hall, "take over(abcd)"));
    hand_on(&second, "south", HALL_MOVE, NULL);
    assert_true(has_been_told(&north_hall, "take over(abcd) take over(abcd)"));
    finish_held(&south_hall);
}

/* Calls that are under way while it stops are neither done nor forgotten. */
static void test_one_that_stops_forgets_none(void **unused)
{
    enum { CALLS = 500 };
    static HallCall calls[CALLS];
    (void)unused;
    for (int i = 0; i < CALLS; i++)
        hand_on(&calls[i], "south", HALL_CHAT, NULL);
    close_relay(&south, &south_hall);
    int told = 0;
    for (int waited = 0; waited < PATIENCE_MS && told < CALLS; waited += 5) {
        told = count_told(&north_hall, "answered(") + count_told(&north_hall, "again(") +
               count_told(&north_hall, "take over(");
        base_nap_ms(5);
    }
    assert_int_equal(told, CALLS);
    for (int i = 0; i < CALLS; i++)
        free(calls[i].answer);
}

static void test_one_that_has_left_says_so(void **unused)
{
    (void)unused;
    HallCall call;
    int before = count_told(&north_hall, "look()");
    close_relay(&south, &south_hall);
    for (int waited = 0; waited < PATIENCE_MS && count_told(&north_hall, "look()") == before;
         waited += 5)
        base_nap_ms(5);
    assert_int_equal(count_told(&north_hall, "look()"), before + 1);
    hand_on(&call, "south", HALL_CHAT, NULL);
    assert_true(await(&north_hall, "take over(abcd)"));
}

static void test_without_a_broker(void **unused)
{
    (void)unused;
    struct Hall hall = {.lock = PTHREAD_MUTEX_INITIALIZER};
    HallCall call = {.verb = HALL_CHAT, .game = "abcd"};
    Relay *alone;
    call.item.game = call.game;
    assert_int_equal(relay_open(&alone, NULL, "alone", NULL), LUD_OK);
    assert_int_equal(relay_start(alone, &hall, NULL), LUD_OK);
    const HallLinks *links = relay_links(alone);
    tell(alone, "abcd", "{}");
    follow(alone, "abcd");
    links->forward(links->context, "south", &call);
    assert_true(has_been_told(&hall, "take over(abcd)"));
    close_relay(&alone, &hall);
    assert_int_equal(relay_open(&alone, "http://x", "alone", NULL), LUD_EUSAGE);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_a_call_and_its_answer),
        CASE(test_refusals_come_back_as_they_were_said),
        CASE(test_whoever_does_not_have_it_says_so),
        CASE(test_whoever_is_not_there_is_not_waited_for),
        CASE(test_whoever_is_silent_is_given_up),
        CASE(test_what_is_followed_early_is_heard),
        CASE(test_one_that_stops_answers_all),
        CASE(test_one_that_stops_forgets_none),
        CASE(test_one_that_has_left_says_so),
        cmocka_unit_test(test_without_a_broker),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
