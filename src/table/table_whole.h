/* Building tables of games whose layers are solved all together. */
#ifndef LUD_TABLE_WHOLE_H
#define LUD_TABLE_WHOLE_H

#include "table_plan.h"

/* As table_build, once the plan is made and the directory is this builder's. What is known so far
 * is kept now and then, in files beside the tables that end in TABLE_SAVED_ENDING; a build that was
 * cut off goes on from there, and at the end they go. */
LudStatus table_whole_build(TablePlan *plan, const TableBuildOptions *options, LudError *err);

#endif
