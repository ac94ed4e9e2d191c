/* Building tables as table.h has it, but by several processes, as ludoteca-tables-mpi does:
 * build->dir then counts in process 0 only, its memory for each, and its `watch`, called in process
 * 0, can't stop it. All processes call these together; without shares they are lud_tables_needs and
 * lud_tables_build. */
#ifndef LUD_TABLE_AMONG_H
#define LUD_TABLE_AMONG_H

#include <ludoteca/table.h>

#include "core/shares.h"

LudStatus table_needs_among(LudShares *shares, const LudRules *rules, const LudTableBuild *build,
                            LudTableNeeds *needs, LudError *err);
LudStatus table_build_among(LudShares *shares, const LudRules *rules, const LudTableBuild *build,
                            LudError *err);

#endif
