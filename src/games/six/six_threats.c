#include "six_threats.h"

#include "six_moves.h"
#include "six_shapes.h"

/* -- cells that complete a shape -----------------------------------------------------------------
 */

/* In a patch all cells are looked at together. Each shape is a list of six steps from its first
 * cell; `part[i]` holds the places from which the tile at step i is there. All but one of them
 * must be. Beyond the last column of a row follow two empty cells before the next one begins, and
 * no shape has just one of its tiles past such a gap, so no row is taken for the end of another. */
static inline SixPatch sideways(SixPatch a, int columns)
{
    return columns >= 0 ? six_patch_lower(a, columns) : six_patch_higher(a, -columns);
}

/* The cells that lack to complete one of the shapes. */
static SixPatch lacking(SixPatch own)
{
    SixPatch up[SIX_SHAPE], down, all = six_patch_minus(own, own);
    up[0] = own;
    for (int i = 1; i < SIX_SHAPE; i++)
        up[i] = six_patch_up(up[i - 1]);
    for (int k = 0; k < SIX_SHAPES; k++) {
        const SixSteps *shape = &six_shapes[k];
        SixPatch part[SIX_SHAPE], before[SIX_SHAPE];
        for (int i = 0; i < SIX_SHAPE; i++)
            part[i] = sideways(up[shape->row[i]], shape->column[i]);
        before[1] = part[0];
        for (int i = 2; i < SIX_SHAPE; i++)
            before[i] = six_patch_and(before[i - 1], part[i - 1]);
        SixPatch after = part[SIX_SHAPE - 1], lacks = before[SIX_SHAPE - 1];
        for (int i = SIX_SHAPE - 1; i >= 0; i--) {
            if (i < SIX_SHAPE - 1) {
                lacks = i > 0 ? six_patch_and(before[i], after) : after;
                after = six_patch_and(after, part[i]);
            }
            down = sideways(lacks, -shape->column[i]);
            for (int x = 0; x < shape->row[i]; x++)
                down = six_patch_down(down);
            all = six_patch_or(all, down);
        }
    }
    return all;
}

static int five_cells_in_patch(const SixState *s, int side, int *cells, int most)
{
    SixPatch own = six_patch_of(&s->tiles[side]);
    SixPatch others = six_patch_of(&s->tiles[side ^ 1]);
    SixPatch found = six_patch_minus(six_patch_minus(lacking(own), own), others);
    uint64_t word[4];
    int count = 0;
    six_patch_store(found, word);
    for (int x = 0; x < 16; x++) {
        for (uint64_t bits = six_patch_row(word, x); bits != 0; bits &= bits - 1) {
            if (count < most)
                cells[count] = six_cell(x + SIX_PATCH_FIRST, six_first_bit(bits));
            count++;
        }
    }
    return count < most ? count : most;
}

static int five_cells_in_frame(const SixState *s, int side, int *cells, int most)
{
    SixCells occupied, frontier;
    int last = six_last_row(s), count = 0;
    six_occupied(s, &occupied);
    six_frontier(&occupied, last, &frontier);
    for (int x = SIX_TOP - 1; x <= last + 1; x++) {
        for (uint64_t bits = frontier.row[x]; bits != 0 && count < most; bits &= bits - 1) {
            SixAround around;
            six_around(s->tiles, six_cell(x, six_first_bit(bits)), &around);
            if ((six_fives(around.far[side]) | six_fives(around.near[side])) != 0)
                cells[count++] = six_cell(x, six_first_bit(bits));
        }
    }
    return count;
}

int six_five_cells(const SixState *s, const SixNotes *notes, int side, int *cells, int most)
{
    if (six_tally_all(notes, side, 5) == 0)
        return 0;
    return six_patch_fits(s) ? five_cells_in_patch(s, side, cells, most)
                             : five_cells_in_frame(s, side, cells, most);
}

/* -- the second round ----------------------------------------------------------------------------
 */

int six_list_fives(const SixState *s, const SixNotes *notes, int side, SixFive *list)
{
    int cells[SIX_MOST_FIVES], count = 0;
    int found = six_five_cells(s, notes, side, cells, SIX_MOST_FIVES);
    for (int i = 0; i < found; i++) {
        SixAround around;
        six_around(s->tiles, cells[i], &around);
        for (int near = 0; near < 2; near++) {
            uint64_t fives = six_fives(near ? around.near[side] : around.far[side]);
            for (; fives != 0 && count < SIX_MOST_FIVES; fives &= fives - 1) {
                SixFive *five = &list[count++];
                int field = six_first_bit(fives) / SIX_FIELD;
                five->cell = cells[i];
                five->kind = !near ? SIX_ROW : field < SIX_TRIANGLES ? SIX_TRIANGLE : SIX_CIRCLE;
                six_window_cells(cells[i], near, field, five->tile);
            }
        }
    }
    return count;
}

/* The first choice of groups that keeps all of `tiles` when `tile` is lifted; -1: none. */
static int choice_that_keeps(const SixGraph *graph, int tile, uint64_t tiles)
{
    uint64_t stay[SIX_MAX_GROUPS];
    int choices = six_graph_stay(graph, tile, stay);
    for (int i = 0; i < choices; i++) {
        if ((tiles & ~stay[i]) == 0)
            return i;
    }
    return -1;
}

