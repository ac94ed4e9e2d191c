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

/* -- the best few ------------------------------------------------------------------------------ */

/* One way to lift a tile: which group stays, and what that costs. */
typedef struct Lift {
    uint64_t stay;
    LudMove move;    /* without the place */
    int32_t of_cell; /* what the tile is worth where it is */
    int32_t worth;   /* what is won by lifting it */
} Lift;

/* An empty cell next to tiles. */
typedef struct Place {
    uint64_t beside; /* those tiles */
    int cell;
    int32_t worth;
} Place;

enum { MOST_LIFTS = SIX_TILES * SIX_MAX_GROUPS, MOST_PLACES = 2 * SIX_ALL_TILES + 4 };

static int list_lifts(const SixState *s, const SixGraph *graph, Lift *lifts)
{
    int count = 0;
    for (uint64_t bits = graph->side[s->side]; bits != 0; bits &= bits - 1) {
        int tile = six_first_bit(bits), cell = graph->cell[tile];
        int32_t worth = worth_of_cell(s, cell, s->side), of_removal[SIX_MAX_GROUPS];
        uint64_t stay[SIX_MAX_GROUPS];
        int choices = six_graph_stay(graph, tile, stay);
        worth_of_removal(graph, s->side, tile, of_removal);
        for (int i = 0; i < choices; i++) {
            Lift lift = {stay[i], six_move(cell, i, 0), worth, of_removal[i] - worth};
            int at = count++;
            for (; at > 0 && lifts[at - 1].worth < lift.worth; at--)
                lifts[at] = lifts[at - 1];
            lifts[at] = lift;
        }
    }
    return count;
}

static uint64_t tiles_beside(const SixState *s, const SixGraph *graph, int cell)
{
    static const int8_t steps[6] = {64, 1, -63, -64, -1, 63};
    uint64_t beside = 0;
    for (int i = 0; i < 6; i++) {
        int there = cell + steps[i], x = six_cell_row(there);
        if ((s->tiles[SIX_RED].row[x] | s->tiles[SIX_BLACK].row[x]) & six_cell_bit(there))
            beside |= six_graph_bit(graph->at[there]);
    }
    return beside;
}

static int list_places(const SixState *s, const SixGraph *graph, Place *places)
{
    SixCells occupied, frontier;
    int count = 0, last = six_last_row(s);
    six_occupied(s, &occupied);
    six_frontier(&occupied, last, &frontier);
    for (int x = SIX_TOP - 1; x <= last + 1; x++) {
        for (uint64_t bits = frontier.row[x]; bits != 0; bits &= bits - 1) {
            int cell = six_cell(x, six_first_bit(bits)), at = count++;
            Place place = {tiles_beside(s, graph, cell), cell, worth_of_cell(s, cell, s->side)};
            for (; at > 0 && places[at - 1].worth < place.worth; at--)
                places[at] = places[at - 1];
            places[at] = place;
        }
    }
    return count;
}

/* The n-th best lift is tried with the better places only, the fewer the larger n is: the best lift
 * with many, the worst still with the best place. A tile that cut others off may also go back. */
int six_likely(const SixState *s, int most, LudMove *list, int32_t *promise)
{
    enum { SHARE = 3 };
    if (!six_is_second_round(s))
        return -1;
    SixGraph graph;
    Lift lifts[MOST_LIFTS];
    Place places[MOST_PLACES];
    six_graph_make(s, &graph);
    int lift_count = list_lifts(s, &graph, lifts), place_count = list_places(s, &graph, places);
    int count = 0, width = most / SHARE > lift_count ? most / SHARE : lift_count;
    for (int i = 0; i < lift_count; i++) {
        const Lift *lift = &lifts[i];
        int cell = six_move_lift(lift->move);
        if (graph.cuts >> graph.at[cell] & 1) {
            promise[count] = lift->worth + lift->of_cell;
            list[count++] = lift->move | (LudMove)cell;
        }
        for (int k = 0; k < place_count && k < width / (i + 1); k++) {
            if (places[k].beside & lift->stay) {
                promise[count] = lift->worth + places[k].worth;
                list[count++] = lift->move | (LudMove)places[k].cell;
            }
        }
    }
    return count;
}
