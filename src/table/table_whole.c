#include "table_whole.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/clock_time.h"
#include "base/folder.h"
#include "base/new_file.h"
#include "base/workers.h"
#include "table_deal.h"
#include "table_format.h"
#include "table_name.h"
#include "table_spread.h"

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

/* False if the build is to stop. If it is spread over processes, process 0 stands for all, and none
 * may leave the others alone. */
static bool tell(Whole *whole)
{
    const TableBuildOptions *options = whole->options;
    int64_t now_us = base_time_us();
    if (!table_deal_leads(options->shares))
        return true;
    if (!options->shares && options->stop &&
        atomic_load_explicit(options->stop, memory_order_relaxed))
        return false;
    if (!options->progress || now_us - whole->told_us < TELL_EACH_US)
        return true;
    whole->told_us = now_us;
    whole->progress.elapsed_us = now_us - whole->began_us;
    return options->progress(options->context, &whole->progress) || options->shares;
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
        portion->whole->plan->tabulation->whole->give(
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

static bool has_layer(const Whole *whole, int layer)
{
    return whole->plan->tabulation->size(&whole->plan->rules.options, layer) > 0;
}

/* Process 0 alone writes layers that are not worth to be shared. */
static bool is_shared(const Whole *whole, int layer)
{
    return whole->plan->shares && !lud_share_is_small(table_plan_size(whole->plan, layer));
}

static LudStatus write_layer(Whole *whole, int layer, const char *ending, LudError *err)
{
    const TablePlan *plan = whole->plan;
    TableHead head = {.layer = layer,
                      .count = plan->tabulation->size(&plan->rules.options, layer),
                      .bits = plan->tabulation->bits[whole->column]};
    lud_rules_print(&plan->rules, head.rules);
    snprintf(head.column, sizeof head.column, "%s", plan->tabulation->names[whole->column]);
    int level = ending[0] ? SAVED_LEVEL : head.bits == 0 ? BYTES_LEVEL : TABLE_PACKED_LEVEL;
    TableWriter *writer = NULL;
    LudStatus status = LUD_OK;
    if (table_deal_leads(plan->shares)) {
        char *path = find_path(whole, layer, ending);
        status = path ? table_writer_open(&writer, path, &head, NULL, err) : table_fail_memory(err);
        free(path);
    }
    whole->progress.layer = layer;
    if (writer) {
        table_writer_use_threads(writer, plan->threads);
        table_writer_use_level(writer, level);
    }
    if (is_shared(whole, layer))
        status = table_spread_write(plan->tabulation, &whole->task, layer, head.bits, level, writer,
                                    status, err);
    else if (writer)
        status = write_entries(whole, writer, layer, err);
    if (writer && status == LUD_OK)
        return table_writer_close(writer, err);
    table_writer_abandon(writer);
    return status;
}

/* Brings to process 0 what it writes alone. */
static void gather_small(Whole *whole)
{
    LudEntryRange ranges[LUD_MAX_LAYERS];
    int count = 0;
    for (int layer = 0; layer < whole->plan->tabulation->layers; layer++) {
        if (whole->plan->shares->rank == 0 && has_layer(whole, layer) && !is_shared(whole, layer))
            ranges[count++] = (LudEntryRange){layer, 0, table_plan_size(whole->plan, layer)};
    }
    whole->plan->tabulation->whole->gather(&whole->task, ranges, count);
}

/* Writes layers, all or those that are missing. */
static LudStatus write_layers(Whole *whole, bool is_all, const char *ending, LudError *err)
{
    const TablePlan *plan = whole->plan;
    LudStatus status = LUD_OK;
    if (plan->shares)
        gather_small(whole);
    for (int layer = 0; layer < plan->tabulation->layers; layer++) {
        if (!has_layer(whole, layer) || (!is_all && plan->is_there[whole->column][layer]))
            continue;
        /* Who failed alone tells the others when they next do something together. */
        if (is_shared(whole, layer))
            status = table_deal_agree(plan->shares, status, err);
        if (status == LUD_OK)
            status = write_layer(whole, layer, ending, err);
    }
    return table_deal_agree(plan->shares, status, err);
}

/* -- keeping what is known --------------------------------------------------------------------- */

/* Keeps all layers. If that fails, for want of room or whatever, the build goes on without. */
static bool save(void *context)
{
    Whole *whole = context;
    int each_ms = whole->options->save_ms > 0 ? whole->options->save_ms : SAVE_EACH_MS;
    LudError err;
    if (!tell(whole))
        return false;
    uint8_t is_time =
        !whole->is_saving_failed && base_time_us() - whole->saved_us >= (int64_t)each_ms * 1000;
    if (whole->plan->shares)
        whole->plan->shares->broadcast(whole->plan->shares, &is_time, sizeof is_time);
    if (!is_time)
        return true;
    LudStatus status = write_layers(whole, true, TABLE_SAVED_ENDING, &err);
    whole->is_saving_failed = status != LUD_OK && status != LUD_ESTOPPED;
    whole->saved_us = base_time_us();
    return whole->plan->shares || status != LUD_ESTOPPED;
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

/* All entries of a file, for free(); NULL if it is not there or not sound. */
static uint8_t *read_layer(Whole *whole, int layer, const char *ending)
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
    table_file_close(file);
    free(path);
    if (is_good)
        return entries;
    free(entries);
    return NULL;
}

/* Tells the solver what a file knows; false if it is not there or not sound. Nothing is told before
 * all of it was read, since a wrong start would be a wrong end. */
static bool take_layer(Whole *whole, int layer, const char *ending)
{
    const TablePlan *plan = whole->plan;
    uint64_t size = table_plan_size(plan, layer);
    uint8_t *entries = table_deal_leads(plan->shares) ? read_layer(whole, layer, ending) : NULL;
    bool is_good = entries != NULL;
    if (plan->shares)
        is_good = table_spread_take(plan->tabulation, &whole->task, layer, size, entries);
    else if (entries)
        plan->tabulation->whole->take(&whole->task, layer, 0, size, entries);
    free(entries);
    return is_good;
}

/* Whether there is something to be taken. */
static void find_saved(Whole *whole, bool is_saved[LUD_MAX_LAYERS])
{
    for (int layer = 0; layer < LUD_MAX_LAYERS; layer++) {
        char *path = table_deal_leads(whole->plan->shares) && has_layer(whole, layer)
                         ? find_path(whole, layer, TABLE_SAVED_ENDING)
                         : NULL;
        is_saved[layer] = path && base_file_exists(path);
        free(path);
    }
    if (whole->plan->shares)
        whole->plan->shares->broadcast(whole->plan->shares, is_saved,
                                       LUD_MAX_LAYERS * sizeof *is_saved);
}

static void take_all(Whole *whole)
{
    bool is_saved[LUD_MAX_LAYERS];
    find_saved(whole, is_saved);
    for (int layer = 0; layer < whole->plan->tabulation->layers; layer++) {
        bool *is_there = &whole->plan->is_there[whole->column][layer];
        if (has_layer(whole, layer)) {
            *is_there = *is_there && take_layer(whole, layer, "");
            if (!*is_there && is_saved[layer])
                take_layer(whole, layer, TABLE_SAVED_ENDING);
        }
    }
}

/* -- a group ----------------------------------------------------------------------------------- */

static LudStatus write_all(Whole *whole, LudError *err)
{
    LudStatus status = write_layers(whole, false, "", err);
    if (status == LUD_OK && table_deal_leads(whole->plan->shares))
        drop_saved(whole);
    return status;
}

/* Memory to work in, given the task but for that. */
static bool find_memory(Whole *whole)
{
    const TablePlan *plan = whole->plan;
    LudLayerTask *task = &whole->task;
    uint64_t bytes, least;
    if (!plan->shares) {
        bytes =
            plan->tabulation->work_bytes(&task->options, task->group, task->layer, task->threads);
    } else {
        bytes = plan->tabulation->whole->spread_bytes(&task->options, task->group, plan->shares,
                                                      &least);
        uint64_t most = table_plan_memory(plan, whole->options->memory_bytes);
        task->shares = plan->shares;
        task->spare_bytes = most > least ? most - least : 0;
    }
    task->work = base_big_alloc((size_t)bytes);
    return task->work != NULL;
}

static LudStatus build_group(Whole *whole, int group, LudError *err)
{
    const TablePlan *plan = whole->plan;
    const LudGameTabulation *tabulation = plan->tabulation;
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
    LudStatus status = find_memory(whole) ? LUD_OK : table_fail_memory(err);
    status = table_deal_agree(plan->shares, status, err);
    if (status != LUD_OK) {
        free(whole->task.work);
        return status;
    }
    tabulation->whole->begin(&whole->task);
    take_all(whole);
    status = tabulation->solve(&whole->task) ? LUD_OK : fail_stopped(err);
    if (status == LUD_OK)
        status = write_all(whole, err);
    free(whole->task.work);
    whole->done += whole->group_size;
    return status;
}

LudStatus table_whole_build(TablePlan *plan, const TableBuildOptions *options, LudError *err)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    Whole whole = {.plan = plan, .options = options, .began_us = base_time_us()};
    whole.progress.total = plan->needs.positions;
    LudStatus status = LUD_OK;
    for (int group = 0;
         table_first_column(tabulation, group) < tabulation->columns && status == LUD_OK; group++) {
        whole.column = table_first_column(tabulation, group);
        if (table_plan_top(plan, group) >= 0)
            status = build_group(&whole, group, err);
        else if (plan->is_wanted[whole.column] && table_deal_leads(plan->shares))
            drop_saved(&whole); /* in case that the end of a build was cut off */
    }
    whole.progress.done = whole.progress.total;
    whole.told_us = 0;
    if (status == LUD_OK)
        tell(&whole);
    return status;
}
