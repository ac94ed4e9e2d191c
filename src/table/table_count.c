/* How the positions of a layer are worth, counted. */
#include <stdio.h>
#include <stdlib.h>

#include "table_format.h"
#include "table_name.h"
#include "table_set.h"

enum { CHUNK = 1 << 20 };

static TableFile *find_file(const LudTables *tables, const char *column, int layer)
{
    int number = table_find_column(tables->tabulation, column);
    return number < 0 ? NULL : tables->file[number][layer];
}

/* How often each byte occurs. */
static LudStatus count_bytes(const LudTables *tables, TableFile *file, uint8_t *room,
                             uint64_t bytes[256], LudError *err)
{
    const LudGameTabulation *tabulation = tables->tabulation;
    uint64_t count = table_file_head(file)->count;
    for (uint64_t at = 0; at < count; at += CHUNK) {
        uint64_t size = count - at < CHUNK ? count - at : CHUNK;
        LudStatus status = table_file_read(file, at, size, room, err);
        if (status != LUD_OK)
            return status;
        if (tabulation->tally)
            tabulation->tally(&tables->rules.options, table_file_head(file)->layer, at, size, room,
                              bytes);
        for (uint64_t i = 0; i < size && !tabulation->tally; i++)
            bytes[room[i]]++;
    }
    return LUD_OK;
}

/* How many entries two tables share. */
static LudStatus count_equal(TableFile *first, TableFile *second, uint8_t *room, uint64_t *equal,
                             LudError *err)
{
    uint64_t count = table_file_head(first)->count;
    for (uint64_t at = 0; at < count; at += CHUNK) {
        uint64_t size = count - at < CHUNK ? count - at : CHUNK;
        LudStatus status = table_file_read(first, at, size, room, err);
        if (status == LUD_OK)
            status = table_file_read(second, at, size, room + CHUNK, err);
        if (status != LUD_OK)
            return status;
        for (uint64_t i = 0; i < size; i++)
            *equal += room[i] == room[CHUNK + i];
    }
    return LUD_OK;
}

static void add_value(LudTableCounts *counts, int value, uint64_t positions)
{
    counts->total += positions;
    counts->won += value > 0 ? positions : 0;
    counts->drawn += value == 0 ? positions : 0;
    counts->lost += value < 0 ? positions : 0;
    if (value >= -LUD_TABLE_MOST && value <= LUD_TABLE_MOST)
        counts->score[value + LUD_TABLE_MOST] += positions;
}

static LudStatus fail_missing(const LudTables *tables, int layer, LudError *err)
{
    char number[16], rules[LUD_RULES_TEXT];
    LudRules bare = table_bare_rules(&tables->rules);
    lud_rules_print(&bare, rules);
    snprintf(number, sizeof number, "%d", layer);
    if (tables->tabulation->whole)
        return lud_error_set(err, LUD_EFILE,
                             LUD_MESSAGE("There are no tables of {1} here. Build them with "
                                         "`ludoteca tables build {1}`, or name their directory "
                                         "with --dir."),
                             rules, (char *)NULL);
    return lud_error_set(err, LUD_EFILE,
                         LUD_MESSAGE("There is no table of layer {2} of {1} here. Build it with "
                                     "`ludoteca tables build {1} --layers {2}`, or name its "
                                     "directory with --dir."),
                         rules, number, (char *)NULL);
}

/* Counts by the values that a column tells. */
static LudStatus count_values(const LudTables *tables, const char *name, int layer, uint8_t *room,
                              LudTableCounts *counts, LudError *err)
{
    uint64_t bytes[256] = {0};
    int column = table_find_column(tables->tabulation, name);
    LudStatus status = count_bytes(tables, tables->file[column][layer], room, bytes, err);
    for (int i = 0; i < 256; i++) {
        LudEntries entries = {.found = 1u << column};
        LudTableAnswer answer = {0};
        entries.entry[column] = (uint8_t)i;
        tables->tabulation->answer(&entries, &answer);
        if (bytes[i] > 0)
            add_value(counts, answer.value, bytes[i]);
        if (answer.has_distance)
            counts->plies[answer.distance] += bytes[i];
        counts->has_distances |= answer.has_distance;
    }
    return status;
}

LudStatus lud_tables_count(LudTables *tables, int layer, LudTableCounts *counts, LudError *err)
{
    if (!tables->tabulation)
        return lud_tables_check(tables->rules.game, err);
    bool is_layer = layer >= 0 && layer < tables->tabulation->layers;
    TableFile *values = is_layer ? find_file(tables, "value", layer) : NULL;
    TableFile *distances = is_layer ? find_file(tables, "distance", layer) : NULL;
    if (!values && !distances)
        return fail_missing(tables, layer, err);
    uint8_t *room = malloc(2 * CHUNK);
    if (!room)
        return table_fail_memory(err);
    LudTableCounts made = {0};
    LudStatus status =
        count_values(tables, distances ? "distance" : "value", layer, room, &made, err);
    TableFile *low = find_file(tables, "low", layer), *high = find_file(tables, "high", layer);
    made.has_bounds = low && high;
    if (status == LUD_OK && made.has_bounds)
        status = count_equal(low, high, room, &made.cycle_free, err);
    free(room);
    if (status == LUD_OK)
        *counts = made;
    return status;
}
