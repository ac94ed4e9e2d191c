#include "store/pg_holds.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

/* The slot of a game, or the empty one where it belongs. */
static PgHold *find_slot(const PgHolds *holds, const char *id)
{
    size_t mask = (size_t)holds->capacity - 1;
    size_t at = XXH3_64bits(id, strlen(id)) & mask;
    while (holds->slots[at].id[0] && strcmp(holds->slots[at].id, id) != 0)
        at = (at + 1) & mask;
    return &holds->slots[at];
}

static bool grow(PgHolds *holds)
{
    enum { FIRST = 64 };
    PgHolds larger = {.capacity = holds->capacity > 0 ? 2 * holds->capacity : FIRST};
    larger.slots = calloc((size_t)larger.capacity, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (int i = 0; i < holds->capacity; i++) {
        if (holds->slots[i].id[0])
            *find_slot(&larger, holds->slots[i].id) = holds->slots[i];
    }
    larger.count = holds->count;
    free(holds->slots);
    *holds = larger;
    return true;
}

bool pg_holds_put(PgHolds *holds, const char *id, int64_t fence)
{
    if (2 * holds->count >= holds->capacity && !grow(holds))
        return false;
    PgHold *slot = find_slot(holds, id);
    if (!slot->id[0]) {
        strncpy(slot->id, id, sizeof slot->id - 1);
        holds->count++;
    }
    slot->fence = fence;
    return true;
}

int64_t pg_holds_find(const PgHolds *holds, const char *id)
{
    return holds->count > 0 ? find_slot(holds, id)->fence : 0;
}

void pg_holds_clear(PgHolds *holds)
{
    if (holds->count > 0)
        memset(holds->slots, 0, (size_t)holds->capacity * sizeof *holds->slots);
    holds->count = 0;
}

void pg_holds_free(PgHolds *holds)
{
    free(holds->slots);
    *holds = (PgHolds){0};
}
