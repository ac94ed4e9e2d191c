/* What is known of the entries of each context: counted, stored, read. */
#include "table_model.h"

#include <stdlib.h>

#include "core/tabulation.h"
#include "table_format.h"
#include "table_name.h"

enum { ALL = 1 << TABLE_MODEL_BITS };

const LudForecast *table_forecast(const LudRules *rules, const char *column)
{
    const LudGameTabulation *tabulation = rules->game->tabulation;
    int i = tabulation && tabulation->forecast ? table_find_column(tabulation, column) : -1;
    return i >= 0 && tabulation->forecast->columns >> i & 1 ? tabulation->forecast : NULL;
}

TableModel *table_model_new(const LudForecast *forecast, int layer)
{
    TableModel *model = calloc(1, sizeof *model);
    if (!model)
        return NULL;
    model->forecast = forecast;
    model->layer = layer;
    model->contexts = forecast->contexts(layer);
    model->rows = calloc((size_t)model->contexts, sizeof *model->rows);
    if (model->rows)
        return model;
    free(model);
    return NULL;
}

void table_model_free(TableModel *model)
{
    if (!model)
        return;
    free(model->rows);
    free(model->places);
    free(model);
}

/* -- counting ---------------------------------------------------------------------------------- */

void table_model_count(const TableModel *model, uint64_t first, const uint8_t *entries,
                       size_t count, uint64_t *counts)
{
    LudForecastPlace place;
    uint16_t contexts[LUD_FORECAST_MOST];
    uint8_t known[TABLE_MODEL_BLOCK + LUD_FORECAST_MARGIN] = {0};
    memcpy(known, entries, count);
    model->forecast->begin(&place, model->layer, first);
    for (size_t done = 0; done < count;) {
        int told = model->forecast->next(&place, known, (int)done, contexts);
        for (int i = 0; i < told && done < count; i++, done++)
            counts[(size_t)contexts[i] * TABLE_SYMBOLS + entries[done]]++;
    }
}

/* Fills the sums of a row from shares that add up to ALL. */
static void add_up(TableRow *row, const int *shares)
{
    int below = 0;
    for (int i = 0; i <= TABLE_MODEL_SYMBOLS; i++) {
        row->below[i] = (int16_t)below;
        below += i < row->used ? shares[i] : 0;
    }
}

/* Lists the most frequent entries, and leaves a place for the rest. Returns how many were seen. */
static uint64_t list_frequent(TableRow *row, const uint64_t *counts, uint64_t *listed)
{
    uint64_t all = 0, left[TABLE_SYMBOLS];
    memcpy(left, counts, sizeof left);
    for (int i = 0; i < TABLE_SYMBOLS; i++)
        all += counts[i];
    row->used = 0;
    while (row->used < TABLE_MODEL_SYMBOLS - 1) {
        int best = 0;
        for (int i = 1; i < TABLE_SYMBOLS; i++)
            best = left[i] > left[best] ? i : best;
        if (left[best] == 0)
            break;
        listed[row->used] = left[best];
        row->symbol[row->used++] = (uint8_t)best;
        left[best] = 0;
    }
    return all;
}

/* Every symbol gets at least one share, the first one what rounding left over. */
static void learn_row(TableRow *row, const uint64_t *counts)
{
    uint64_t listed[TABLE_MODEL_SYMBOLS];
    uint64_t all = list_frequent(row, counts, listed);
    int shares[TABLE_MODEL_SYMBOLS], left = ALL;
    uint64_t rest = all + 1;
    for (int i = 0; i < row->used; i++)
        rest -= listed[i];
    row->symbol[row->used] = 0;
    listed[row->used++] = rest;
    for (int i = 0; i < row->used; i++) {
        shares[i] = (int)(listed[i] * ALL / (all + 1));
        shares[i] += shares[i] == 0;
        left -= shares[i];
    }
    shares[0] += left;
    add_up(row, shares);
}

