/* Works out what a build has to do: which files are missing, how much memory, disk and time. */
#include "table_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/big_memory.h"
#include "base/folder.h"
#include "table_file.h"
#include "table_format.h"
#include "table_lower.h"
#include "table_name.h"

enum {
    TRIAL_LAYERS = 8,        /* solved to find out how fast this machine is */
    WRITER_BYTES = 20 << 20, /* what writing a file takes besides */
    INDEX_SHARE = TABLE_MODEL_BLOCK / TABLE_INDEX_BYTES, /* entries for each byte of its index */
    CODING_NS = 40,  /* of one thread, for each entry that is forecast */
    WRITING_NS = 7,  /* of one thread, for each entry */
    READING_NS = 50, /* likewise, of lower layers that come part by part */
    LOOKING_NS = 40, /* for each position, when more of them has come */
    MOST_PARTS = 16, /* that they come in */
};

int table_first_column(const LudGameTabulation *tabulation, int group)
{
    int column = 0;
    while (column < tabulation->columns && tabulation->group[column] < group)
        column++;
    return column;
}

int table_group_columns(const LudGameTabulation *tabulation, int group)
{
    return table_first_column(tabulation, group + 1) - table_first_column(tabulation, group);
}

bool table_plan_lacks(const TablePlan *plan, int group, int layer)
{
    if (plan->tabulation->size(&plan->rules.options, layer) == 0)
        return false;
    for (int i = 0; i < plan->tabulation->columns; i++) {
        if (plan->tabulation->group[i] == group && plan->is_wanted[i] && !plan->is_there[i][layer])
            return true;
    }
    return false;
}

int table_plan_top(const TablePlan *plan, int group)
{
    int layer = plan->layers;
    while (layer >= 0 && !table_plan_lacks(plan, group, layer))
        layer--;
    return layer;
}

uint64_t table_plan_size(const TablePlan *plan, int layer)
{
    return plan->tabulation->size(&plan->rules.options, layer);
}

bool table_plan_deals(const TablePlan *plan, int layer)
{
    return plan->shares && !lud_share_is_small(table_plan_size(plan, layer));
}

uint64_t table_plan_held(const TablePlan *plan, int layer)
{
    uint64_t size = table_plan_size(plan, layer);
    return table_plan_deals(plan, layer) ? lud_share_size(plan->shares, plan->shares->rank, size)
                                         : size;
}

uint64_t table_plan_work(const TablePlan *plan, int group, int top)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    uint64_t most = 0;
    if (tabulation->whole && plan->shares) {
        tabulation->whole->spread_bytes(&plan->rules.options, group, plan->shares, &most);
        return most;
    }
    for (int layer = plan->shares ? 0 : top; layer <= top; layer++) {
        uint64_t bytes =
            table_plan_deals(plan, layer)
                ? tabulation->layered->share_bytes(group, table_plan_held(plan, layer))
                : tabulation->work_bytes(&plan->rules.options, group, layer, plan->threads);
        most = bytes > most ? bytes : most;
    }
    return most;
}

uint64_t table_plan_memory(const TablePlan *plan, uint64_t allowed_bytes)
{
    uint64_t machine = base_machine_memory();
    if (plan->shares)
        machine /= (uint64_t)plan->shares->neighbours;
    return allowed_bytes ? allowed_bytes : machine / 10 * 9;
}

/* -- lower layers from their files ------------------------------------------------------------- */

static bool needs_lower(const TablePlan *plan, int group)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    return tabulation->layered &&
           tabulation->layered->needs_lower[table_first_column(tabulation, group)];
}

/* The memory for one layer of a group and all below it. Process 0 is dealt to first, so nobody
 * needs more. */
static uint64_t whole_memory(const TablePlan *plan, int group, int layer)
{
    uint64_t bytes = table_plan_work(plan, group, layer) + WRITER_BYTES +
                     table_plan_size(plan, layer) / INDEX_SHARE +
                     (plan->shares ? plan->shares->buffer_bytes : 0);
    uint64_t columns = (uint64_t)table_group_columns(plan->tabulation, group);
    for (int i = 0; needs_lower(plan, group) && i < layer; i++)
        bytes += table_plan_held(plan, i) * columns;
    return bytes;
}

