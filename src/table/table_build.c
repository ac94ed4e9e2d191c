/* Builds tables group by group and, in each, layer by layer. Every finished file is a checkpoint: a
 * build that was cut off begins with the first file that is missing. */
#include "table_build.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/clock_time.h"
#include "base/folder.h"
#include "base/new_file.h"
#include "table_file.h"
#include "table_format.h"
#include "table_name.h"
#include "table_plan.h"
#include "table_whole.h"

enum { TELL_EACH_US = 100000, PORTION = 1 << 24 };

typedef struct Build {
    TablePlan *plan;
    const TableBuildOptions *options;
    TableProgress progress;
    uint64_t done;  /* before the layer being worked on */
    uint64_t layer; /* positions of that layer */
    int64_t began_us, told_us;
    LudLayerTask task;
    uint8_t *lower[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS]; /* what task.lower points to */
} Build;

/* -- how far it has come ----------------------------------------------------------------------- */

static LudStatus fail_stopped(LudError *err)
{
    return lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), NULL);
}

/* Tells how far the build is; false if it is to stop. */
static bool tick(void *context, uint64_t step, uint64_t steps)
{
    Build *build = context;
    const TableBuildOptions *options = build->options;
    if (options->stop && atomic_load_explicit(options->stop, memory_order_relaxed))
        return false;
    int64_t now_us = base_time_us();
    if (!options->progress || now_us - build->told_us < TELL_EACH_US)
        return true;
    build->told_us = now_us;
    double share = step < steps ? (double)step / (double)steps : 1;
    build->progress.done = build->done + (uint64_t)(share * (double)build->layer);
    build->progress.elapsed_us = now_us - build->began_us;
    return options->progress(options->context, &build->progress);
}

/* -- one layer --------------------------------------------------------------------------------- */

static LudStatus write_entries(Build *build, TableWriter *writer, const uint8_t *entries,
                               uint64_t count, LudError *err)
{
    for (uint64_t at = 0; at < count; at += PORTION) {
        uint64_t left = count - at;
        LudStatus status =
            table_writer_add(writer, entries + at, left < PORTION ? (size_t)left : PORTION, err);
        if (status != LUD_OK)
            return status;
        if (!tick(build, 1, 1))
            return fail_stopped(err);
    }
    return LUD_OK;
}

static LudStatus write_column(Build *build, int column, const uint8_t *entries, LudError *err)
{
    const TablePlan *plan = build->plan;
    const char *name = plan->tabulation->names[column];
    TableHead head = {.layer = build->task.layer,
                      .count =
                          plan->tabulation->size(&build->plan->rules.options, build->task.layer)};
    TableWriter *writer = NULL;
    lud_rules_print(&plan->rules, head.rules);
    snprintf(head.column, sizeof head.column, "%s", name);
    char *path = table_path(plan->dir, &plan->rules, name, head.layer);
    LudStatus status = path ? table_writer_open(&writer, path, &head, err) : table_fail_memory(err);
    free(path);
    if (status != LUD_OK)
        return status;
    table_writer_use_threads(writer, plan->threads);
    status = write_entries(build, writer, entries, head.count, err);
    if (status == LUD_OK)
        return table_writer_close(writer, err);
    table_writer_abandon(writer);
    return status;
}

/* Solves a layer and writes those of its columns that are wanted and missing. */
static LudStatus make_layer(Build *build, LudError *err)
{
    const TablePlan *plan = build->plan;
    LudLayerTask *task = &build->task;
    int first = table_first_column(plan->tabulation, task->group);
    build->layer = plan->tabulation->size(&build->plan->rules.options, task->layer);
    build->progress.layer = task->layer;
    build->progress.column = plan->tabulation->names[first];
    build->told_us = 0;
    if (!tick(build, 0, 1))
        return fail_stopped(err);
    atomic_store(&task->is_stopped, false);
    if (!plan->tabulation->solve(task))
        return fail_stopped(err);
    LudStatus status = LUD_OK;
    for (int i = 0; i < table_group_columns(plan->tabulation, task->group); i++) {
        int column = first + i;
        if (status == LUD_OK && plan->is_wanted[column] && !plan->is_there[column][task->layer])
            status = write_column(build, column, plan->tabulation->column_at(task, i), err);
    }
    build->done += build->layer;
    return status;
}

/* -- a group of columns ------------------------------------------------------------------------ */

/* Reads the files of a layer that was finished before; false if they are not all there or one turns
 * out to be damaged: then the layer is made again. */
static bool load_layer(Build *build, int layer)
{
    TablePlan *plan = build->plan;
    const LudTabulation *tabulation = plan->tabulation;
    int first = table_first_column(tabulation, build->task.group);
    bool is_good = true;
    for (int i = 0; i < table_group_columns(tabulation, build->task.group) && is_good; i++) {
        char *path = table_path(plan->dir, &plan->rules, tabulation->names[first + i], layer);
        TableFile *file = NULL;
        is_good =
            path && plan->is_there[first + i][layer] &&
            table_file_open(&file, path, NULL) == LUD_OK &&
            table_file_head(file)->count == tabulation->size(&build->plan->rules.options, layer) &&
            table_file_read(file, 0, tabulation->size(&build->plan->rules.options, layer),
                            build->lower[i][layer], NULL) == LUD_OK;
        table_file_close(file);
        free(path);
        plan->is_there[first + i][layer] = is_good;
    }
    if (!is_good)
        build->progress.total += tabulation->size(&build->plan->rules.options, layer);
    return is_good;
}

