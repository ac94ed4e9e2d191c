#include "six_graph.h"

/* From a cell to its six neighbours, in turn around it; the way back is three further. */
static const int8_t step_to[6] = {64, 1, -63, -64, -1, 63};
static const uint8_t way_back[6] = {3, 4, 5, 0, 1, 2};

/* What is needed only while the walk goes on. */
typedef struct Walk {
    SixCells occupied, unseen;
    int total;                   /* how many tiles there are to see */
    uint8_t from[SIX_ALL_TILES]; /* the tile from which each was reached */
    uint8_t low[SIX_ALL_TILES];  /* the first tile that is reached from it and from what hangs on it
                                  * without going back */
    uint8_t ways[SIX_ALL_TILES]; /* neighbours still to be looked at, a bit for each step */
} Walk;

static unsigned ring_of(const SixCells *tiles, int cell)
{
    const uint64_t *row = tiles->row + six_cell_row(cell);
    int column = six_cell_column(cell);
    unsigned before = (unsigned)(row[-1] >> column);
    unsigned same = (unsigned)(row[0] >> (column - 1));
    unsigned after = (unsigned)(row[1] >> (column - 1));
    return (after >> 1 & 1) | (same >> 1 & 2) | (before << 1 & 4) | (before << 3 & 8) |
           (same << 4 & 16) | (after << 5 & 32);
}

static inline void see(SixGraph *graph, Walk *walk, const SixCells *red, int cell)
{
    int tile = graph->count++, row = six_cell_row(cell);
    unsigned ring = ring_of(&walk->occupied, cell);
    unsigned runs = ring & ~(ring << 1 | ring >> 5);
    walk->unseen.row[row] ^= six_cell_bit(cell);
    walk->ways[tile] = (uint8_t)ring;
    walk->low[tile] = (uint8_t)tile;
    graph->cell[tile] = (uint16_t)cell;
    graph->at[cell] = (uint8_t)tile;
    graph->parts[tile] = 0;
    graph->near[tile] = 0;
    graph->side[red->row[row] & six_cell_bit(cell) ? SIX_RED : SIX_BLACK] |= six_graph_bit(tile);
    if ((runs & (runs - 1)) == 0)
        graph->firm |= six_graph_bit(tile);
}

/* All that hangs on `tile` has been seen: if nothing of it reaches above the tile it came from,
 * that one's lift separates it. Everything hangs on the first tile, where the last such group is
 * what remains. */
static inline void go_back(SixGraph *graph, Walk *walk, int tile)
{
    int from = walk->from[tile];
    uint64_t group = six_graph_bit(graph->count) - six_graph_bit(tile);
    bool is_rest = from == 0 && graph->count == walk->total;
    if (walk->low[tile] >= from && !is_rest) {
        graph->part[from][graph->parts[from]++] = group;
        graph->cuts |= six_graph_bit(from);
    }
    if (walk->low[tile] < walk->low[from])
        walk->low[from] = walk->low[tile];
}

void six_graph_make(const SixState *s, SixGraph *graph)
{
    Walk walk;
    int last = six_last_row(s);
    graph->count = 0;
    graph->side[SIX_RED] = graph->side[SIX_BLACK] = graph->cuts = graph->firm = 0;
    six_occupied(s, &walk.occupied);
    memcpy(walk.unseen.row + SIX_TOP - 1, walk.occupied.row + SIX_TOP - 1,
           (size_t)(last - SIX_TOP + 3) * sizeof walk.unseen.row[0]);
    walk.total = s->count[SIX_RED] + s->count[SIX_BLACK];
    see(graph, &walk, &s->tiles[SIX_RED],
        six_cell(SIX_TOP, six_first_bit(walk.occupied.row[SIX_TOP])));
    for (int tile = 0;;) {
        if (walk.ways[tile] == 0) {
            if (tile == 0)
                return;
            go_back(graph, &walk, tile);
            tile = walk.from[tile];
            continue;
        }
        int way = __builtin_ctz(walk.ways[tile]), cell = graph->cell[tile] + step_to[way];
        walk.ways[tile] &= (uint8_t)(walk.ways[tile] - 1);
        if (walk.unseen.row[six_cell_row(cell)] & six_cell_bit(cell)) {
            int next = graph->count;
            see(graph, &walk, &s->tiles[SIX_RED], cell);
            walk.ways[next] &= (uint8_t) ~(1u << way_back[way]);
            walk.from[next] = (uint8_t)tile;
            graph->near[next] |= six_graph_bit(tile);
            graph->near[tile] |= six_graph_bit(next);
            tile = next;
        } else {
            int there = graph->at[cell];
            graph->near[tile] |= six_graph_bit(there);
            graph->near[there] |= six_graph_bit(tile);
            if (there < walk.low[tile])
                walk.low[tile] = (uint8_t)there;
        }
    }
}

static int lowest_cell(const SixGraph *graph, uint64_t tiles)
{
    int lowest = SIX_ROWS * 64;
    for (; tiles != 0; tiles &= tiles - 1) {
        int cell = graph->cell[six_first_bit(tiles)];
        lowest = cell < lowest ? cell : lowest;
    }
    return lowest;
}

static void sort_by_lowest(const SixGraph *graph, uint64_t *group, int count)
{
    for (int i = 1; i < count; i++) {
        uint64_t moved = group[i];
        int at = i, lowest = lowest_cell(graph, moved);
        for (; at > 0 && lowest_cell(graph, group[at - 1]) > lowest; at--)
            group[at] = group[at - 1];
        group[at] = moved;
    }
}

int six_graph_split(const SixGraph *graph, int tile, uint64_t stay[SIX_MAX_GROUPS])
{
    uint64_t rest = six_graph_all(graph) ^ six_graph_bit(tile);
    int largest = 0, choices = 0;
    for (int i = 0; i <= graph->parts[tile]; i++) {
        uint64_t group = i < graph->parts[tile] ? graph->part[tile][i] : rest;
        int size = six_count_bits(group);
        rest ^= group;
        if (size < largest)
            continue;
        choices = size > largest ? 0 : choices;
        largest = size;
        stay[choices++] = group;
    }
    if (choices > 1)
        sort_by_lowest(graph, stay, choices);
    return choices;
}