bool table_plan_streams(const TablePlan *plan, int group, int layer)
{
    return !plan->shares && needs_lower(plan, group) &&
           whole_memory(plan, group, layer) > plan->needs.memory_most;
}

/* What streaming takes besides the parts themselves. */
static uint64_t least_memory(const TablePlan *plan, int group, int layer)
{
    return table_plan_work(plan, group, layer) + WRITER_BYTES +
           table_plan_size(plan, layer) / INDEX_SHARE;
}

/* Every board is looked at once for each part, so there must not be too many. */
static uint64_t least_streamed(const TablePlan *plan, int group, int layer)
{
    return table_lower_entries(plan, layer) / MOST_PARTS *
           (uint64_t)table_group_columns(plan->tabulation, group);
}

uint64_t table_plan_streamed(const TablePlan *plan, int group, int layer)
{
    uint64_t least = least_streamed(plan, group, layer), used = least_memory(plan, group, layer);
    uint64_t left = plan->needs.memory_most > used ? plan->needs.memory_most - used : 0;
    return left > least ? left : least;
}

/* -- what is wanted ---------------------------------------------------------------------------- */

static void list_columns(const LudGameTabulation *tabulation, char *text, size_t size)
{
    size_t length = 0;
    text[0] = '\0';
    for (int i = 0; i < tabulation->columns && length < size; i++)
        length += (size_t)snprintf(text + length, size - length, "%s%s", i > 0 ? ", " : "",
                                   tabulation->names[i]);
}

static LudStatus choose_columns(TablePlan *plan, const char *columns, LudError *err)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    for (int i = 0; i < tabulation->columns; i++)
        plan->is_wanted[i] = !columns;
    while (columns && *columns) {
        char name[TABLE_COLUMN_TEXT];
        size_t length = strcspn(columns, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, columns);
        int column = table_find_column(tabulation, name);
        if (column < 0) {
            char all[200];
            list_columns(tabulation, all, sizeof all);
            return lud_error_set(err, LUD_EUSAGE,
                                 LUD_MESSAGE("There is no column {1} in tables of {2}. Columns: "
                                             "{3}"),
                                 name, plan->rules.game->name, all, NULL);
        }
        plan->is_wanted[column] = true;
        columns += length + (columns[length] == ',');
    }
    return LUD_OK;
}

static bool can_be_shared(const LudGameTabulation *tabulation)
{
    return tabulation->whole ? tabulation->whole->spread_bytes != NULL
                             : tabulation->layered->share_bytes != NULL;
}

LudStatus table_plan_begin(TablePlan *plan, const LudRules *rules, const TableBuildOptions *options,
                           LudError *err)
{
    if (!rules->game->tabulation)
        return lud_error_set(err, LUD_ENOTNOW, LUD_MESSAGE("There are no tables for {1}."),
                             rules->game->name, NULL);
    *plan =
        (TablePlan){.rules = table_bare_rules(rules),
                    .tabulation = rules->game->tabulation,
                    .dir = options->dir,
                    .shares = options->shares,
                    .layers = rules->game->tabulation->whole ? rules->game->tabulation->layers - 1
                                                             : options->layers,
                    .threads = options->threads};
    if (plan->shares)
        plan->threads = 1;
    if (plan->threads <= 0)
        plan->threads = base_machine_threads();
    if (plan->shares && !can_be_shared(plan->tabulation))
        return lud_error_set(err, LUD_ENOTNOW,
                             LUD_MESSAGE("Tables of {1} can't be built by several processes yet. "
                                         "Build them in one: ludoteca tables build {1}"),
                             rules->game->name, NULL);
    if (plan->layers < 0 || plan->layers >= plan->tabulation->layers) {
        char most[16];
        snprintf(most, sizeof most, "%d", plan->tabulation->layers - 1);
        return lud_error_set(err, LUD_EUSAGE, LUD_MESSAGE("Tables of {1} go from 0 to {2}."),
                             rules->game->name, most, NULL);
    }
    plan->needs.memory_most = table_plan_memory(plan, options->memory_bytes);
    return choose_columns(plan, options->columns, err);
}

