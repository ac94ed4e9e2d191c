/* verify accepts sound tables and finds any single wrong entry, whatever the checksums say; and an
 * advantage that is only passed round a cycle. With as little memory as it takes, so that lower
 * layers come in many parts, it answers the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/tabulation.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"
#include "table/table_file.h"
#include "table/table_name.h"

enum { SEEDS = 5, ZERO = 64 };

static char folder[SCRATCH_PATH];

static bool build(const LudRules *rules, int seeds)
{
    LudError err;
    LudTableBuild task = {.size = sizeof task, .dir = folder, .layers = seeds, .threads = 1};
    return lud_tables_build(rules, &task, &err) == LUD_OK;
}

static LudStatus verify_by(const LudRules *rules, const LudTableCheck *check, uint64_t *checked,
                           char message[1000])
{
    LudError err;
    LudStatus status = lud_tables_verify(rules, folder, check, checked, &err);
    message[0] = '\0';
    if (status != LUD_OK)
        lud_error_text(&err, NULL, message, 1000);
    return status;
}

/* The least memory that a proof may have: what it says that it needs if it has hardly any. */
static uint64_t least_memory(const LudRules *rules)
{
    LudError err;
    LudTableNeeds needs = {0};
    LudTableCheck check = {.size = sizeof check, .layers = -1, .memory_bytes = 1};
    lud_tables_verify_needs(rules, folder, &check, &needs, &err);
    return needs.memory_bytes;
}

/* Verifies with as much memory as there is and with the least; they must agree. */
static LudStatus verify(const LudRules *rules, char message[1000])
{
    char other[1000];
    uint64_t checked = 0, also = 0;
    LudTableCheck check = {.size = sizeof check, .layers = -1, .threads = 2};
    LudStatus status = verify_by(rules, &check, &checked, message);
    check.memory_bytes = least_memory(rules);
    LudStatus streamed = verify_by(rules, &check, &also, other);
    if (streamed != status || strcmp(message, other) != 0 || (status == LUD_OK && checked != also))
        tap_report(false, "%d (%s) with all memory, but %d (%s) with the least", (int)status,
                   message, (int)streamed, other);
    return status;
}

static uint8_t *read_entries(const LudRules *rules, const char *column, int layer)
{
    uint64_t size = rules->game->tabulation->size(&rules->options, layer);
    uint8_t *entries = malloc((size_t)size);
    char *path = table_path(folder, rules, column, layer);
    TableFile *file = NULL;
    LudError err;
    if (!entries || table_file_open(&file, path, &err) != LUD_OK ||
        table_file_read(file, 0, size, entries, &err) != LUD_OK)
        abort();
    table_file_close(file);
    free(path);
    return entries;
}

static void write_entries(const LudRules *rules, const char *column, int layer,
                          const uint8_t *entries)
{
    LudRules bare = table_bare_rules(rules);
    TableHead head = {.layer = layer,
                      .count = rules->game->tabulation->size(&rules->options, layer)};
    TableWriter *writer;
    LudError err;
    char *path = table_path(folder, rules, column, layer);
    lud_rules_print(&bare, head.rules);
    snprintf(head.column, sizeof head.column, "%s", column);
    if (table_writer_open(&writer, path, &head, NULL, &err) != LUD_OK ||
        table_writer_add(writer, entries, (size_t)head.count, &err) != LUD_OK ||
        table_writer_close(writer, &err) != LUD_OK)
        abort();
    free(path);
}

/* -- one wrong entry --------------------------------------------------------------------------- */

/* Another entry that a careless builder might have written. */
static uint8_t spoil(const char *column, uint8_t entry, LudRandom *random)
{
    if (strcmp(column, "force") == 0)
        return entry ^ (uint8_t)(1 << lud_random_below(random, 3));
    uint8_t other = (uint8_t)(ZERO - SEEDS + (int)lud_random_below(random, 2 * SEEDS + 1));
    return other == entry ? (uint8_t)(entry + 1) : other;
}

static void check_single(const LudRules *rules, const char *column, int times)
{
    LudRandom random;
    int missed = 0;
    char message[1000];
    lud_random_seed(&random, 5);
    for (int i = 0; i < times; i++) {
        int layer = 1 + (int)lud_random_below(&random, SEEDS);
        uint64_t size = rules->game->tabulation->size(&rules->options, layer);
        uint64_t at = lud_random_next(&random) % size;
        uint8_t *entries = read_entries(rules, column, layer), before = entries[at];
        entries[at] = spoil(column, before, &random);
        write_entries(rules, column, layer, entries);
        LudStatus status = verify(rules, message);
        if (status != LUD_EFILE) {
            missed++;
            tap_note("%s %d, entry %d: %d instead of %d", column, layer, (int)at, entries[at],
                     before);
        }
        entries[at] = before;
        write_entries(rules, column, layer, entries);
        free(entries);
    }
    tap_report(missed == 0, "%s: %d single wrong entries with good checksums are found", column,
               times);
}

