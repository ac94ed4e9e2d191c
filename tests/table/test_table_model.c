/* Tables that hold only what surprises: forecasts against their definition, blocks and models there
 * and back, files, and damage of every kind. */
#include <stdlib.h>
#include <string.h>

#include "core/tabulation.h"
#include "games/oware/oware_index.h"
#include "games/registry.h"
#include "support/scratch.h"
#include "support/tap.h"
#include "table/table_file.h"
#include "table/table_format.h"
#include "table/table_model.h"

enum { LAYER = 7 };

static LudRules rules;
static const LudForecast *forecast;
static LudRandom chance;

/* Entries as a table might have them: mostly near those before, now and then anything. */
static uint8_t *make_entries(int layer, size_t count)
{
    uint8_t *entries = malloc(count);
    int value = 0;
    for (size_t i = 0; i < count; i++) {
        value += (int)lud_random_below(&chance, 5) - 2;
        value = value > layer ? layer : value < -layer ? -layer : value;
        entries[i] = lud_random_below(&chance, 500) ? (uint8_t)(64 + value)
                                                    : (uint8_t)lud_random_next(&chance);
    }
    return entries;
}

/* -- forecasts --------------------------------------------------------------------------------- */

static void to_pits(OwareHalves board, int pit[12])
{
    for (int i = 0; i < 6; i++) {
        pit[i] = oware_pit(board.own, i);
        pit[6 + i] = oware_pit(board.opponent, i);
    }
}

static uint64_t rank_of(const int pit[12])
{
    OwareHalves board = {0, 0};
    for (int i = 0; i < 6; i++) {
        board.own |= (uint64_t)pit[i] << (8 * i + 8);
        board.opponent |= (uint64_t)pit[6 + i] << (8 * i + 8);
    }
    return oware_rank(board.own, board.opponent);
}

/* The context of a board by what the documents say. `near` is the entry before its run, from which
 * others are counted, and `begins` the first entry of the block. */
static int slow_context(int layer, uint64_t number, uint64_t run, uint64_t begins,
                        const uint8_t *entries)
{
    static const int weights[6][7] = {{0, 0, 15, 10, 7, 3, 3}, {0, 0, 20, 14, 8, 4, 3},
                                      {0, 0, 0, 15, 9, 4, 4},  {0, 0, 0, 0, 9, 4, 4},
                                      {0, 0, 0, 0, 0, 4, 3},   {0, 0, 0, 0, 0, 0, 2}};
    int pit[12], all = 0, sum = 0, square = 0;
    int near = run > begins ? entries[run - begins - 1] : 64;
    /* A group of eight counts on a neighbour only if its first board could have it. */
    uint64_t group = run + (number - run) / 8 * 8;
    for (int from = 0; from < 6; from++) {
        for (int to = from + 1; to < 7; to++) {
            to_pits(oware_unrank(layer, number), pit);
            if (pit[from]-- == 0)
                continue;
            pit[to]++;
            uint64_t distance = number - rank_of(pit);
            if (weights[from][to] == 0 || distance > group - begins)
                continue;
            int above = entries[number - begins - distance] - near;
            above = above > 15 ? 15 : above < -15 ? -15 : above;
            all += weights[from][to];
            sum += weights[from][to] * above;
            square += weights[from][to] * above * above;
        }
    }
    if (all == 0)
        return (4 * layer + 2) * 16;
    uint64_t inverse = (65535 + (uint64_t)all) / (uint64_t)all;
    int height = 2 * (sum + (near - 64 + layer) * all);
    int half = height > 0 ? (int)((uint64_t)height * inverse >> 16) : 0;
    uint64_t variance = ((uint64_t)(square * all - sum * sum) * inverse >> 12) * inverse >> 16;
    static const uint64_t bounds[15] = {3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384};
    int class = 0;
    while (class < 15 && variance + 2 >= bounds[class])
        class ++;
    return (half > 4 * layer + 1 ? 4 * layer + 1 : half) * 16 + class;
}

/* Whether a forecast tells what the slow one does for a whole block. */
static bool is_as_defined(const LudForecast *fast, int layer, uint64_t first, size_t count,
                          const uint8_t *entries)
{
    LudForecastPlace place;
    uint16_t contexts[LUD_FORECAST_MOST];
    bool is_same = true;
    fast->begin(&place, layer, first);
    for (size_t done = 0; done < count && is_same;) {
        int told = fast->next(&place, entries, (int)done, contexts);
        for (int i = 0; i < told && done + (size_t)i < count; i++)
            is_same = is_same && contexts[i] == slow_context(layer, first + done + (uint64_t)i,
                                                             first + done, first, entries);
        done += (size_t)told;
    }
    return is_same;
}

