/* Proving tables right: files, then layer by layer what they say. See verify_layer.h for how. */
#include "verify_layer.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/clock_time.h"
#include "base/folder.h"
#include "core/settings.h"
#include "table_format.h"
#include "table_name.h"
#include "table_places.h"
#include "table_set.h"
#include "verify_whole.h"

static const VerifyKind *const kinds[VERIFY_KINDS] = {&verify_value, &verify_bounds, &verify_force};

enum {
    MOST_PARTS = 16, /* that lower layers come in: every position is looked at for each */
    /* Nanoseconds of one thread; the last two together as measured, shared out by guess: */
    READING_NS = 50,  /* for each entry */
    LOOKING_NS = 700, /* for each position and part of the lower layers */
    SETTLING_NS = 500 /* for each position, if all are looked at */
};

typedef struct Proof {
    LudRules rules; /* without what tables do not depend on */
    const LudGameTabulation *tabulation;
    const LudTableCheck *check;
    LudTables *tables;
    int top[VERIFY_KINDS]; /* the highest layer of each kind; -1: there is none */
    int threads;
    uint64_t every, memory_most;
    LudTableNeeds needs;
    LudTableProgress progress;
    int64_t started_us;
    LudError *err;
} Proof;

/* -- progress ---------------------------------------------------------------------------------- */

static bool tell(Proof *proof)
{
    proof->progress.elapsed_ms = (base_time_us() - proof->started_us) / 1000;
    return !proof->check->watch || proof->check->watch(proof->check->context, &proof->progress);
}

static bool tick(void *context, uint64_t fresh)
{
    Proof *proof = context;
    proof->progress.done += fresh;
    return tell(proof);
}

static bool tick_file(void *context, uint64_t entries)
{
    (void)entries;
    return tell(context);
}

static bool tick_lower(void *context)
{
    return tell(context);
}

static LudStatus fail_stopped(LudError *err)
{
    return lud_error_set(err, LUD_ESTOPPED, LUD_MESSAGE("Stopped."), (char *)NULL);
}

/* -- files ------------------------------------------------------------------------------------- */

/* Files that could not be opened are faults here, not just missing. */
static bool look_for_faults(void *context, const char *dir)
{
    Proof *proof = context;
    for (int i = 0; i < proof->tabulation->columns * proof->tabulation->layers; i++) {
        int column = i / proof->tabulation->layers, layer = i % proof->tabulation->layers;
        TableFile *file;
        const char *name = proof->tabulation->names[column], *message = NULL;
        char *path = table_path(dir, &proof->rules, name, layer);
        LudStatus status = path ? LUD_OK : table_fail_memory(proof->err);
        if (path && base_file_exists(path)) {
            status = table_file_open(&file, path, proof->err);
            if (status == LUD_OK) {
                message = table_set_judge(table_file_head(file), &proof->rules, column, layer);
                table_file_close(file);
            }
            if (message)
                status = lud_error_set(proof->err, LUD_EFILE, message, path, (char *)NULL);
        }
        free(path);
        if (status != LUD_OK)
            return false;
    }
    return true;
}

/* The highest layer of a kind, as far as wanted; -1: none is there. */
static LudStatus find_top(Proof *proof, const VerifyKind *kind, int *top)
{
    int layers = proof->tabulation->layers, least = layers, most = -1;
    for (int i = 0; i < LUD_GROUP_COLUMNS && kind->columns[i]; i++) {
        int column = table_find_column(proof->tabulation, kind->columns[i]);
        int reach = column < 0 ? -1 : lud_tables_reach(proof->tables, kind->columns[i]);
        least = reach < least ? reach : least;
        for (int layer = 0; layer < layers && column >= 0; layer++)
            most = proof->tables->file[column][layer] && layer > most ? layer : most;
    }
    if (proof->check->layers >= 0) {
        least = least < proof->check->layers ? least : proof->check->layers;
        most = most < proof->check->layers ? most : proof->check->layers;
    }
    *top = least;
    if (most <= least)
        return LUD_OK;
    char missing[16];
    snprintf(missing, sizeof missing, "%d", least + 1);
    return lud_error_set(proof->err, LUD_EFILE,
                         LUD_MESSAGE("The table of layer {1} of the column {2} is missing, and "
                                     "higher ones can't be checked without it: build it."),
                         missing, kind->columns[0], (char *)NULL);
}

