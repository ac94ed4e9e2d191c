/* Which positions of an ending to lay out next. */
#ifndef LUD_SEARCH_ENDING_GROWTH_H
#define LUD_SEARCH_ENDING_GROWTH_H

#include "search/ending_graph.h"

/* Goes down from a node along what seems easiest to show, for and against the goal, and lays out
 * what follows the position where nothing has been yet. False if it only got to positions of its
 * own path. */
bool ending_go_down(EndingGraph *graph, int32_t from, int goal);
/* Lists in graph->list the positions that can be reached from a node by open ones, it included, as
 * far as they are laid out; `wanted` has bit 1 << goal for each goal that counts. Those that are
 * not laid out yet are counted in `ahead`, and the first `most` of them stand in graph->walk. */
int32_t ending_list_open(EndingGraph *graph, int32_t from, unsigned wanted, int32_t most,
                         int32_t *ahead);

#endif
