/* The store in PostgreSQL: opening, batches and what is put in them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>

#include "store/pg_parts.h"
#include "store/postgres_store.h"

/* -- batches ----------------------------------------------------------------------------------- */

static bool is_sound(const PgStore *self)
{
    return self->is_batch && !self->is_spoilt && self->link;
}

static LudStatus begin(Store *store, LudError *err)
{
    PgStore *self = (PgStore *)store;
    if (self->is_batch)
        return pg_refuse(err);
    LudStatus status = pg_connect(self, err);
    if (status != LUD_OK)
        return status;
    self->is_batch = true;
    self->is_spoilt = false;
    pg_ask(self, &(PgWords){0}, (PgAsked){.saying = PG_BEGIN});
    return LUD_OK;
}

static LudStatus commit(Store *store, LudError *err)
{
    PgStore *self = (PgStore *)store;
    if (!is_sound(self))
        return self->fault.status != LUD_OK ? pg_settle(self, err) : pg_refuse(err);
    pg_ask(self, &(PgWords){0}, (PgAsked){.saying = PG_COMMIT});
    LudStatus status = pg_settle(self, err);
    if (status != LUD_OK)
        return status;
    self->is_batch = false;
    pg_holds_clear(&self->holds);
    return LUD_OK;
}

static void roll_back(Store *store)
{
    PgStore *self = (PgStore *)store;
    if (!self->is_batch)
        return;
    pg_settle(self, NULL);
    self->is_batch = false;
    pg_holds_clear(&self->holds);
    if (!self->link)
        return;
    pg_ask(self, &(PgWords){0}, (PgAsked){.saying = PG_ROLL_BACK});
    pg_settle(self, NULL);
}

/* -- what is put in them ----------------------------------------------------------------------- */

static PgAsked about(PgSaying saying, const char *id, int number)
{
    PgAsked asked = {.saying = saying, .number = number};
    snprintf(asked.id, sizeof asked.id, "%s", id);
    return asked;
}

/* What every write to a game begins with. */
static void add_held(PgWords *words, const PgStore *self, const char *id)
{
    pg_add_text(words, id);
    pg_add_number(words, pg_holds_find(&self->holds, id));
    pg_add_number(words, self->server_num);
}

static LudStatus put_new(PgStore *self, const StoreGame *game, LudError *err)
{
    if (!pg_holds_put(&self->holds, game->id, STORE_FIRST_FENCE))
        return pg_memory_fault(err);
    PgWords words = {0};
    add_held(&words, self, game->id);
    pg_add_number(&words, (int)game->phase);
    pg_add_number(&words, game->is_public);
    pg_add_number(&words, game->created_ms);
    pg_add_number(&words, game->changed_ms);
    pg_add_number(&words, game->due_ms);
    pg_add_bytes(&words, game->secret, STORE_HASH);
    pg_add_text(&words, game->summary ? game->summary : "");
    pg_ask(self, &words, about(PG_PUT_NEW, game->id, 0));
    return LUD_OK;
}

static LudStatus put_game(Store *store, const StoreGame *game, LudError *err)
{
    PgStore *self = (PgStore *)store;
    if (!is_sound(self))
        return pg_refuse(err);
    if (pg_holds_find(&self->holds, game->id) == 0)
        return put_new(self, game, err);
    PgWords words = {0};
    add_held(&words, self, game->id);
    pg_add_number(&words, (int)game->phase);
    pg_add_number(&words, game->changed_ms);
    pg_add_number(&words, game->due_ms);
    pg_add_text(&words, game->summary ? game->summary : "");
    pg_ask(self, &words, about(PG_PUT_GAME, game->id, 0));
    return LUD_OK;
}

/* Nobody's is not kept at all, so that nobody is found by it. */
static void add_hash(PgWords *words, const unsigned char hash[STORE_HASH])
{
    static const unsigned char nobody[STORE_HASH];
    if (memcmp(hash, nobody, STORE_HASH) != 0)
        pg_add_bytes(words, hash, STORE_HASH);
    else
        pg_add_null(words);
}

static LudStatus put_player(Store *store, const char *id, int number, const StorePlayer *player,
                            LudError *err)
{
    PgStore *self = (PgStore *)store;
    if (!is_sound(self))
        return pg_refuse(err);
    PgWords words = {0};
    add_held(&words, self, id);
    pg_add_number(&words, number);
    add_hash(&words, player->token);
    add_hash(&words, player->person);
    pg_ask(self, &words, about(PG_PUT_PLAYER, id, 0));
    return LUD_OK;
}