/* -- what it needs ------------------------------------------------------------------------------
 */

static int count_columns(const VerifyKind *kind)
{
    int columns = 0;
    while (columns < LUD_GROUP_COLUMNS && kind->columns[columns])
        columns++;
    return columns;
}

static uint64_t size_of(const Proof *proof, int layer)
{
    return proof->tabulation->size(&proof->rules.options, layer);
}

/* The highest layer that moves from this one down can lead to. */
static int top_below(const Proof *proof, int layer)
{
    int least_step = proof->tabulation->layered->least_step;
    return layer - (least_step > 0 ? least_step : 1);
}

/* The columns that are looked up in lower layers. */
static int lower_columns(const Proof *proof, const VerifyKind *kind)
{
    int column = table_find_column(proof->tabulation, kind->columns[0]);
    return proof->tabulation->layered->needs_lower[column] ? count_columns(kind) : 0;
}

static uint64_t lower_entries(const Proof *proof, const VerifyKind *kind, int layer)
{
    return lower_columns(proof, kind) > 0
               ? verify_lower_entries(&proof->rules, top_below(proof, layer))
               : 0;
}

/* The memory for a layer itself: its entries, and what is known of each. */
static uint64_t own_bytes(const Proof *proof, const VerifyKind *kind, int layer)
{
    uint64_t size = size_of(proof, layer);
    return size * (uint64_t)count_columns(kind) + verify_layer_places(size, proof->every);
}

/* How many entries of each column below a layer are there at a time: all, or what memory leaves. */
static uint64_t lower_room(const Proof *proof, const VerifyKind *kind, int layer)
{
    uint64_t entries = lower_entries(proof, kind, layer), own = own_bytes(proof, kind, layer);
    if (entries == 0)
        return 0;
    uint64_t least = verify_layer_places(entries, MOST_PARTS);
    uint64_t left = proof->memory_most > own ? proof->memory_most - own : 0;
    uint64_t room = left / (uint64_t)lower_columns(proof, kind);
    room = room > least ? room : least;
    return room < entries ? room : entries;
}

static void add_needs(Proof *proof, const VerifyKind *kind, int layer)
{
    LudTableNeeds *needs = &proof->needs;
    uint64_t room = lower_room(proof, kind, layer), entries = lower_entries(proof, kind, layer);
    uint64_t places = verify_layer_places(size_of(proof, layer), proof->every);
    uint64_t bytes = own_bytes(proof, kind, layer) + room * (uint64_t)lower_columns(proof, kind);
    double parts = room > 0 ? (double)verify_layer_places(entries, room) : 1;
    double read = (double)size_of(proof, layer) * 2 * count_columns(kind) +
                  (double)entries * lower_columns(proof, kind);
    needs->memory_bytes = bytes > needs->memory_bytes ? bytes : needs->memory_bytes;
    needs->positions += places;
    needs->files += count_columns(kind);
    needs->seconds += (read * READING_NS + (double)places * parts * LOOKING_NS +
                       (proof->every > 1 ? 0 : (double)places * SETTLING_NS)) /
                      proof->threads / 1e9;
}

static LudStatus refuse_nothing(const Proof *proof)
{
    char from[16];
    snprintf(from, sizeof from, "%d", proof->check->from);
    for (int i = 0; i < VERIFY_KINDS; i++) {
        if (proof->top[i] >= 0)
            return lud_error_set(proof->err, LUD_EFILE,
                                 LUD_MESSAGE("No table that is to be checked reaches layer {1}. "
                                             "Begin with a lower one, or build more."),
                                 from, (char *)NULL);
    }
    return lud_error_set(proof->err, LUD_EFILE,
                         LUD_MESSAGE("There are no tables to check. Build some with `ludoteca "
                                     "tables build`, or name their directory."),
                         (char *)NULL);
}

