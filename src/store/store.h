/* Where online games are kept, behind few functions: SQLite for one machine, PostgreSQL for many.
 *
 * A store belongs to one thread at a time. Writing happens in batches: begin, any number of puts,
 * then commit, which returns once everything of it is on disk, or roll_back. If anything fails from
 * begin to commit, the batch can't be committed any more; the caller rolls back, and the store is
 * as it was before. (Only if the power then fails before the next commit may a batch be found that
 * could not be committed: whole, if at all.) Reading sees what was put in a batch before it is
 * committed; those whom it tells must not call the store.
 *
 * What a game is worth is in its events, numbered from 1 without a gap; all else here is for
 * finding it and for what must not be told: whose seats these are, and the server's secret. */
#ifndef LUD_STORE_STORE_H
#define LUD_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ludoteca/error.h>

enum {
    STORE_ID_TEXT = 17, /* a game's name: 16 letters and digits, with the zero byte */
    STORE_HASH = 32,    /* bytes of a secret, or of what is kept instead of one */
    STORE_PLAYERS = 4,
    STORE_SERVER_TEXT = 65, /* a server's name among several */
    STORE_FIRST_FENCE = 1,  /* of a new game: see StoreClaim */
};

typedef enum StorePhase {
    STORE_OPEN,      /* seats are to be taken */
    STORE_PREPARING, /* everybody's part of the dice is awaited */
    STORE_PLAYING,
    STORE_OVER,
} StorePhase;

typedef struct StoreGame {
    char id[STORE_ID_TEXT];
    StorePhase phase;
    bool is_public;                   /* listed for everybody */
    int64_t created_ms, changed_ms;   /* since 1970; the second when its last event came */
    int64_t due_ms;                   /* when somebody's time runs out by the calendar; 0: never */
    unsigned char secret[STORE_HASH]; /* the server's part of the dice */
    const char *summary;              /* JSON, shown in lists; valid as long as the call */
    int player;                       /* of a list of one person's games: which they are, from 0 */
} StoreGame;

/* Who may act for a player of a game: whoever has the token, or the key, that this is the hash of.
 * All zeros: nobody. */
typedef struct StorePlayer {
    unsigned char token[STORE_HASH], person[STORE_HASH];
} StorePlayer;

/* What is told while a game is read: its summary, unless that is NULL, then its events in order.
 * `body` is JSON, zero-terminated. */
typedef struct StoreReader {
    void *context;
    void (*summary)(void *context, const char *summary);
    void (*event)(void *context, int number, const char *body, size_t size);
    int after;         /* only events past this number; 0: all */
    size_t most_bytes; /* no more of them once so many bytes were told; 0: all */
} StoreReader;

typedef enum StoreList {
    STORE_LIST_OPEN,    /* public, with seats to be taken */
    STORE_LIST_PLAYING, /* public, being played or prepared */
    STORE_LIST_PERSON,  /* those of one person, whatever their phase */
    STORE_LIST_DUE,     /* due after `after_ms` up to `until_ms`, first those that come first */
    STORE_LIST_ORPHANS, /* due up to `until_ms`, in the same order, but only what no server holds */
    STORE_LIST_ALL,
    STORE_LISTS,
} StoreList;

typedef struct StoreQuery {
    StoreList list;
    const unsigned char *person; /* STORE_HASH bytes, for STORE_LIST_PERSON */
    int64_t after_ms, until_ms;  /* for what is due */
    int limit; /* at most so many (0: all), the last changed first unless said otherwise */
} StoreQuery;

/* Where several servers share a store, each game is held by one of them at a time. */
typedef enum StoreHolding {
    STORE_HELD,      /* by this one, as it was before */
    STORE_TAKEN,     /* by this one, from now on: what it may know of the game is out of date */
    STORE_ELSEWHERE, /* by `owner` */
    STORE_BUSY,      /* another server is about to change whose it is */
    STORE_NO_SUCH,
} StoreHolding;

