#include "six_moves.h"

#include "six_groups.h"

/* The cells of row `x` around `cell`, whose row is that one or next to it. */
static inline uint64_t ring(int cell, int x)
{
    uint64_t bit = six_cell_bit(cell);
    int below = x - six_cell_row(cell);
    return below == 0 ? bit << 1 | bit >> 1 : below > 0 ? bit | bit >> 1 : bit | bit << 1;
}

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

/* Where the tile at `cell` may go if its lifting separates nothing: next to any other tile, but not
 * back. */
static void places_elsewhere(const SixCells *occupied, int cell, int last, SixCells *places)
{
    int x = six_cell_row(cell);
    SixCells others;
    for (int i = x - 2; i <= x + 2; i++)
        others.row[i] = occupied->row[i];
    others.row[x] ^= six_cell_bit(cell);
    for (int i = x - 1; i <= x + 1; i++)
        places->row[i] &= ~ring(cell, i) | six_touched(others.row, i);
    (void)last;
}

static int list_lift(const SixState *s, const SixCells *occupied, const SixCells *frontier,
                     int cell, LudMove *list)
{
    int last = six_last_row(s), count = 0;
    SixLift lift;
    SixCells places;
    six_lift(s, cell, &lift);
    if (!lift.separates) {
        places = *frontier;
        places_elsewhere(occupied, cell, last, &places);
        return list_places(&places, last, six_move(cell, 0, 0), list);
    }
    for (int i = 0; i < lift.choices; i++) {
        six_frontier(&lift.stay[i], last, &places);
        count += list_places(&places, last, six_move(cell, i, 0), list + count);
    }
    return count;
}

int six_moves_list(const SixState *s, LudMove *list)
{
    if (!six_is_second_round(s))
        return list_first_round(s, list);
    SixCells occupied, frontier;
    int last = six_last_row(s), count = 0;
    six_occupied(s, &occupied);
    six_frontier(&occupied, last, &frontier);
    for (int x = SIX_TOP; x <= last; x++) {
        for (uint64_t bits = s->tiles[s->side].row[x]; bits != 0; bits &= bits - 1)
            count +=
                list_lift(s, &occupied, &frontier, six_cell(x, six_first_bit(bits)), list + count);
    }
    return count;
}