static void test_forecast(void)
{
    bool is_same = true, is_portable = true;
    int layers[] = {0, 1, 3, 7, 12, 24, 48};
    for (size_t i = 0; i < sizeof layers / sizeof layers[0]; i++) {
        uint64_t all = oware_boards(layers[i]);
        for (int round = 0; round < tap_chosen(2, 6, 60); round++) {
            size_t count = all < TABLE_MODEL_BLOCK ? (size_t)all : TABLE_MODEL_BLOCK;
            uint64_t first = round == 0   ? 0
                             : round == 1 ? all - count
                                          : lud_random_next(&chance) % (all - count + 1);
            uint8_t padded[TABLE_MODEL_BLOCK + LUD_FORECAST_MARGIN] = {0};
            uint8_t *entries = make_entries(layers[i], count);
            memcpy(padded, entries, count);
            is_same &= is_as_defined(forecast, layers[i], first, count, padded);
            is_portable &= is_as_defined(lud_game_portable(0)->tabulation->forecast, layers[i],
                                         first, count, padded);
            free(entries);
        }
    }
    tap_report(is_same, "contexts are as defined");
    tap_report(is_portable, "… on any machine");
}

/* -- blocks ------------------------------------------------------------------------------------ */

static TableModel *learn(int layer, const uint8_t *entries, size_t count)
{
    TableModel *model = table_model_new(forecast, layer);
    uint64_t *counts = calloc((size_t)model->contexts * TABLE_SYMBOLS, sizeof *counts);
    for (size_t at = 0; at < count; at += TABLE_MODEL_BLOCK)
        table_model_count(model, at, entries + at,
                          count - at < TABLE_MODEL_BLOCK ? count - at : TABLE_MODEL_BLOCK, counts);
    table_model_learn(model, counts);
    free(counts);
    return model;
}

/* A model as a reader of the file has it. */
static TableModel *read_back(const TableModel *model)
{
    size_t size = table_model_bytes(model);
    uint8_t *bytes = malloc(size);
    table_model_write(model, bytes);
    TableModel *again = table_model_new(forecast, model->layer);
    bool is_good = table_model_read(again, bytes, size);
    tap_report(is_good && !table_model_read(again, bytes, size - 1) &&
                   table_model_read(again, bytes, size),
               "a model of %zu bytes is read, and refused if cut", size);
    free(bytes);
    return again;
}

static void test_blocks(void)
{
    uint8_t coded[TABLE_CODED_MOST], found[TABLE_MODEL_BLOCK];
    bool is_same = true, is_part = true;
    for (int layer = 0; layer <= 9; layer += 3) {
        size_t all = (size_t)oware_boards(layer);
        uint8_t *entries = make_entries(layer, all);
        TableModel *model = learn(layer, entries, all), *reader = read_back(model);
        for (size_t at = 0; at < all; at += TABLE_MODEL_BLOCK) {
            size_t count = all - at < TABLE_MODEL_BLOCK ? all - at : TABLE_MODEL_BLOCK;
            size_t size = table_model_encode(model, at, entries + at, count, coded);
            is_same &= size <= sizeof coded &&
                       table_model_decode(reader, at, coded, size, found, count, count) == count &&
                       memcmp(found, entries + at, count) == 0;
            size_t wanted = 1 + lud_random_below(&chance, (uint32_t)count);
            memset(found, 1, sizeof found);
            size_t known = table_model_decode(reader, at, coded, size, found, count, wanted);
            is_part &= known >= wanted && memcmp(found, entries + at, known) == 0;
        }
        table_model_free(model);
        table_model_free(reader);
        free(entries);
    }
    tap_report(is_same, "blocks come back as they were");
    tap_report(is_part, "… and so do their beginnings");
}

/* Entries that no model expects still fit. */
static void test_surprise(void)
{
    uint8_t coded[TABLE_CODED_MOST], found[TABLE_MODEL_BLOCK], wild[TABLE_MODEL_BLOCK];
    size_t all = (size_t)oware_boards(LAYER);
    uint8_t *entries = make_entries(LAYER, all);
    memset(entries, 64, all);
    TableModel *model = learn(LAYER, entries, all);
    bool is_same = true;
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof wild; i++)
            wild[i] = (uint8_t)(round == 0 ? i % 2 * 255 : lud_random_below(&chance, 256));
        size_t size = table_model_encode(model, 0, wild, sizeof wild, coded);
        is_same &= size <= sizeof coded &&
                   table_model_decode(model, 0, coded, size, found, sizeof wild, sizeof wild) ==
                       sizeof wild &&
                   memcmp(found, wild, sizeof wild) == 0;
    }
    tap_report(is_same, "surprises come back as well");
    table_model_free(model);
    free(entries);
}

/* Bytes of all kinds are decoded without harm, and what is not a block is hardly ever taken for
 * one: four states and the end must fit. */
