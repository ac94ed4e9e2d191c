/* Columns that are dealt out to the processes of a build, on their way from and to files, which
 * process 0 alone reads and writes. All processes call these functions together. */
#ifndef LUD_TABLE_DEAL_H
#define LUD_TABLE_DEAL_H

#include "core/shares.h"
#include "table_file.h"

/* Whether this process is the one that reads and writes files; always without shares. */
bool table_deal_leads(const LudShares *shares);
/* LUD_OK if all processes say so. One that was well gets LUD_ESTOPPED if another was not. */
LudStatus table_deal_agree(LudShares *shares, LudStatus status, LudError *err);

/* Deals out a column of `count` entries. `file` is only looked at in process 0; `entries` has room
 * for what this process gets. False, for all, if the file can't be read or is NULL. */
bool table_deal_out(LudShares *shares, TableFile *file, uint64_t count, uint8_t *entries);
/* Collects a column of `count` entries into `writer`, which is only looked at in process 0, and
 * only if `status` is LUD_OK there. Every process compresses its own blocks, by the model that the
 * writer was opened with. */
LudStatus table_deal_in(LudShares *shares, TableWriter *writer, const struct TableModel *model,
                        uint64_t count, const uint8_t *entries, LudStatus status, LudError *err);

#endif
