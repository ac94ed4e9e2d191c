/* The tables of a file of games, what is asked of them, and how older files come to have them.
 *
 * Events refer to their game by a number of the file's own: that is shorter than its name, and puts
 * games of the same time side by side, so that a commit touches few pages. The primary key of
 * `event` is what keeps two writers from telling one game differently.
 *
 * One index serves all lists by phase, since each more would be a page more in every commit. */
#include "store/sqlite_parts.h"

#include <ludoteca/game.h>

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* "Ludo", in the file's header: that it is ours. */
enum { APPLICATION = 0x4c75646f };

const char *const sqlite_steps[] = {
    "CREATE TABLE game("
    "  num INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, phase INTEGER NOT NULL,"
    "  is_public INTEGER NOT NULL, created_ms INTEGER NOT NULL, changed_ms INTEGER NOT NULL,"
    "  due_ms INTEGER NOT NULL, secret BLOB NOT NULL, summary TEXT NOT NULL) STRICT;"
    "CREATE INDEX game_phase ON game(phase, is_public, changed_ms);"
    "CREATE INDEX game_due ON game(due_ms) WHERE due_ms > 0;"
    "CREATE TABLE player("
    "  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    "  number INTEGER NOT NULL CHECK(number BETWEEN 0 AND 3), token BLOB, person BLOB,"
    "  PRIMARY KEY(game, number)) STRICT, WITHOUT ROWID;"
    "CREATE INDEX player_person ON player(person) WHERE person IS NOT NULL;"
    "CREATE TABLE event("
    "  game INTEGER NOT NULL REFERENCES game ON DELETE CASCADE,"
    "  number INTEGER NOT NULL CHECK(number > 0), body TEXT NOT NULL,"
    "  PRIMARY KEY(game, number)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE note("
    "  kind TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL,"
    "  PRIMARY KEY(kind, key)) STRICT, WITHOUT ROWID;",
};
const int sqlite_step_count = sizeof sqlite_steps / sizeof sqlite_steps[0];

static_assert(STORE_OPEN == 0 && STORE_PREPARING == 1 && STORE_PLAYING == 2 && STORE_OVER == 3 &&
                  STORE_PLAYERS == 4,
              "files and the statements below have these numbers");

/* The list of one person's games also tells who they are. */
#define COLUMNS      "num, id, phase, is_public, created_ms, changed_ms, due_ms, secret"
#define SUMMARISED   "SELECT " COLUMNS ", summary FROM game "
#define LATEST_FIRST " ORDER BY changed_ms DESC, num DESC LIMIT ?1"

