/* The tiles of Six, and the empty cells next to them. */
#include <ludoteca/view.h>

#include "six_text.h"

/* The shapes that win, as cells (row, column) from their first one on. */
enum { SHAPES = 6 };
static const int8_t shapes[SHAPES][SIX_SHAPE][2] = {
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, /* rows … */
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}},
    {{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}}, /* triangles … */
    {{0, 0}, {1, -1}, {1, 0}, {2, -2}, {2, -1}, {2, 0}},
    {{0, 0}, {0, 1}, {1, -1}, {1, 1}, {2, -1}, {2, 0}}, /* the circle */
};

/* Shapes that begin with a tile have their rows and columns within the frame. */
static bool has_cell(const SixCells *tiles, int row, int column)
{
    return row < SIX_ROWS && column >= 0 && column < 64 && tiles->row[row] >> column & 1;
}

static void add_shapes_at(const SixCells *tiles, int row, int column, SixCells *won)
{
    for (int i = 0; i < SHAPES; i++) {
        int found = 0;
        while (found < SIX_SHAPE &&
               has_cell(tiles, row + shapes[i][found][0], column + shapes[i][found][1]))
            found++;
        for (int k = 0; found == SIX_SHAPE && k < SIX_SHAPE; k++)
            won->row[row + shapes[i][k][0]] |= UINT64_C(1) << (column + shapes[i][k][1]);
    }
}

/* All tiles of the winner that are part of a shape. */
static void find_won(const SixState *s, SixCells *won)
{
    memset(won, 0, sizeof *won);
    if (s->reason == LUD_REASON_NONE || s->winner == SIX_NOBODY)
        return;
    const SixCells *tiles = &s->tiles[s->winner];
    for (int x = SIX_TOP; x <= six_last_row(s); x++) {
        for (uint64_t left = tiles->row[x]; left; left &= left - 1)
            add_shapes_at(tiles, x, six_first_bit(left), won);
    }
}

static LudCell cell_at(const SixState *s, int cell, const SixCells *won)
{
    SixPlace place = six_place_of(s, cell);
    int x = six_cell_row(cell);
    uint64_t bit = six_cell_bit(cell);
    bool is_red = s->tiles[SIX_RED].row[x] & bit, is_black = s->tiles[SIX_BLACK].row[x] & bit;
    LudCell made = {.x = 2 * place.q + place.r,
                    .y = 2 * place.r,
                    .side = is_red     ? SIX_RED
                            : is_black ? SIX_BLACK
                                       : LUD_NOBODY,
                    .count = is_red || is_black,
                    .is_open = !is_red && !is_black,
                    .is_won = won->row[x] & bit};
    six_place_print(place, made.name);
    return made;
}

static int cells(const LudState *state, LudCell *list)
{
    const SixState *s = (const SixState *)(const void *)state;
    SixCells occupied, frontier, won;
    six_occupied(s, &occupied);
    six_frontier(&occupied, six_last_row(s), &frontier);
    find_won(s, &won);
    int count = 0;
    for (int x = SIX_TOP - 1; x <= six_last_row(s) + 1; x++) {
        uint64_t left = frontier.row[x] | occupied.row[x];
        for (; left && count < LUD_MAX_CELLS; left &= left - 1)
            list[count++] = cell_at(s, six_cell(x, six_first_bit(left)), &won);
    }
    return count;
}

static void held(const LudState *state, int list[LUD_MAX_SIDES])
{
    const SixState *s = (const SixState *)(const void *)state;
    list[SIX_RED] = s->hand[SIX_RED];
    list[SIX_BLACK] = s->hand[SIX_BLACK];
}

const LudGameView six_view = {
    .shape = LUD_SHAPE_HEXAGON,
    .cells = cells,
    .held = held,
    .held_name = "hand",
    .held_one = LUD_MESSAGE("{1} tile in hand"),
    .held_many = LUD_MESSAGE("{1} tiles in hand"),
};
