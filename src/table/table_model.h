/* Blocks of entries that can be forecast (core/forecast.h), coded by how likely each entry is where
 * it stands. Needs no library, so that a reader without one can be written; docs/TABLES.md
 * describes every byte. */
#ifndef LUD_TABLE_MODEL_H
#define LUD_TABLE_MODEL_H

#include <stdbool.h>
#include <stddef.h>

#include <ludoteca/game.h>

#include "core/forecast.h"

enum {
    TABLE_MODEL_BLOCK = 2048, /* entries, at most */
    TABLE_MODEL_BITS = 14,    /* shares of a context add up to 2^14 */
    TABLE_MODEL_SYMBOLS = 32, /* of a context, the rest included */
    TABLE_SYMBOLS = 256,
    TABLE_MODEL_SUM = 8,                      /* bytes of a stored model's checksum */
    TABLE_CODED_MOST = 4 * TABLE_MODEL_BLOCK, /* bytes that a block takes, at most */
};

/* What entries of one context are, most frequent first. The last one is the rest: what is not
 * listed, followed by the entry itself. */
typedef struct TableRow {
    int16_t below[TABLE_MODEL_SYMBOLS + 1]; /* the shares of those before, 2^14 after the last */
    uint8_t symbol[TABLE_MODEL_SYMBOLS];
    int8_t used;
} TableRow;

typedef struct TableModel {
    const LudForecast *forecast;
    int layer, contexts;
    TableRow *rows;
    uint8_t *places; /* for writing: of each entry in each context among those listed */
} TableModel;

/* The forecast of a column of a game; NULL if there is none. */
const LudForecast *table_forecast(const LudRules *rules, const char *column);
/* A model that knows nothing yet; NULL when out of memory. */
TableModel *table_model_new(const LudForecast *forecast, int layer);
void table_model_free(TableModel *model); /* NULL is allowed */

/* -- writing ----------------------------------------------------------------------------------- */

/* Counts the entries of a block that begins with entry `first`: TABLE_SYMBOLS numbers for each
 * context. */
void table_model_count(const TableModel *model, uint64_t first, const uint8_t *entries,
                       size_t count, uint64_t *counts);
/* Takes the counts as what there is to know; false when out of memory. */
bool table_model_learn(TableModel *model, const uint64_t *counts);
/* The model as it is stored, its checksum first: how many bytes, and these. */
size_t table_model_bytes(const TableModel *model);
void table_model_write(const TableModel *model, uint8_t *bytes);
/* Codes a block into at most TABLE_CODED_MOST bytes, and returns how many. */
size_t table_model_encode(const TableModel *model, uint64_t first, const uint8_t *entries,
                          size_t count, uint8_t *coded);

/* -- reading ----------------------------------------------------------------------------------- */

struct TableHead;
/* The model of a file with such a head, as it is stored; NULL if it is damaged or no model of that,
 * or when memory lacks, as `*has_memory` says. For table_model_free. */
TableModel *table_model_open(const struct TableHead *head, const uint8_t *bytes, size_t size,
                             bool *has_memory);
/* False if the bytes are no model of this layer. */
bool table_model_read(TableModel *model, const uint8_t *bytes, size_t size);
/* Decodes at least the first `wanted` of the `count` entries of a block, or all. Returns how many
 * there are then, or 0 if the bytes are not what some block is coded into, as far as was looked. */
size_t table_model_decode(const TableModel *model, uint64_t first, const uint8_t *coded,
                          size_t size, uint8_t *entries, size_t count, size_t wanted);

#endif