const char *const sqlite_sayings[SAYINGS] = {
    [SAY_BEGIN] = "BEGIN IMMEDIATE",
    [SAY_COMMIT] = "COMMIT",
    [SAY_ROLL_BACK] = "ROLLBACK",
    [SAY_PUT_GAME] =
        "INSERT INTO game(id, phase, is_public, created_ms, changed_ms, due_ms, secret, summary)"
        " VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT(id) DO UPDATE SET"
        " phase = excluded.phase, changed_ms = excluded.changed_ms, due_ms = excluded.due_ms,"
        " summary = excluded.summary",
    [SAY_PUT_PLAYER] =
        "INSERT INTO player(game, number, token, person) SELECT num, ?2, ?3, ?4 FROM game"
        " WHERE id = ?1 ON CONFLICT DO UPDATE SET token = excluded.token, person = excluded.person",
    [SAY_ADD_EVENT] =
        "INSERT INTO event(game, number, body) SELECT num, ?2, ?3 FROM game WHERE id = ?1 AND"
        " (?2 = 1 OR EXISTS(SELECT 1 FROM event WHERE game = num AND number = ?2 - 1))",
    [SAY_PRUNE] = "DELETE FROM game WHERE num IN (SELECT num FROM game WHERE is_public IN (0, 1)"
                  " AND (phase = 3 AND changed_ms < ?2 OR phase IN (0, 1) AND changed_ms < ?3)"
                  " LIMIT ?1)",
    [SAY_READ_GAME] = SUMMARISED "WHERE id = ?1",
    [SAY_READ_PLAYERS] = "SELECT number, token, person FROM player WHERE game = ?1",
    [SAY_READ_EVENTS] =
        "SELECT number, body FROM event WHERE game = ?1 AND number > ?2 ORDER BY number",
    [SAY_LIST + STORE_LIST_OPEN] = SUMMARISED "WHERE phase = 0 AND is_public = 1" LATEST_FIRST,
    /* Each half is in order already, so that they are only merged, as far as the limit. */
    [SAY_LIST + STORE_LIST_PLAYING] =
        SUMMARISED "WHERE phase = 1 AND is_public = 1 UNION ALL " SUMMARISED
                   "WHERE phase = 2 AND is_public = 1" LATEST_FIRST,
    [SAY_LIST + STORE_LIST_PERSON] =
        "SELECT " COLUMNS ", summary,"
        " (SELECT min(number) FROM player WHERE game = num AND person = ?2) FROM game"
        " WHERE num IN (SELECT game FROM player WHERE person = ?2)" LATEST_FIRST,
    [SAY_LIST + STORE_LIST_DUE] = SUMMARISED
    "WHERE due_ms > 0 AND due_ms > ?2 AND due_ms <= ?3 ORDER BY due_ms, num LIMIT ?1",
    /* Nobody else can hold what is in this file. */
    [SAY_LIST + STORE_LIST_ORPHANS] =
        SUMMARISED "WHERE due_ms > 0 AND due_ms <= ?3 ORDER BY due_ms, num LIMIT ?1",
    [SAY_LIST + STORE_LIST_ALL] = SUMMARISED LATEST_FIRST,
    [SAY_COUNT_UNENDED] = "SELECT count(*) FROM game WHERE phase IN (0, 1, 2)",
    [SAY_PUT_NOTE] = "INSERT INTO note(kind, key, value) VALUES(?1, ?2, ?3)"
                     " ON CONFLICT DO UPDATE SET value = excluded.value",
    [SAY_DROP_NOTE] = "DELETE FROM note WHERE kind = ?1 AND key = ?2",
    [SAY_GET_NOTE] = "SELECT value FROM note WHERE kind = ?1 AND key = ?2",
    [SAY_LIST_NOTES] = "SELECT key, value FROM note WHERE kind = ?1 ORDER BY key",
    [SAY_LIST_KINDS] = "SELECT DISTINCT kind FROM note ORDER BY kind",
};

/* -- versions ---------------------------------------------------------------------------------- */

/* The number that a query gives; false if it failed. */
static bool ask_number(sqlite3 *db, const char *query, int *number)
{
    sqlite3_stmt *statement = NULL;
    bool is_told = sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    if (is_told)
        *number = sqlite3_column_int(statement, 0);
    return sqlite3_finalize(statement) == SQLITE_OK && is_told;
}

static LudStatus take_step(sqlite3 *db, const char *file, const char *step, int version,
                           LudError *err)
{
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA user_version = %d; PRAGMA application_id = %d; COMMIT",
             version, APPLICATION);
    if (sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, step, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK)
        return LUD_OK;
    LudStatus status = sqlite_fault(db, file, err);
    if (!sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

LudStatus sqlite_schema_version(sqlite3 *db, const char *file, int *version, LudError *err)
{
    int application, tables;
    if (!ask_number(db, "PRAGMA user_version", version) ||
        !ask_number(db, "PRAGMA application_id", &application) ||
        !ask_number(db, "SELECT count(*) FROM sqlite_schema", &tables))
        return sqlite_fault(db, file, err);
    bool is_ours = application == APPLICATION && *version > 0;
    bool is_empty = application == 0 && *version == 0 && tables == 0;
    return is_ours || is_empty ? LUD_OK : sqlite_damage_fault(file, err);
}

LudStatus sqlite_schema_update(sqlite3 *db, const char *file, const char *const *steps, int count,
                               LudError *err)
{
    int version;
    LudStatus status = sqlite_schema_version(db, file, &version, err);
    if (status == LUD_OK && version > count)
        status = lud_error_set(err, LUD_EFILE,
                               LUD_MESSAGE("{1} was written by a newer version of Ludoteca. Use "
                                           "that one, or another directory."),
                               file, (char *)NULL);
    for (int i = version; i < count && status == LUD_OK; i++)
        status = take_step(db, file, steps[i], i + 1, err);
    return status;
}

LudStatus sqlite_examine(sqlite3 *db, const char *file, const char *check, LudError *err)
{
    char query[64];
    sqlite3_stmt *statement = NULL;
    snprintf(query, sizeof query, "PRAGMA %s(1)", check);
    bool is_told = sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
                   sqlite3_step(statement) == SQLITE_ROW;
    bool is_sound = is_told && strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    LudStatus status = is_sound  ? LUD_OK
                       : is_told ? sqlite_damage_fault(file, err)
                                 : sqlite_fault(db, file, err);
    sqlite3_finalize(statement);
    return status;
}
