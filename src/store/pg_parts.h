/* What the files of the PostgreSQL store share. */
#ifndef LUD_STORE_PG_PARTS_H
#define LUD_STORE_PG_PARTS_H

#include <libpq-fe.h>

#include "base/text.h"
#include "store/pg_holds.h"
#include "store/store.h"

/* What is ever asked of the database, prepared once for every connection. */
typedef enum PgSaying {
    PG_BEGIN,
    PG_COMMIT,
    PG_ROLL_BACK,
    PG_PUT_NEW,
    PG_PUT_GAME,
    PG_PUT_PLAYER,
    PG_ADD_EVENT,
    PG_PRUNE,
    PG_READ_GAME,
    PG_READ_PLAYERS,
    PG_READ_EVENTS,
    PG_COMPARE,
    PG_LIST, /* and the other lists behind it, in the order of StoreList */
    PG_LAST_LIST = PG_LIST + STORE_LISTS - 1,
    PG_COUNT_UNENDED,
    PG_PUT_NOTE,
    PG_DROP_NOTE,
    PG_GET_NOTE,
    PG_LIST_NOTES,
    PG_LIST_KINDS,
    PG_LOOK,
    PG_CLAIM,
    PG_REGISTER,
    PG_RENEW,
    PG_LEAVE,
    PG_DROP_SERVERS,
    PG_TELL_TIME,
    PG_SAYINGS,
} PgSaying;

extern const char *const pg_sayings[PG_SAYINGS];

/* -- questions: pg_link.c ---------------------------------------------------------------------- */

enum { PG_VALUES = 12 };

/* The parameters of a statement, in order. What they point to must last until it is asked; numbers
 * are in here, so that it can't be copied. */
typedef struct PgWords {
    int count;
    const char *values[PG_VALUES];
    int lengths[PG_VALUES], formats[PG_VALUES];
    char numbers[PG_VALUES][24];
} PgWords;

void pg_add_text(PgWords *words, const char *text);
void pg_add_number(PgWords *words, int64_t number);
void pg_add_bytes(PgWords *words, const void *bytes, size_t size);
void pg_add_null(PgWords *words);

/* A statement that was sent, and what becomes of its answer. */
typedef struct PgAsked {
    PgSaying saying;
    char id[STORE_ID_TEXT]; /* the game it is about, for those who read of a fault */
    int number;             /* and the event */
    void (*take)(void *context, const PGresult *rows); /* NULL: only whether it was done matters */
    void *context;
} PgAsked;

typedef struct PgStore {
    Store store;
    PGconn *link;
    char *address;  /* as it was given, with a password if there is one */
    char name[128]; /* of the database, without */
    char server[STORE_SERVER_TEXT];
    int64_t server_num; /* as the database knows this server; 0: it takes no games */
    bool is_batch;      /* between begin and what ends it */
    bool is_spoilt;     /* something of the batch failed: it can only be rolled back */
    LudError fault;     /* of what was asked and not settled, the first */
    PgAsked *asked;
    int asked_count, asked_capacity;
    PgHolds holds; /* the games of this batch, with their fences */
} PgStore;

/* Connects, again if need be; every statement is prepared. */
LudStatus pg_connect(PgStore *self, LudError *err);
/* Only connects. */
LudStatus pg_dial(PgStore *self, LudError *err);
/* Sends a statement without waiting for its answer. */
void pg_ask(PgStore *self, const PgWords *words, PgAsked asked);
/* Waits for the answers to all that was asked. Afterwards the connection is at rest, or lost. */
LudStatus pg_settle(PgStore *self, LudError *err);
/* Connects, sends and waits, beside batches. */
LudStatus pg_ask_at_once(PgStore *self, const PgWords *words, PgAsked asked, LudError *err);
void pg_hang_up(PgStore *self);

/* Columns of an answer, which are binary. */
int64_t pg_number_at(const PGresult *rows, int row, int column);
/* Zero-terminated; "" for nothing. */
const char *pg_text_at(const PGresult *rows, int row, int column);
void pg_hash_at(const PGresult *rows, int row, int column, unsigned char hash[STORE_HASH]);

LudStatus pg_memory_fault(LudError *err);
/* It is not the time for that. */
LudStatus pg_refuse(LudError *err);
LudStatus pg_link_fault(const PgStore *self, const char *reason, LudError *err);
/* Keeps a fault until the next settling; the first one counts. */
void pg_note_fault(PgStore *self, LudStatus status, const LudError *fault);

/* -- schema: pg_schema.c ----------------------------------------------------------------------- */

/* Brings the database to the schema of this program, whoever else is about to. */
LudStatus pg_schema_update(PgStore *self, LudError *err);
/* Fails unless it has that schema. */
LudStatus pg_schema_check(PgStore *self, LudError *err);

/* -- the reading half of the store's functions: pg_read.c -------------------------------------- */

LudStatus pg_read_game(Store *store, const char *id, StoreGame *game, StorePlayer *players,
                       const StoreReader *reader, bool *found, LudError *err);
LudStatus pg_compare(Store *store, StoreStand *stands, int count, LudError *err);
LudStatus pg_list(Store *store, const StoreQuery *query,
                  void (*visit)(void *context, const StoreGame *game), void *context,
                  LudError *err);
LudStatus pg_count_unended(Store *store, int *count, LudError *err);
LudStatus pg_get_note(Store *store, const char *kind, const char *key, char **value, LudError *err);
LudStatus pg_list_notes(Store *store, const char *kind,
                        void (*visit)(void *context, const char *key, const char *value),
                        void *context, LudError *err);
LudStatus pg_list_kinds(Store *store, void (*visit)(void *context, const char *kind), void *context,
                        LudError *err);

/* -- leases: pg_lease.c ------------------------------------------------------------------------ */

/* Gives this server a number. */
LudStatus pg_register(PgStore *self, LudError *err);
LudStatus pg_hold(Store *store, StoreClaim *claims, int count, LudError *err);
LudStatus pg_renew(Store *store, int64_t lease_ms, LudError *err);
LudStatus pg_leave(Store *store, LudError *err);
LudStatus pg_tell_time(Store *store, int64_t *now_ms, LudError *err);

#endif
