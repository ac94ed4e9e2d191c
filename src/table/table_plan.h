/* What a build has to do, and what that needs. */
#ifndef LUD_TABLE_PLAN_H
#define LUD_TABLE_PLAN_H

#include "core/tabulation.h"
#include "table_build.h"

typedef struct TablePlan {
    LudRules rules; /* without what tables do not depend on */
    const LudGameTabulation *tabulation;
    const char *dir;
    LudShares *shares; /* NULL: this process does it all */
    int layers, threads;
    bool is_wanted[LUD_MAX_COLUMNS];
    bool is_there[LUD_MAX_COLUMNS][LUD_MAX_LAYERS]; /* a file with a sound header that fits */
    TableNeeds needs;
} TablePlan;

/* Checks the options and looks at what is there. */
LudStatus table_plan_make(TablePlan *plan, const LudRules *rules, const TableBuildOptions *options,
                          LudError *err);
/* Only checks the options, and leaves open what is there. */
LudStatus table_plan_begin(TablePlan *plan, const LudRules *rules, const TableBuildOptions *options,
                           LudError *err);
/* Fails if memory or disk are too small. */
LudStatus table_plan_check(const TablePlan *plan, LudError *err);
/* The highest layer of a group in which a wanted table is missing, or -1. */
int table_plan_top(const TablePlan *plan, int group);
/* Whether a wanted table of the group is missing in a layer. */
bool table_plan_lacks(const TablePlan *plan, int group, int layer);
/* The positions of a layer. */
uint64_t table_plan_size(const TablePlan *plan, int layer);
/* Whether a layer is dealt out to several processes; how many of its positions this one holds. */
bool table_plan_deals(const TablePlan *plan, int layer);
uint64_t table_plan_held(const TablePlan *plan, int layer);
/* The memory to work in for the layers of a group up to `top`. */
uint64_t table_plan_work(const TablePlan *plan, int group, int top);
/* Whether lower layers come part by part when this layer of a group is made, because they do not
 * fit into memory with it; and how many bytes of them may be there at a time. */
bool table_plan_streams(const TablePlan *plan, int group, int layer);
uint64_t table_plan_streamed(const TablePlan *plan, int group, int layer);
/* The memory that this process may use, given what it was allowed, 0: what the machine has. */
uint64_t table_plan_memory(const TablePlan *plan, uint64_t allowed_bytes);
/* The first column of a group, or the end of the columns; its number of columns. */
int table_first_column(const LudGameTabulation *tabulation, int group);
int table_group_columns(const LudGameTabulation *tabulation, int group);

#endif
