/* Two servers of one house: calls are handed on, games taken and followed, and nothing is done
 * twice or forgotten, whatever fails between them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "online/house_case.h"
#include "support/tap.h"

static HouseServer north, south;

static void open_both(void)
{
    north = (HouseServer){0};
    south = (HouseServer){0};
    house_case_open(&north, "north");
    house_case_open(&south, "south");
}

static void close_both(void)
{
    house_case_close(&south);
    house_case_close(&north);
}

/* Looks until a part is there, for some seconds. */
static bool wait_for(HouseServer *server, const HallGame *game, const char *part)
{
    for (int i = 0; i < 400; i++) {
        if (hall_case_has(hall_case_look(&server->at, game), part))
            return true;
        base_nap_ms(20);
    }
    tap_note("%s", hall_case_look(&server->at, game));
    return false;
}

static bool wait_to_hear(HallEar *ear, const char *part)
{
    for (int i = 0; i < 400; i++) {
        pthread_mutex_lock(&ear->lock);
        bool has = ear->heard.bytes && hall_case_has(ear->heard.bytes, part);
        pthread_mutex_unlock(&ear->lock);
        if (has)
            return true;
        base_nap_ms(20);
    }
    return false;
}

/* Without asking a server, which would take the game for that. */
static bool wait_for_end(const HallGame *game)
{
    Store *store = house_case_store();
    StoreGame head = {.phase = STORE_PLAYING};
    StorePlayer players[STORE_PLAYERS];
    bool is_found;
    for (int i = 0; i < 500 && head.phase != STORE_OVER; i++) {
        store->kind->read_game(store, game->id, &head, players, NULL, &is_found, NULL);
        base_nap_ms(20);
    }
    store->kind->close(store);
    return head.phase == STORE_OVER;
}

/* -- calls ------------------------------------------------------------------------------------- */

static void check_handing_on(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    expect(hall_case_move(&south.at, &game, 0, 1, "C"), HALL_DONE, "\"C\"", "a move is handed on");
    tap_report(south.handed_on == 1 && south.taken_over == 0, "… to whoever has the game");
    expect(hall_case_move(&north.at, &game, 1, 2, "c"), HALL_DONE, "\"c\"", "… where it is known");
    expect(hall_case_move(&south.at, &game, 0, 1, "D"), HALL_CONFLICT, "\"C\" stands",
           "a refusal comes back as it was said");
    expect(hall_case_ask(&south.at, HALL_LOOK, game.id, "wrong", NULL), HALL_NO_SEAT, "seat",
           "… and a wrong token is wrong there, too");
    tap_report(hall_case_has(hall_case_look(&south.at, &game), "\"move\": \"c\""),
               "who asks elsewhere sees what was done");
    expect(hall_case_ask(&south.at, HALL_LOOK, "0000000000000000", NULL, NULL), HALL_NO_GAME,
           "no such game", "what is nowhere is nowhere");
}

static void check_taking_over(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    north.is_deaf = true;
    expect(hall_case_move(&south.at, &game, 0, 1, "C"), HALL_DONE, "\"C\"",
           "the game of one that is not heard of is taken");
    north.is_deaf = false;
    int before = north.handed_on;
    expect(hall_case_move(&north.at, &game, 1, 2, "c"), HALL_DONE, "\"c\"",
           "whoever lost it hands on");
    tap_report(north.handed_on == before + 1, "… instead of writing");
    before = south.handed_on;
    hall_case_move(&south.at, &game, 0, 3, "D");
    tap_report(south.handed_on == before, "and the other has it");
}

/* The owner has done it, and only its answer is lost. */
static void check_lost_answers(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    north.is_mum = true;
    expect(hall_case_move(&south.at, &game, 0, 1, "C"), HALL_DONE, "\"C\"",
           "a move whose answer is lost is found to stand there");
    north.is_mum = false;
    expect(hall_case_move(&south.at, &game, 1, 2, "c"), HALL_DONE, "\"number\": 2",
           "… and was done once");
}

static void check_unsure_commits(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    HallEar ear;
    hall_case_watch(&north.at, &ear, game.id, 99);
    hall_case_hear(&ear, 1);
    north.is_unsure = true;
    HallReply reply = hall_case_move(&north.at, &game, 0, 1, "C");
    north.is_unsure = false;
    expect(reply, HALL_NO_STORE, "does not know", "one that can't say whether it was written down");
    tap_report(!hall_case_has(ear.heard.bytes, "\"move\""), "… tells nobody of it");
    expect(hall_case_move(&north.at, &game, 0, 1, "C"), HALL_DONE, "\"number\": 1",
           "sent again it is found");
    expect(hall_case_move(&north.at, &game, 1, 2, "c"), HALL_DONE, "\"number\": 2",
           "… and the game goes on");
    hall_case_leave(&north.at, &ear);
}

