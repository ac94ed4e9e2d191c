/* The lines of the board, and what stands between a side and each of them. */
#ifndef LUD_DADOS_LINES_H
#define LUD_DADOS_LINES_H

#include "games/dados/dados_board.h"

enum { DADOS_LINES_OF_FIVE = 32, DADOS_LINES_OF_SIX = 14 };

/* A line from its lowest square on: right, up, up and right, up and left. */
#define DADOS_RIGHT_5(square)   (UINT64_C(0x1f) << (square))
#define DADOS_UP_5(square)      (UINT64_C(0x1041041) << (square))
#define DADOS_UPRIGHT_5(square) (UINT64_C(0x10204081) << (square))
#define DADOS_UPLEFT_5(square)  (UINT64_C(0x108421) << (square))
#define DADOS_RIGHT_6(square)   (UINT64_C(0x3f) << (square))
#define DADOS_UP_6(square)      (UINT64_C(0x41041041) << (square))

static const uint64_t dados_lines_of_five[DADOS_LINES_OF_FIVE] = {
    DADOS_RIGHT_5(0),   DADOS_RIGHT_5(1),   DADOS_RIGHT_5(6),   DADOS_RIGHT_5(7),
    DADOS_RIGHT_5(12),  DADOS_RIGHT_5(13),  DADOS_RIGHT_5(18),  DADOS_RIGHT_5(19),
    DADOS_RIGHT_5(24),  DADOS_RIGHT_5(25),  DADOS_RIGHT_5(30),  DADOS_RIGHT_5(31),
    DADOS_UP_5(0),      DADOS_UP_5(1),      DADOS_UP_5(2),      DADOS_UP_5(3),
    DADOS_UP_5(4),      DADOS_UP_5(5),      DADOS_UP_5(6),      DADOS_UP_5(7),
    DADOS_UP_5(8),      DADOS_UP_5(9),      DADOS_UP_5(10),     DADOS_UP_5(11),
    DADOS_UPRIGHT_5(0), DADOS_UPRIGHT_5(1), DADOS_UPRIGHT_5(6), DADOS_UPRIGHT_5(7),
    DADOS_UPLEFT_5(4),  DADOS_UPLEFT_5(5),  DADOS_UPLEFT_5(10), DADOS_UPLEFT_5(11),
};

static const uint64_t dados_lines_of_six[DADOS_LINES_OF_SIX] = {
    DADOS_RIGHT_6(0),
    DADOS_RIGHT_6(6),
    DADOS_RIGHT_6(12),
    DADOS_RIGHT_6(18),
    DADOS_RIGHT_6(24),
    DADOS_RIGHT_6(30),
    DADOS_UP_6(0),
    DADOS_UP_6(1),
    DADOS_UP_6(2),
    DADOS_UP_6(3),
    DADOS_UP_6(4),
    DADOS_UP_6(5),
    DADOS_UPRIGHT_5(0) | UINT64_C(1) << 35,
    DADOS_UPLEFT_5(5) | UINT64_C(1) << 30,
};

static inline int dados_lines(const Dados *d, const uint64_t **lines)
{
    *lines = d->line == 5 ? dados_lines_of_five : dados_lines_of_six;
    return d->line == 5 ? DADOS_LINES_OF_FIVE : DADOS_LINES_OF_SIX;
}

static inline uint64_t dados_taken(const Dados *d)
{
    return d->chips[0] | d->chips[1] | d->chips[2];
}

/* The squares, empty or taken by others, on which one more chip completes a line of the side. */
static inline uint64_t dados_completing(const Dados *d, int side)
{
    const uint64_t *lines;
    int count = dados_lines(d, &lines);
    uint64_t found = 0;
    for (int i = 0; i < count; i++) {
        uint64_t missing = lines[i] & ~d->chips[side];
        found |= missing & (missing - 1) ? 0 : missing;
    }
    return found;
}

/* In how many ways, out of 36, the side's next roll lets it lay a chip on one of these squares:
 * empty ones by their number or by 11, others where all squares of the number are taken. */
static inline int dados_ways_to(const Dados *d, int side, uint64_t squares)
{
    uint64_t taken = dados_taken(d);
    int ways = 0;
    if (!squares || __builtin_popcountll(d->chips[side]) == DADOS_CHIPS)
        return 0;
    for (int total = DADOS_LOWEST; total <= DADOS_HIGHEST; total++) {
        uint64_t all = total == 10 ? 0 : dados_squares[total], empty = all & ~taken;
        if ((empty ? empty : all & ~d->chips[side]) & squares)
            ways += dados_ways(total);
    }
    return ways;
}

#endif
