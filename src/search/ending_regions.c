#include "search/ending_regions.h"

/* Whether a side would be content to come back to an open position again and again. */
static bool may_stay(const EndingNode *node, int side, int goal)
{
    return node->is_expanded && !node->is_fixed && ending_is_open(node, goal) &&
           (node->again >= goal) == (side == 0);
}

/* Whether the side can see to it that the next position is in the region, too, or better. */
static bool can_hold(const EndingGraph *graph, const EndingNode *node, int side, int goal)
{
    const EndingEdge *edge = &graph->edge[node->first_edge];
    bool is_mover = node->side == side;
    for (int i = 0; i < node->edge_count; i++) {
        const EndingNode *next = &graph->node[edge[i].to];
        LudKnown known = ending_seen_from(node, next);
        bool is_good = next->is_marked || (side == 0 ? known.lower >= goal : known.upper < goal);
        if (is_good == is_mover)
            return is_mover;
    }
    return !is_mover;
}

static void leave(EndingGraph *graph, int32_t at)
{
    graph->node[at].is_marked = false;
    for (int32_t in = graph->node[at].first_in; in != ENDING_NONE; in = graph->edge[in].next_in) {
        int32_t from = graph->edge[in].from;
        EndingNode *node = &graph->node[from];
        if (!node->is_marked || node->is_queued)
            continue;
        node->is_queued = true;
        graph->queue[graph->queued++] = from;
    }
}

/* Marks the largest region: from all that would do, what can't be held is taken out, until nothing
 * has to be. Returns how many are left. */
static int32_t mark_region(EndingGraph *graph, int32_t count, int side, int goal)
{
    int32_t left = 0;
    for (int32_t i = 0; i < count; i++) {
        EndingNode *node = &graph->node[graph->list[i]];
        node->is_marked = may_stay(node, side, goal);
        node->is_queued = node->is_marked;
        if (!node->is_marked)
            continue;
        left++;
        graph->queue[graph->queued++] = graph->list[i];
    }
    while (graph->queued > 0) {
        int32_t at = graph->queue[--graph->queued];
        EndingNode *node = &graph->node[at];
        node->is_queued = false;
        if (ending_graph_work(graph, 1) || can_hold(graph, node, side, goal))
            continue;
        leave(graph, at);
        left--;
    }
    return left;
}

/* Gives the region its bound, and tells what is before it. A region that was not worked out to its
 * end is none. */
static void settle_region(EndingGraph *graph, int32_t count, int side, int goal)
{
    bool is_whole = !graph->is_stopped;
    for (int32_t i = 0; i < count; i++) {
        int32_t at = graph->list[i];
        if (graph->node[at].is_marked && is_whole)
            ending_graph_narrow(graph, at, side == 0 ? goal : -1, side == 0 ? 1 : goal - 1);
    }
    for (int32_t i = 0; i < count; i++) {
        int32_t at = graph->list[i];
        bool was_marked = graph->node[at].is_marked;
        graph->node[at].is_marked = false;
        if (was_marked && is_whole)
            ending_graph_spread(graph, at);
    }
}

void ending_find_regions(EndingGraph *graph, int32_t count)
{
    bool is_news = graph->game->rules.repetition_limit > 0;
    while (is_news && !graph->is_stopped) {
        is_news = false;
        for (int i = 0; i < 2 * ENDING_GOALS && !graph->is_stopped; i++) {
            int side = i % 2, goal = i / 2;
            int32_t left = mark_region(graph, count, side, goal);
            settle_region(graph, count, side, goal);
            is_news = is_news || left > 0;
        }
    }
}