/* -- a cycle ----------------------------------------------------------------------------------- */

/* What an entry of two seeds should be by those after it. */
static int by_moves(const LudRules *rules, const uint8_t *const layers[3], uint64_t rank)
{
    const LudGame *game = rules->game;
    LudState s;
    LudMove list[LUD_MAX_MOVES];
    game->tabulation->unrank(&s, &rules->options, 2, rank);
    if (game->rules.turn(&s) == LUD_OVER)
        return (game->rules.score(&s, 0) - game->rules.score(&s, 1)) / 2;
    int best = -ZERO, count = game->rules.moves(&s, list);
    for (int i = 0; i < count; i++) {
        LudState next = s;
        game->rules.apply(&next, list[i]);
        int layer = game->tabulation->layer_of(&next);
        int worth = 2 - layer - (layers[layer][game->tabulation->rank(&next)] - ZERO);
        best = worth > best ? worth : best;
    }
    return best;
}

/* Two seeds that circle: all are worth 0. If one of them claims a seed, and all others what follows
 * from that, every entry is what its successors make of it, and still none is true. */
static void check_cycle(const LudRules *rules)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    uint8_t *layers[3], *sound = read_entries(rules, "value", 2);
    for (int i = 0; i < 3; i++)
        layers[i] = read_entries(rules, "value", i);
    char message[1000] = "";
    LudState circle;
    bool is_local = false;
    uint64_t size = tabulation->size(&rules->options, 2), start = size;
    for (uint64_t rank = 0; rank < size && start == size; rank++) {
        tabulation->unrank(&circle, &rules->options, 2, rank);
        start = rules->game->rules.is_dead(&circle) ? rank : size;
    }
    /* Not every circling position is on the circle itself: after a few moves it is. */
    for (int i = 0; i < 30 && start < size; i++) {
        LudMove list[LUD_MAX_MOVES];
        rules->game->rules.moves(&circle, list);
        rules->game->rules.apply(&circle, list[0]);
        start = tabulation->rank(&circle);
    }
    layers[2][start] = ZERO + 1;
    for (int i = 0; i < 100 && !is_local; i++) {
        is_local = true;
        for (uint64_t rank = 0; rank < size; rank++) {
            uint8_t wanted =
                (uint8_t)(ZERO + by_moves(rules, (const uint8_t *const *)layers, rank));
            if (rank != start || i > 30) {
                is_local &= layers[2][rank] == wanted;
                layers[2][rank] = wanted;
            } else {
                is_local &= layers[2][rank] == wanted;
            }
        }
    }
    bool differs = memcmp(layers[2], sound, (size_t)size) != 0;
    write_entries(rules, "value", 2, layers[2]);
    LudStatus status = verify(rules, message);
    tap_report(is_local && differs && status == LUD_EFILE && strstr(message, "round a cycle"),
               "an advantage that is only passed round a cycle is found: %s", message);
    write_entries(rules, "value", 2, sound);
    for (int i = 0; i < 3; i++)
        free(layers[i]);
    free(sound);
}

/* -- files ------------------------------------------------------------------------------------- */

static void check_files(const LudRules *rules)
{
    char message[1000];
    char *path = table_path(folder, rules, "low", 3);
    size_t size;
    unsigned char *bytes = scratch_read(path, &size);
    bytes[size - 3] ^= 0x10;
    scratch_write(path, bytes, size);
    tap_report(verify(rules, message) == LUD_EFILE && strstr(message, "damaged"),
               "a damaged block is found: %s", message);
    bytes[size - 3] ^= 0x10;
    bytes[20] ^= 1;
    scratch_write(path, bytes, size);
    tap_report(verify(rules, message) == LUD_EFILE, "a damaged header is found: %s", message);
    bytes[20] ^= 1;
    remove(path);
    tap_report(verify(rules, message) == LUD_EFILE && strstr(message, "missing"),
               "a gap is found: %s", message);
    scratch_write(path, bytes, size);
    tap_report(verify(rules, message) == LUD_OK, "and all is well again");
    free(bytes);
    free(path);
}

/* -- beyond memory, from a layer on, samples --------------------------------------------------- */

