#include "verify_lower.h"

#include <stdlib.h>

#include "base/big_memory.h"
#include "base/workers.h"
#include "table_format.h"

enum { PORTION = 1 << 22 /* entries read by a thread at a time: whole blocks */ };

uint64_t verify_lower_entries(const LudRules *rules, int top)
{
    uint64_t entries = 0;
    for (int i = 0; i <= top; i++)
        entries += rules->game->tabulation->size(&rules->options, i);
    return entries;
}

/* Threads that read one part of one file together. */
typedef struct Reading {
    const VerifyLower *lower;
    TableFile *file;
    uint64_t first, count;
    uint8_t *to;
    atomic_uint_least64_t next; /* counted from `first` */
    atomic_bool is_damaged, is_stopped;
} Reading;

static void read_some(void *context, int index)
{
    Reading *reading = context;
    const VerifyLower *lower = reading->lower;
    uint64_t at;
    while ((at = atomic_fetch_add(&reading->next, PORTION)) < reading->count) {
        uint64_t part = reading->count - at < PORTION ? reading->count - at : PORTION;
        if (table_file_read(reading->file, reading->first + at, part, reading->to + at, NULL) !=
            LUD_OK)
            atomic_store(&reading->is_damaged, true);
        if (index == 0 && !lower->tick(lower->context))
            atomic_store(&reading->is_stopped, true);
        if (atomic_load(&reading->is_damaged) || atomic_load(&reading->is_stopped))
            return;
    }
}

static LudStatus read_part(const VerifyLower *lower, int column, int layer, uint8_t *to,
                           LudError *err)
{
    uint64_t first = lower->parts.first[layer];
    Reading reading = {.lower = lower,
                       .file = lower->files[column][layer],
                       .first = first,
                       .count = lower->parts.end[layer] - first,
                       .to = to};
    base_workers_run(lower->threads, read_some, &reading);
    if (atomic_load(&reading.is_damaged) && table_file_fault(reading.file, err))
        return LUD_EFILE;
    if (atomic_load(&reading.is_damaged))
        return table_fail_memory(err); /* the file is as it should be */
    if (atomic_load(&reading.is_stopped))
        return lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), (char *)NULL);
    return LUD_OK;
}

/* Takes as much of the next layer as there is room for, and moves on to what comes after it. */
static uint64_t choose_part(VerifyLower *lower, uint64_t room)
{
    int layer = lower->next_layer;
    uint64_t left = table_file_head(lower->files[0][layer])->count - lower->next_entry;
    uint64_t part = left < room ? left : room;
    lower->parts.first[layer] = lower->next_entry;
    lower->next_entry += part;
    lower->parts.end[layer] = lower->next_entry;
    if (part == left) {
        lower->next_layer--;
        lower->next_entry = 0;
    }
    return part;
}

static LudStatus fill(VerifyLower *lower, LudError *err)
{
    uint64_t used = 0;
    memset(&lower->parts, 0, sizeof lower->parts);
    while (lower->next_layer >= 0 && used < lower->room_entries) {
        int layer = lower->next_layer;
        uint64_t part = choose_part(lower, lower->room_entries - used);
        for (int i = 0; i < lower->columns; i++) {
            LudStatus status = read_part(lower, i, layer, lower->room[i] + used, err);
            if (status != LUD_OK)
                return status;
            lower->entries[i][layer] = lower->room[i] + used;
        }
        used += part;
    }
    return LUD_OK;
}

LudStatus verify_lower_begin(VerifyLower *lower, int top, uint64_t room_entries, LudError *err)
{
    lower->room_entries = room_entries;
    lower->part = 0;
    lower->top = top;
    lower->next_layer = lower->columns > 0 ? top : -1;
    lower->next_entry = 0;
    for (int i = 0; i < lower->columns; i++) {
        lower->room[i] = base_big_alloc((size_t)room_entries + 1);
        if (!lower->room[i])
            return table_fail_memory(err);
    }
    return fill(lower, err);
}

LudStatus verify_lower_next(VerifyLower *lower, LudError *err)
{
    lower->part++;
    return fill(lower, err);
}

void verify_lower_end(VerifyLower *lower)
{
    for (int i = 0; i < LUD_GROUP_COLUMNS; i++) {
        free(lower->room[i]);
        lower->room[i] = NULL;
    }
}