static void free_lower(Build *build)
{
    for (int i = 0; i < LUD_GROUP_COLUMNS; i++) {
        for (int layer = 0; layer < LUD_MAX_LAYERS; layer++) {
            free(build->lower[i][layer]);
            build->lower[i][layer] = NULL;
        }
    }
    free(build->task.work);
    build->task.work = NULL;
}

static bool allocate_lower(Build *build, int layer)
{
    int columns = table_group_columns(build->plan->tabulation, build->task.group);
    for (int i = 0; i < columns; i++) {
        build->lower[i][layer] = base_big_alloc(
            (size_t)build->plan->tabulation->size(&build->plan->rules.options, layer));
        build->task.lower[i][layer] = build->lower[i][layer];
        if (!build->lower[i][layer])
            return false;
    }
    return true;
}

/* Makes sure of one layer: reads it or makes it, and keeps it in memory for those above. */
static LudStatus pass_layer(Build *build, int layer, bool is_kept, LudError *err)
{
    const LudTabulation *tabulation = build->plan->tabulation;
    LudLayerTask *task = &build->task;
    if (is_kept && !allocate_lower(build, layer))
        return table_fail_memory(err);
    bool is_lacking = table_plan_lacks(build->plan, task->group, layer);
    if (!is_lacking && (!is_kept || load_layer(build, layer)))
        return LUD_OK;
    task->layer = layer;
    LudStatus status = make_layer(build, err);
    for (int i = 0; i < table_group_columns(tabulation, task->group) && is_kept; i++)
        memcpy(build->lower[i][layer], tabulation->column_at(task, i),
               (size_t)tabulation->size(&build->plan->rules.options, layer));
    return status;
}

static LudStatus build_group(Build *build, int group, LudError *err)
{
    const TablePlan *plan = build->plan;
    const LudTabulation *tabulation = plan->tabulation;
    int top = table_plan_top(plan, group);
    if (top < 0)
        return LUD_OK;
    build->task = (LudLayerTask){.options = plan->rules.options,
                                 .group = group,
                                 .threads = plan->threads,
                                 .tick = tick,
                                 .context = build};
    bool needs_lower = tabulation->needs_lower[table_first_column(tabulation, group)];
    build->task.work = base_big_alloc(
        (size_t)tabulation->work_bytes(&plan->rules.options, group, top, plan->threads));
    LudStatus status = build->task.work ? LUD_OK : table_fail_memory(err);
    for (int layer = 0; layer <= top && status == LUD_OK; layer++)
        status = pass_layer(build, layer, needs_lower && layer < top, err);
    free_lower(build);
    return status;
}

/* -- everything -------------------------------------------------------------------------------- */

static void remove_unfinished(void *context, const char *name)
{
    static const char ending[] = TABLE_ENDING NEW_FILE_ENDING;
    const char *dir = context;
    size_t length = strlen(name), wanted = sizeof ending - 1, size = strlen(dir) + length + 2;
    if (length < wanted || strcmp(name + length - wanted, ending) != 0)
        return;
    char *path = malloc(size);
    if (path) {
        snprintf(path, size, "%s/%s", dir, name);
        base_file_remove(path);
    }
    free(path);
}

/* One builder at a time works in a directory, so what is unfinished there belongs to nobody. */
static LudStatus enter(const char *dir, int *lock, LudError *err)
{
    int fault = base_folder_make(dir);
    if (fault)
        return table_fail_writing(err, dir, fault);
    size_t size = strlen(dir) + 16;
    char *path = malloc(size);
    if (!path)
        return table_fail_memory(err);
    snprintf(path, size, "%s/.build-lock", dir);
    *lock = base_lock_take(path);
    fault = *lock == -2 ? errno : 0;
    LudStatus status = LUD_OK;
    if (*lock == -1)
        status = lud_error_set(err, LUD_ENOTNOW,
                               LUD_MESSAGE("Tables are being built in {1} already. Wait until that "
                                           "is finished, or choose another directory."),
                               dir, NULL);
    else if (*lock < 0)
        status = table_fail_writing(err, path, fault);
    free(path);
    return status;
}

static LudStatus build_all(Build *build, LudError *err)
{
    const LudTabulation *tabulation = build->plan->tabulation;
    LudStatus status = LUD_OK;
    build->began_us = base_time_us();
    build->progress.total = build->plan->needs.positions;
    for (int group = 0;
         table_first_column(tabulation, group) < tabulation->columns && status == LUD_OK; group++)
        status = build_group(build, group, err);
    if (status == LUD_OK && build->options->progress) {
        build->progress.done = build->progress.total;
        build->progress.elapsed_us = base_time_us() - build->began_us;
        build->options->progress(build->options->context, &build->progress);
    }
    return status;
}

LudStatus table_build(const LudRules *rules, const TableBuildOptions *options, LudError *err)
{
    int lock = -1;
    TablePlan plan;
    LudStatus status = table_plan_refuse(rules, options, err);
    if (status == LUD_OK)
        status = enter(options->dir, &lock, err);
    if (status == LUD_OK) {
        base_folder_list(options->dir, remove_unfinished, (void *)(uintptr_t)options->dir);
        status = table_plan_make(&plan, rules, options, err);
    }
    if (status == LUD_OK)
        status = table_plan_check(&plan, err);
    bool is_whole = status == LUD_OK && plan.tabulation->is_whole;
    if (is_whole)
        status = table_whole_build(&plan, options, err);
    Build *build = status == LUD_OK && !is_whole ? calloc(1, sizeof *build) : NULL;
    if (status == LUD_OK && !is_whole && !build)
        status = table_fail_memory(err);
    if (build) {
        build->plan = &plan;
        build->options = options;
        status = build_all(build, err);
    }
    free(build);
    base_lock_release(lock);
    return status;
}
