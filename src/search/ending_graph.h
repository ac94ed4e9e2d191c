/* The positions of an ending as a graph, with bounds of what each of them is worth.
 *
 * Bounds are for side 0: -1 a loss, 0 a draw, 1 a win. A bound is written down only if it follows
 * from a plan that never leaves the positions with that bound, and whose positions recur, if at
 * all, only where recurring is good enough for who plays it. So the plan can never come across a
 * position of the path above the first one that has the bound: that one had none. What the path was
 * does not matter, then, and the bound may be used wherever play first meets such a position.
 *
 * Who comes from another epoch, or leaves the root, has no path behind that could come again. What
 * is known for that case only stands apart.
 *
 * Coming back to what the game itself has seen ends it, on every path alike: such positions, and
 * the root once it has been left, are ends. */
#ifndef LUD_SEARCH_ENDING_GRAPH_H
#define LUD_SEARCH_ENDING_GRAPH_H

#include "search/ending.h"

enum {
    ENDING_NONE = -1,
    ENDING_GOALS = 2, /* what side 0 may want: goal 0 at least a draw, goal 1 a win */
    ENDING_ROOT = 0,
};

typedef struct EndingNode {
    uint64_t key;
    int32_t first_edge; /* its moves, in the order of LudGameRules.moves */
    int32_t first_in;   /* the first edge that leads here */
    uint16_t edge_count;
    int8_t least, most;             /* on every path */
    int8_t least_fresh, most_fresh; /* for who comes here with no path behind that matters */
    int8_t again;                   /* what side 0 has if the game ends by coming back here */
    uint8_t side;                   /* to move */
    uint8_t epoch;                  /* as far as it fits in; another one is another one */
    bool is_expanded;
    bool is_fixed;  /* on a path that is being tried: its bounds are not its moves' */
    bool is_queued; /* waits for its moves to be looked at again */
    bool is_marked; /* for whoever walks the graph; false in between */
    /* How much work it seems to be to show that side 0 reaches a goal, and that it does not. */
    uint32_t hard[ENDING_GOALS][2];
} EndingNode;

typedef struct EndingEdge {
    int32_t from, to;
    int32_t next_in; /* the next edge that leads to the same position */
} EndingEdge;

/* A bound as it was before a path was tried. */
typedef struct EndingTrace {
    int32_t node;
    int8_t least, most, least_fresh, most_fresh;
    bool is_fixed;
} EndingTrace;

typedef struct EndingGraph {
    const EndingTask *task;
    const LudGame *game;
    EndingNode *node;
    unsigned char *states; /* of the nodes */
    size_t state_size;
    EndingEdge *edge;
    int32_t *slot; /* a hash table of nodes, number + 1; 0: free */
    uint32_t slot_mask;
    int32_t *queue;            /* a stack of nodes whose moves are to be looked at again */
    int32_t *list, *walk;      /* for whoever walks the graph: as many places as nodes */
    int32_t count, capacity;   /* nodes */
    int32_t edges, edges_most; /* edges */
    int32_t queued, expanded;
    int32_t root_again; /* the root met again, if that ends the game; or ENDING_NONE */
    uint32_t root_epoch;
    /* For side 0: the oracle's word of the root, as if nothing had been before; what coming back to
     * the root or its past gives, at worst and at best. */
    LudKnown told, back;
    bool is_told, has_past;
    EndingTrace *trace; /* what to undo; NULL: nothing is noted */
    size_t traced, trace_room;
    bool is_full;    /* no memory for more */
    bool is_stopped; /* a limit is reached */
    uint64_t nodes;
    uint32_t steps; /* since the clock was looked at */
    LudMove moves[LUD_MAX_MOVES];
} EndingGraph;

bool ending_graph_begin(EndingGraph *graph, const EndingTask *task);
void ending_graph_end(EndingGraph *graph);

/* Lays out what the moves of a node lead to, and tells the nodes before it. */
void ending_graph_expand(EndingGraph *graph, int32_t at);
/* Narrows the bounds of a node, and tells nobody yet. */
void ending_graph_narrow(EndingGraph *graph, int32_t at, int least, int most);
/* The same for who comes with no path behind; not noted for ending_graph_undo. */
void ending_graph_narrow_fresh(EndingGraph *graph, int32_t at, int least, int most);
/* Fixes a node at what coming back to it gives, while a path is tried. */
void ending_graph_fix(EndingGraph *graph, int32_t at);
/* Tells the nodes before it, and those before them, until nothing follows any more. */
void ending_graph_spread(EndingGraph *graph, int32_t from);
/* Looks at the moves of a node again, and spreads what follows. */
void ending_graph_look(EndingGraph *graph, int32_t at);
/* Takes back all that was narrowed or fixed since `traced` was so. */
void ending_graph_undo(EndingGraph *graph, size_t traced);
/* Counts work; true if a limit is reached. */
bool ending_graph_work(EndingGraph *graph, uint32_t steps);

/* What is known of `next` for who comes from `node`. */
static inline LudKnown ending_seen_from(const EndingNode *node, const EndingNode *next)
{
    bool is_fresh = node->epoch != next->epoch;
    return is_fresh ? (LudKnown){next->least_fresh, next->most_fresh}
                    : (LudKnown){next->least, next->most};
}

static inline bool ending_is_open(const EndingNode *node, int goal)
{
    return node->least < goal && node->most >= goal;
}

static inline const LudState *ending_state(const EndingGraph *graph, int32_t at)
{
    return (const LudState *)(const void *)(graph->states + (size_t)at * graph->state_size);
}

#endif
