#include "six_moves.h"

#include "six_groups.h"

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

/* Takes out of the frontier the cells that touch only the tile at `cell`. */
static void leave_out_lone(const SixCells *occupied, int cell, SixCells *places)
{
    int x = six_cell_row(cell);
    uint64_t others[5];
    for (int i = 0; i < 5; i++)
        others[i] = occupied->row[x - 2 + i];
    others[2] ^= six_cell_bit(cell);
    for (int i = 1; i < 4; i++)
        places->row[x - 2 + i] &= six_touched(others, i);
}

static int list_lift(const SixState *s, const SixCells *occupied, const SixCells *frontier,
                     int cell, LudMove *list)
{
    int last = six_last_row(s), count = 0;
    SixLift lift;
    SixCells places;
    six_lift(s, cell, &lift);
    if (!lift.separates) {
        /* Not back to its own cell, which the frontier does not have. */
        places = *frontier;
        leave_out_lone(occupied, cell, &places);
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
