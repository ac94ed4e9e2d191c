/* The store changed: batches and what is put in them. */
#include "store/sqlite_store.h"

#include <ludoteca/game.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/folder.h"
#include "store/sqlite_parts.h"

/* Runs a statement whose parameters are bound. Where binding failed for want of memory there is a
 * NULL, which no column takes, so nobody has to look. */
static int run(SqliteStore *self, StoreSaying saying)
{
    sqlite3_stmt *statement = self->statements[saying];
    int result = sqlite3_step(statement);
    /* Resetting says the same again, and keeps it for sqlite_fault. */
    int said = sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return result == SQLITE_DONE ? SQLITE_OK : said;
}

static LudStatus answer(SqliteStore *self, int result, LudError *err)
{
    return result == SQLITE_OK ? LUD_OK : sqlite_fault(self->db, self->file, err);
}

static LudStatus refuse(LudError *err)
{
    return lud_error_set(err, LUD_ENOTNOW,
                         LUD_MESSAGE("The store can't do this now: a batch was not begun, or has "
                                     "failed, or was not ended."),
                         (char *)NULL);
}

/* -- batches ----------------------------------------------------------------------------------- */

/* SQLite gives up a whole transaction on some faults; what came after it would be saved alone. */
static bool is_sound(const SqliteStore *self)
{
    return self->is_batch && !self->is_spoilt && !sqlite3_get_autocommit(self->db);
}

/* Ends what belongs to a batch: once something failed, so has the batch. */
static LudStatus conclude(SqliteStore *self, LudStatus status)
{
    if (status != LUD_OK && self->is_batch)
        self->is_spoilt = true;
    return status;
}

static LudStatus begin(Store *store, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (self->is_batch)
        return refuse(err);
    LudStatus status = answer(self, run(self, SAY_BEGIN), err);
    self->is_batch = status == LUD_OK;
    self->is_spoilt = false;
    return status;
}

static LudStatus commit(Store *store, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!is_sound(self))
        return refuse(err);
    LudStatus status = answer(self, run(self, SAY_COMMIT), err);
    if (status == LUD_OK)
        self->is_batch = false;
    return conclude(self, status);
}

static void roll_back(Store *store)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!sqlite3_get_autocommit(self->db))
        run(self, SAY_ROLL_BACK);
    self->is_batch = false;
}

/* A file has one server only, which its lock sees to. */
static LudStatus hold(Store *store, StoreClaim *claims, int count, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!is_sound(self))
        return refuse(err);
    for (int i = 0; i < count; i++) {
        claims[i].holding = STORE_HELD;
        claims[i].fence = STORE_FIRST_FENCE;
    }
    return LUD_OK;
}

static LudStatus compare(Store *store, StoreStand *stands, int count, LudError *err)
{
    (void)store;
    (void)err;
    for (int i = 0; i < count; i++)
        stands[i].is_outdated = false;
    return LUD_OK;
}

/* -- what is put in them ----------------------------------------------------------------------- */

static LudStatus put_game(Store *store, const StoreGame *game, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!is_sound(self))
        return refuse(err);
    sqlite3_stmt *row = self->statements[SAY_PUT_GAME];
    sqlite3_bind_text(row, 1, game->id, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, (int)game->phase);
    sqlite3_bind_int(row, 3, game->is_public);
    sqlite3_bind_int64(row, 4, game->created_ms);
    sqlite3_bind_int64(row, 5, game->changed_ms);
    sqlite3_bind_int64(row, 6, game->due_ms);
    sqlite3_bind_blob(row, 7, game->secret, STORE_HASH, SQLITE_STATIC);
    sqlite3_bind_text(row, 8, game->summary ? game->summary : "", -1, SQLITE_STATIC);
    return conclude(self, answer(self, run(self, SAY_PUT_GAME), err));
}

/* Nobody's is not kept at all, so that nobody is found by it. */
static void bind_hash(sqlite3_stmt *row, int place, const unsigned char hash[STORE_HASH])
{
    static const unsigned char nobody[STORE_HASH];
    if (memcmp(hash, nobody, STORE_HASH) != 0)
        sqlite3_bind_blob(row, place, hash, STORE_HASH, SQLITE_STATIC);
}