/* -- watching ---------------------------------------------------------------------------------- */

static void check_following(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    HallEar ear;
    hall_case_watch(&south.at, &ear, game.id, 0);
    hall_case_hear(&ear, 1);
    hall_case_move(&north.at, &game, 0, 1, "C");
    tap_report(wait_to_hear(&ear, "\"number\": 1"), "who watches elsewhere hears of moves");
    north.is_mute = true;
    hall_case_move(&north.at, &game, 1, 2, "c");
    north.is_mute = false;
    hall_case_move(&north.at, &game, 0, 3, "D");
    tap_report(wait_to_hear(&ear, "\"number\": 3") && wait_to_hear(&ear, "\"number\": 2"),
               "what was missed is read");
    expect(hall_case_say(&south.at, &ear, HALL_MOVE, game.token[1],
                         "{\"number\": 4, \"move\": \"d\"}"),
           HALL_DONE, "\"d\"", "and one may move from there");
    pthread_mutex_lock(&ear.lock);
    const char *at = ear.heard.bytes;
    for (int i = 1; at && i <= 4; i++) {
        char number[32];
        snprintf(number, sizeof number, "\"number\": %d", i);
        at = strstr(at, number);
    }
    pthread_mutex_unlock(&ear.lock);
    tap_report(at != NULL, "all in their order, the answer last");
    hall_case_leave(&south.at, &ear);
}

/* Who watches is handed on to whoever last had the game, and finds out that another one has. */
static void check_guesses(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    HouseServer east = {0};
    HallEar ear;
    house_case_open(&east, "east");
    hall_case_watch(&south.at, &ear, game.id, 0);
    hall_case_hear(&ear, 1);
    north.is_deaf = true;
    hall_case_move(&east.at, &game, 0, 1, "C");
    north.is_deaf = false;
    int before = south.handed_on, taken = south.taken_over;
    expect(hall_case_say(&south.at, &ear, HALL_MOVE, game.token[1],
                         "{\"number\": 2, \"move\": \"c\"}"),
           HALL_DONE, "\"c\"", "a move that went to the last holder comes to the new one");
    tap_report(south.handed_on == before + 2, "… on its second way");
    expect(hall_case_say(&south.at, &ear, HALL_MOVE, game.token[0],
                         "{\"number\": 3, \"move\": \"D\"}"),
           HALL_DONE, "\"D\"", "… and the next one at once");
    tap_report(south.handed_on == before + 3 && south.taken_over == taken, "… taking nothing");
    hall_case_leave(&south.at, &ear);
    house_case_close(&east);
}

static void check_presence(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    HallEar here, there;
    hall_case_watch(&north.at, &here, game.id, 99);
    hall_case_watch(&south.at, &there, game.id, 99);
    hall_case_say(&south.at, &there, HALL_LOOK, game.token[1], NULL);
    tap_report(wait_to_hear(&here, "\"presence\": \"here\""), "a player elsewhere is there");
    hall_case_leave(&south.at, &there);
    tap_report(wait_to_hear(&here, "\"presence\": \"away\""), "… and goes");
    hall_case_leave(&north.at, &here);
}

/* -- the store --------------------------------------------------------------------------------- */

static void forget_call(HallCall *call)
{
    atomic_bool *is_done = call->context;
    *is_done = true;
}

/* What another server has done stays done, whatever becomes of the batch in which that is told. */
static void check_answers_beside_failures(void)
{
    HallGame game =
        hall_case_create(&north.at, "{\"game\": \"oware\", \"seats\": [\"person\", \"open\"]}");
    atomic_bool has_joined = false, has_looked = false;
    HallCall join = {.verb = HALL_JOIN, .done = forget_call, .context = &has_joined},
             look = {.verb = HALL_LOOK, .done = forget_call, .context = &has_looked};
    memcpy(join.game, game.id, sizeof join.game);
    memcpy(look.game, game.id, sizeof look.game);
    int before = south.handed_on;
    house_case_pause(&north);
    hall_call(south.at.hall, &join);
    while (south.handed_on == before)
        base_nap_ms(1);
    house_case_pause(&south);
    south.is_cut_off = true;
    hall_call(south.at.hall, &look);
    house_case_go_on(&north);
    while (!hall_case_has(hall_case_look(&north.at, &game), "\"phase\": \"playing\""))
        base_nap_ms(1);
    base_nap_ms(50); /* for the answer to be on its way */
    house_case_go_on(&south);
    while (!has_joined || !has_looked)
        base_nap_ms(1);
    south.is_cut_off = false;
    tap_report(look.outcome == HALL_NO_STORE && join.outcome == HALL_MADE && join.answer &&
                   hall_case_has(join.answer, "\"token\""),
               "an answer that has come is passed on, whatever fails here");
    lud_free(join.answer);
}

