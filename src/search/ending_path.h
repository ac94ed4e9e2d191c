/* What bounds that hold on every path leave open is decided by trying the paths.
 *
 * Each position on the path is fixed at what coming back to it gives, and with that more follows for
 * those below, as long as it is on the path. What a position is worth then depends on nothing but
 * the open positions that can still be reached from it and what lies next to them. Results are
 * remembered under a key of just that, so that ways which differ only in what no longer matters are
 * tried once. */
#ifndef LUD_SEARCH_ENDING_PATH_H
#define LUD_SEARCH_ENDING_PATH_H

#include "search/ending_graph.h"

/* Tries the paths from the root through each of its moves, whose bounds (for side 0) are narrowed;
 * until the best is settled or, if the task wants that, all are. False if some path was not tried to
 * its end. Only where the second occurrence of a position ends the game: otherwise repetition is
 * worth the same everywhere, and nothing depends on the path. */
bool ending_try_paths(EndingGraph *graph, EndingMove *moves);

#endif
