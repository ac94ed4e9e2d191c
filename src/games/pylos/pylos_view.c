/* The pyramid seen from above: each level lies half a cell inside the one that carries it. */
#include <ludoteca/view.h>

#include "pylos.h"

static LudCell cell_at(const PylosState *s, unsigned cell, uint64_t open)
{
    unsigned lowest = s->ground ? 1 : 0; /* the level that stands on the ground */
    int level = (int)(cell / 16 - lowest), base = PYLOS_LEVELS - (int)lowest;
    int rank = (int)(cell % 16 / 4), file = (int)(cell % 4);
    bool is_own = s->own & pylos_bit(cell), is_taken = (s->own | s->other) & pylos_bit(cell);
    LudCell made = {.x = 2 * file + level,
                    .y = 2 * (base - 1) - (2 * rank + level),
                    .level = level,
                    .side = is_own     ? s->side
                            : is_taken ? 1 - s->side
                                       : LUD_NOBODY,
                    .count = is_taken,
                    .is_open = open & pylos_bit(cell),
                    .is_won = is_taken && cell == PYLOS_SUMMIT};
    pylos_cell_print(s, cell, made.name);
    return made;
}

static int cells(const LudState *state, LudCell *list)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    uint64_t open = pylos_open(pylos_taken(&s));
    int count = 0;
    for (uint64_t left = PYLOS_CELLS & ~s.ground; left; left &= left - 1)
        list[count++] = cell_at(&s, (unsigned)__builtin_ctzll(left), open);
    return count;
}

static void held(const LudState *state, int list[LUD_MAX_SIDES])
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    list[s.side] = s.own_reserve;
    list[1 - s.side] = s.other_reserve;
}

const LudGameView pylos_view = {
    .shape = LUD_SHAPE_ROUND,
    .cells = cells,
    .held = held,
    .held_name = "reserve",
    .held_one = LUD_MESSAGE("{1} ball in reserve"),
    .held_many = LUD_MESSAGE("{1} balls in reserve"),
};