/* Finds out what is to be proven, and what that needs. */
static LudStatus plan_layers(Proof *proof)
{
    for (int i = 0; i < VERIFY_KINDS; i++) {
        LudStatus status = find_top(proof, kinds[i], &proof->top[i]);
        if (status != LUD_OK)
            return status;
        for (int layer = proof->check->from; layer <= proof->top[i]; layer++)
            add_needs(proof, kinds[i], layer);
    }
    return proof->needs.positions > 0 ? LUD_OK : refuse_nothing(proof);
}

/* -- layers ------------------------------------------------------------------------------------ */

static LudStatus fail_at(Proof *proof, const VerifyKind *kind, VerifyFault fault, int layer,
                         uint64_t rank)
{
    LudState s;
    char text[LUD_STATE_TEXT], name[TABLE_NAME_TEXT];
    proof->tabulation->unrank(&s, &proof->rules.options, layer, rank);
    proof->rules.game->text.state_print(&s, text);
    table_name_print(&proof->rules, kind->columns[0], layer, name);
    const char *message =
        fault == VERIFY_LOCAL
            ? LUD_MESSAGE("{1} is wrong: what it says of {2} does not follow from the moves there. "
                          "Remove it, and build the table again.")
            : LUD_MESSAGE("{1} is wrong: what it promises at {2} is only passed round a cycle. "
                          "Remove it, and build the table again.");
    return lud_error_set(proof->err, LUD_EFILE, message, name, text, (char *)NULL);
}

/* Checks the files of a layer and reads them. */
static LudStatus load(Proof *proof, const VerifyKind *kind, int layer,
                      uint8_t *entries[LUD_GROUP_COLUMNS])
{
    LudStatus status = LUD_OK;
    uint64_t size = size_of(proof, layer);
    for (int i = 0; i < count_columns(kind) && status == LUD_OK; i++) {
        int column = table_find_column(proof->tabulation, kind->columns[i]);
        TableFile *file = proof->tables->file[column][layer];
        status = table_file_check(file, tick_file, proof, proof->err);
        if (status != LUD_OK)
            return status;
        entries[i] = base_big_alloc((size_t)size);
        status = entries[i] ? table_file_read(file, 0, size, entries[i], proof->err)
                            : table_fail_memory(proof->err);
    }
    return status;
}

static LudStatus prove_loaded(Proof *proof, const VerifyKind *kind, VerifyLayer *work)
{
    uint64_t rank = 0, before = proof->progress.done,
             places = verify_layer_places(size_of(proof, work->layer), work->every);
    work->known = base_big_alloc((size_t)places * sizeof work->known[0]);
    LudStatus status = work->known
                           ? verify_lower_begin(work->lower, top_below(proof, work->layer),
                                                lower_room(proof, kind, work->layer), proof->err)
                           : table_fail_memory(proof->err);
    if (status != LUD_OK)
        return status;
    VerifyFault fault = verify_layer(work, kind, &rank, proof->err);
    proof->progress.done = before + places;
    if (fault == VERIFY_SOUND)
        return LUD_OK;
    if (fault == VERIFY_UNREAD)
        return proof->err->status;
    return fault == VERIFY_STOPPED ? fail_stopped(proof->err)
                                   : fail_at(proof, kind, fault, work->layer, rank);
}

static LudStatus prove_layer(Proof *proof, const VerifyKind *kind, int layer)
{
    VerifyLower lower = {.columns = lower_columns(proof, kind),
                         .threads = proof->threads,
                         .tick = tick_lower,
                         .context = proof};
    VerifyLayer work = {.rules = &proof->rules,
                        .tabulation = proof->tabulation,
                        .layer = layer,
                        .every = proof->every,
                        .lower = &lower,
                        .threads = proof->threads,
                        .tick = tick,
                        .context = proof};
    uint8_t *entries[LUD_GROUP_COLUMNS] = {NULL};
    for (int i = 0; i < lower.columns; i++)
        lower.files[i] =
            proof->tables->file[table_find_column(proof->tabulation, kind->columns[i])];
    proof->progress.column = kind->columns[0];
    proof->progress.layer = layer;
    LudStatus status = load(proof, kind, layer, entries);
    for (int i = 0; i < LUD_GROUP_COLUMNS; i++)
        work.entries[i] = entries[i];
    if (status == LUD_OK)
        status = prove_loaded(proof, kind, &work);
    verify_lower_end(&lower);
    free((void *)work.known);
    for (int i = 0; i < LUD_GROUP_COLUMNS; i++)
        free(entries[i]);
    return status;
}

