#include "six_moves.h"

static int list_places(const SixCells *places, int last, LudMove move, LudMove *list)
{
    int count = 0;
    for (int x = SIX_TOP - 1; x <= last + 1; x++) {
        for (uint64_t bits = places->row[x]; bits != 0; bits &= bits - 1)
            list[count++] = move | (LudMove)six_cell(x, six_first_bit(bits));
    }
    return count;
}

/* First round: any cell next to a tile; with opening=apart, a colour's first one not next to the
 * tile that it started with. */
static int list_first_round(const SixState *s, LudMove *list)
{
    SixCells occupied, places;
    int last = six_last_row(s);
    six_occupied(s, &occupied);
    six_frontier(&occupied, last, &places);
    if (six_must_keep_apart(s)) {
        for (int x = SIX_TOP - 1; x <= last + 1; x++)
            places.row[x] &= ~six_touched(s->tiles[s->side].row, x);
    }
    return list_places(&places, last, six_move(SIX_NO_CELL, 0, 0), list);
}

/* Second round: the empty cells next to a tile, as they come in lists. */
typedef struct Open {
    SixCells occupied, frontier;
    SixCells lone; /* those of the frontier that touch a single tile */
    int count;
    LudMove place[SIX_ALL_TILES * 2 + 4];
} Open;

static void find_open(const SixState *s, Open *open)
{
    int last = six_last_row(s);
    six_occupied(s, &open->occupied);
    const uint64_t *row = open->occupied.row;
    for (int x = SIX_TOP - 1; x <= last + 1; x++) {
        uint64_t next[6] = {row[x] << 1,     row[x] >> 1, row[x - 1],
                            row[x - 1] >> 1, row[x + 1],  row[x + 1] << 1};
        uint64_t once = next[0], twice = 0;
        for (int i = 1; i < 6; i++) {
            twice |= once & next[i];
            once |= next[i];
        }
        open->frontier.row[x] = once & ~row[x];
        open->lone.row[x] = open->frontier.row[x] & ~twice;
    }
    open->count = list_places(&open->frontier, last, 0, open->place);
}

/* Where the tile at `cell` can go if that separates nothing: not back to its own cell, which the
 * frontier does not have, and not to a cell that touches nothing else. */
static int list_whole(const Open *open, int cell, LudMove *list)
{
    const uint64_t *lone = open->lone.row + six_cell_row(cell);
    uint64_t bit = six_cell_bit(cell);
    uint64_t lost[3] = {lone[-1] & (bit | bit << 1), lone[0] & (bit >> 1 | bit << 1),
                        lone[1] & (bit | bit >> 1)};
    LudMove move = six_move(cell, 0, 0);
    if ((lost[0] | lost[1] | lost[2]) == 0) {
        for (int i = 0; i < open->count; i++)
            list[i] = open->place[i] | move;
        return open->count;
    }
    int count = 0;
    for (int i = 0; i < open->count; i++) {
        int place = (int)open->place[i], row = six_cell_row(place) - six_cell_row(cell) + 1;
        bool is_lost = row >= 0 && row < 3 && (lost[row] & six_cell_bit(place)) != 0;
        list[count] = open->place[i] | move;
        count += !is_lost;
    }
    return count;
}

/* Where it can go if one group stays. */
static int list_beside(const SixState *s, const SixGraph *graph, uint64_t stay, LudMove move,
                       LudMove *list)
{
    SixCells tiles, places;
    int last = six_last_row(s);
    for (int x = SIX_TOP - 2; x <= last + 2; x++)
        tiles.row[x] = 0;
    for (; stay != 0; stay &= stay - 1) {
        int cell = graph->cell[six_first_bit(stay)];
        tiles.row[six_cell_row(cell)] |= six_cell_bit(cell);
    }
    six_frontier(&tiles, last, &places);
    return list_places(&places, last, move, list);
}

static int list_second_round(const SixState *s, LudMove *list)
{
    Open open;
    SixGraph graph;
    int count = 0;
    find_open(s, &open);
    six_graph_make(s, &graph);
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        for (uint64_t bits = s->tiles[s->side].row[x]; bits != 0; bits &= bits - 1) {
            int cell = six_cell(x, six_first_bit(bits)), tile = graph.at[cell];
            if (!(graph.cuts >> tile & 1)) {
                count += list_whole(&open, cell, list + count);
                continue;
            }
            uint64_t stay[SIX_MAX_GROUPS];
            int choices = six_graph_split(&graph, tile, stay);
            for (int i = 0; i < choices; i++)
                count += list_beside(s, &graph, stay[i], six_move(cell, i, 0), list + count);
        }
    }
    return count;
}

int six_moves_list(const SixState *s, LudMove *list)
{
    return six_is_second_round(s) ? list_second_round(s, list) : list_first_round(s, list);
}

int six_moves_list_lift(const SixState *s, const SixGraph *graph, int cell, int choice,
                        LudMove *list)
{
    int tile = graph->at[cell];
    if (graph->cuts >> tile & 1) {
        uint64_t stay[SIX_MAX_GROUPS];
        six_graph_split(graph, tile, stay);
        return list_beside(s, graph, stay[choice], six_move(cell, choice, 0), list);
    }
    Open open;
    find_open(s, &open);
    return list_whole(&open, cell, list);
}
