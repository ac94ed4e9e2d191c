/* Regions of a graph in which a side can stay without harm: it never has to leave them, and coming
 * back to any of their positions is as good as its goal. Play there ends well by repetition, if it
 * does not end well before; and so does play that can be led there. */
#ifndef LUD_SEARCH_ENDING_REGIONS_H
#define LUD_SEARCH_ENDING_REGIONS_H

#include "search/ending_graph.h"

/* Looks for them among the `count` nodes of graph->list, and for what follows, until nothing more
 * follows. */
void ending_find_regions(EndingGraph *graph, int32_t count);

#endif
