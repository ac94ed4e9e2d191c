/* The games that a batch holds, each with the fence that its writes carry. */
#ifndef LUD_STORE_PG_HOLDS_H
#define LUD_STORE_PG_HOLDS_H

#include <stdbool.h>
#include <stdint.h>

#include "store/store.h"

typedef struct PgHold {
    char id[STORE_ID_TEXT]; /* "": nobody is in this slot */
    int64_t fence;
} PgHold;

/* All zeros is empty. */
typedef struct PgHolds {
    PgHold *slots;
    int count, capacity; /* a power of two */
} PgHolds;

/* False when out of memory. */
bool pg_holds_put(PgHolds *holds, const char *id, int64_t fence);
/* 0: it is not held. */
int64_t pg_holds_find(const PgHolds *holds, const char *id);
void pg_holds_clear(PgHolds *holds);
void pg_holds_free(PgHolds *holds);

#endif