typedef struct StoreClaim {
    char id[STORE_ID_TEXT];
    bool by_force; /* takes it also from one that is alive, for whom this is the only notice */
    int64_t fence; /* what holding it last gave, 0 for never; then what it gives now. Each new
                      holder has a larger one */
    StoreHolding holding;
    char owner[STORE_SERVER_TEXT];
    int64_t said_ms; /* of what was taken: when its last holder last said that it was there; 0: it
                        had none, or one that is still alive */
} StoreClaim;

/* How far a server knows a game. */
typedef struct StoreStand {
    char id[STORE_ID_TEXT];
    int last;         /* event that it knows */
    bool is_outdated; /* there are more, or the game is no more */
} StoreStand;

typedef struct Store Store;

typedef struct StoreKind {
    LudStatus (*begin)(Store *store, LudError *err);
    /* Within a batch, before its other calls for these games unless they are new: makes sure that
     * they are this server's until the batch has ended. */
    LudStatus (*hold)(Store *store, StoreClaim *claims, int count, LudError *err);
    /* A new game, or what has changed of one: all but `created_ms`, `secret` and `is_public`. */
    LudStatus (*put_game)(Store *store, const StoreGame *game, LudError *err);
    /* Player `number` from 0, of a game that is there. */
    LudStatus (*put_player)(Store *store, const char *id, int number, const StorePlayer *player,
                            LudError *err);
    /* Fails with LUD_ENOTNOW if the game has an event of that number already, or none before it. A
     * store that is far away may say this, and what else puts fail of, only at the commit. */
    LudStatus (*add_event)(Store *store, const char *id, int number, const char *body,
                           LudError *err);
    LudStatus (*commit)(Store *store, LudError *err);
    void (*roll_back)(Store *store);

    /* Reads a game (all but its summary), its players (STORE_PLAYERS of them) and, unless `reader`
     * is NULL, its events; `found` is false, and nothing is told, if there is no such game. */
    LudStatus (*read_game)(Store *store, const char *id, StoreGame *game, StorePlayer *players,
                           const StoreReader *reader, bool *found, LudError *err);
    /* Says of many games at once whether other servers have changed them; games that only this one
     * can change are never outdated. */
    LudStatus (*compare)(Store *store, StoreStand *stands, int count, LudError *err);
    LudStatus (*list)(Store *store, const StoreQuery *query,
                      void (*visit)(void *context, const StoreGame *game), void *context,
                      LudError *err);

    /* How many games are open, prepared or being played. */
    LudStatus (*count_unended)(Store *store, int *count, LudError *err);

    /* Small things by kind and key: what is known of persons, reports, bans, the server's own keys.
     * Within a batch as well as outside of one. NULL as `value` removes it. */
    LudStatus (*put_note)(Store *store, const char *kind, const char *key, const char *value,
                          LudError *err);
    /* `value` for lud_free, NULL if there is none. */
    LudStatus (*get_note)(Store *store, const char *kind, const char *key, char **value,
                          LudError *err);
    LudStatus (*list_notes)(Store *store, const char *kind,
                            void (*visit)(void *context, const char *key, const char *value),
                            void *context, LudError *err);
    LudStatus (*list_kinds)(Store *store, void (*visit)(void *context, const char *kind),
                            void *context, LudError *err);

    /* Removes games that are over, or that were never begun, and did not change since; says how
     * many. At most `limit` at once, so that nobody waits for long. Not within a batch. */
    LudStatus (*prune)(Store *store, int64_t over_before_ms, int64_t open_before_ms, int limit,
                       int *removed, LudError *err);

    /* Tells the other servers that this one will be there for so long. Not within a batch, like
     * the next one. */
    LudStatus (*renew)(Store *store, int64_t lease_ms, LudError *err);
    /* Lets go of all games, for the other servers to take. */
    LudStatus (*leave)(Store *store, LudError *err);
    /* The calendar that all servers of this store share, in milliseconds since 1970. */
    LudStatus (*tell_time)(Store *store, int64_t *now_ms, LudError *err);
    void (*close)(Store *store);
} StoreKind;

/* Every store begins with this. */
struct Store {
    const StoreKind *kind;
};

#endif
