#include "table_lower.h"

#include <stdlib.h>

#include "base/big_memory.h"
#include "base/workers.h"
#include "table_file.h"
#include "table_format.h"
#include "table_name.h"

enum { PORTION = 1 << 22 /* entries read by a thread at a time: whole blocks */ };

uint64_t table_lower_entries(const TablePlan *plan, int layer)
{
    int least_step = plan->tabulation->layered->least_step;
    uint64_t entries = 0;
    for (int i = 0; i <= layer - (least_step > 0 ? least_step : 1); i++)
        entries += table_plan_size(plan, i);
    return entries;
}

static int count_columns(const TableLower *lower)
{
    return table_group_columns(lower->plan->tabulation, lower->task->group);
}

bool table_lower_hold(TableLower *lower, int layer)
{
    for (int i = 0; i < count_columns(lower); i++) {
        lower->held[i][layer] = base_big_alloc((size_t)table_plan_held(lower->plan, layer) + 1);
        lower->task->lower[i][layer] = lower->held[i][layer];
        if (!lower->held[i][layer])
            return false;
    }
    return true;
}

void table_lower_free(TableLower *lower)
{
    for (int i = 0; i < LUD_GROUP_COLUMNS; i++) {
        for (int layer = 0; layer < LUD_MAX_LAYERS; layer++) {
            free(lower->held[i][layer]);
            lower->held[i][layer] = NULL;
        }
        free(lower->room[i]);
        lower->room[i] = NULL;
    }
    lower->task->parts = NULL;
}

/* -- part by part ------------------------------------------------------------------------------ */

/* Threads that read one part of one file together. */
typedef struct Reading {
    TableLower *lower;
    TableFile *file;
    uint64_t first, end; /* entries */
    uint8_t *to;
    atomic_uint_least64_t next; /* counted from `first` */
    atomic_bool is_damaged;
} Reading;

static void read_some(void *context, int index)
{
    Reading *reading = context;
    LudLayerTask *task = reading->lower->task;
    uint64_t count = reading->end - reading->first, at;
    while ((at = atomic_fetch_add(&reading->next, PORTION)) < count) {
        uint64_t part = count - at < PORTION ? count - at : PORTION;
        if (table_file_read(reading->file, reading->first + at, part, reading->to + at, NULL) !=
            LUD_OK)
            atomic_store(&reading->is_damaged, true);
        if (index == 0 && task->tick && !task->tick(task->context, 0, 0))
            atomic_store(&task->is_stopped, true);
        if (atomic_load(&reading->is_damaged) || atomic_load(&task->is_stopped))
            return;
    }
}

static char *path_of(const TableLower *lower, int column, int layer)
{
    const TablePlan *plan = lower->plan;
    int first = table_first_column(plan->tabulation, lower->task->group);
    return table_path(plan->dir, &plan->rules, plan->tabulation->names[first + column], layer);
}

LudStatus table_lower_fault(const TableLower *lower, LudError *err)
{
    char *path = path_of(lower, lower->damaged_column, lower->damaged);
    LudStatus status = path ? table_fail_damaged(err, path) : table_fail_memory(err);
    free(path);
    return status;
}

static bool read_part(TableLower *lower, int column, int layer, uint8_t *to)
{
    const TablePlan *plan = lower->plan;
    char *path = path_of(lower, column, layer);
    Reading reading = {.lower = lower,
                       .first = lower->parts.first[layer],
                       .end = lower->parts.end[layer],
                       .to = to};
    bool is_good = path && table_file_open(&reading.file, path, NULL) == LUD_OK &&
                   table_file_head(reading.file)->count == table_plan_size(plan, layer);
    if (is_good)
        base_workers_run(plan->threads, read_some, &reading);
    if (path && (!is_good || atomic_load(&reading.is_damaged))) {
        lower->damaged = layer;
        lower->damaged_column = column;
    }
    table_file_close(reading.file);
    free(path);
    return is_good && !atomic_load(&reading.is_damaged) && !atomic_load(&lower->task->is_stopped);
}

/* Takes as much as there is room for, and moves on to what comes after it. */
static uint64_t choose_part(TableLower *lower, uint64_t room)
{
    int layer = lower->next_layer;
    uint64_t left = table_plan_size(lower->plan, layer) - lower->next_entry;
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

/* Fills the room from the highest layer down: most captures are small, and lead there. */
static bool fill(TableLower *lower)
{
    uint64_t used = 0;
    memset(&lower->parts, 0, sizeof lower->parts);
    while (lower->next_layer >= 0 && used < lower->room_bytes) {
        int layer = lower->next_layer;
        uint64_t part = choose_part(lower, lower->room_bytes - used);
        for (int i = 0; i < count_columns(lower); i++) {
            lower->task->lower[i][layer] = lower->room[i] + used;
            if (part > 0 && !read_part(lower, i, layer, lower->room[i] + used))
                return false;
        }
        used += part;
    }
    return true;
}

LudStatus table_lower_stream(TableLower *lower, uint64_t most_bytes, LudError *err)
{
    LudLayerTask *task = lower->task;
    int least_step = lower->plan->tabulation->layered->least_step;
    uint64_t entries = table_lower_entries(lower->plan, task->layer);
    table_lower_free(lower);
    lower->damaged = -1;
    lower->room_bytes = most_bytes / (uint64_t)count_columns(lower);
    if (lower->room_bytes > entries)
        lower->room_bytes = entries;
    for (int i = 0; i < count_columns(lower); i++) {
        lower->room[i] = base_big_alloc((size_t)lower->room_bytes + 1);
        if (!lower->room[i])
            return table_fail_memory(err);
    }
    lower->next_layer = task->layer - (least_step > 0 ? least_step : 1);
    lower->next_entry = 0;
    task->parts = &lower->parts;
    if (fill(lower))
        return LUD_OK;
    return lower->damaged < 0 ? lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), NULL)
                              : table_lower_fault(lower, err);
}

bool table_lower_next(TableLower *lower)
{
    if (lower->next_layer < 0)
        return false;
    bool is_good = fill(lower);
    if (!is_good)
        atomic_store(&lower->task->is_stopped, true);
    return is_good;
}