/* -- what is there ----------------------------------------------------------------------------- */

/* Whether a table can be opened and is what its name says. */
static bool is_table_there(const TablePlan *plan, int column, int layer)
{
    char rules[LUD_RULES_TEXT];
    char *path = table_path(plan->dir, &plan->rules, plan->tabulation->names[column], layer);
    TableFile *file = NULL;
    bool is_there = path && table_file_open(&file, path, NULL) == LUD_OK;
    if (is_there) {
        const TableHead *head = table_file_head(file);
        lud_rules_print(&plan->rules, rules);
        is_there = strcmp(head->rules, rules) == 0 && head->layer == layer &&
                   strcmp(head->column, plan->tabulation->names[column]) == 0 &&
                   head->count == plan->tabulation->size(&plan->rules.options, layer);
    }
    table_file_close(file);
    free(path);
    return is_there;
}

static void find_column(TablePlan *plan, int column)
{
    for (int layer = 0; layer <= plan->layers; layer++)
        plan->is_there[column][layer] = is_table_there(plan, column, layer);
}

/* -- what it takes ----------------------------------------------------------------------------- */

/* The memory for one group: what is solved, and all below it if that may be used, else as much of
 * it as may. */
static uint64_t group_memory(const TablePlan *plan, int group)
{
    int top = table_plan_top(plan, group);
    if (top < 0)
        return 0;
    if (!table_plan_streams(plan, group, top))
        return whole_memory(plan, group, top);
    return least_memory(plan, group, top) + table_plan_streamed(plan, group, top);
}

/* Nanoseconds of one thread for a layer whose lower layers come part by part. */
static double streaming_ns(const TablePlan *plan, int group, int layer)
{
    if (!table_plan_streams(plan, group, layer))
        return 0;
    double entries =
        (double)table_lower_entries(plan, layer) * table_group_columns(plan->tabulation, group);
    double parts = entries / (double)table_plan_streamed(plan, group, layer);
    return entries * READING_NS + parts * (double)table_plan_size(plan, layer) * LOOKING_NS;
}

/* Streaming needs files of every column of a group, so all are then wanted. */
static void want_whole_groups(TablePlan *plan)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    for (int i = 0; i < tabulation->columns; i++) {
        int group = tabulation->group[i], top = table_plan_top(plan, group);
        bool is_wanted = plan->is_wanted[i];
        if (!is_wanted && top >= 0 && table_plan_streams(plan, group, top)) {
            plan->is_wanted[i] = true;
            find_column(plan, i);
        }
    }
}

/* The time that this thread has had a processor: what others do meanwhile does not count. */
static int64_t worked_us(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* How much longer this machine takes than the one that the usual times are from: the first layers
 * are solved here, where they fit in the nearest memory. */
static double try_speed(const TablePlan *plan)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    if (tabulation->whole)
        return 1; /* there is no part of it that could be tried */
    LudLayerTask task = {.options = plan->rules.options, .threads = 1};
    uint8_t *lower[TRIAL_LAYERS + 1] = {NULL};
    double usual_us = 0;
    int layers = TRIAL_LAYERS < tabulation->layers ? TRIAL_LAYERS : tabulation->layers - 1;
    task.work = base_big_alloc((size_t)tabulation->work_bytes(&plan->rules.options, 0, layers, 1));
    bool is_good = task.work != NULL;
    int64_t before_us = 0, least_us = INT64_MAX;
    for (int layer = 0; layer <= layers && is_good; layer++) {
        size_t size = (size_t)tabulation->size(&plan->rules.options, layer);
        task.layer = layer;
        /* The last one counts, three times, of which the best was disturbed least. */
        for (int i = 0; i < (layer == layers ? 3 : 1) && is_good; i++) {
            before_us = worked_us();
            is_good = tabulation->solve(&task);
            int64_t took_us = worked_us() - before_us;
            if (layer == layers && took_us < least_us)
                least_us = took_us;
        }
        lower[layer] = malloc(size);
        is_good = is_good && lower[layer];
        if (is_good)
            memcpy(lower[layer], tabulation->layered->column_at(&task, 0), size);
        task.lower[0][layer] = lower[layer];
        usual_us = (double)size * tabulation->usual_ns(&plan->rules.options, 0, layer) / 1000;
    }
    for (int layer = 0; layer <= layers; layer++)
        free(lower[layer]);
    free(task.work);
    return is_good && usual_us > 0 ? (double)least_us / usual_us : 1;
}