static void check_pruning(void)
{
    HallGame game =
        hall_case_create(&north.at, "{\"game\": \"oware\", \"seats\": [\"person\", \"open\"]}");
    HallEar ear;
    Store *store = house_case_store();
    int removed = 0;
    hall_case_watch(&north.at, &ear, game.id, 0);
    hall_case_hear(&ear, 2);
    store->kind->prune(store, 0, INT64_MAX, 1000, &removed, NULL);
    store->kind->close(store);
    expect(hall_case_ask(&north.at, HALL_LOOK, game.id, NULL, NULL), HALL_NO_GAME, "no such game",
           "a game that was removed is there no more");
    expect(hall_case_ask(&south.at, HALL_LOOK, game.id, NULL, NULL), HALL_NO_GAME, "no such game",
           "… for nobody");
    tap_report(!hall_case_hear(&ear, 99) && ear.reason == HALL_NO_STORE,
               "… as those are told who watched it");
    hall_case_leave(&north.at, &ear);
}

/* A thought that can't be taken is thought again. */
static void check_thinking(void)
{
    HallGame game =
        hall_case_create(&north.at, "{\"game\": \"oware\", \"seats\": [\"person\", \"level=1\"]}");
    atomic_bool is_done = false;
    HallCall move = {.verb = HALL_MOVE, .done = forget_call, .context = &is_done};
    char body[] = "{\"number\": 1, \"move\": \"C\"}";
    memcpy(move.game, game.id, sizeof move.game);
    memcpy(move.token, game.token[0], sizeof game.token[0]);
    move.body = body;
    move.body_size = strlen(body);
    north.pauses_after = true;
    hall_call(north.at.hall, &move);
    while (!is_done)
        base_nap_ms(1);
    north.is_cut_off = true;
    base_nap_ms(300); /* for the thought to be there */
    house_case_go_on(&north);
    base_nap_ms(300);
    north.is_cut_off = false;
    lud_free(move.answer);
    tap_report(wait_for(&north, &game, "\"number\": 2"), "a computer whose store was away moves");
}

/* Somebody who is about to take a game. */
static Store *begin_to_take(const HallGame *game)
{
    Store *store = house_case_store();
    StoreClaim claim = {.by_force = true};
    memcpy(claim.id, game->id, sizeof claim.id);
    store->kind->begin(store, NULL);
    store->kind->hold(store, &claim, 1, NULL);
    return store;
}

static void take_not(Store *store)
{
    store->kind->roll_back(store);
    store->kind->close(store);
}

static void check_doubt(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\", \"clock\": \"2s\"}");
    Store *taker = begin_to_take(&game);
    HallEar ear;
    hall_case_watch(&north.at, &ear, game.id, 0);
    hall_case_hear(&ear, 2);
    take_not(taker);
    tap_report(wait_to_hear(&ear, "\"reason\": \"time\""), "one that kept its game looks after it");
    hall_case_leave(&north.at, &ear);
}

/* What the last holder told comes when this one has read it. */
static void check_late_news(void)
{
    static const char late[] = "{\"event\": 2, \"type\": \"start\"}";
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\", \"clock\": \"1s\"}");
    hall_hear(north.at.hall, game.id, late, strlen(late));
    tap_report(wait_for_end(&game), "news that are old change nothing");
}

/* The database throws the one out that takes so long. */
static void check_changing_hands(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\"}");
    HallEar ear;
    hall_case_watch(&north.at, &ear, game.id, 99);
    hall_case_hear(&ear, 1);
    Store *taker = begin_to_take(&game);
    int before = north.look_count;
    expect(hall_case_say(&north.at, &ear, HALL_LOOK, game.token[0], NULL), HALL_DONE,
           "\"player\": 1", "who watches a game that changes hands can say a token");
    expect(hall_case_move(&north.at, &game, 0, 1, "C"), HALL_DONE, "\"C\"",
           "a game that changes hands is waited for");
    int tries = north.look_count - before;
    tap_report(tries > 10 && tries < 2000, "… without asking all the time: %d", tries);
    take_not(taker);
    hall_case_leave(&north.at, &ear);
}