static void test_damage(void)
{
    uint8_t coded[TABLE_CODED_MOST], bad[TABLE_CODED_MOST], found[TABLE_MODEL_BLOCK];
    size_t all = (size_t)oware_boards(LAYER), count = TABLE_MODEL_BLOCK;
    uint8_t *entries = make_entries(LAYER, all);
    TableModel *model = learn(LAYER, entries, all);
    size_t size = table_model_encode(model, 0, entries, count, coded), model_size;
    int taken = 0, rounds = tap_chosen(300, 3000, 100000);
    for (int i = 0; i < rounds; i++) {
        size_t cut = i % 3 == 0 ? lud_random_below(&chance, (uint32_t)size) : size;
        memcpy(bad, coded, size);
        for (size_t k = 0; i % 3 == 1 && k < size; k++)
            bad[k] = (uint8_t)lud_random_next(&chance);
        if (i % 3 == 2)
            bad[lud_random_below(&chance, (uint32_t)size)] ^= (uint8_t)(1 << i % 8);
        taken += table_model_decode(model, 0, bad, cut, found, count, count) != 0;
    }
    tap_report(taken == 0, "%d damaged blocks, %d taken for sound", rounds, taken);
    /* A model of any bytes is refused or does no harm. */
    model_size = table_model_bytes(model);
    uint8_t *bytes = malloc(model_size);
    TableModel *other = table_model_new(forecast, LAYER);
    int refused = 0;
    for (int i = 0; i < rounds / 10; i++) {
        table_model_write(model, bytes);
        bytes[lud_random_below(&chance, (uint32_t)model_size)] ^= (uint8_t)(1 << i % 8);
        refused += !table_model_read(other, bytes, model_size);
        table_store_u64(bytes, table_sum(bytes + TABLE_MODEL_SUM, model_size - TABLE_MODEL_SUM));
        if (table_model_read(other, bytes, model_size))
            table_model_decode(other, 0, coded, size, found, count, count);
    }
    tap_report(refused == rounds / 10, "of %d damaged models %d are refused", rounds / 10, refused);
    table_model_free(other);
    table_model_free(model);
    free(bytes);
    free(entries);
}

/* -- files ------------------------------------------------------------------------------------- */

static LudStatus write_file(const char *path, const TableModel *model, const uint8_t *entries,
                            size_t count, int threads)
{
    TableWriter *writer;
    LudError err;
    TableHead head = {
        .rules = "oware:slam=nocapture", .column = "value", .layer = LAYER, .count = count};
    LudStatus status = table_writer_open(&writer, path, &head, model, &err);
    if (status != LUD_OK)
        return status;
    table_writer_use_threads(writer, threads);
    status = table_writer_add(writer, entries, count, &err);
    if (status == LUD_OK)
        return table_writer_close(writer, &err);
    table_writer_abandon(writer);
    return status;
}

static bool reads_as(const char *path, const uint8_t *entries, size_t count)
{
    TableFile *file;
    uint8_t *copy = malloc(count), entry;
    bool is_good = table_file_open(&file, path, NULL) == LUD_OK &&
                   table_file_read(file, 0, count, copy, NULL) == LUD_OK &&
                   memcmp(copy, entries, count) == 0 &&
                   table_file_check(file, NULL, NULL, NULL) == LUD_OK;
    for (int i = 0; i < 3000 && is_good; i++) {
        size_t at = lud_random_below(&chance, (uint32_t)count);
        is_good = table_file_get(file, at, &entry) && entry == entries[at];
    }
    if (file)
        table_file_close(file);
    free(copy);
    return is_good;
}

/* Any changed bit is found, at the latest when everything is checked. */
static bool notices(const char *path, unsigned char *bytes, size_t size, size_t at)
{
    TableFile *file = NULL;
    bytes[at] ^= 0x10;
    scratch_write(path, bytes, size);
    bytes[at] ^= 0x10;
    bool is_noticed = table_file_open(&file, path, NULL) != LUD_OK ||
                      table_file_check(file, NULL, NULL, NULL) != LUD_OK;
    table_file_close(file);
    return is_noticed;
}

static void test_files(void)
{
    char folder[SCRATCH_PATH], path[SCRATCH_PATH], twin[SCRATCH_PATH];
    size_t count = (size_t)oware_boards(LAYER), size, twin_size;
    uint8_t *entries = make_entries(LAYER, count);
    TableModel *model = learn(LAYER, entries, count);
    scratch_make(folder);
    scratch_path(path, folder, "one.ludt");
    scratch_path(twin, folder, "two.ludt");
    bool is_written = write_file(path, model, entries, count, 1) == LUD_OK &&
                      write_file(twin, model, entries, count, 3) == LUD_OK;
    tap_report(is_written && reads_as(path, entries, count), "a file comes back as it was");
    unsigned char *bytes = scratch_read(path, &size), *same = scratch_read(twin, &twin_size);
    tap_report(size == twin_size && memcmp(bytes, same, size) == 0, "… by any number of threads");
    int missed = 0, tried = 0;
    for (size_t at = 0; at < size; at += 1 + lud_random_below(&chance, 400), tried++)
        missed += !notices(path, bytes, size, at);
    tap_report(missed == 0, "%d changed bits, %d not noticed", tried, missed);
    free(bytes);
    free(same);
    free(entries);
    table_model_free(model);
    scratch_remove(folder);
}

int main(void)
{
    LudError err;
    if (lud_rules_parse("oware:slam=nocapture", &rules, &err) != LUD_OK)
        return 1;
    lud_random_seed(&chance, 18);
    forecast = table_forecast(&rules, "value");
    tap_report(forecast && table_forecast(&rules, "low") == forecast &&
                   !table_forecast(&rules, "force"),
               "which columns can be forecast");
    test_forecast();
    test_blocks();
    test_surprise();
    test_damage();
    test_files();
    return tap_finish();
}
