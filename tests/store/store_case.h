/* What the tests of the store share: one in a directory of its own, and what is in it as text. */
#ifndef LUD_TESTS_STORE_CASE_H
#define LUD_TESTS_STORE_CASE_H

#include "base/text.h"
#include "store/store.h"
#include "support/scratch.h"

typedef struct StoreCase {
    char folder[SCRATCH_PATH];
    Store *store;
} StoreCase;

/* Whether the store is one that several servers share: PostgreSQL's. */
bool store_case_is_shared(void);
/* In a fresh directory or an empty database; ends the test if it can't be opened. */
void store_case_open(StoreCase *at);
/* The same once more, for another server. */
LudStatus store_case_start(StoreCase *at, Store **store, const char *server, LudError *err);
/* Its store may be closed and NULL already. */
void store_case_close(StoreCase *at);
/* Closes and opens it again. */
void store_case_reopen(StoreCase *at);

/* A game that is there to be put: not public, and its secret made of its name. */
StoreGame store_case_game(const char *id, StorePhase phase, int64_t changed_ms);
/* A hash, the same for the same letter. */
void store_case_hash(unsigned char hash[STORE_HASH], char letter);
void store_case_expect_hash(const unsigned char hash[STORE_HASH], char letter);
/* Holds a game, within a batch. */
StoreHolding store_case_hold(Store *store, const char *id, int64_t *fence, bool by_force);
/* In batches of their own; each ends the test if it fails. */
void store_case_put(Store *store, const StoreGame *game);
void store_case_sit(Store *store, const char *id, int number, char token, char person);
void store_case_add(Store *store, const char *id, int number, const char *body);

/* "1:body 2:body " of a game, or "none"; the names of a list, each with a space behind, and
 * ":1" before it where a person is the second player; the notes of a kind. Valid until the next
 * call. */
const char *store_case_events(Store *store, const char *id);
const char *store_case_some_events(Store *store, const char *id, int after, size_t most_bytes);
const char *store_case_list(Store *store, StoreQuery query);
const char *store_case_list_person(Store *store, char letter);
const char *store_case_notes(Store *store, const char *kind);
const char *store_case_kinds(Store *store);

#endif