/* Nobody loses on time while nobody can move. */
static void check_clocks_of_a_lost_store(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\", \"clock\": \"2s\"}");
    north.is_cut_off = south.is_cut_off = true;
    base_nap_ms(2500);
    north.is_cut_off = south.is_cut_off = false;
    expect(hall_case_move(&north.at, &game, 0, 1, "C"), HALL_DONE, "\"C\"",
           "a clock stands while the store is away");
}

/* How far a server's clock is ahead of the database's, in milliseconds. */
static int64_t clock_of(HouseServer *server)
{
    Store *store = house_case_store();
    StoreGame head;
    StorePlayer players[STORE_PLAYERS];
    bool is_found;
    int64_t now_ms = 0;
    store->kind->tell_time(store, &now_ms, NULL);
    HallGame game = hall_case_create(&server->at, "{\"game\": \"oware\"}");
    store->kind->read_game(store, game.id, &head, players, NULL, &is_found, NULL);
    store->kind->close(store);
    return head.created_ms - now_ms;
}

static void check_clocks_that_differ(void)
{
    HouseServer early = {.clock_ms = 60000}, late = {.clock_ms = -60000};
    house_case_open(&early, "early");
    house_case_open(&late, "late");
    int64_t first_ms = clock_of(&early), second_ms = first_ms;
    for (int i = 0; i < 400 && second_ms > first_ms - 100; i++) {
        base_nap_ms(20);
        second_ms = clock_of(&early);
    }
    tap_report(first_ms > 55000 && second_ms > 50000 && second_ms <= first_ms - 100,
               "a clock that is ahead, by %d and %d ms, goes slower", (int)first_ms,
               (int)second_ms);
    int64_t late_ms = clock_of(&late);
    tap_report(late_ms > -5000 && late_ms < 5000, "one that is behind is put right, to %d ms",
               (int)late_ms);
    house_case_close(&late);
    house_case_close(&early);
}

/* -- ends -------------------------------------------------------------------------------------- */

/* The whole house, for an hour. */
static void check_closing_time(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\", \"clock\": \"60s\"}");
    close_both();
    north = (HouseServer){.at.settings.ahead_ms = 3600000};
    house_case_open(&north, "north");
    expect(hall_case_move(&north.at, &game, 0, 1, "C"), HALL_DONE, "\"C\"",
           "no clock runs while all servers are closed");
    house_case_close(&north);
    open_both();
}

static void check_adoption(void)
{
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\", \"clock\": \"2s\"}");
    north.is_dead = true;
    north.is_cut_off = true;
    tap_report(wait_for_end(&game), "a clock runs out although its server is no more");
    north.is_cut_off = north.is_dead = false;
    tap_report(hall_case_has(hall_case_look(&north.at, &game), "\"reason\": \"time\""),
               "… which it learns when it is back");
}

/* Who is not seen may be at a server that is not heard of. */
static void check_leaving(void)
{
    HouseServer later = {.at.settings.ahead_ms = 200000, .is_alone = true};
    HallGame game = hall_case_create(&north.at, "{\"game\": \"oware\", \"clock\": \"10m\"}");
    house_case_open(&later, "later");
    expect(hall_case_ask(&later.at, HALL_CLAIM, game.id, game.token[1], NULL), HALL_CONFLICT,
           "has not left", "one that hears nobody holds nobody to have left");
    later.is_alone = false;
    expect(hall_case_ask(&later.at, HALL_CLAIM, game.id, game.token[1], NULL), HALL_DONE,
           "\"reason\": \"left\"", "… until it does");
    house_case_close(&later);
}

int main(void)
{
    open_both();
    check_handing_on();
    check_taking_over();
    check_lost_answers();
    check_unsure_commits();
    check_following();
    check_guesses();
    check_presence();
    check_answers_beside_failures();
    check_pruning();
    check_thinking();
    check_doubt();
    check_changing_hands();
    check_late_news();
    check_clocks_of_a_lost_store();
    check_clocks_that_differ();
    check_closing_time();
    check_adoption();
    check_leaving();
    close_both();
    return tap_finish();
}
