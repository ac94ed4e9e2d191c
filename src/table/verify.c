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

typedef struct Proof {
    LudRules rules; /* without what tables do not depend on */
    const LudGameTabulation *tabulation;
    const LudTableCheck *check;
    LudTables *tables;
    LudTableProgress progress;
    int64_t started_us;
    uint8_t *column[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS]; /* of the kind being proven */
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

static void unload(Proof *proof)
{
    for (int i = 0; i < LUD_GROUP_COLUMNS; i++) {
        for (int layer = 0; layer < LUD_MAX_LAYERS; layer++) {
            free(proof->column[i][layer]);
            proof->column[i][layer] = NULL;
        }
    }
}

/* Checks a file's checksums and reads all of it. */
static LudStatus load_one(Proof *proof, TableFile *file, uint8_t **entries)
{
    uint64_t count = table_file_head(file)->count;
    LudStatus status = table_file_check(file, tick_file, proof, proof->err);
    if (status != LUD_OK)
        return status;
    *entries = base_big_alloc((size_t)count);
    return *entries ? table_file_read(file, 0, count, *entries, proof->err)
                    : table_fail_memory(proof->err);
}

static LudStatus load(Proof *proof, const VerifyKind *kind, int top)
{
    LudStatus status = LUD_OK;
    for (int i = 0; i < LUD_GROUP_COLUMNS && kind->columns[i]; i++) {
        int column = table_find_column(proof->tabulation, kind->columns[i]);
        for (int layer = 0; layer <= top && status == LUD_OK; layer++)
            status = load_one(proof, proof->tables->file[column][layer], &proof->column[i][layer]);
    }
    return status;
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

static LudStatus prove_layer(Proof *proof, const VerifyKind *kind, int layer)
{
    VerifyLayer work = {.rules = &proof->rules,
                        .tabulation = proof->tabulation,
                        .layer = layer,
                        .threads = proof->check->threads,
                        .tick = tick,
                        .context = proof};
    memcpy(work.column, proof->column, sizeof work.column);
    uint64_t size = proof->tabulation->size(&proof->rules.options, layer), rank = 0,
             before = proof->progress.done;
    work.threads = work.threads > 0 ? work.threads : base_machine_threads();
    work.settled = base_big_alloc((size_t)size * sizeof work.settled[0]);
    if (!work.settled)
        return table_fail_memory(proof->err);
    proof->progress.column = kind->columns[0];
    proof->progress.layer = layer;
    VerifyFault fault = verify_layer(&work, kind, &rank);
    free((void *)work.settled);
    proof->progress.done = before + size;
    if (fault == VERIFY_STOPPED)
        return fail_stopped(proof->err);
    return fault == VERIFY_SOUND ? LUD_OK : fail_at(proof, kind, fault, layer, rank);
}

static LudStatus prove_kind(Proof *proof, const VerifyKind *kind, int top)
{
    LudStatus status = load(proof, kind, top);
    for (int layer = 0; layer <= top && status == LUD_OK; layer++)
        status = prove_layer(proof, kind, layer);
    unload(proof);
    return status;
}

static LudStatus prove_all(Proof *proof, uint64_t *checked)
{
    int top[VERIFY_KINDS];
    for (int i = 0; i < VERIFY_KINDS; i++) {
        LudStatus status = find_top(proof, kinds[i], &top[i]);
        if (status != LUD_OK)
            return status;
        for (int layer = 0; layer <= top[i]; layer++)
            proof->progress.total += proof->tabulation->size(&proof->rules.options, layer);
    }
    if (proof->progress.total == 0)
        return lud_error_set(proof->err, LUD_EFILE,
                             LUD_MESSAGE("There are no tables to check. Build some with `ludoteca "
                                         "tables build`, or name their directory."),
                             (char *)NULL);
    for (int i = 0; i < VERIFY_KINDS; i++) {
        LudStatus status = prove_kind(proof, kinds[i], top[i]);
        if (status != LUD_OK)
            return status;
    }
    *checked = proof->progress.done;
    return LUD_OK;
}

LudStatus lud_tables_verify(const LudRules *rules, const char *path, const LudTableCheck *check,
                            uint64_t *checked, LudError *err)
{
    LudError fault = {.status = LUD_OK};
    LudTableCheck taken;
    LudStatus status = settings_take(&taken, sizeof taken, check, err);
    if (status != LUD_OK)
        return status;
    if (!rules->game->tabulation)
        return lud_tables_check(rules->game, err);
    Proof proof = {.rules = table_bare_rules(rules),
                   .tabulation = rules->game->tabulation,
                   .check = &taken,
                   .started_us = base_time_us(),
                   .err = &fault};
    if (!table_places_each(path, look_for_faults, &proof))
        status = table_fail_memory(&fault);
    if (fault.status == LUD_OK)
        status = lud_tables_open(&proof.tables, &proof.rules, path, &fault);
    if (fault.status == LUD_OK && status == LUD_OK)
        status = proof.tabulation->whole
                     ? verify_whole(&proof.rules, proof.tables, &taken, checked, &fault)
                     : prove_all(&proof, checked);
    lud_tables_close(proof.tables);
    if (fault.status == LUD_OK)
        return LUD_OK;
    *err = fault;
    return fault.status;
}
