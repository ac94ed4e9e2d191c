#include "store/store_case.h"

#include <stdio.h>
#include <string.h>

#include "support/unit.h"

void store_case_open(StoreCase *at, const char *vfs)
{
    LudError err = {0};
    scratch_make(at->folder);
    if (sqlite_store_open(&at->store, at->folder, vfs, &err) != LUD_OK)
        fail_msg("%s: %s", err.format, err.arg[1]);
}

void store_case_close(StoreCase *at)
{
    if (at->store)
        at->store->kind->close(at->store);
    scratch_remove(at->folder);
}

void store_case_reopen(StoreCase *at, const char *vfs)
{
    at->store->kind->close(at->store);
    assert_int_equal(sqlite_store_open(&at->store, at->folder, vfs, NULL), LUD_OK);
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

void store_case_put(Store *store, const StoreGame *game)
{
    assert_int_equal(store->kind->begin(store, NULL), LUD_OK);
    assert_int_equal(store->kind->put_game(store, game, NULL), LUD_OK);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
}

void store_case_sit(Store *store, const char *id, int number, char token, char person)
{
    StorePlayer player;
    store_case_hash(player.token, token);
    store_case_hash(player.person, person);
    assert_int_equal(store->kind->begin(store, NULL), LUD_OK);
    assert_int_equal(store->kind->put_player(store, id, number, &player, NULL), LUD_OK);
    assert_int_equal(store->kind->commit(store, NULL), LUD_OK);
}

void store_case_add(Store *store, const char *id, int number, const char *body)
{
    assert_int_equal(store->kind->begin(store, NULL), LUD_OK);
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