static LudStatus add_event(Store *store, const char *id, int number, const char *body,
                           LudError *err)
{
    PgStore *self = (PgStore *)store;
    if (!is_sound(self))
        return pg_refuse(err);
    PgWords words = {0};
    add_held(&words, self, id);
    pg_add_number(&words, number);
    pg_add_text(&words, body);
    pg_ask(self, &words, about(PG_ADD_EVENT, id, number));
    return LUD_OK;
}

/* -- beside batches ---------------------------------------------------------------------------- */

static LudStatus put_note(Store *store, const char *kind, const char *key, const char *value,
                          LudError *err)
{
    PgStore *self = (PgStore *)store;
    PgWords words = {0};
    if (self->is_batch && !is_sound(self))
        return pg_refuse(err);
    LudStatus status = self->is_batch ? LUD_OK : pg_connect(self, err);
    if (status != LUD_OK)
        return status;
    pg_add_text(&words, kind);
    pg_add_text(&words, key);
    if (value)
        pg_add_text(&words, value);
    pg_ask(self, &words, (PgAsked){.saying = value ? PG_PUT_NOTE : PG_DROP_NOTE});
    return self->is_batch ? LUD_OK : pg_settle(self, err);
}

static void take_count(void *context, const PGresult *rows)
{
    int *count = context;
    *count = atoi(PQcmdTuples((PGresult *)(size_t)rows));
}

static LudStatus prune(Store *store, int64_t over_before_ms, int64_t open_before_ms, int limit,
                       int *removed, LudError *err)
{
    PgStore *self = (PgStore *)store;
    PgWords words = {0};
    if (self->is_batch)
        return pg_refuse(err);
    pg_add_number(&words, limit);
    pg_add_number(&words, over_before_ms);
    pg_add_number(&words, open_before_ms);
    return pg_ask_at_once(
        self, &words, (PgAsked){.saying = PG_PRUNE, .take = take_count, .context = removed}, err);
}

/* -- opening and closing ----------------------------------------------------------------------- */

static void close_store(Store *store)
{
    PgStore *self = (PgStore *)store;
    if (!self)
        return;
    pg_hang_up(self);
    pg_holds_free(&self->holds);
    free(self->asked);
    free(self->address);
    free(self);
}

static const StoreKind postgres_kind = {
    .begin = begin,
    .hold = pg_hold,
    .put_game = put_game,
    .put_player = put_player,
    .add_event = add_event,
    .commit = commit,
    .roll_back = roll_back,
    .read_game = pg_read_game,
    .compare = pg_compare,
    .list = pg_list,
    .count_unended = pg_count_unended,
    .put_note = put_note,
    .get_note = pg_get_note,
    .list_notes = pg_list_notes,
    .list_kinds = pg_list_kinds,
    .prune = prune,
    .renew = pg_renew,
    .leave = pg_leave,
    .tell_time = pg_tell_time,
    .close = close_store,
};

bool postgres_store_is_address(const char *text)
{
    return strncmp(text, "postgresql://", 13) == 0 || strncmp(text, "postgres://", 11) == 0;
}

/* Without user and password, which sentences and logs are not to have: what stands before the last
 * "@" of the authority; and without options. */
static void name_database(PgStore *self)
{
    const char *rest = strstr(self->address, "://") + 3;
    size_t authority = strcspn(rest, "/?");
    const char *at = rest;
    for (size_t i = 0; i < authority; i++) {
        if (rest[i] == '@')
            at = rest + i + 1;
    }
    snprintf(self->name, sizeof self->name, "%.*s", (int)strcspn(at, "?"), at);
}

static LudStatus open_store(PgStore *self, bool is_beside, LudError *err)
{
    LudStatus status = pg_dial(self, err);
    if (status == LUD_OK)
        status = is_beside ? pg_schema_check(self, err) : pg_schema_update(self, err);
    if (status == LUD_OK)
        pg_hang_up(self);
    if (status == LUD_OK)
        status = pg_connect(self, err);
    if (status == LUD_OK && !is_beside)
        status = pg_register(self, err);
    return status;
}

static LudStatus make(Store **store, const char *address, const char *server, LudError *err)
{
    PgStore *self = calloc(1, sizeof *self);
    if (!self)
        return pg_memory_fault(err);
    *self = (PgStore){.store.kind = &postgres_kind, .address = strdup(address)};
    if (server)
        snprintf(self->server, sizeof self->server, "%s", server);
    LudStatus status = LUD_OK;
    if (self->address) {
        name_database(self);
        status = open_store(self, server == NULL, err);
    } else {
        status = pg_memory_fault(err);
    }
    if (status == LUD_OK)
        *store = &self->store;
    else
        close_store(&self->store);
    return status;
}

LudStatus postgres_store_open(Store **store, const char *address, const char *server, LudError *err)
{
    return make(store, address, server, err);
}

LudStatus postgres_store_open_beside(Store **store, const char *address, LudError *err)
{
    return make(store, address, NULL, err);
}
