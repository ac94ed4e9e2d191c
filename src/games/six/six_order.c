/* Which moves to look at first. */
#include "six_evaluate.h"
#include "six_graph.h"
#include "six_triples.h"

/* What a window is worth to whoever lays a tile in it, by the tiles that are there already (7: it
 * is spoilt); and what it is worth to spoil it for the opponent. */
#define OWN(tiles)                                                                                 \
    ((tiles) == 0   ? 1                                                                            \
     : (tiles) == 1 ? 4                                                                            \
     : (tiles) == 2 ? 16                                                                           \
     : (tiles) == 3 ? 64                                                                           \
     : (tiles) == 4 ? 400                                                                          \
     : (tiles) == 5 ? 100000                                                                       \
                    : 0)
#define OTHERS(tiles)                                                                              \
    ((tiles) == 1   ? 3                                                                            \
     : (tiles) == 2 ? 12                                                                           \
     : (tiles) == 3 ? 48                                                                           \
     : (tiles) == 4 ? 200                                                                          \
     : (tiles) == 5 ? 10000                                                                        \
                    : 0)

static const int32_t worth_of_own[SIX_TRIPLE_COUNT] = {SIX_TRIPLES(OWN)};
static const int32_t worth_of_others[SIX_TRIPLE_COUNT] = {SIX_TRIPLES(OTHERS)};

static inline int32_t add_up(const int32_t *worth, uint64_t counts)
{
    int32_t sum = 0;
    for (int i = 0; i < SIX_WINDOWS_PER_WORD / 3; i++)
        sum += worth[SIX_TRIPLE(counts, i)];
    return sum;
}

/* What a cell is worth to `side`, whatever lies on it now. */
static int32_t worth_of_cell(const SixState *s, int cell, int side)
{
    SixAround around;
    six_around(s->tiles, cell, &around);
    int other = side ^ 1;
    return add_up(worth_of_own, around.far[side] | six_spoilt(around.far[other])) +
           add_up(worth_of_own, around.near[side] | six_spoilt(around.near[other])) +
           add_up(worth_of_others, around.far[other] | six_spoilt(around.far[side])) +
           add_up(worth_of_others, around.near[other] | six_spoilt(around.near[side]));
}

enum { WORTH_OF_TILE = 300, CELLS = SIX_ROWS * 64, UNKNOWN = INT32_MIN };

/* What the tiles that leave are worth, by the group that stays. The tile in the air stays with its
 * player. */
static void worth_of_removal(const SixGraph *graph, int side, int tile,
                             int32_t worth[SIX_MAX_GROUPS])
{
    uint64_t stay[SIX_MAX_GROUPS];
    worth[0] = 0;
    if (!(graph->cuts >> tile & 1))
        return;
    int choices = six_graph_split(graph, tile, stay);
    for (int i = 0; i < choices; i++) {
        int gone = six_count_bits(graph->side[side ^ 1] & ~stay[i]) -
                   six_count_bits(graph->side[side] & ~stay[i]) + 1;
        worth[i] = gone * WORTH_OF_TILE;
    }
}

void six_order(const SixState *s, const SixNotes *notes, const LudMove *list, int count,
               int32_t *promise)
{
    (void)notes;
    if (!six_is_second_round(s)) {
        for (int i = 0; i < count; i++)
            promise[i] = worth_of_cell(s, six_move_place(list[i]), s->side);
        return;
    }
    /* Many moves share few cells. The moves of one lifted tile come together. */
    int32_t of_cell[CELLS], of_removal[SIX_MAX_GROUPS] = {0}, of_lift = 0;
    int lifted = SIX_NO_CELL;
    SixGraph graph;
    six_graph_make(s, &graph);
    for (int i = (SIX_TOP - 1) * 64; i < (six_last_row(s) + 2) * 64; i++)
        of_cell[i] = UNKNOWN;
    for (int i = 0; i < count; i++) {
        int from = six_move_lift(list[i]), to = six_move_place(list[i]);
        if (from != lifted) {
            lifted = from;
            of_lift = worth_of_cell(s, from, s->side);
            worth_of_removal(&graph, s->side, graph.at[from], of_removal);
        }
        if (of_cell[to] == UNKNOWN)
            of_cell[to] = worth_of_cell(s, to, s->side);
        promise[i] = of_cell[to] - of_lift + of_removal[six_move_choice(list[i])];
    }
}
