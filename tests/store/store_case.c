#include "store/store_case.h"

#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/postgres_store.h"
#include "store/sqlite_store.h"
#include "support/unit.h"

/* Set by with_postgres.py: the address of a database that is there for this test alone. */
static const char *find_database(void)
{
    return getenv("LUDOTECA_TEST_DATABASE");
}

bool store_case_is_shared(void)
{
    return find_database() != NULL;
}

LudStatus store_case_start(StoreCase *at, Store **store, const char *server, LudError *err)
{
    if (store_case_is_shared())
        return postgres_store_open(store, find_database(), server, err);
    return sqlite_store_open(store, at->folder, NULL, err);
}

/* As the first that ever opened it would find it. */
static void empty_database(void)
{
    PGconn *link = PQconnectdb(find_database());
    PGresult *answer = PQexec(link, "DROP TABLE IF EXISTS ludoteca_schema, server, game, player,"
                                    " event, note");
    assert_int_equal(PQresultStatus(answer), PGRES_COMMAND_OK);
    PQclear(answer);
    PQfinish(link);
}

void store_case_open(StoreCase *at)
{
    LudError err = {0};
    scratch_make(at->folder);
    if (store_case_is_shared())
        empty_database();
    if (store_case_start(at, &at->store, "first", &err) != LUD_OK)
        fail_msg("%s: %s %s", err.format, err.arg[0], err.arg[1]);
}

void store_case_close(StoreCase *at)
{
    if (at->store)
        at->store->kind->close(at->store);
    scratch_remove(at->folder);
}

void store_case_reopen(StoreCase *at)
{
    at->store->kind->close(at->store);
    assert_int_equal(store_case_start(at, &at->store, "again", NULL), LUD_OK);
}

void store_case_hash(unsigned char hash[STORE_HASH], char letter)
{
    memset(hash, letter, STORE_HASH);
}

StoreGame store_case_game(const char *id, StorePhase phase, int64_t changed_ms)
{
    StoreGame game = {
        .phase = phase, .created_ms = 1000, .changed_ms = changed_ms, .summary = "{}"};
    snprintf(game.id, sizeof game.id, "%s", id);
    store_case_hash(game.secret, id[0]);
    return game;
}

void store_case_expect_hash(const unsigned char hash[STORE_HASH], char letter)
{
    unsigned char wanted[STORE_HASH];
    store_case_hash(wanted, letter);
    assert_memory_equal(hash, wanted, STORE_HASH);
}

StoreHolding store_case_hold(Store *store, const char *id, int64_t *fence, bool by_force)
{
    StoreClaim claim = {.fence = *fence, .by_force = by_force};
    snprintf(claim.id, sizeof claim.id, "%s", id);
    assert_int_equal(store->kind->hold(store, &claim, 1, NULL), LUD_OK);
    *fence = claim.fence;
    return claim.holding;
}

/* Begins a batch that holds a game. */
static void begin_with(Store *store, const char *id)
{
    int64_t fence = 0;
    assert_int_equal(store->kind->begin(store, NULL), LUD_OK);
    assert_int_not_equal(store_case_hold(store, id, &fence, true), STORE_ELSEWHERE);
}

void store_case_put(Store *store, const StoreGame *game)
{
    begin_with(store, game->id);
    assert_int_equal(store->kind->put_game(store, game, NULL), LUD_OK);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
}

void store_case_sit(Store *store, const char *id, int number, char token, char person)
{
    StorePlayer player;
    store_case_hash(player.token, token);
    store_case_hash(player.person, person);
    begin_with(store, id);
    assert_int_equal(store->kind->put_player(store, id, number, &player, NULL), LUD_OK);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
}

void store_case_add(Store *store, const char *id, int number, const char *body)
{
    begin_with(store, id);
    assert_int_equal(store->kind->add_event(store, id, number, body, NULL), LUD_OK);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
}

/* -- what is in it ----------------------------------------------------------------------------- */

static Text text;

static void begin_text(void)
{
    text_free(&text);
    text = (Text){0};
    text_add(&text, "");
}

static void write_event(void *context, int number, const char *body, size_t size)
{
    (void)context;
    assert_int_equal(strlen(body), size);
    text_printf(&text, "%d:%s ", number, body);
}

const char *store_case_events(Store *store, const char *id)
{
    return store_case_some_events(store, id, 0, 0);
}

const char *store_case_some_events(Store *store, const char *id, int after, size_t most_bytes)
{
    StoreGame game;
    StorePlayer players[STORE_PLAYERS];
    StoreReader reader = {.event = write_event, .after = after, .most_bytes = most_bytes};
    bool found = false;
    begin_text();
    assert_int_equal(store->kind->read_game(store, id, &game, players, &reader, &found, NULL),
                     LUD_OK);
    return found ? text.bytes : "none";
}

static void write_game(void *context, const StoreGame *game)
{
    (void)context;
    assert_int_equal(game->summary[0], '{');
    text_printf(&text, game->player > 0 ? "%s:%d " : "%s ", game->id, game->player);
}

const char *store_case_list(Store *store, StoreQuery query)
{
    begin_text();
    assert_int_equal(store->kind->list(store, &query, write_game, NULL, NULL), LUD_OK);
    return text.bytes;
}

static void write_note(void *context, const char *key, const char *value)
{
    (void)context;
    text_printf(&text, "%s=%s ", key, value);
}

const char *store_case_notes(Store *store, const char *kind)
{
    begin_text();
    assert_int_equal(store->kind->list_notes(store, kind, write_note, NULL, NULL), LUD_OK);
    return text.bytes;
}

static void write_kind(void *context, const char *kind)
{
    (void)context;
    text_printf(&text, "%s ", kind);
}

const char *store_case_kinds(Store *store)
{
    begin_text();
    assert_int_equal(store->kind->list_kinds(store, write_kind, NULL, NULL), LUD_OK);
    return text.bytes;
}

const char *store_case_list_person(Store *store, char letter)
{
    unsigned char person[STORE_HASH];
    store_case_hash(person, letter);
    return store_case_list(store, (StoreQuery){.list = STORE_LIST_PERSON, .person = person});
}
