/* Layers of a game that is solved as a whole, spread over processes, on their way from and to
 * files, which process 0 alone reads and writes. All processes call these functions together. */
#ifndef LUD_TABLE_SPREAD_H
#define LUD_TABLE_SPREAD_H

#include "core/tabulation.h"
#include "table_file.h"

/* Tells the solver of every process the `count` entries of a layer, which process 0 has; false, for
 * all, if process 0 has none (NULL), or when out of memory. */
bool table_spread_take(const LudGameTabulation *tabulation, LudLayerTask *task, int layer,
                       uint64_t count, const uint8_t *entries);
/* Collects what is known of a layer into `writer`, which is only looked at in process 0, and only
 * if `status` is LUD_OK there. Blocks are gathered, packed and compressed by all. */
LudStatus table_spread_write(const LudGameTabulation *tabulation, LudLayerTask *task, int layer,
                             int bits, int level, TableWriter *writer, LudStatus status,
                             LudError *err);

#endif
