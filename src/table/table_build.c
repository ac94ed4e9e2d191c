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
#include "table_deal.h"
#include "table_file.h"
#include "table_format.h"
#include "table_learn.h"
#include "table_lower.h"
#include "table_name.h"
#include "table_plan.h"
#include "table_whole.h"

enum { TELL_EACH_US = 100000, PORTION = 1 << 24, REPAIRS = 100 /* then the disk is to blame */ };

typedef struct Build {
    TablePlan *plan;
    const TableBuildOptions *options;
    TableProgress progress;
    uint64_t done;  /* before the layer being worked on */
    uint64_t layer; /* positions of that layer */
    int64_t began_us, told_us;
    LudLayerTask task;
    TableLower lower;
    int repairs; /* layers made again because their files were damaged */
} Build;

/* -- how far it has come ----------------------------------------------------------------------- */

static LudStatus fail_stopped(LudError *err)
{
    return lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), NULL);
}

/* Tells how far the build is; false if it is to stop. If it is spread over processes, process 0
 * stands for all, and none may leave the others alone. */
static bool tick(void *context, uint64_t step, uint64_t steps)
{
    Build *build = context;
    const TableBuildOptions *options = build->options;
    if (options->shares && options->shares->rank != 0)
        return true;
    if (!options->shares && options->stop &&
        atomic_load_explicit(options->stop, memory_order_relaxed))
        return false;
    int64_t now_us = base_time_us();
    if (!options->progress || now_us - build->told_us < TELL_EACH_US)
        return true;
    build->told_us = now_us;
    double share = step < steps ? (double)step / (double)steps : 1;
    if (steps > 0)
        build->progress.done = build->done + (uint64_t)(share * (double)build->layer);
    build->progress.elapsed_us = now_us - build->began_us;
    return options->progress(options->context, &build->progress) || options->shares;
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

static LudStatus open_column(const Build *build, int column, const TableModel *model,
                             TableWriter **writer, LudError *err)
{
    const TablePlan *plan = build->plan;
    const char *name = plan->tabulation->names[column];
    TableHead head = {.layer = build->task.layer,
                      .count = table_plan_size(plan, build->task.layer)};
    *writer = NULL;
    lud_rules_print(&plan->rules, head.rules);
    snprintf(head.column, sizeof head.column, "%s", name);
    char *path = table_path(plan->dir, &plan->rules, name, head.layer);
    LudStatus status =
        path ? table_writer_open(writer, path, &head, model, err) : table_fail_memory(err);
    free(path);
    if (status == LUD_OK)
        table_writer_use_threads(*writer, plan->threads);
    return status;
}

/* Of a layer that is dealt out all processes write together, else one of them. */
static LudStatus write_column(Build *build, int column, const uint8_t *entries, LudError *err)
{
    LudShares *shares = build->plan->shares;
    TableWriter *writer = NULL;
    TableModel *model = NULL;
    LudStatus status = table_learn(&model, build->plan, column, build->task.layer, entries, err);
    if (status != LUD_OK)
        return status;
    if (table_deal_leads(shares))
        status = open_column(build, column, model, &writer, err);
    if (table_plan_deals(build->plan, build->task.layer))
        status = table_deal_in(shares, writer, model, build->layer, entries, status, err);
    else if (writer)
        status = write_entries(build, writer, entries, build->layer, err);
    if (writer && status == LUD_OK)
        status = table_writer_close(writer, err);
    else
        table_writer_abandon(writer);
    table_model_free(model);
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
    task->shares = table_plan_deals(plan, task->layer) ? plan->shares : NULL;
    LudStatus status = LUD_OK;
    if (table_plan_streams(plan, task->group, task->layer))
        status = table_lower_stream(&build->lower,
                                    table_plan_streamed(plan, task->group, task->layer), err);
    if (status == LUD_OK && !plan->tabulation->solve(task))
        status =
            build->lower.damaged < 0 ? fail_stopped(err) : table_lower_fault(&build->lower, err);
    for (int i = 0; i < table_group_columns(plan->tabulation, task->group); i++) {
        int column = first + i;
        if (status == LUD_OK && plan->is_wanted[column] && !plan->is_there[column][task->layer])
            status = table_deal_agree(
                task->shares,
                write_column(build, column, plan->tabulation->layered->column_at(task, i), err),
                err);
    }
    if (status == LUD_OK)
        build->done += build->layer;
    return status;
}

/* -- a group of columns ------------------------------------------------------------------------ */

/* Reads one column of a layer; if it is dealt out, this process's share. */
static bool load_column(Build *build, int column, int layer, uint8_t *entries)
{
    TablePlan *plan = build->plan;
    uint64_t count = table_plan_size(plan, layer);
    TableFile *file = NULL;
    if (plan->is_there[column][layer] && table_deal_leads(plan->shares)) {
        char *path = table_path(plan->dir, &plan->rules, plan->tabulation->names[column], layer);
        if (path && table_file_open(&file, path, NULL) == LUD_OK &&
            table_file_head(file)->count != count) {
            table_file_close(file);
            file = NULL;
        }
        free(path);
    }
    bool is_good = table_plan_deals(plan, layer)
                       ? table_deal_out(plan->shares, file, count, entries)
                       : file && table_file_read(file, 0, count, entries, NULL) == LUD_OK;
    table_file_close(file);
    return is_good;
}

/* Reads the files of a layer that was finished before; false if they are not all there or one turns
 * out to be damaged: then the layer is made again. */
static bool load_layer(Build *build, int layer)
{
    TablePlan *plan = build->plan;
    const LudGameTabulation *tabulation = plan->tabulation;
    int first = table_first_column(tabulation, build->task.group);
    bool is_good = true;
    for (int i = 0; i < table_group_columns(tabulation, build->task.group) && is_good; i++) {
        is_good = load_column(build, first + i, layer, build->lower.held[i][layer]);
        plan->is_there[first + i][layer] = is_good;
    }
    if (!is_good)
        build->progress.total += tabulation->size(&build->plan->rules.options, layer);
    return is_good;
}

/* Makes sure of one layer: reads it or makes it, and keeps it in memory for those above. Several
 * processes each make small layers, which takes less than telling each other about them. */
static LudStatus pass_layer(Build *build, int layer, bool is_kept, LudError *err)
{
    const LudGameTabulation *tabulation = build->plan->tabulation;
    LudLayerTask *task = &build->task;
    bool is_lacking = table_plan_lacks(build->plan, task->group, layer);
    bool can_load = table_plan_deals(build->plan, layer) || table_deal_leads(build->plan->shares);
    if (!is_lacking && (!is_kept || (can_load && load_layer(build, layer))))
        return LUD_OK;
    task->layer = layer;
    LudStatus status = make_layer(build, err);
    for (int i = 0; i < table_group_columns(tabulation, task->group) && is_kept; i++)
        memcpy(build->lower.held[i][layer], tabulation->layered->column_at(task, i),
               (size_t)table_plan_held(build->plan, layer));
    return status;
}

/* Whether a file below turned out to be damaged: then its layer is to be made again. */
static bool drop_damaged(Build *build)
{
    TablePlan *plan = build->plan;
    int layer = build->lower.damaged,
        first = table_first_column(plan->tabulation, build->task.group);
    if (layer < 0 || build->repairs++ == REPAIRS)
        return false;
    for (int i = 0; i < table_group_columns(plan->tabulation, build->task.group); i++)
        plan->is_there[first + i][layer] = false;
    build->progress.total += table_plan_size(plan, layer);
    build->lower.damaged = -1;
    return true;
}

/* The highest layer that is to be made with all layers below it in memory; -1: none. */
static int find_last_keeper(const TablePlan *plan, int group)
{
    int layer = plan->tabulation->layered->needs_lower[table_first_column(plan->tabulation, group)]
                    ? plan->layers
                    : -1;
    while (layer >= 0 &&
           (!table_plan_lacks(plan, group, layer) || table_plan_streams(plan, group, layer)))
        layer--;
    return layer;
}

/* Passes the layers of a group in turn. Lower ones are kept in memory as long as all fit; beyond,
 * they come from their files. */
static LudStatus pass_layers(Build *build, int top, LudStatus status, LudError *err)
{
    const TablePlan *plan = build->plan;
    for (int layer = 0; layer <= top; layer++) {
        bool is_kept = layer < find_last_keeper(plan, build->task.group);
        if (status == LUD_OK && is_kept && !table_lower_hold(&build->lower, layer))
            status = table_fail_memory(err);
        /* Who failed alone tells the others when they next do something together. */
        if (table_plan_deals(plan, layer))
            status = table_deal_agree(plan->shares, status, err);
        if (status == LUD_OK)
            status = pass_layer(build, layer, is_kept, err);
        if (status != LUD_OK && drop_damaged(build)) {
            table_lower_free(&build->lower);
            status = LUD_OK;
            layer = -1;
        }
    }
    return status;
}

static bool next_parts(void *context)
{
    return table_lower_next(&((Build *)context)->lower);
}

static LudStatus build_group(Build *build, int group, LudError *err)
{
    TablePlan *plan = build->plan;
    int top = table_plan_top(plan, group);
    if (top < 0)
        return LUD_OK;
    build->task = (LudLayerTask){.options = plan->rules.options,
                                 .group = group,
                                 .threads = plan->threads,
                                 .next_parts = next_parts,
                                 .tick = tick,
                                 .context = build};
    build->lower = (TableLower){.plan = plan, .task = &build->task, .damaged = -1};
    build->task.work = base_big_alloc((size_t)table_plan_work(plan, group, top));
    LudStatus status = build->task.work ? LUD_OK : table_fail_memory(err);
    status = pass_layers(build, top, status, err);
    table_lower_free(&build->lower);
    free(build->task.work);
    return table_deal_agree(plan->shares, status, err);
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
    const LudGameTabulation *tabulation = build->plan->tabulation;
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

/* Takes the directory and finds out what there is to do. */
static LudStatus begin_build(TablePlan *plan, const LudRules *rules,
                             const TableBuildOptions *options, int *lock, LudError *err)
{
    LudStatus status = enter(options->dir, lock, err);
    if (status != LUD_OK)
        return status;
    base_folder_list(options->dir, remove_unfinished, (void *)(uintptr_t)options->dir);
    status = table_plan_make(plan, rules, options, err);
    return status == LUD_OK ? table_plan_check(plan, err) : status;
}

LudStatus table_build(const LudRules *rules, const TableBuildOptions *options, LudError *err)
{
    int lock = -1;
    TablePlan plan;
    LudStatus status = table_plan_begin(&plan, rules, options, err);
    if (status == LUD_OK && table_deal_leads(options->shares))
        status = begin_build(&plan, rules, options, &lock, err);
    Build *build = status == LUD_OK ? calloc(1, sizeof *build) : NULL;
    if (status == LUD_OK && !build)
        status = table_fail_memory(err);
    status = table_deal_agree(options->shares, status, err);
    if (status == LUD_OK && options->shares)
        options->shares->broadcast(options->shares, plan.is_there, sizeof plan.is_there);
    if (status == LUD_OK && plan.tabulation->whole) {
        status = table_whole_build(&plan, options, err);
    } else if (status == LUD_OK) {
        build->plan = &plan;
        build->options = options;
        status = build_all(build, err);
    }
    free(build);
    base_lock_release(lock);
    return status;
}