bool table_model_learn(TableModel *model, const uint64_t *counts)
{
    model->places = malloc((size_t)model->contexts * TABLE_SYMBOLS);
    if (!model->places)
        return false;
    for (int i = 0; i < model->contexts; i++) {
        TableRow *row = &model->rows[i];
        uint8_t *places = model->places + (size_t)i * TABLE_SYMBOLS;
        learn_row(row, counts + (size_t)i * TABLE_SYMBOLS);
        memset(places, row->used - 1, TABLE_SYMBOLS);
        for (int k = 0; k < row->used - 1; k++)
            places[row->symbol[k]] = (uint8_t)k;
    }
    return true;
}

/* -- as it is stored --------------------------------------------------------------------------- */

/* For each context how many entries are listed, and then each with its share; the rest has what is
 * left. */
size_t table_model_bytes(const TableModel *model)
{
    size_t bytes = TABLE_MODEL_SUM;
    for (int i = 0; i < model->contexts; i++)
        bytes += 1 + 3 * (size_t)(model->rows[i].used - 1);
    return bytes;
}

void table_model_write(const TableModel *model, uint8_t *stored)
{
    uint8_t *bytes = stored + TABLE_MODEL_SUM;
    for (int i = 0; i < model->contexts; i++) {
        const TableRow *row = &model->rows[i];
        *bytes++ = (uint8_t)(row->used - 1);
        for (int k = 0; k < row->used - 1; k++) {
            int share = row->below[k + 1] - row->below[k];
            *bytes++ = row->symbol[k];
            *bytes++ = (uint8_t)share;
            *bytes++ = (uint8_t)(share >> 8);
        }
    }
    const uint8_t *content = stored + TABLE_MODEL_SUM;
    table_store_u64(stored, table_sum(content, (size_t)(bytes - content)));
}

/* False if the bytes are no rows of such a model. */
static bool read_rows(TableModel *model, const uint8_t *bytes, size_t size)
{
    for (int i = 0; i < model->contexts; i++) {
        TableRow *row = &model->rows[i];
        int shares[TABLE_MODEL_SYMBOLS], left = ALL;
        if (size == 0 || *bytes >= TABLE_MODEL_SYMBOLS || size - 1 < 3u * *bytes)
            return false;
        int listed = *bytes++;
        size -= 1 + 3 * (size_t)listed;
        for (int k = 0; k < listed; k++, bytes += 3) {
            row->symbol[k] = bytes[0];
            shares[k] = bytes[1] | bytes[2] << 8;
            left -= shares[k];
            if (shares[k] == 0 || left <= 0)
                return false;
        }
        shares[listed] = left;
        row->used = (int8_t)(listed + 1);
        add_up(row, shares);
    }
    return size == 0;
}

bool table_model_read(TableModel *model, const uint8_t *bytes, size_t size)
{
    if (size < TABLE_MODEL_SUM)
        return false;
    uint64_t checksum = table_load_u64(bytes);
    bytes += TABLE_MODEL_SUM;
    size -= TABLE_MODEL_SUM;
    return table_sum(bytes, size) == checksum && read_rows(model, bytes, size);
}

/* A model means something only together with the game's own forecast. */
TableModel *table_model_open(const TableHead *head, const uint8_t *bytes, size_t size,
                             bool *has_memory)
{
    LudRules rules;
    *has_memory = true;
    if (lud_rules_parse(head->rules, &rules, NULL) != LUD_OK)
        return NULL;
    const LudForecast *forecast = table_forecast(&rules, head->column);
    if (!forecast || rules.game->tabulation->layers <= head->layer ||
        rules.game->tabulation->size(&rules.options, head->layer) != head->count)
        return NULL;
    TableModel *model = table_model_new(forecast, head->layer);
    *has_memory = model != NULL;
    if (model && table_model_read(model, bytes, size))
        return model;
    table_model_free(model);
    return NULL;
}
