#include "table_whole.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/clock_time.h"
#include "base/folder.h"
#include "base/new_file.h"
#include "base/workers.h"
#include "table_format.h"
#include "table_name.h"

enum {
    TELL_EACH_US = 100000,
    SAVE_EACH_MS = 300000,
    SAVED_LEVEL = 1, /* of compression: soon to be thrown away */
    BYTES_LEVEL = 9, /* of columns that are not packed: saves a fifth, and is done once */
    PORTION_BLOCKS = 64,
};

typedef struct Whole {
    TablePlan *plan;
    const TableBuildOptions *options;
    TableProgress progress;
    uint64_t done, group_size; /* positions of groups finished; of the one being solved */
    int64_t began_us, told_us, saved_us;
    LudLayerTask task;
    int column;
    bool is_saving_failed; /* once it failed the build goes on without */
} Whole;

static LudStatus fail_stopped(LudError *err)
{
    return lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), NULL);
}

/* -- how far it has come ----------------------------------------------------------------------- */

static bool tell(Whole *whole)
{
    const TableBuildOptions *options = whole->options;
    int64_t now_us = base_time_us();
    if (options->stop && atomic_load_explicit(options->stop, memory_order_relaxed))
        return false;
    if (!options->progress || now_us - whole->told_us < TELL_EACH_US)
        return true;
    whole->told_us = now_us;
    whole->progress.elapsed_us = now_us - whole->began_us;
    return options->progress(options->context, &whole->progress);
}

static bool tick(void *context, uint64_t step, uint64_t steps)
{
    Whole *whole = context;
    double share = step < steps ? (double)step / (double)steps : 1;
    whole->progress.layer = -1;
    whole->progress.done = whole->done + (uint64_t)(share * (double)whole->group_size);
    return tell(whole);
}

/* -- writing ----------------------------------------------------------------------------------- */

/* Entries on their way to a file, given by several threads, a block at a time. */
typedef struct Portion {
    const Whole *whole;
    int layer;
    uint64_t first, count;
    uint32_t block_entries;
    uint8_t *entries;
    atomic_uint_fast64_t next;
} Portion;

static void give_some(void *context, int index)
{
    (void)index;
    Portion *portion = context;
    uint64_t at;
    while ((at = atomic_fetch_add(&portion->next, portion->block_entries)) < portion->count) {
        uint64_t left = portion->count - at;
        portion->whole->plan->tabulation->give(
            &portion->whole->task, portion->layer, portion->first + at,
            left < portion->block_entries ? left : portion->block_entries, portion->entries + at);
    }
}

static LudStatus write_entries(Whole *whole, TableWriter *writer, int layer, LudError *err)
{
    int bits = whole->plan->tabulation->bits[whole->column];
    uint64_t size = whole->plan->tabulation->size(&whole->plan->rules.options, layer);
    Portion portion = {.whole = whole, .layer = layer, .block_entries = table_block_entries(bits)};
    uint64_t most = (uint64_t)portion.block_entries * PORTION_BLOCKS;
    portion.entries = malloc((size_t)(size < most ? size : most));
    LudStatus status = portion.entries ? LUD_OK : table_fail_memory(err);
    for (; portion.first < size && status == LUD_OK; portion.first += most) {
        portion.count = size - portion.first < most ? size - portion.first : most;
        atomic_store(&portion.next, 0);
        base_workers_run(whole->plan->threads, give_some, &portion);
        status = table_writer_add(writer, portion.entries, (size_t)portion.count, err);
        if (status == LUD_OK && !tell(whole))
            status = fail_stopped(err);
    }
    free(portion.entries);
    return status;
}

/* The path of a table, or of what is kept of it, for free(). */
static char *find_path(const Whole *whole, int layer, const char *ending)
{
    const TablePlan *plan = whole->plan;
    char *path = table_path(plan->dir, &plan->rules, plan->tabulation->names[whole->column], layer);
    size_t length = path ? strlen(path) : 0;
    char *longer = path ? realloc(path, length + strlen(ending) + 1) : NULL;
    if (!longer)
        free(path);
    else
        memcpy(longer + length, ending, strlen(ending) + 1);
    return longer;
}

static LudStatus write_layer(Whole *whole, int layer, const char *ending, LudError *err)
{
    const TablePlan *plan = whole->plan;
    TableHead head = {.layer = layer,
                      .count = plan->tabulation->size(&plan->rules.options, layer),
                      .bits = plan->tabulation->bits[whole->column]};
    lud_rules_print(&plan->rules, head.rules);
    snprintf(head.column, sizeof head.column, "%s", plan->tabulation->names[whole->column]);
    TableWriter *writer = NULL;
    char *path = find_path(whole, layer, ending);
    LudStatus status = path ? table_writer_open(&writer, path, &head, err) : table_fail_memory(err);
    free(path);
    if (status != LUD_OK)
        return status;
    table_writer_use_threads(writer, plan->threads);
    if (ending[0])
        table_writer_use_level(writer, SAVED_LEVEL);
    else if (head.bits == 0)
        table_writer_use_level(writer, BYTES_LEVEL);
    whole->progress.layer = layer;
    status = write_entries(whole, writer, layer, err);
    if (status == LUD_OK)
        return table_writer_close(writer, err);
    table_writer_abandon(writer);
    return status;
}

static bool has_layer(const Whole *whole, int layer)
{
    return whole->plan->tabulation->size(&whole->plan->rules.options, layer) > 0;
}

/* -- keeping what is known --------------------------------------------------------------------- */

