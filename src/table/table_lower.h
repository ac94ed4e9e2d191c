/* The finished layers that a layer being solved looks into: all in memory, or part after part from
 * their files where there is not as much. */
#ifndef LUD_TABLE_LOWER_H
#define LUD_TABLE_LOWER_H

#include "table_plan.h"

typedef struct TableLower {
    TablePlan *plan;
    LudLayerTask *task; /* whose `lower` and `parts` are kept up to date */
    uint8_t *held[LUD_GROUP_COLUMNS][LUD_MAX_LAYERS];
    /* Part after part: */
    uint8_t *room[LUD_GROUP_COLUMNS];
    uint64_t room_bytes; /* for each column of the group */
    LudLowerParts parts;
    int next_layer; /* the next entry to come, in the highest layer first; -1: none */
    uint64_t next_entry;
    int damaged; /* the layer of a file that turned out to be damaged; -1: none */
    int damaged_column;
} TableLower;

/* The entries, of each column, that a layer of a group looks into. */
uint64_t table_lower_entries(const TablePlan *plan, int layer);
/* Makes room for a layer that is to be kept; false when out of memory. */
bool table_lower_hold(TableLower *lower, int layer);
/* Gets ready to bring the layers below the task's one, part by part, in at most so many bytes, and
 * brings the first parts. Fails if memory lacks, a file is damaged (`damaged`) or the build is to
 * stop. */
LudStatus table_lower_stream(TableLower *lower, uint64_t most_bytes, LudError *err);
/* Brings the next parts; false if there are none, or it failed: then the task is stopped. */
bool table_lower_next(TableLower *lower);
/* Says that the file that was damaged is. */
LudStatus table_lower_fault(const TableLower *lower, LudError *err);
/* Frees all that it has. */
void table_lower_free(TableLower *lower);

#endif