static void find_needs(TablePlan *plan)
{
    const LudGameTabulation *tabulation = plan->tabulation;
    const LudOptions *rules = &plan->rules.options;
    TableNeeds *needs = &plan->needs;
    double thread_ns = 0, writing_ns = 0;
    for (int layer = 0; layer <= plan->layers; layer++) {
        uint64_t size = tabulation->size(rules, layer);
        for (int i = 0; i < tabulation->columns; i++) {
            int group = tabulation->group[i];
            if (size > 0 && plan->is_wanted[i] && !plan->is_there[i][layer]) {
                uint64_t millibytes = (uint64_t)tabulation->usual_millibytes(rules, i, layer);
                needs->files++;
                needs->disk_bytes += size / 1000 * millibytes + size % 1000 + 512;
                bool is_forecast = table_forecast(&plan->rules, tabulation->names[i]) != NULL;
                writing_ns += (double)size * (is_forecast ? CODING_NS : WRITING_NS);
            }
            if (table_first_column(tabulation, group) == i &&
                table_plan_lacks(plan, group, layer)) {
                needs->positions += size;
                thread_ns += (double)size * tabulation->usual_ns(rules, group, layer);
                thread_ns += streaming_ns(plan, group, layer);
            }
        }
    }
    for (int group = 0; table_first_column(tabulation, group) < tabulation->columns; group++) {
        uint64_t bytes = group_memory(plan, group);
        if (bytes > needs->memory_bytes)
            needs->memory_bytes = bytes;
    }
    needs->room_bytes = base_folder_room(plan->dir);
    if (needs->files > 0)
        needs->seconds = (thread_ns + writing_ns) * try_speed(plan) /
                         (plan->shares ? plan->shares->count : plan->threads) / 1e9;
}

LudStatus table_plan_make(TablePlan *plan, const LudRules *rules, const TableBuildOptions *options,
                          LudError *err)
{
    LudStatus status = table_plan_begin(plan, rules, options, err);
    if (status != LUD_OK)
        return status;
    for (int i = 0; i < plan->tabulation->columns; i++) {
        if (plan->is_wanted[i])
            find_column(plan, i);
    }
    want_whole_groups(plan);
    find_needs(plan);
    return LUD_OK;
}

/* -- whether it can be had --------------------------------------------------------------------- */

LudStatus table_plan_check(const TablePlan *plan, LudError *err)
{
    const TableNeeds *needs = &plan->needs;
    char needed[TABLE_SIZE_TEXT], had[TABLE_SIZE_TEXT];
    if (needs->memory_bytes > needs->memory_most)
        return lud_error_set(err, LUD_EMEMORY,
                             LUD_MESSAGE("These tables need {1} of memory to build, and only {2} "
                                         "may be used. Allow more, or build fewer layers or "
                                         "columns."),
                             table_print_bytes(needs->memory_bytes, needed),
                             table_print_bytes(needs->memory_most, had), NULL);
    if (needs->disk_bytes > needs->room_bytes)
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("These tables need about {1} of disk, and {3} has only "
                                         "{2}. Free some space, or choose another directory."),
                             table_print_bytes(needs->disk_bytes, needed),
                             table_print_bytes(needs->room_bytes, had), plan->dir, NULL);
    return LUD_OK;
}

LudStatus table_needs(const LudRules *rules, const TableBuildOptions *options, TableNeeds *needs,
                      LudError *err)
{
    TablePlan plan;
    LudStatus status = table_plan_make(&plan, rules, options, err);
    if (status == LUD_OK)
        *needs = plan.needs;
    return status;
}
