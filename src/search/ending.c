#include "search/ending.h"

#include <stdlib.h>

#include "search/ending_growth.h"
#include "search/ending_path.h"
#include "search/ending_regions.h"

/* -- what is still to be found ----------------------------------------------------------------- */

static bool is_open(LudKnown known, int goal)
{
    return known.lower < goal && known.upper >= goal;
}

static LudKnown known_of_move(const EndingGraph *graph, int index)
{
    const EndingNode *root = &graph->node[ENDING_ROOT];
    return ending_seen_from(root, &graph->node[graph->edge[root->first_edge + index].to]);
}

/* The goals that the root, or a move of it if all count, leaves open: a bit each. */
static unsigned find_wanted(const EndingGraph *graph)
{
    const EndingNode *root = &graph->node[ENDING_ROOT];
    unsigned wanted = 0;
    for (int goal = 0; goal < ENDING_GOALS; goal++) {
        bool is_wanted = ending_is_open(root, goal) || !root->is_expanded;
        for (int i = 0; i < root->edge_count && graph->task->has_all_moves && !is_wanted; i++)
            is_wanted = is_open(known_of_move(graph, i), goal);
        wanted |= (unsigned)is_wanted << goal;
    }
    return wanted;
}

/* The root, or the move that looks most easily settled. */
static int32_t find_start(const EndingGraph *graph, int goal)
{
    const EndingNode *root = &graph->node[ENDING_ROOT];
    if (ending_is_open(root, goal) || !root->is_expanded)
        return ENDING_ROOT;
    int32_t best = ENDING_ROOT;
    uint32_t least = UINT32_MAX;
    for (int i = 0; i < root->edge_count; i++) {
        int32_t to = graph->edge[root->first_edge + i].to;
        const EndingNode *next = &graph->node[to];
        uint32_t hard = next->hard[goal][0] + next->hard[goal][1];
        if (is_open(known_of_move(graph, i), goal) && hard < least) {
            least = hard;
            best = to;
        }
    }
    return best;
}

/* -- growing ----------------------------------------------------------------------------------- */

static bool may_grow(const EndingGraph *graph)
{
    return !graph->is_stopped && !graph->is_full;
}

/* Follows what is promising, for a quarter of what is there already; fewer if that leads nowhere.
 */
static void grow(EndingGraph *graph, int32_t batch)
{
    enum { STUCK_MOST = 64 };
    int32_t until = graph->expanded + batch;
    int stuck = 0, goal = 0;
    for (unsigned wanted = find_wanted(graph);
         wanted && may_grow(graph) && graph->expanded < until && stuck < STUCK_MOST;
         wanted = find_wanted(graph)) {
        goal = 1 - goal;
        if (!(wanted >> goal & 1))
            goal = 1 - goal;
        bool is_new = ending_go_down(graph, find_start(graph, goal), goal);
        stuck = is_new ? 0 : stuck + 1;
        ending_graph_work(graph, 8);
    }
}

/* Looks for regions; then lays out the nearest positions if nothing else got on. True if there is
 * nothing left to lay out. */
static bool take_stock(EndingGraph *graph, int32_t batch, bool is_stuck)
{
    int32_t ahead;
    unsigned wanted = find_wanted(graph);
    if (graph->is_stopped)
        return false;
    int32_t count = ending_list_open(graph, ENDING_ROOT, wanted, batch, &ahead);
    ending_find_regions(graph, count);
    for (int32_t i = 0; i < ahead && i < batch && is_stuck && may_grow(graph); i++) {
        const EndingNode *node = &graph->node[graph->walk[i]];
        if (!node->is_expanded && node->least < node->most)
            ending_graph_expand(graph, graph->walk[i]);
    }
    return ahead == 0 && !graph->is_stopped;
}