static LudStatus prove_all(Proof *proof, uint64_t *checked)
{
    LudStatus status = LUD_OK;
    proof->progress.total = proof->needs.positions;
    for (int i = 0; i < VERIFY_KINDS; i++) {
        for (int layer = proof->check->from; layer <= proof->top[i] && status == LUD_OK; layer++)
            status = prove_layer(proof, kinds[i], layer);
    }
    *checked = proof->progress.done;
    return status;
}

/* -- everything ---------------------------------------------------------------------------------
 */

static LudStatus refuse_memory(const LudTableNeeds *needs, LudError *err)
{
    char needed[TABLE_SIZE_TEXT], had[TABLE_SIZE_TEXT];
    return lud_error_set(err, LUD_EMEMORY,
                         LUD_MESSAGE("Proving these tables needs {1} of memory, and only {2} may "
                                     "be used. Allow more, or prove fewer layers."),
                         table_print_bytes(needs->memory_bytes, needed),
                         table_print_bytes(needs->memory_room, had), (char *)NULL);
}

/* Opens the tables, files that could not be opened being faults, and plans the proof. */
static LudStatus begin_proof(Proof *proof, const LudRules *rules, const char *path,
                             const LudTableCheck *check, LudError *fault)
{
    *proof = (Proof){.rules = table_bare_rules(rules),
                     .tabulation = rules->game->tabulation,
                     .check = check,
                     .threads = check->threads > 0 ? check->threads : base_machine_threads(),
                     .every = check->every > 1 ? (uint64_t)check->every : 1,
                     .memory_most =
                         check->memory_bytes ? check->memory_bytes : base_machine_memory() / 10 * 9,
                     .started_us = base_time_us(),
                     .err = fault};
    if (!table_places_each(path, look_for_faults, proof))
        return table_fail_memory(fault);
    if (fault->status != LUD_OK)
        return fault->status;
    LudStatus status = lud_tables_open(&proof->tables, &proof->rules, path, fault);
    if (status != LUD_OK)
        return status;
    proof->needs.memory_room = proof->memory_most;
    if (!proof->tabulation->whole)
        return plan_layers(proof);
    verify_whole_needs(&proof->rules, check, &proof->needs);
    return LUD_OK;
}

/* Plans a proof and, unless only its needs are asked for, makes it. */
static LudStatus prove(const LudRules *rules, const char *path, const LudTableCheck *check,
                       LudTableNeeds *needs, uint64_t *checked, LudError *err)
{
    LudError fault = {.status = LUD_OK};
    LudTableCheck taken;
    LudStatus status = settings_take(&taken, sizeof taken, check, err);
    if (status != LUD_OK)
        return status;
    if (!rules->game->tabulation)
        return lud_tables_check(rules->game, err);
    Proof proof;
    taken.from = taken.from > 0 ? taken.from : 0;
    status = begin_proof(&proof, rules, path, &taken, &fault);
    if (status == LUD_OK && needs)
        *needs = proof.needs;
    else if (status == LUD_OK && proof.needs.memory_bytes > proof.memory_most)
        status = refuse_memory(&proof.needs, &fault);
    else if (status == LUD_OK)
        status = proof.tabulation->whole
                     ? verify_whole(&proof.rules, proof.tables, &taken, checked, &fault)
                     : prove_all(&proof, checked);
    lud_tables_close(proof.tables);
    if (status != LUD_OK)
        *err = fault;
    return status;
}

LudStatus lud_tables_verify_needs(const LudRules *rules, const char *path,
                                  const LudTableCheck *check, LudTableNeeds *needs, LudError *err)
{
    return prove(rules, path, check, needs, NULL, err);
}

LudStatus lud_tables_verify(const LudRules *rules, const char *path, const LudTableCheck *check,
                            uint64_t *checked, LudError *err)
{
    return prove(rules, path, check, NULL, checked, err);
}