static void check_memory(const LudRules *rules)
{
    char message[1000];
    uint64_t checked = 0, least = least_memory(rules), own = 0, below = 0;
    const LudGameTabulation *tabulation = rules->game->tabulation;
    for (int layer = 0; layer <= SEEDS; layer++)
        *(layer == SEEDS ? &own : &below) += tabulation->size(&rules->options, layer);
    /* `low` and `high` take most: both columns, a byte for each board, and a part of what is below
     * both. */
    tap_report(least >= 3 * own && least < 3 * own + below / 4,
               "%d bytes are the least for %d boards above %d", (int)least, (int)own, (int)below);
    LudTableCheck check = {.size = sizeof check, .layers = -1, .threads = 1, .memory_bytes = least};
    tap_report(verify_by(rules, &check, &checked, message) == LUD_OK, "they are enough %s",
               message);
    check.memory_bytes = least - 1;
    tap_report(verify_by(rules, &check, &checked, message) == LUD_EMEMORY,
               "one less is refused: %s", message);
}

static void check_from(const LudRules *rules)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    uint64_t size = tabulation->size(&rules->options, SEEDS), checked = 0, at = 7;
    uint8_t *entries = read_entries(rules, "value", SEEDS - 1), before = entries[at];
    char message[1000];
    LudTableCheck check = {.size = sizeof check, .layers = -1, .threads = 2, .from = SEEDS};
    LudStatus alone = verify_by(rules, &check, &checked, message);
    tap_report(alone == LUD_OK && checked == 3 * size, "the highest layer alone: %d entries %s",
               (int)checked, message);
    entries[at] = before + 1;
    write_entries(rules, "value", SEEDS - 1, entries);
    LudStatus above = verify_by(rules, &check, &checked, message);
    check.from = SEEDS - 1;
    LudStatus with = verify_by(rules, &check, &checked, message);
    tap_report(above == LUD_OK && with == LUD_EFILE,
               "a fault %d seeds below what is looked at is none there: %s", 1, message);
    entries[at] = before;
    write_entries(rules, "value", SEEDS - 1, entries);
    free(entries);
}

/* A sample can't find a single fault but by luck; where a tenth of all entries is wrong, it does.
 */
static void check_samples(const LudRules *rules)
{
    enum { EVERY = 7 };
    uint64_t size = rules->game->tabulation->size(&rules->options, SEEDS), checked = 0;
    uint8_t *entries = read_entries(rules, "value", SEEDS), *sound = malloc((size_t)size);
    LudRandom random;
    char message[1000];
    LudTableCheck check = {
        .size = sizeof check, .layers = -1, .threads = 2, .from = SEEDS, .every = EVERY};
    memcpy(sound, entries, (size_t)size);
    LudStatus status = verify_by(rules, &check, &checked, message);
    tap_report(status == LUD_OK && checked == 3 * ((size + EVERY - 1) / EVERY),
               "a sample of %d is sound %s", (int)checked, message);
    lud_random_seed(&random, 3);
    for (uint64_t i = 0; i < size; i++)
        entries[i] = (uint8_t)(entries[i] + (lud_random_below(&random, 10) == 0));
    write_entries(rules, "value", SEEDS, entries);
    check.memory_bytes = least_memory(rules);
    tap_report(verify_by(rules, &check, &checked, message) == LUD_EFILE,
               "many faults show in it: %s", message);
    write_entries(rules, "value", SEEDS, sound);
    free(entries);
    free(sound);
}

int main(void)
{
    static const char *const names[] = {"oware", "oware:slam=forfeit", "oware:slam=nocapture",
                                        "oware:slam=awari"};
    static const char *const columns[] = {"value", "low", "high", "force"};
    char message[1000];
    scratch_make(folder);
    for (int i = 0; i < 4; i++) {
        LudRules rules = variants_rules(names[i]);
        bool is_built = build(&rules, tap_is_short() ? SEEDS : SEEDS + 2);
        tap_report(is_built && verify(&rules, message) == LUD_OK, "%s: sound tables %s", names[i],
                   message);
    }
    scratch_remove(folder);
    scratch_make(folder);
    LudRules rules = variants_rules("oware:slam=nocapture");
    build(&rules, SEEDS);
    for (int i = 0; i < 4; i++)
        check_single(&rules, columns[i], tap_scaled(20));
    check_files(&rules);
    check_memory(&rules);
    check_from(&rules);
    check_samples(&rules);
    LudRules keep = variants_rules("oware");
    build(&keep, 2);
    check_cycle(&keep);
    scratch_remove(folder);
    return tap_finish();
}
