/* Moves of the second round that may threaten to win at once.
 *
 * A tile is lifted, maybe others fall, the tile is laid. Afterwards a shape can be completed only
 * if five tiles of it are there and its cell is empty: they were there before the tile was laid, or
 * four of them were and it is the fifth. And a lift can leave the opponent too few tiles only if it
 * could, or nearly, before the tile was laid, which never separates anything. So it is enough to
 * look at what each lift leaves, and to say where the tile might be laid then. */
#include "six_field.h"
#include "six_graph.h"
#include "six_moves.h"
#include "six_raid.h"

/* Where the tiles of the frame come to lie on the field. */
typedef struct Site {
    const SixState *state;
    SixGraph graph;
    int down, right;
} Site;

static int spot_of(const Site *site, int cell)
{
    return six_spot(six_cell_row(cell) + site->down, six_cell_column(cell) + site->right);
}

static int cell_of(const Site *site, int spot)
{
    return six_cell(six_spot_row(spot) - site->down, (spot & 31) - site->right);
}

static void set_rows(const Site *site, uint64_t tiles, SixRows *rows)
{
    memset(rows, 0, sizeof *rows);
    for (; tiles != 0; tiles &= tiles - 1)
        six_rows_flip(rows, spot_of(site, site->graph.cell[six_first_bit(tiles)]));
}

/* The tiles connected with some of them. */
static uint64_t flood(const SixGraph *graph, uint64_t tiles, uint64_t group)
{
    for (uint64_t fresh = group; fresh != 0;) {
        uint64_t grown = group;
        for (; fresh != 0; fresh &= fresh - 1)
            grown |= graph->near[six_first_bit(fresh)];
        grown &= tiles;
        fresh = grown & ~group;
        group = grown;
    }
    return group;
}

/* Whether the lift of `tile` might leave too few of `others` among `tiles`, which are connected,
 * once one more has been laid: if all groups with too few of them that the lift makes, joined by
 * that one, are no smaller than any other group. */
static bool might_starve_by(const SixGraph *graph, uint64_t tiles, uint64_t others, int tile)
{
    uint64_t rest = tiles & ~six_graph_bit(tile);
    int poor = 1, rich = 0;
    for (int groups = 0; rest != 0; groups++) {
        uint64_t group = flood(graph, rest, rest & -rest);
        int size = six_count_bits(group);
        if (groups == 0 && group == rest)
            return false;
        if (six_count_bits(group & others) < SIX_SHAPE)
            poor += size;
        else
            rich = size > rich ? size : rich;
        rest &= ~group;
    }
    return poor > 1 && poor >= rich;
}

static bool might_starve(const Site *site, uint64_t stay, int lifted)
{
    const SixGraph *graph = &site->graph;
    uint64_t own = stay & graph->side[site->state->side];
    uint64_t others = stay & graph->side[site->state->side ^ 1];
    /* Firm tiles that keep all neighbours separate nothing. */
    uint64_t whole = stay == (six_graph_all(graph) ^ six_graph_bit(lifted)) ? graph->firm : 0;
    for (uint64_t bits = own & ~(whole & ~graph->near[lifted]); bits != 0; bits &= bits - 1) {
        if (might_starve_by(graph, stay, others, six_first_bit(bits)))
            return true;
    }
    return false;
}

/* The moves that lift one tile, of which the n-th choice of groups stays. */
static int list_with_lift(const Site *site, int tile, uint64_t stay, int choice, LudMove *list)
{
    SixRows own, others, sixth, wanted, touched;
    SixPairs pairs;
    uint16_t spots[2 * SIX_ALL_TILES + 4];
    const SixGraph *graph = &site->graph;
    int side = site->state->side, cell = graph->cell[tile];
    bool separates = graph->cuts >> tile & 1;
    set_rows(site, stay & graph->side[side], &own);
    set_rows(site, stay & graph->side[side ^ 1], &others);
    if (six_survey_pairs(&own, &others, &sixth, &pairs) || might_starve(site, stay, tile))
        return six_moves_list_lift(site->state, graph, cell, choice, list);
    if (pairs.count == 0)
        return 0;
    memset(&wanted, 0, sizeof wanted);
    for (int i = 0; i < 2 * pairs.count; i++) {
        int spot = pairs.pair[i / 2].spot[i % 2];
        wanted.row[six_spot_row(spot)] |= (uint32_t)1 << (spot & 31);
    }
    six_rows_touched(&own, &others, &touched);
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        wanted.row[x] &= touched.row[x];
    int found = six_rows_list(&wanted, spots, 2 * SIX_ALL_TILES + 4), count = 0;
    for (int i = 0; i < found; i++) {
        int place = cell_of(site, spots[i]);
        if (place != cell || separates)
            list[count++] = six_move(cell, choice, place);
    }
    return count;
}

int six_list_threats(const SixState *s, LudMove *list)
{
    Site site = {.state = s,
                 .down = (SIX_FIELD_ROWS - s->height) / 2 - SIX_TOP,
                 .right = (SIX_FIELD_ROWS - s->width) / 2 - SIX_LEFT};
    if (s->height > SIX_FIELD_MOST || s->width > SIX_FIELD_MOST)
        return six_moves_list(s, list);
    int count = 0;
    six_graph_make(s, &site.graph);
    for (uint64_t bits = site.graph.side[s->side]; bits != 0; bits &= bits - 1) {
        int tile = six_first_bit(bits);
        uint64_t stay[SIX_MAX_GROUPS];
        int choices = six_graph_stay(&site.graph, tile, stay);
        for (int i = 0; i < choices; i++)
            count += list_with_lift(&site, tile, stay[i], i, list + count);
    }
    return count;
}
