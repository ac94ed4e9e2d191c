/* What the files of the SQLite store share. */
#ifndef LUD_STORE_SQLITE_PARTS_H
#define LUD_STORE_SQLITE_PARTS_H

#include <sqlite3.h>

#include "store/store.h"

#define SQLITE_STORE_FILE "games.sqlite"
#define SQLITE_STORE_LOCK "lock"

/* What is ever asked of the file, prepared once. */
typedef enum StoreSaying {
    SAY_BEGIN,
    SAY_COMMIT,
    SAY_ROLL_BACK,
    SAY_PUT_GAME,
    SAY_PUT_PLAYER,
    SAY_ADD_EVENT,
    SAY_PRUNE,
    SAY_READ_GAME,
    SAY_READ_PLAYERS,
    SAY_READ_EVENTS,
    SAY_LIST, /* and the other lists behind it, in the order of StoreList */
    SAY_LAST_LIST = SAY_LIST + STORE_LISTS - 1,
    SAY_COUNT_UNENDED,
    SAY_PUT_NOTE,
    SAY_DROP_NOTE,
    SAY_GET_NOTE,
    SAY_LIST_NOTES,
    SAY_LIST_KINDS,
    SAYINGS,
} StoreSaying;

extern const char *const sqlite_sayings[SAYINGS];

typedef struct SqliteStore {
    Store store;
    sqlite3 *db;
    char *file;
    int lock;
    bool is_batch;  /* between begin and what ends it */
    bool is_spoilt; /* something of the batch failed: it can only be rolled back */
    sqlite3_stmt *statements[SAYINGS];
} SqliteStore;

/* The steps that lead from an empty file to the schema of this program. */
extern const char *const sqlite_steps[];
extern const int sqlite_step_count;

/* How many of them a file has gone, 0 if it is empty; fails if it is another program's. */
LudStatus sqlite_schema_version(sqlite3 *db, const char *file, int *version, LudError *err);
/* Takes those steps that a file has still to go, each of them wholly or not at all. Fails if the
 * file has gone more than `count`, or is another program's. */
LudStatus sqlite_schema_update(sqlite3 *db, const char *file, const char *const *steps, int count,
                               LudError *err);
/* Looks through a whole file for damage: `check` is quick_check, or the slower integrity_check. */
LudStatus sqlite_examine(sqlite3 *db, const char *file, const char *check, LudError *err);

/* directory/name, for free(); NULL when out of memory. */
char *sqlite_store_path(const char *directory, const char *name);

/* What the last call for `db` failed of, as a sentence about `file`. */
LudStatus sqlite_fault(sqlite3 *db, const char *file, LudError *err);
/* The same for what SQLite had no part in, an errno. */
LudStatus sqlite_system_fault(int fault, const char *file, LudError *err);
LudStatus sqlite_damage_fault(const char *file, LudError *err);
LudStatus sqlite_memory_fault(LudError *err);

/* The reading half of the store's functions. */
LudStatus sqlite_read_game(Store *store, const char *id, StoreGame *game, StorePlayer *players,
                           const StoreReader *reader, bool *found, LudError *err);
LudStatus sqlite_list(Store *store, const StoreQuery *query,
                      void (*visit)(void *context, const StoreGame *game), void *context,
                      LudError *err);
LudStatus sqlite_count_unended(Store *store, int *count, LudError *err);
LudStatus sqlite_get_note(Store *store, const char *kind, const char *key, char **value,
                          LudError *err);
LudStatus sqlite_list_notes(Store *store, const char *kind,
                            void (*visit)(void *context, const char *key, const char *value),
                            void *context, LudError *err);
LudStatus sqlite_list_kinds(Store *store, void (*visit)(void *context, const char *kind),
                            void *context, LudError *err);

/* And all of them; sqlite_store_close is part of it, and takes half-opened ones, too. */
extern const StoreKind sqlite_kind;
void sqlite_store_close(Store *store);

#endif