/* Tries paths from wherever they begin, with so much work for each beginning. */
static bool try_paths(EndingGraph *graph, EndingPaths *paths, uint64_t each, uint64_t all)
{
    if (graph->is_stopped)
        return false;
    int32_t ahead, count = ending_list_open(graph, ENDING_ROOT, find_wanted(graph), 0, &ahead);
    memcpy(graph->walk, graph->list, (size_t)count * sizeof graph->list[0]);
    return ending_paths_try(paths, count, each, all);
}

/* Lays positions out until there are none left that matter, and tries short paths on the way. */
static void lay_out(EndingGraph *graph, EndingPaths *paths, bool *is_complete)
{
    enum { FIRST_BATCH = 64, SHORT = 200 };
    *is_complete = false;
    while (may_grow(graph) && !*is_complete && find_wanted(graph)) {
        int32_t before = graph->expanded, batch = FIRST_BATCH + before / 4;
        grow(graph, batch);
        *is_complete = take_stock(graph, batch, graph->expanded - before < batch / 2);
        try_paths(graph, paths, SHORT, (uint64_t)batch);
    }
}

/* Tries ever longer paths until nothing is open, nothing is cut, or a limit is reached. */
static void try_harder(EndingGraph *graph, EndingPaths *paths, bool *is_complete)
{
    enum { FIRST = 1000, LAST = 1 << 28, MORE = 4 };
    bool is_whole = false;
    for (uint64_t each = FIRST; find_wanted(graph) && !graph->is_stopped && !is_whole &&
                                each < LAST && graph->node[ENDING_ROOT].is_expanded;
         each *= MORE) {
        take_stock(graph, 0, false);
        is_whole = try_paths(graph, paths, each, UINT64_MAX / 2);
    }
    *is_complete = *is_complete && is_whole;
}

/* -- the answer -------------------------------------------------------------------------------- */

static void turn_over(int *least, int *most)
{
    int most_before = *most;
    *most = -*least;
    *least = -most_before;
}

/* The best move is the mover's; the oracle may know more of a root without past. */
static void value_root(const EndingGraph *graph, EndingAnswer *answer)
{
    const EndingNode *root = &graph->node[ENDING_ROOT];
    int least = -1, most = -1;
    for (int i = 0; i < answer->move_count; i++) {
        least = answer->move[i].least > least ? answer->move[i].least : least;
        most = answer->move[i].most > most ? answer->move[i].most : most;
    }
    int told_least = graph->told.lower, told_most = graph->told.upper;
    if (root->side == 1)
        turn_over(&told_least, &told_most);
    if (!graph->has_past) {
        least = told_least > least ? told_least : least;
        most = told_most < most ? told_most : most;
    }
    answer->least = least;
    answer->most = most;
}

static bool list_moves(EndingGraph *graph, EndingAnswer *answer)
{
    const EndingNode *root = &graph->node[ENDING_ROOT];
    answer->move_count = graph->game->rules.moves(graph->task->root, graph->moves);
    answer->move = malloc((size_t)answer->move_count * sizeof answer->move[0]);
    for (int i = 0; answer->move && i < answer->move_count; i++) {
        EndingMove *move = &answer->move[i];
        LudKnown known = root->is_expanded ? known_of_move(graph, i) : (LudKnown){-1, 1};
        *move = (EndingMove){graph->moves[i], known.lower, known.upper};
        if (root->side == 1)
            turn_over(&move->least, &move->most);
    }
    return answer->move != NULL;
}

bool ending_solve(const EndingTask *task, EndingAnswer *answer)
{
    EndingGraph graph;
    memset(answer, 0, sizeof *answer);
    if (!ending_graph_begin(&graph, task))
        return false;
    EndingPaths *paths = ending_paths_new(&graph);
    if (paths) {
        lay_out(&graph, paths, &answer->is_complete);
        try_harder(&graph, paths, &answer->is_complete);
    }
    bool is_made = paths && list_moves(&graph, answer);
    if (is_made)
        value_root(&graph, answer);
    answer->nodes = graph.nodes;
    ending_paths_free(paths);
    ending_graph_end(&graph);
    return is_made;
}
