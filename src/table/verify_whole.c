#include "verify_whole.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/big_memory.h"
#include "base/clock_time.h"
#include "base/folder.h"
#include "base/workers.h"
#include "table_format.h"
#include "table_name.h"

enum { CHUNK = 4096, DRAWN = -1, PROVING_NS = 1000 /* of one thread an entry, as measured */ };

/* What an entry means. */
typedef struct Meaning {
    int value, distance; /* DRAWN: there is none */
} Meaning;

typedef struct WholeProof {
    const LudRules *rules;
    const LudGameTabulation *tabulation;
    const LudTableCheck *check;
    LudTables *tables;
    LudError *err;
    LudTableProgress progress;
    int64_t started_us;
    int value_column, distance_column;
    Meaning meaning[256]; /* of the column `distance` */
    int values[256];      /* of the column `value` */
    uint8_t *entries[LUD_MAX_LAYERS];
    int layer;
    uint64_t size, every;
    atomic_uint_fast64_t next, fault, proven;
    atomic_bool is_stopped;
} WholeProof;

static bool tell(WholeProof *proof)
{
    proof->progress.elapsed_ms = (base_time_us() - proof->started_us) / 1000;
    return !proof->check->watch || proof->check->watch(proof->check->context, &proof->progress);
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

static LudStatus fail_incomplete(WholeProof *proof)
{
    char rules[LUD_RULES_TEXT];
    lud_rules_print(proof->rules, rules);
    return lud_error_set(proof->err, LUD_EFILE,
                         LUD_MESSAGE("The column distance of {1} is not all here, and nothing can "
                                     "be proven without it. Build it with `ludoteca tables build "
                                     "{1}`, or name its directory with --dir."),
                         rules, (char *)NULL);
}

static bool has_layer(const WholeProof *proof, int layer)
{
    return proof->tabulation->size(&proof->rules->options, layer) > 0;
}

static Meaning mean(const WholeProof *proof, int column, uint8_t entry)
{
    LudEntries entries = {.found = 1u << column};
    LudTableAnswer answer = {0};
    entries.entry[column] = entry;
    proof->tabulation->answer(&entries, &answer);
    return (Meaning){answer.value, answer.has_distance ? answer.distance : DRAWN};
}

static LudStatus load(WholeProof *proof)
{
    for (int layer = 0; layer < proof->tabulation->layers; layer++) {
        TableFile *file = proof->tables->file[proof->distance_column][layer];
        if (!has_layer(proof, layer))
            continue;
        if (!file)
            return fail_incomplete(proof);
        uint64_t count = table_file_head(file)->count;
        proof->progress.layer = layer;
        proof->progress.total += count;
        LudStatus status = table_file_check(file, tick_file, proof, proof->err);
        if (status != LUD_OK)
            return status;
        proof->entries[layer] = base_big_alloc((size_t)count);
        status = proof->entries[layer]
                     ? table_file_read(file, 0, count, proof->entries[layer], proof->err)
                     : table_fail_memory(proof->err);
        if (status != LUD_OK)
            return status;
    }
    return LUD_OK;
}

/* -- positions --------------------------------------------------------------------------------- */

/* Where the entries stand of what the moves lead to. They lie anywhere in memory, so all of them
 * are fetched before the first is looked at. Returns their number. */
static int find_places(const WholeProof *proof, const LudState *s, const uint8_t **places)
{
    const LudGame *game = proof->rules->game;
    const LudGameTabulation *tabulation = proof->tabulation;
    LudMove list[LUD_MAX_MOVES];
    LudState next;
    int count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, list[i]);
        places[i] = proof->entries[tabulation->layer_of(&next)] + tabulation->rank(&next);
        __builtin_prefetch(places[i]);
    }
    return count;
}

/* What the moves make of a position. */
static Meaning work_out(const WholeProof *proof, const LudState *s)
{
    const LudGame *game = proof->rules->game;
    const uint8_t *places[LUD_MAX_MOVES];
    int quickest = INT32_MAX, slowest = 0;
    bool can_draw = false;
    if (game->rules.turn(s) == LUD_OVER)
        return (Meaning){game->rules.score(s, 0) > game->rules.score(s, 1) ? 1 : -1, 0};
    int count = find_places(proof, s, places);
    for (int i = 0; i < count; i++) {
        Meaning there = proof->meaning[*places[i]];
        if (there.value < 0 && there.distance < quickest)
            quickest = there.distance;
        if (there.value > 0 && there.distance > slowest)
            slowest = there.distance;
        can_draw |= there.value == 0;
    }
    if (quickest < INT32_MAX)
        return (Meaning){1, quickest + 1};
    return can_draw ? (Meaning){0, DRAWN} : (Meaning){-1, slowest + 1};
}

static void note_fault(WholeProof *proof, uint64_t rank)
{
    uint_fast64_t known = atomic_load(&proof->fault);
    while (rank < known && !atomic_compare_exchange_weak(&proof->fault, &known, rank))
        continue;
}

