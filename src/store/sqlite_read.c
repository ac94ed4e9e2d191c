/* The store asked: one game, lists, notes. */
#include "store/sqlite_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The places of columns in SAY_READ_GAME and in lists. */
enum {
    AT_NUM,
    AT_ID,
    AT_PHASE,
    AT_PUBLIC,
    AT_CREATED,
    AT_CHANGED,
    AT_DUE,
    AT_SECRET,
    AT_SUMMARY,
    AT_PLAYER
};

static const char *text_at(sqlite3_stmt *row, int column)
{
    const char *text = (const char *)sqlite3_column_text(row, column);
    return text ? text : "";
}

/* Hashes of another length are no hashes, and nobody's. */
static void take_hash(sqlite3_stmt *row, int column, unsigned char hash[STORE_HASH])
{
    const void *bytes = sqlite3_column_blob(row, column);
    if (bytes && sqlite3_column_bytes(row, column) == STORE_HASH)
        memcpy(hash, bytes, STORE_HASH);
    else
        memset(hash, 0, STORE_HASH);
}

static void take_game(sqlite3_stmt *row, StoreGame *game)
{
    *game = (StoreGame){
        .phase = (StorePhase)sqlite3_column_int(row, AT_PHASE),
        .is_public = sqlite3_column_int(row, AT_PUBLIC) != 0,
        .created_ms = sqlite3_column_int64(row, AT_CREATED),
        .changed_ms = sqlite3_column_int64(row, AT_CHANGED),
        .due_ms = sqlite3_column_int64(row, AT_DUE),
    };
    snprintf(game->id, sizeof game->id, "%s", text_at(row, AT_ID));
    take_hash(row, AT_SECRET, game->secret);
}

/* Ends a question, `result` being what its last step gave. */
static LudStatus end(SqliteStore *self, sqlite3_stmt *statement, int result, LudError *err)
{
    bool is_done = result == SQLITE_DONE || result == SQLITE_ROW;
    LudStatus status = is_done ? LUD_OK : sqlite_fault(self->db, self->file, err);
    sqlite3_reset(statement);
    sqlite3_clear_bindings(statement);
    return status;
}

/* -- one game ---------------------------------------------------------------------------------- */

static LudStatus read_head(SqliteStore *self, const char *id, StoreGame *game, int64_t *num,
                           const StoreReader *reader, bool *found, LudError *err)
{
    sqlite3_stmt *head = self->statements[SAY_READ_GAME];
    sqlite3_bind_text(head, 1, id, -1, SQLITE_STATIC);
    int result = sqlite3_step(head);
    *found = result == SQLITE_ROW;
    if (*found) {
        *num = sqlite3_column_int64(head, AT_NUM);
        take_game(head, game);
        if (reader && reader->summary)
            reader->summary(reader->context, text_at(head, AT_SUMMARY));
    }
    return end(self, head, result, err);
}

static LudStatus read_players(SqliteStore *self, int64_t num, StorePlayer *players, LudError *err)
{
    sqlite3_stmt *row = self->statements[SAY_READ_PLAYERS];
    int result;
    memset(players, 0, STORE_PLAYERS * sizeof players[0]);
    sqlite3_bind_int64(row, 1, num);
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        int number = sqlite3_column_int(row, 0);
        if (number < 0 || number >= STORE_PLAYERS)
            continue;
        take_hash(row, 1, players[number].token);
        take_hash(row, 2, players[number].person);
    }
    return end(self, row, result, err);
}

static LudStatus read_events(SqliteStore *self, int64_t num, const StoreReader *reader,
                             LudError *err)
{
    sqlite3_stmt *row = self->statements[SAY_READ_EVENTS];
    size_t told = 0;
    int result;
    sqlite3_bind_int64(row, 1, num);
    sqlite3_bind_int(row, 2, reader->after);
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        const char *body = text_at(row, 1);
        size_t size = (size_t)sqlite3_column_bytes(row, 1);
        reader->event(reader->context, sqlite3_column_int(row, 0), body, size);
        told += size;
        if (reader->most_bytes > 0 && told >= reader->most_bytes)
            break;
    }
    return end(self, row, result, err);
}

