/* The board of Oware: two rows of pits, North's running the other way. */
#include <ludoteca/view.h>

#include "oware_board.h"
#include "oware_text.h"

static int cells(const LudState *s, LudCell *list)
{
    int numbers[OWARE_NUMBERS];
    oware_read_out(s, numbers);
    for (int pit = 0; pit < 2 * OWARE_PITS; pit++) {
        bool is_south = pit < OWARE_PITS;
        list[pit] = (LudCell){.name = {"ABCDEFabcdef"[pit]},
                              .x = 2 * (is_south ? pit : 2 * OWARE_PITS - 1 - pit),
                              .y = is_south ? 2 : 0,
                              .side = is_south ? 0 : 1,
                              .count = numbers[pit],
                              .is_open = true};
    }
    return 2 * OWARE_PITS;
}

static void held(const LudState *s, int list[LUD_MAX_SIDES])
{
    int numbers[OWARE_NUMBERS];
    oware_read_out(s, numbers);
    list[0] = numbers[OWARE_SOUTH_STORE];
    list[1] = numbers[OWARE_NORTH_STORE];
}

const LudGameView oware_view = {
    .shape = LUD_SHAPE_ROUND,
    .has_heaps = true,
    .cells = cells,
    .held = held,
    .held_name = "store",
    .held_one = LUD_MESSAGE("{1} seed in store"),
    .held_many = LUD_MESSAGE("{1} seeds in store"),
};