static LudStatus put_player(Store *store, const char *id, int number, const StorePlayer *player,
                            LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!is_sound(self))
        return refuse(err);
    sqlite3_stmt *row = self->statements[SAY_PUT_PLAYER];
    sqlite3_bind_text(row, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, number);
    bind_hash(row, 3, player->token);
    bind_hash(row, 4, player->person);
    LudStatus status = answer(self, run(self, SAY_PUT_PLAYER), err);
    if (status == LUD_OK && sqlite3_changes(self->db) == 0)
        status = lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("There is no game {1} to sit at."), id,
                               (char *)NULL);
    return conclude(self, status);
}

static LudStatus add_event(Store *store, const char *id, int number, const char *body,
                           LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!is_sound(self))
        return refuse(err);
    sqlite3_stmt *row = self->statements[SAY_ADD_EVENT];
    sqlite3_bind_text(row, 1, id, -1, SQLITE_STATIC);
    sqlite3_bind_int(row, 2, number);
    sqlite3_bind_text(row, 3, body, -1, SQLITE_STATIC);
    int result = run(self, SAY_ADD_EVENT);
    bool is_taken = result == SQLITE_CONSTRAINT_PRIMARYKEY;
    bool is_early = result == SQLITE_OK && sqlite3_changes(self->db) == 0;
    if (!is_taken && !is_early)
        return conclude(self, answer(self, result, err));
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    return conclude(self, lud_error_set(err, LUD_ENOTNOW,
                                        LUD_MESSAGE("Event {2} of game {1} is not the next one."),
                                        id, text, (char *)NULL));
}

/* -- beside batches ---------------------------------------------------------------------------- */

static LudStatus put_note(Store *store, const char *kind, const char *key, const char *value,
                          LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (self->is_batch && !is_sound(self))
        return refuse(err);
    StoreSaying saying = value ? SAY_PUT_NOTE : SAY_DROP_NOTE;
    sqlite3_stmt *row = self->statements[saying];
    sqlite3_bind_text(row, 1, kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, key, -1, SQLITE_STATIC);
    if (value)
        sqlite3_bind_text(row, 3, value, -1, SQLITE_STATIC);
    return conclude(self, answer(self, run(self, saying), err));
}

static LudStatus prune(Store *store, int64_t over_before_ms, int64_t open_before_ms, int limit,
                       int *removed, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    if (self->is_batch)
        return refuse(err);
    sqlite3_stmt *row = self->statements[SAY_PRUNE];
    sqlite3_bind_int(row, 1, limit);
    sqlite3_bind_int64(row, 2, over_before_ms);
    sqlite3_bind_int64(row, 3, open_before_ms);
    LudStatus status = answer(self, run(self, SAY_PRUNE), err);
    if (status == LUD_OK)
        *removed = sqlite3_changes(self->db);
    return status;
}

/* -- among several servers, of which there is one ---------------------------------------------- */

static LudStatus renew(Store *store, int64_t lease_ms, LudError *err)
{
    (void)store, (void)lease_ms, (void)err;
    return LUD_OK;
}

static LudStatus leave(Store *store, LudError *err)
{
    (void)store, (void)err;
    return LUD_OK;
}

static LudStatus tell_time(Store *store, int64_t *now_ms, LudError *err)
{
    struct timespec now;
    (void)store, (void)err;
    clock_gettime(CLOCK_REALTIME, &now);
    *now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return LUD_OK;
}

void sqlite_store_close(Store *store)
{
    SqliteStore *self = (SqliteStore *)store;
    if (!self)
        return;
    for (int i = 0; i < SAYINGS; i++)
        sqlite3_finalize(self->statements[i]);
    sqlite3_close(self->db);
    base_lock_release(self->lock);
    free(self->file);
    free(self);
}

const StoreKind sqlite_kind = {
    .begin = begin,
    .hold = hold,
    .compare = compare,
    .put_game = put_game,
    .put_player = put_player,
    .add_event = add_event,
    .commit = commit,
    .roll_back = roll_back,
    .read_game = sqlite_read_game,
    .list = sqlite_list,
    .count_unended = sqlite_count_unended,
    .put_note = put_note,
    .get_note = sqlite_get_note,
    .list_notes = sqlite_list_notes,
    .list_kinds = sqlite_list_kinds,
    .prune = prune,
    .renew = renew,
    .leave = leave,
    .tell_time = tell_time,
    .close = sqlite_store_close,
};
