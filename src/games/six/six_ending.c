#include "six_ending.h"

#include "six_patch.h"

/* All tests run on every cell at once. A pattern is found at its cell of lowest row, and of lowest
 * column there; "up" and "lower" bring the cells after it to that place. */

static bool has_row(SixPatch one, SixPatch two)
{
    SixPatch four = six_patch_and(two, six_patch_lower(two, 2));
    SixPatch found = six_patch_and(four, six_patch_lower(two, 4));

    two = six_patch_and(one, six_patch_up(one));
    four = six_patch_and(two, six_patch_up_2(two));
    found = six_patch_or(found, six_patch_and(four, six_patch_up_4(two)));

    two = six_patch_and(one, six_patch_higher(six_patch_up(one), 1));
    four = six_patch_and(two, six_patch_higher(six_patch_up_2(two), 2));
    found = six_patch_or(found, six_patch_and(four, six_patch_higher(six_patch_up_4(two), 4)));
    return six_patch_meets(found, found);
}

/* Rows of three, two and one tile that begin in the same column, or of one, two and three that end
 * in the same. */
static bool has_triangle(SixPatch one, SixPatch two, SixPatch three)
{
    SixPatch wide_first =
        six_patch_and(three, six_patch_and(six_patch_up(two), six_patch_up_2(one)));
    SixPatch wide_last =
        six_patch_and(one, six_patch_and(six_patch_higher(six_patch_up(two), 1),
                                         six_patch_higher(six_patch_up_2(three), 2)));
    SixPatch found = six_patch_or(wide_first, wide_last);
    return six_patch_meets(found, found);
}

/* Two tiles in each of three rows, those in the middle with a cell between them. */
static bool has_circle(SixPatch one, SixPatch two)
{
    SixPatch middle = six_patch_and(six_patch_higher(one, 1), six_patch_lower(one, 1));
    SixPatch last = six_patch_higher(six_patch_up_2(two), 1);
    return six_patch_meets(two, six_patch_and(six_patch_up(middle), last));
}

LudReason six_shape_at(const SixCells *tiles, int cell)
{
    /* No tile of the shape is further away than five rows or columns. */
    SixPatch one =
        six_patch_load_around(tiles->row + six_cell_row(cell) - 5, six_cell_column(cell));
    SixPatch two = six_patch_and(one, six_patch_lower(one, 1));
    if (has_row(one, two))
        return LUD_REASON_ROW;
    if (has_triangle(one, two, six_patch_and(two, six_patch_lower(one, 2))))
        return LUD_REASON_TRIANGLE;
    return has_circle(one, two) ? LUD_REASON_CIRCLE : LUD_REASON_NONE;
}

void six_judge(SixState *s, int side, LudReason shape)
{
    bool is_red_short = s->count[SIX_RED] < SIX_SHAPE;
    bool is_black_short = s->count[SIX_BLACK] < SIX_SHAPE;
    if (six_is_second_round(s) && (is_red_short || is_black_short)) {
        /* The removal decided before the tile was laid, so this goes before any shape. As the tile
         * in the air counted for its player, the position afterwards tells the same. */
        s->reason = LUD_REASON_TOO_FEW_TILES;
        s->winner = !is_black_short ? SIX_BLACK : !is_red_short ? SIX_RED : SIX_NOBODY;
    } else {
        s->reason = (uint8_t)shape;
        s->winner = (uint8_t)side;
    }
}