LudStatus sqlite_read_game(Store *store, const char *id, StoreGame *game, StorePlayer *players,
                           const StoreReader *reader, bool *found, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    int64_t num = 0;
    LudStatus status = read_head(self, id, game, &num, reader, found, err);
    if (status != LUD_OK || !*found)
        return status;
    status = read_players(self, num, players, err);
    return status == LUD_OK && reader ? read_events(self, num, reader, err) : status;
}

/* -- lists ------------------------------------------------------------------------------------- */

LudStatus sqlite_list(Store *store, const StoreQuery *query,
                      void (*visit)(void *context, const StoreGame *game), void *context,
                      LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    sqlite3_stmt *row = self->statements[SAY_LIST + (int)query->list];
    int result;
    /* SQLite takes a negative limit for none. */
    sqlite3_bind_int(row, 1, query->limit > 0 ? query->limit : -1);
    if (query->list == STORE_LIST_PERSON)
        sqlite3_bind_blob(row, 2, query->person, STORE_HASH, SQLITE_STATIC);
    else if (query->list == STORE_LIST_DUE || query->list == STORE_LIST_ORPHANS)
        sqlite3_bind_int64(row, 3, query->until_ms);
    if (query->list == STORE_LIST_DUE)
        sqlite3_bind_int64(row, 2, query->after_ms);
    while ((result = sqlite3_step(row)) == SQLITE_ROW) {
        StoreGame game;
        take_game(row, &game);
        game.summary = text_at(row, AT_SUMMARY);
        if (query->list == STORE_LIST_PERSON)
            game.player = sqlite3_column_int(row, AT_PLAYER);
        visit(context, &game);
    }
    return end(self, row, result, err);
}

LudStatus sqlite_count_unended(Store *store, int *count, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    sqlite3_stmt *row = self->statements[SAY_COUNT_UNENDED];
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW)
        *count = sqlite3_column_int(row, 0);
    return end(self, row, result, err);
}

/* -- notes ------------------------------------------------------------------------------------- */

LudStatus sqlite_get_note(Store *store, const char *kind, const char *key, char **value,
                          LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    sqlite3_stmt *row = self->statements[SAY_GET_NOTE];
    char *copy = NULL;
    sqlite3_bind_text(row, 1, kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(row, 2, key, -1, SQLITE_STATIC);
    int result = sqlite3_step(row);
    if (result == SQLITE_ROW)
        copy = strdup(text_at(row, 0));
    bool is_short = result == SQLITE_ROW && !copy;
    LudStatus status = end(self, row, result, err);
    if (is_short)
        return sqlite_memory_fault(err);
    if (status == LUD_OK)
        *value = copy;
    return status;
}

LudStatus sqlite_list_notes(Store *store, const char *kind,
                            void (*visit)(void *context, const char *key, const char *value),
                            void *context, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    sqlite3_stmt *row = self->statements[SAY_LIST_NOTES];
    int result;
    sqlite3_bind_text(row, 1, kind, -1, SQLITE_STATIC);
    while ((result = sqlite3_step(row)) == SQLITE_ROW)
        visit(context, text_at(row, 0), text_at(row, 1));
    return end(self, row, result, err);
}

LudStatus sqlite_list_kinds(Store *store, void (*visit)(void *context, const char *kind),
                            void *context, LudError *err)
{
    SqliteStore *self = (SqliteStore *)store;
    sqlite3_stmt *row = self->statements[SAY_LIST_KINDS];
    int result;
    while ((result = sqlite3_step(row)) == SQLITE_ROW)
        visit(context, text_at(row, 0));
    return end(self, row, result, err);
}
