#include "search/ending_path.h"

#include <stdlib.h>

#include "search/ending_regions.h"
#include "search/repetition.h"

enum {
    PATHS_DEEPEST = 400,
    MEMORY_SLOTS = 1 << 16,
};

typedef enum Found { FOUND_MISSED = -1, FOUND_OPEN, FOUND_REACHED } Found;

typedef struct Memory {
    uint64_t key;
    Found found;
} Memory;

typedef struct Paths {
    EndingGraph *graph;
    Memory *memory;
    int goal;
    bool is_cut; /* some path was not tried to its end */
} Paths;

static Found found_of(const EndingNode *node, int goal)
{
    return ending_is_reached(node, goal)  ? FOUND_REACHED
           : ending_is_missed(node, goal) ? FOUND_MISSED
                                          : FOUND_OPEN;
}

/* Lists the open positions that can be reached from a node in graph->list; the key is theirs and
 * that of what is known of the others that they lead to. */
static int32_t gather(const Paths *paths, int32_t from, uint64_t *key)
{
    EndingGraph *graph = paths->graph;
    int32_t count = 0;
    *key = path_mix((uint64_t)from * 2 + (uint64_t)paths->goal);
    graph->list[count++] = from;
    graph->node[from].is_marked = true;
    for (int32_t i = 0; i < count; i++) {
        const EndingNode *node = &graph->node[graph->list[i]];
        *key += path_mix(~(uint64_t)graph->list[i]);
        for (int k = 0; k < node->edge_count; k++) {
            int32_t to = graph->edge[node->first_edge + k].to;
            EndingNode *next = &graph->node[to];
            Found found = found_of(next, paths->goal);
            if (found != FOUND_OPEN)
                *key += path_mix((uint64_t)(node->first_edge + k) << 2 | (found == FOUND_REACHED));
            else if (!next->is_marked)
                graph->list[count++] = to;
            next->is_marked = found == FOUND_OPEN;
        }
    }
    for (int32_t i = 0; i < count; i++)
        graph->node[graph->list[i]].is_marked = false;
    graph->nodes += (uint64_t)count;
    return count;
}

/* What the mover gets where the moves are worth so. */
static Found better(Found a, Found b, int side)
{
    return (a > b) == (side == 0) ? a : b;
}

static Found decide(Paths *paths, int32_t at, int depth);

/* The node is on the path. First what is known of its moves already, then what must be tried. */
static Found try_moves(Paths *paths, int32_t at, int depth)
{
    EndingGraph *graph = paths->graph;
    const EndingNode *node = &graph->node[at];
    const EndingEdge *edge = &graph->edge[node->first_edge];
    Found wanted = node->side == 0 ? FOUND_REACHED : FOUND_MISSED, best = -wanted;
    for (int i = 0; i < node->edge_count; i++)
        best = better(best, found_of(&graph->node[edge[i].to], paths->goal), node->side);
    if (best != FOUND_OPEN)
        return best;
    best = -wanted;
    for (int i = 0; i < node->edge_count && best != wanted; i++)
        best = better(best, decide(paths, edge[i].to, depth + 1), node->side);
    return best;
}

/* What a position is worth at the end of the path. */
static Found decide(Paths *paths, int32_t at, int depth)
{
    EndingGraph *graph = paths->graph;
    const EndingNode *node = &graph->node[at];
    Found found = found_of(node, paths->goal);
    uint64_t key;
    if (found != FOUND_OPEN)
        return found;
    int32_t count = node->is_expanded ? gather(paths, at, &key) : 0;
    Memory *memory = &paths->memory[key % MEMORY_SLOTS];
    if (count > 0 && memory->key == key && memory->found != FOUND_OPEN)
        return memory->found;
    if (!node->is_expanded || depth >= PATHS_DEEPEST || ending_graph_work(graph, (uint32_t)count)) {
        paths->is_cut = true;
        return FOUND_OPEN;
    }
    size_t traced = graph->traced;
    ending_graph_fix(graph, at);
    ending_graph_spread(graph, at);
    ending_find_regions(graph, count);
    found = graph->is_stopped ? FOUND_OPEN : try_moves(paths, at, depth);
    ending_graph_undo(graph, traced);
    if (found != FOUND_OPEN)
        *memory = (Memory){key, found};
    return found;
}

/* The root is left for good: it is met again only as its double. So what is found for a move holds
 * whatever else is tried, but not for other ways to where it leads. */
static void try_root(Paths *paths, EndingMove *moves)
{
    EndingGraph *graph = paths->graph;
    const EndingNode *root = &graph->node[ENDING_ROOT];
    Found wanted = root->side == 0 ? FOUND_REACHED : FOUND_MISSED;
    for (int i = 0; i < root->edge_count && !graph->is_stopped; i++) {
        Found found = decide(paths, graph->edge[root->first_edge + i].to, 1);
        if (found == FOUND_REACHED && moves[i].least < paths->goal)
            moves[i].least = paths->goal;
        if (found == FOUND_MISSED && moves[i].most >= paths->goal)
            moves[i].most = paths->goal - 1;
        if (found == wanted && !graph->task->has_all_moves)
            return;
    }
}

bool ending_try_paths(EndingGraph *graph, EndingMove *moves)
{
    enum { FIRST_TRACES = 4096 };
    Paths paths = {.graph = graph, .memory = calloc(MEMORY_SLOTS, sizeof *paths.memory)};
    graph->trace = malloc(FIRST_TRACES * sizeof *graph->trace);
    graph->trace_room = FIRST_TRACES;
    graph->traced = 0;
    bool can_try = paths.memory && graph->trace && graph->game->rules.repetition_limit == 2;
    for (paths.goal = 0; can_try && paths.goal < ENDING_GOALS; paths.goal++)
        try_root(&paths, moves);
    free(graph->trace);
    graph->trace = NULL;
    free(paths.memory);
    return can_try && !paths.is_cut;
}
