/* What bounds that hold on every path leave open is decided by trying the paths.
 *
 * Each position on the path is fixed at what coming back to it gives, and with that more follows
 * for those below, as long as it is on the path. What a position is worth then depends on nothing
 * but the open positions that can still be reached from it and what lies next to them. Results are
 * remembered under a key of just that, so that ways which differ only in what no longer matters are
 * tried once. */
#ifndef LUD_SEARCH_ENDING_PATH_H
#define LUD_SEARCH_ENDING_PATH_H

#include "search/ending_graph.h"

typedef struct EndingPaths EndingPaths;

/* NULL when out of memory. */
EndingPaths *ending_paths_new(EndingGraph *graph);
void ending_paths_free(EndingPaths *paths);
/* Tries the paths that begin with a move of one of the `count` nodes in graph->walk, the last node
 * first, where it leads to another epoch or leaves the root: there no path behind matters. Looks at
 * so many positions for each move at most, and at so many for all. False if some path was not tried
 * to its end. Only where the second occurrence of a position ends the game: otherwise repetition is
 * worth the same everywhere, and nothing depends on the path. */
bool ending_paths_try(EndingPaths *paths, int32_t count, uint64_t each, uint64_t all);

#endif
