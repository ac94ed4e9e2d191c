/* What a build has to do, and what that needs. */
#ifndef LUD_TABLE_PLAN_H
#define LUD_TABLE_PLAN_H

#include "game/tabulation.h"
#include "table_build.h"

typedef struct TablePlan {
    LudRules rules; /* without what tables do not depend on */
    const LudTabulation *tabulation;
    const char *dir;
    int layers, threads;
    bool is_wanted[LUD_MAX_COLUMNS];
    bool is_there[LUD_MAX_COLUMNS][LUD_MAX_LAYERS]; /* a file with a sound header that fits */
    TableNeeds needs;
} TablePlan;

/* Checks the options and looks at what is there. */
LudStatus table_plan_make(TablePlan *plan, const LudRules *rules, const TableBuildOptions *options,
                          LudError *err);
/* Only checks the options. */
LudStatus table_plan_refuse(const LudRules *rules, const TableBuildOptions *options, LudError *err);
/* Fails if memory or disk are too small. */
LudStatus table_plan_check(const TablePlan *plan, LudError *err);
/* The highest layer of a group in which a wanted table is missing, or -1. */
int table_plan_top(const TablePlan *plan, int group);
/* Whether a wanted table of the group is missing in a layer. */
bool table_plan_lacks(const TablePlan *plan, int group, int layer);
/* The first column of a group, or the end of the columns; its number of columns. */
int table_first_column(const LudTabulation *tabulation, int group);
int table_group_columns(const LudTabulation *tabulation, int group);

#endif
