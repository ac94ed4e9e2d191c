/* The board of Secuencia de Dados, with the numbers that are printed on it. */
#include <ludoteca/view.h>

#include "games/dados/dados_lines.h"

static int number_on(int square)
{
    for (int total = DADOS_LOWEST; total <= DADOS_HIGHEST; total++) {
        bool is_printed = total != 10 && total != 11; /* these two are played elsewhere */
        if (is_printed && dados_squares[total] >> square & 1)
            return total;
    }
    return 0;
}

/* The squares of all complete lines of the winner. */
static uint64_t find_won(const Dados *d)
{
    const uint64_t *lines;
    int count = dados_lines(d, &lines);
    uint64_t found = 0;
    for (int i = 0; d->winner && i < count; i++) {
        if ((lines[i] & ~d->chips[d->winner - 1]) == 0)
            found |= lines[i];
    }
    return found;
}

/* From the upper left on, as in positions. */
static int cells(const LudState *s, LudCell *list)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    uint64_t won = find_won(&d);
    for (int i = 0; i < DADOS_SQUARES; i++) {
        int row = i / DADOS_WIDTH, file = i % DADOS_WIDTH;
        int square = (DADOS_WIDTH - 1 - row) * DADOS_WIDTH + file, side = dados_owner(&d, square);
        list[i] = (LudCell){.x = 2 * file,
                            .y = 2 * row,
                            .side = side,
                            .count = side != LUD_NOBODY,
                            .number = number_on(square),
                            .is_open = side == LUD_NOBODY,
                            .is_won = won >> square & 1};
        dados_square_print(square, list[i].name);
    }
    return DADOS_SQUARES;
}

static void held(const LudState *s, int list[LUD_MAX_SIDES])
{
    Dados d;
    memcpy(&d, s, sizeof d);
    for (int i = 0; i < d.sides; i++)
        list[i] = DADOS_CHIPS - __builtin_popcountll(d.chips[i]);
}

const LudGameView dados_view = {
    .shape = LUD_SHAPE_SQUARE,
    .cells = cells,
    .held = held,
    .held_name = "chips",
    .held_one = LUD_MESSAGE("{1} chip left"),
    .held_many = LUD_MESSAGE("{1} chips left"),
};
