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

struct EndingPaths {
    EndingGraph *graph;
    Memory memory[MEMORY_SLOTS];
    int goal;
    uint64_t until; /* graph->nodes at which an attempt is given up */
    bool is_cut;    /* some path was not tried to its end */
};

static Found found_of(LudKnown known, int goal)
{
    return known.lower >= goal ? FOUND_REACHED : known.upper < goal ? FOUND_MISSED : FOUND_OPEN;
}

static Found found_by(const EndingPaths *paths, const EndingNode *node, int index)
{
    const EndingGraph *graph = paths->graph;
    const EndingNode *next = &graph->node[graph->edge[node->first_edge + index].to];
    return found_of(ending_seen_from(node, next), paths->goal);
}

/* Lists the open positions of the epoch that can be reached from a node in graph->list; the key is
 * theirs and that of what is known of the others that they lead to. 0: too many. */
static int32_t gather(const EndingPaths *paths, int32_t from, uint64_t *key)
{
    EndingGraph *graph = paths->graph;
    int32_t count = 0;
    uint64_t room = paths->until > graph->nodes ? paths->until - graph->nodes : 0;
    *key = path_mix((uint64_t)from * 2 + (uint64_t)paths->goal);
    graph->list[count++] = from;
    graph->node[from].is_marked = true;
    for (int32_t i = 0; i < count && (uint64_t)count <= room; i++) {
        const EndingNode *node = &graph->node[graph->list[i]];
        *key += path_mix(~(uint64_t)graph->list[i]);
        for (int k = 0; k < node->edge_count; k++) {
            int32_t to = graph->edge[node->first_edge + k].to;
            EndingNode *next = &graph->node[to];
            Found found = found_by(paths, node, k);
            if (found != FOUND_OPEN || next->epoch != node->epoch) {
                *key += path_mix((uint64_t)(node->first_edge + k) << 2 | (uint64_t)(found + 1));
            } else if (!next->is_marked) {
                graph->list[count++] = to;
                next->is_marked = true;
            }
        }
    }
    for (int32_t i = 0; i < count; i++)
        graph->node[graph->list[i]].is_marked = false;
    graph->nodes += (uint64_t)count <= room ? (uint64_t)count : room;
    return (uint64_t)count <= room ? count : 0;
}

/* What the mover gets where the moves are worth so. */
static Found better(Found a, Found b, int side)
{
    return (a > b) == (side == 0) ? a : b;
}

static Found decide(EndingPaths *paths, int32_t at, int depth);

/* What a move is worth at the end of the path. Into another epoch that is the same on every path,
 * so it is kept for good. */
static Found try_move(EndingPaths *paths, const EndingNode *node, int index, int depth)
{
    EndingGraph *graph = paths->graph;
    int32_t to = graph->edge[node->first_edge + index].to;
    int goal = paths->goal;
    Found found = found_by(paths, node, index);
    if (found != FOUND_OPEN)
        return found;
    found = decide(paths, to, depth);
    if (graph->node[to].epoch != node->epoch && found != FOUND_OPEN)
        ending_graph_narrow_fresh(graph, to, found == FOUND_REACHED ? goal : -1,
                                  found == FOUND_REACHED ? 1 : goal - 1);
    return found;
}

/* The node is on the path. First what is known of its moves already, then what must be tried. */
static Found try_moves(EndingPaths *paths, int32_t at, int depth)
{
    const EndingNode *node = &paths->graph->node[at];
    Found wanted = node->side == 0 ? FOUND_REACHED : FOUND_MISSED, best = -wanted;
    for (int i = 0; i < node->edge_count; i++)
        best = better(best, found_by(paths, node, i), node->side);
    if (best != FOUND_OPEN)
        return best;
    best = -wanted;
    for (int i = 0; i < node->edge_count && best != wanted; i++)
        best = better(best, try_move(paths, node, i, depth + 1), node->side);
    return best;
}

static bool is_given_up(EndingGraph *graph, int depth, int32_t count)
{
    return count == 0 || depth >= PATHS_DEEPEST || ending_graph_work(graph, (uint32_t)count);
}

/* What an open position is worth at the end of the path. */
static Found decide(EndingPaths *paths, int32_t at, int depth)
{
    EndingGraph *graph = paths->graph;
    const EndingNode *node = &graph->node[at];
    Found found = FOUND_OPEN;
    uint64_t key = 0;
    int32_t count = node->is_expanded ? gather(paths, at, &key) : 0;
    Memory *memory = &paths->memory[key % MEMORY_SLOTS];
    if (count > 0 && memory->key == key && memory->found != FOUND_OPEN)
        return memory->found;
    if (is_given_up(graph, depth, count)) {
        paths->is_cut = true;
        return FOUND_OPEN;
    }
    size_t traced = graph->traced;
    ending_graph_fix(graph, at);
    ending_graph_spread(graph, at);
    ending_find_regions(graph, count);
    if (!graph->is_stopped)
        found = try_moves(paths, at, depth);
    ending_graph_undo(graph, traced);
    if (found != FOUND_OPEN)
        *memory = (Memory){key, found};
    return found;
}

/* -- from where paths begin -------------------------------------------------------------------- */

/* Tries the moves of a node that lead to another epoch, or all those of the root. */
static void try_entries(EndingPaths *paths, int32_t at, uint64_t most)
{
    EndingGraph *graph = paths->graph;
    const EndingNode *node = &graph->node[at];
    for (int i = 0; i < node->edge_count && !graph->is_stopped; i++) {
        const EndingNode *next = &graph->node[graph->edge[node->first_edge + i].to];
        if (next->epoch == node->epoch)
            continue;
        paths->until = graph->nodes + most;
        try_move(paths, node, i, 0);
    }
    ending_graph_look(graph, at);
    graph->traced = 0;
}

bool ending_paths_try(EndingPaths *paths, int32_t count, uint64_t each, uint64_t all)
{
    enum { FIRST_TRACES = 4096 };
    EndingGraph *graph = paths->graph;
    uint64_t until = graph->nodes + all;
    if (graph->game->rules.repetition_limit != 2)
        return true;
    graph->trace = malloc(FIRST_TRACES * sizeof *graph->trace);
    graph->trace_room = FIRST_TRACES;
    graph->traced = 0;
    paths->is_cut = !graph->trace;
    for (int32_t i = count; i-- > 0 && graph->trace && !graph->is_stopped;) {
        for (paths->goal = 0; paths->goal < ENDING_GOALS && graph->nodes < until; paths->goal++)
            try_entries(paths, graph->walk[i], each);
        paths->is_cut = paths->is_cut || graph->nodes >= until;
    }
    free(graph->trace);
    graph->trace = NULL;
    return !paths->is_cut;
}

EndingPaths *ending_paths_new(EndingGraph *graph)
{
    EndingPaths *paths = calloc(1, sizeof *paths);
    if (paths)
        paths->graph = graph;
    return paths;
}

void ending_paths_free(EndingPaths *paths)
{
    free(paths);
}
