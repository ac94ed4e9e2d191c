#include "search/ending_growth.h"

enum {
    SETTLED = 1 << 30, /* as hard as what is impossible */
    HARDEST = 1 << 24, /* of what is still possible */
    DOWN_MOST = 1000,  /* plies */
};

/* How hard a move of a node looks. What is on the path counts as what coming back to it gives. */
static uint32_t hardness(const EndingNode *node, const EndingNode *next, int goal, int against)
{
    LudKnown known = ending_seen_from(node, next);
    bool is_reached = known.lower >= goal, is_missed = known.upper < goal;
    if (next->is_marked) {
        is_reached = next->again >= goal;
        is_missed = !is_reached;
    }
    if (is_reached || is_missed)
        return is_reached == (against == 0) ? 0 : SETTLED;
    return next->hard[goal][against];
}

/* What the mover of a node wants is as hard as its easiest move; to keep it from that is as hard as
 * the hardest, and a little for each other one. Returns the easiest, or ENDING_NONE if the mover
 * has what it wants, or never will. */
static int32_t weigh(const EndingGraph *graph, const EndingNode *node, int goal, uint32_t hard[2])
{
    int own = node->side;
    uint32_t least = SETTLED, largest = 0, open = 0;
    int32_t best = ENDING_NONE;
    for (int i = 0; i < node->edge_count; i++) {
        const EndingNode *next = &graph->node[graph->edge[node->first_edge + i].to];
        uint32_t mine = hardness(node, next, goal, own);
        uint32_t other = hardness(node, next, goal, 1 - own);
        open += other > 0;
        largest = other > largest ? other : largest;
        if (mine < least) {
            least = mine;
            best = graph->edge[node->first_edge + i].to;
        }
    }
    uint32_t sum = largest + (open > 0 ? open - 1 : 0);
    hard[own] = least;
    hard[1 - own] = sum < SETTLED || least == 0 ? sum : HARDEST;
    return least == 0 ? ENDING_NONE : best;
}

/* What is only settled on this path is not settled. */
static void keep(EndingNode *node, int goal, const uint32_t hard[2])
{
    for (int i = 0; i < 2; i++) {
        uint32_t kept = hard[i] < HARDEST ? hard[i] : HARDEST;
        node->hard[goal][i] = kept > 0 ? kept : 1;
    }
}

bool ending_go_down(EndingGraph *graph, int32_t from, int goal)
{
    int32_t path[DOWN_MOST], at = from;
    uint32_t hard[2];
    int length = 0;
    bool is_new = false;
    while (at != ENDING_NONE && length < DOWN_MOST) {
        EndingNode *node = &graph->node[at];
        path[length++] = at;
        node->is_marked = true;
        is_new = !node->is_expanded;
        if (is_new) {
            ending_graph_expand(graph, at);
            break;
        }
        at = weigh(graph, node, goal, hard);
    }
    /* Where it got stuck it will look less often. */
    EndingNode *last = &graph->node[path[length - 1]];
    if (!is_new) {
        hard[0] = 2 * last->hard[goal][0] + 1;
        hard[1] = 2 * last->hard[goal][1] + 1;
        keep(last, goal, hard);
        last->is_marked = false;
        length--;
    }
    while (length > 0) {
        EndingNode *node = &graph->node[path[--length]];
        node->is_marked = false;
        if (node->is_expanded) {
            weigh(graph, node, goal, hard);
            keep(node, goal, hard);
        }
    }
    return is_new;
}

static bool is_wanted(LudKnown known, unsigned wanted)
{
    return (wanted & 1 && known.lower < 0 && known.upper >= 0) ||
           (wanted & 2 && known.lower < 1 && known.upper >= 1);
}

int32_t ending_list_open(EndingGraph *graph, int32_t from, unsigned wanted, int32_t most,
                         int32_t *ahead)
{
    int32_t count = 0, waiting = 0;
    graph->list[count++] = from;
    graph->node[from].is_marked = true;
    *ahead = 0;
    for (int32_t i = 0; i < count && !ending_graph_work(graph, 1); i++) {
        const EndingNode *node = &graph->node[graph->list[i]];
        for (int k = 0; k < node->edge_count; k++) {
            int32_t to = graph->edge[node->first_edge + k].to;
            EndingNode *next = &graph->node[to];
            if (next->is_marked || !is_wanted(ending_seen_from(node, next), wanted))
                continue;
            next->is_marked = true;
            if (next->is_expanded)
                graph->list[count++] = to;
            else
                graph->queue[waiting++] = to;
        }
    }
    for (int32_t i = 0; i < count; i++)
        graph->node[graph->list[i]].is_marked = false;
    for (int32_t i = 0; i < waiting; i++) {
        graph->node[graph->queue[i]].is_marked = false;
        if (i < most)
            graph->walk[i] = graph->queue[i];
    }
    *ahead = waiting;
    return count;
}