static void prove_some(void *context, int index)
{
    WholeProof *proof = context;
    const LudGameTabulation *tabulation = proof->tabulation;
    uint64_t from;
    while (!atomic_load(&proof->is_stopped) &&
           (from = atomic_fetch_add(&proof->next, CHUNK)) < proof->size) {
        uint64_t to = from + CHUNK < proof->size ? from + CHUNK : proof->size, proven = 0;
        uint64_t first = (from + proof->every - 1) / proof->every * proof->every;
        for (uint64_t rank = first; rank < to; rank += proof->every) {
            LudState s;
            tabulation->unrank(&s, &proof->rules->options, proof->layer, rank);
            if (tabulation->rank(&s) != rank)
                continue; /* the same as another one up to symmetry, and never asked for */
            Meaning said = proof->meaning[proof->entries[proof->layer][rank]];
            Meaning found = work_out(proof, &s);
            if (said.value != found.value || said.distance != found.distance)
                note_fault(proof, rank);
            proven++;
        }
        atomic_fetch_add(&proof->proven, proven);
        if (index == 0) {
            uint64_t before = proof->progress.done;
            proof->progress.done += from;
            if (!tell(proof))
                atomic_store(&proof->is_stopped, true);
            proof->progress.done = before;
        }
    }
}

/* -- layers ------------------------------------------------------------------------------------ */

static LudStatus fail_at(WholeProof *proof, int column, uint64_t rank)
{
    LudState s;
    char text[LUD_STATE_TEXT], name[TABLE_NAME_TEXT];
    proof->tabulation->unrank(&s, &proof->rules->options, proof->layer, rank);
    proof->rules->game->text.state_print(&s, text);
    table_name_print(proof->rules, proof->tabulation->names[column], proof->layer, name);
    return lud_error_set(proof->err, LUD_EFILE,
                         LUD_MESSAGE("{1} is wrong: what it says of {2} does not follow from the "
                                     "moves there. Remove it, and build the table again."),
                         name, text, (char *)NULL);
}

/* Whether a number is ever asked for: not if its position is the same as another one's up to
 * symmetry. What stands there means nothing. */
static bool is_asked_for(const WholeProof *proof, uint64_t rank)
{
    LudState s;
    proof->tabulation->unrank(&s, &proof->rules->options, proof->layer, rank);
    return proof->tabulation->rank(&s) == rank;
}

/* The column `value`, if it is there, must say the same as `distance`. */
static LudStatus compare_values(WholeProof *proof)
{
    TableFile *file = proof->tables->file[proof->value_column][proof->layer];
    enum { PART = 1 << 20 };
    if (!file)
        return LUD_OK;
    uint8_t *values = malloc(PART);
    LudStatus status = values ? table_file_check(file, tick_file, proof, proof->err)
                              : table_fail_memory(proof->err);
    for (uint64_t at = 0; at < proof->size && status == LUD_OK; at += PART) {
        uint64_t count = proof->size - at < PART ? proof->size - at : PART;
        status = table_file_read(file, at, count, values, proof->err);
        for (uint64_t i = 0; i < count && status == LUD_OK; i++) {
            int value = proof->values[values[i]];
            if (value != proof->meaning[proof->entries[proof->layer][at + i]].value &&
                is_asked_for(proof, at + i))
                status = fail_at(proof, proof->value_column, at + i);
        }
    }
    free(values);
    return status;
}

static LudStatus prove_layer(WholeProof *proof, int layer)
{
    proof->layer = proof->progress.layer = layer;
    proof->size = proof->tabulation->size(&proof->rules->options, layer);
    atomic_store(&proof->next, 0);
    atomic_store(&proof->fault, proof->size);
    int threads = proof->check->threads > 0 ? proof->check->threads : base_machine_threads();
    LudStatus status = compare_values(proof);
    if (status != LUD_OK)
        return status;
    base_workers_run(threads, prove_some, proof);
    proof->progress.done += proof->size;
    if (atomic_load(&proof->is_stopped))
        return fail_stopped(proof->err);
    uint64_t fault = atomic_load(&proof->fault);
    return fault < proof->size ? fail_at(proof, proof->distance_column, fault) : LUD_OK;
}

LudStatus verify_whole(const LudRules *rules, LudTables *tables, const LudTableCheck *check,
                       uint64_t *checked, LudError *err)
{
    WholeProof *proof = calloc(1, sizeof *proof);
    if (!proof)
        return table_fail_memory(err);
    proof->rules = rules;
    proof->tabulation = rules->game->tabulation;
    proof->check = check;
    proof->tables = tables;
    proof->err = err;
    proof->started_us = base_time_us();
    proof->every = check->every > 1 ? (uint64_t)check->every : 1;
    proof->value_column = table_find_column(proof->tabulation, "value");
    proof->distance_column = table_find_column(proof->tabulation, "distance");
    proof->progress.column = "distance";
    for (int i = 0; i < 256; i++) {
        proof->meaning[i] = mean(proof, proof->distance_column, (uint8_t)i);
        proof->values[i] = mean(proof, proof->value_column, (uint8_t)i).value;
    }
    LudStatus status = load(proof);
    for (int layer = 0; layer < proof->tabulation->layers && status == LUD_OK; layer++) {
        if (has_layer(proof, layer) && (check->layers < 0 || layer <= check->layers))
            status = prove_layer(proof, layer);
    }
    *checked = atomic_load(&proof->proven);
    for (int layer = 0; layer < LUD_MAX_LAYERS; layer++)
        free(proof->entries[layer]);
    free(proof);
    return status;
}

void verify_whole_needs(const LudRules *rules, const LudTableCheck *check, LudTableNeeds *needs)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    int threads = check->threads > 0 ? check->threads : base_machine_threads();
    uint64_t every = check->every > 1 ? (uint64_t)check->every : 1;
    for (int layer = 0; layer < tabulation->layers; layer++) {
        uint64_t size = tabulation->size(&rules->options, layer);
        needs->memory_bytes += size;
        if (check->layers < 0 || layer <= check->layers)
            needs->positions += size / every;
    }
    needs->seconds = (double)needs->positions * PROVING_NS / threads / 1e9;
}
