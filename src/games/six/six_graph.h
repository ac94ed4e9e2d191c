/* The tiles as a graph: one walk tells for every tile what falls if it is lifted.
 *
 * Tiles are numbered in the order of a depth-first walk from the lowest cell, and a set of them is
 * one word. What hangs on a tile that the walk came through is then a run of numbers, so all the
 * groups that any lift separates are known at the end of a single walk. */
#ifndef LUD_SIX_GRAPH_H
#define LUD_SIX_GRAPH_H

#include "six_groups.h"

enum { SIX_ALL_TILES = 2 * SIX_TILES };

typedef struct SixGraph {
    int count;
    uint64_t side[2]; /* each colour's tiles */
    uint64_t cuts;    /* those whose lift separates the others */
    uint64_t firm;    /* those whose neighbours are a single run, all connected with each other */
    uint64_t near[SIX_ALL_TILES];                     /* a tile's neighbours */
    uint64_t part[SIX_ALL_TILES][SIX_MAX_GROUPS - 1]; /* of `cuts`: all groups but one */
    uint8_t parts[SIX_ALL_TILES];                     /* how many these are; 0 where none */
    uint16_t cell[SIX_ALL_TILES];
    uint8_t at[SIX_ROWS * 64]; /* the tile on a cell; unset where there is none */
} SixGraph;

#define six_graph_make  LUD_DUAL(six_graph_make)
#define six_graph_split LUD_DUAL(six_graph_split)

void six_graph_make(const SixState *s, SixGraph *graph);
/* The largest groups if `tile`, one of graph->cuts, is lifted: the one with the lowest cell first.
 * Returns how many there are. */
int six_graph_split(const SixGraph *graph, int tile, uint64_t stay[SIX_MAX_GROUPS]);

static inline uint64_t six_graph_bit(int tile)
{
    return (uint64_t)1 << tile;
}

/* All tiles. */
static inline uint64_t six_graph_all(const SixGraph *graph)
{
    return six_graph_bit(graph->count) - 1;
}

/* The same for any tile: one that separates nothing leaves a single group. */
static inline int six_graph_stay(const SixGraph *graph, int tile, uint64_t stay[SIX_MAX_GROUPS])
{
    if (graph->cuts >> tile & 1)
        return six_graph_split(graph, tile, stay);
    stay[0] = six_graph_all(graph) ^ six_graph_bit(tile);
    return 1;
}

/* The tiles on some cells that all hold one. */
static inline uint64_t six_graph_set(const SixGraph *graph, const int *cell, int count)
{
    uint64_t set = 0;
    for (int i = 0; i < count; i++)
        set |= six_graph_bit(graph->at[cell[i]]);
    return set;
}

#endif