/* Keeps all layers. If that fails, for want of room or whatever, the build goes on without. */
static bool save(void *context)
{
    Whole *whole = context;
    int each_ms = whole->options->save_ms > 0 ? whole->options->save_ms : SAVE_EACH_MS;
    LudError err;
    LudStatus status = LUD_OK;
    if (!tell(whole))
        return false;
    if (whole->is_saving_failed || base_time_us() - whole->saved_us < (int64_t)each_ms * 1000)
        return true;
    for (int layer = 0; layer < whole->plan->tabulation->layers && status == LUD_OK; layer++) {
        if (has_layer(whole, layer))
            status = write_layer(whole, layer, TABLE_SAVED_ENDING, &err);
    }
    whole->is_saving_failed = status != LUD_OK && status != LUD_ESTOPPED;
    whole->saved_us = base_time_us();
    return status != LUD_ESTOPPED;
}

static void drop_saved(Whole *whole)
{
    static const char *const endings[] = {TABLE_SAVED_ENDING, TABLE_SAVED_ENDING NEW_FILE_ENDING};
    for (int i = 0; i < 2 * whole->plan->tabulation->layers; i++) {
        char *path = find_path(whole, i / 2, endings[i % 2]);
        if (path && base_file_exists(path))
            base_file_remove(path);
        free(path);
    }
}

static bool is_fitting(const Whole *whole, const TableHead *head, int layer)
{
    char rules[LUD_RULES_TEXT];
    lud_rules_print(&whole->plan->rules, rules);
    return strcmp(head->rules, rules) == 0 && head->layer == layer &&
           strcmp(head->column, whole->plan->tabulation->names[whole->column]) == 0 &&
           head->count == whole->plan->tabulation->size(&whole->plan->rules.options, layer);
}

/* Tells the solver what a file knows; false if it is not there or not sound. Nothing is told before
 * all of it was read, since a wrong start would be a wrong end. */
static bool take_layer(Whole *whole, int layer, const char *ending)
{
    char *path = find_path(whole, layer, ending);
    TableFile *file = NULL;
    uint8_t *entries = NULL;
    bool is_good = path && base_file_exists(path) && table_file_open(&file, path, NULL) == LUD_OK &&
                   is_fitting(whole, table_file_head(file), layer) &&
                   table_file_check(file, NULL, NULL, NULL) == LUD_OK;
    uint64_t size = is_good ? table_file_head(file)->count : 0;
    entries = is_good ? base_big_alloc((size_t)size) : NULL;
    is_good = entries && table_file_read(file, 0, size, entries, NULL) == LUD_OK;
    if (is_good)
        whole->plan->tabulation->take(&whole->task, layer, 0, size, entries);
    free(entries);
    table_file_close(file);
    free(path);
    return is_good;
}

static void take_all(Whole *whole)
{
    for (int layer = 0; layer < whole->plan->tabulation->layers; layer++) {
        bool *is_there = &whole->plan->is_there[whole->column][layer];
        if (has_layer(whole, layer)) {
            *is_there = *is_there && take_layer(whole, layer, "");
            if (!*is_there)
                take_layer(whole, layer, TABLE_SAVED_ENDING);
        }
    }
}

/* -- a group ----------------------------------------------------------------------------------- */

static LudStatus write_all(Whole *whole, LudError *err)
{
    LudStatus status = LUD_OK;
    for (int layer = 0; layer < whole->plan->tabulation->layers && status == LUD_OK; layer++) {
        if (has_layer(whole, layer) && !whole->plan->is_there[whole->column][layer])
            status = write_layer(whole, layer, "", err);
    }
    if (status == LUD_OK)
        drop_saved(whole);
    return status;
}

static LudStatus build_group(Whole *whole, int group, LudError *err)
{
    const TablePlan *plan = whole->plan;
    const LudTabulation *tabulation = plan->tabulation;
    const LudOptions *options = &plan->rules.options;
    whole->progress.column = tabulation->names[whole->column];
    whole->saved_us = base_time_us();
    whole->group_size = 0;
    for (int layer = 0; layer < tabulation->layers; layer++)
        whole->group_size += tabulation->size(options, layer);
    whole->task = (LudLayerTask){.options = *options,
                                 .group = group,
                                 .layer = tabulation->layers - 1,
                                 .threads = plan->threads,
                                 .tick = tick,
                                 .pause = save,
                                 .context = whole};
    whole->task.work = base_big_alloc(
        (size_t)tabulation->work_bytes(options, group, whole->task.layer, plan->threads));
    if (!whole->task.work)
        return table_fail_memory(err);
    tabulation->begin(&whole->task);
    take_all(whole);
    LudStatus status = tabulation->solve(&whole->task) ? LUD_OK : fail_stopped(err);
    if (status == LUD_OK)
        status = write_all(whole, err);
    free(whole->task.work);
    whole->done += whole->group_size;
    return status;
}

LudStatus table_whole_build(TablePlan *plan, const TableBuildOptions *options, LudError *err)
{
    const LudTabulation *tabulation = plan->tabulation;
    Whole whole = {.plan = plan, .options = options, .began_us = base_time_us()};
    whole.progress.total = plan->needs.positions;
    LudStatus status = LUD_OK;
    for (int group = 0;
         table_first_column(tabulation, group) < tabulation->columns && status == LUD_OK; group++) {
        whole.column = table_first_column(tabulation, group);
        if (table_plan_top(plan, group) >= 0)
            status = build_group(&whole, group, err);
        else if (plan->is_wanted[whole.column])
            drop_saved(&whole); /* in case that the end of a build was cut off */
    }
    whole.progress.done = whole.progress.total;
    whole.told_us = 0;
    if (status == LUD_OK)
        tell(&whole);
    return status;
}