/* A move that completes a shape: with a tile that separates nothing, if possible. No tile that
 * touches the five could have been removed from their empty cell, which is therefore next to a tile
 * that stays. With five tiles and the one in the air the player has enough, so nothing else
 * decides. */
static LudMove completing_lift(const SixGraph *graph, int side, const SixFive *five)
{
    uint64_t tiles = six_graph_set(graph, five->tile, SIX_SHAPE - 1);
    uint64_t others = graph->side[side] & ~tiles;
    uint64_t harmless = others & ~graph->cuts;
    if (harmless != 0)
        return six_move(graph->cell[six_first_bit(harmless)], 0, five->cell);
    for (; others != 0; others &= others - 1) {
        int tile = six_first_bit(others), choice = choice_that_keeps(graph, tile, tiles);
        if (choice >= 0)
            return six_move(graph->cell[tile], choice, five->cell);
    }
    return LUD_NO_MOVE;
}

bool six_can_complete(const SixState *s, const SixFive *five)
{
    SixGraph graph;
    if (!six_is_second_round(s))
        return true;
    six_graph_make(s, &graph);
    return completing_lift(&graph, s->side, five) != LUD_NO_MOVE;
}

/* An empty cell next to a group: where a tile may be laid when nothing but the removal matters. */
static int some_place(const SixState *s, const SixGraph *graph, uint64_t group)
{
    SixCells tiles = {{0}}, places;
    for (; group != 0; group &= group - 1) {
        int cell = graph->cell[six_first_bit(group)];
        tiles.row[six_cell_row(cell)] |= six_cell_bit(cell);
    }
    six_frontier(&tiles, six_last_row(s), &places);
    for (int x = SIX_TOP - 1;; x++) {
        if (places.row[x] != 0)
            return six_cell(x, six_first_bit(places.row[x]));
    }
}

/* A move that leaves the opponent too few tiles. */
static LudMove starving_lift(const SixState *s, const SixGraph *graph)
{
    uint64_t own = graph->side[s->side], others = graph->side[s->side ^ 1];
    for (uint64_t bits = own & graph->cuts; bits != 0; bits &= bits - 1) {
        int tile = six_first_bit(bits);
        uint64_t stay[SIX_MAX_GROUPS];
        int choices = six_graph_split(graph, tile, stay);
        for (int i = 0; i < choices; i++) {
            if (six_count_bits(others & stay[i]) < SIX_SHAPE &&
                six_count_bits(own & stay[i]) + 1 >= SIX_SHAPE)
                return six_move(graph->cell[tile], i, some_place(s, graph, stay[i]));
        }
    }
    return LUD_NO_MOVE;
}

static LudMove winning_in_second_round(const SixState *s, const SixNotes *notes)
{
    bool has_five = six_tally_all(notes, s->side, 5) > 0;
    if (!has_five && !notes->starve[s->side])
        return LUD_NO_MOVE;
    SixGraph graph;
    six_graph_make(s, &graph);
    SixFive fives[SIX_MOST_FIVES];
    int count = has_five ? six_list_fives(s, notes, s->side, fives) : 0;
    for (int i = 0; i < count; i++) {
        LudMove m = completing_lift(&graph, s->side, &fives[i]);
        if (m != LUD_NO_MOVE)
            return m;
    }
    return notes->starve[s->side] ? starving_lift(s, &graph) : LUD_NO_MOVE;
}

LudMove six_winning(const SixState *s, const SixNotes *notes)
{
    int cell;
    if (six_is_second_round(s))
        return winning_in_second_round(s, notes);
    if (six_five_cells(s, notes, s->side, &cell, 1) == 0)
        return LUD_NO_MOVE;
    return six_move(SIX_NO_CELL, 0, cell);
}

int six_noisy(const SixState *s, const SixNotes *notes, LudMove *list)
{
    int side = s->side, other = side ^ 1, count = 0, cells[2];
    if (six_is_second_round(s))
        return 0;
    /* Complete a shape, or keep the opponent from it. */
    if (six_five_cells(s, notes, side, cells, 1) == 1) {
        list[0] = six_move(SIX_NO_CELL, 0, cells[0]);
        return 1;
    }
    int threats = six_five_cells(s, notes, other, cells, 2);
    if (threats > 0) {
        list[0] = six_move(SIX_NO_CELL, 0, cells[0]);
        return threats == 1;
    }
    /* Threaten one. The last tiles are not looked at: whoever has none left must lift one, and may
     * fail to complete the shape. */
    if (six_tally_all(notes, side, 4) == 0 || s->hand[side] < 2)
        return 0;
    int moves = six_moves_list(s, list);
    for (int i = 0; i < moves; i++) {
        SixAround around;
        six_around(s->tiles, six_move_place(list[i]), &around);
        if ((six_fours(around.far[side] | six_spoilt(around.far[other])) |
             six_fours(around.near[side] | six_spoilt(around.near[other]))) != 0)
            list[count++] = list[i];
    }
    return count;
}
