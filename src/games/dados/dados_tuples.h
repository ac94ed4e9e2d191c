/* The patterns by which a position is judged, and where their weights are.
 *
 * A side sees every square as empty, its own or another's. The board looks the same after a quarter
 * turn, so every pattern is looked for in four turns of the board and has the same weights in all:
 *
 *   lines    the three lowest ranks, the long diagonal and the one beside it; of each square also
 *            whether all squares of its number are taken, as its chip can be replaced then
 *   regions  four blocks of 3 × 3 squares
 *
 * And once for the whole board: how many of each number's squares are the side's own and others',
 * how many rolls out of 36 complete a line now, and how many chips lie on the board.
 *
 * With two sides only the one that rolls next looks, and its sum says all. With three each looks,
 * as one against two, with weights of its own by how soon it rolls; regions have the same for all.
 */
#ifndef LUD_DADOS_TUPLES_H
#define LUD_DADOS_TUPLES_H

#include "core/dual.h"
#include "core/network.h"
#include "games/dados/dados_lines.h"

enum {
    DADOS_TURNS = 4,
    DADOS_LINE_TUPLES = 5,
    DADOS_REGION_TUPLES = 4,
    DADOS_TUPLES = DADOS_LINE_TUPLES + DADOS_REGION_TUPLES, /* in one turn of the board */
    DADOS_LINE_DIGITS = 5,     /* empty, own, another's; own and another's where all are taken */
    DADOS_REGION_DIGITS = 3,   /* empty, own, another's */
    DADOS_LINE_SIZE = 15625,   /* 5^6 */
    DADOS_SHORT_SIZE = 3125,   /* 5^5, of the last line, which has five squares */
    DADOS_REGION_SIZE = 19683, /* 3^9 */
    DADOS_NUMBERS = 9,         /* 2 … 9 and 12, those that squares bear */
    DADOS_HELD = 5,            /* 0 … 4 squares of a number */
    DADOS_WAYS = 37,           /* 0 … 36 rolls */
    DADOS_LINES_PART = (DADOS_LINE_TUPLES - 1) * DADOS_LINE_SIZE + DADOS_SHORT_SIZE,
    DADOS_REGIONS_PART = DADOS_REGION_TUPLES * DADOS_REGION_SIZE,
    DADOS_NUMBERS_PART = DADOS_NUMBERS * DADOS_HELD * DADOS_HELD,
    DADOS_WAYS_PART = DADOS_WAYS * DADOS_WAYS,
    DADOS_CHIPS_PART = (DADOS_CHIPS + 1) * (DADOS_CHIPS + 1),
    DADOS_WHOLE_PART = DADOS_NUMBERS_PART + DADOS_WAYS_PART + DADOS_CHIPS_PART,
    DADOS_WEIGHTS_OF_TWO = DADOS_LINES_PART + DADOS_REGIONS_PART + DADOS_WHOLE_PART,
    DADOS_WEIGHTS_OF_THREE = 3 * (DADOS_LINES_PART + DADOS_WHOLE_PART) + DADOS_REGIONS_PART,
    DADOS_DIVISOR = 4096, /* weights are that many times a log-odds */
};

/* What a side sees before a roll. */
typedef struct DadosView {
    const int16_t *weights; /* of the game's set */
    uint64_t mine, theirs;
    uint64_t other[2];     /* theirs, by sides; the second is empty with two */
    int line, soon, soons; /* its length; turns until this side rolls; of how many it may be */
    uint32_t tuple[DADOS_TURNS * DADOS_TUPLES]; /* the weight of each, by turns of the board */
} DadosView;

extern LUD_LEARNT int16_t dados_weights_two_5[], dados_weights_two_6[];
extern LUD_LEARNT int16_t dados_weights_three_5[], dados_weights_three_6[];

static const uint8_t dados_number[DADOS_NUMBERS] = {2, 3, 4, 5, 6, 7, 8, 9, 12};

/* Which of them a square bears. Rank 1 first. */
static const uint8_t dados_number_at[DADOS_SQUARES] = {
    0, 4, 3, 2, 1, 0, 1, 5, 7, 6, 5, 4, 2, 6, 8, 8, 7, 3,
    3, 7, 8, 8, 6, 2, 4, 5, 6, 7, 5, 1, 0, 1, 2, 3, 4, 0,
};

/* -- the parts of a set ----------------------------------------------------------------------- */

static inline uint32_t dados_line_weights(const DadosView *view, int tuple)
{
    return (uint32_t)(view->soon * DADOS_LINES_PART + tuple * DADOS_LINE_SIZE);
}

static inline uint32_t dados_region_weights(const DadosView *view, int tuple)
{
    return (uint32_t)(view->soons * DADOS_LINES_PART + tuple * DADOS_REGION_SIZE);
}

static inline uint32_t dados_whole_weights(const DadosView *view)
{
    return (uint32_t)(view->soons * DADOS_LINES_PART + DADOS_REGIONS_PART +
                      view->soon * DADOS_WHOLE_PART);
}

/* -- what is seen ----------------------------------------------------------------------------- */

/* All squares of the numbers that are full. */
static inline uint64_t dados_full(uint64_t taken)
{
    uint64_t full = 0;
    for (int i = 0; i < DADOS_NUMBERS; i++) {
        uint64_t squares = dados_squares[dados_number[i]];
        full |= squares & ~taken ? 0 : squares;
    }
    return full;
}

/* The squares on which one more chip completes a line: in each direction those windows of which all
 * but one square are there, found by what is whole on either side of the gap. */
static inline uint64_t dados_gaps(uint64_t b, int length)
{
    enum { DIRECTIONS = 4 };
    static const unsigned step[DIRECTIONS] = {1, DADOS_WIDTH, DADOS_WIDTH + 1, DADOS_WIDTH - 1};
    static const uint64_t starts[2][DIRECTIONS] = {
        {DADOS_LEFT_FILES, DADOS_LOWEST_RANKS, DADOS_LEFT_FILES & DADOS_LOWEST_RANKS,
         DADOS_RIGHT_FILES & DADOS_LOWEST_RANKS},
        {DADOS_FILE('a'), DADOS_RANK(1), DADOS_FILE('a') & DADOS_RANK(1),
         DADOS_FILE('f') & DADOS_RANK(1)},
    };
    uint64_t found = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        unsigned s = step[i];
        uint64_t start = starts[length - 5][i], sixth = length == 6 ? b >> 5 * s : ~UINT64_C(0);
        uint64_t first2 = b & b >> s, first3 = first2 & b >> 2 * s, first4 = first3 & b >> 3 * s;
        uint64_t last = sixth & start, from4 = b >> 4 * s & last, from3 = b >> 3 * s & from4;
        uint64_t from2 = b >> 2 * s & from3, from1 = b >> s & from2;
        found |= from1 | (b & from2) << s | (first2 & from3) << 2 * s | (first3 & from4) << 3 * s |
                 (first4 & last) << 4 * s;
        if (length == 6)
            found |= (first4 & b >> 4 * s & start) << 5 * s;
    }
    return found & ~b;
}

/* dados_ways_to for squares and chips by themselves. */
static inline int dados_ways_with(uint64_t squares, uint64_t mine, uint64_t taken)
{
    int ways = 0;
    if (!squares || __builtin_popcountll(mine) == DADOS_CHIPS)
        return 0;
    for (int i = 0; i < DADOS_NUMBERS; i++) {
        uint64_t all = dados_squares[dados_number[i]], empty = all & ~taken;
        if ((empty ? empty : all) & squares)
            ways += dados_ways(dados_number[i]);
    }
    uint64_t wild = taken == DADOS_ALL ? squares : squares & ~taken;
    return ways + (wild ? dados_ways(11) : 0);
}

/* The pattern of a number: how many of its squares are the side's own, and others'. */
static inline uint32_t dados_number_pattern(const DadosView *view, int number, uint64_t mine,
                                            uint64_t theirs)
{
    uint64_t squares = dados_squares[dados_number[number]];
    int own = __builtin_popcountll(squares & mine), others = __builtin_popcountll(squares & theirs);
    return dados_whole_weights(view) +
           (uint32_t)((number * DADOS_HELD + own) * DADOS_HELD + others);
}

/* The pattern of rolls that complete a line, and that of the chips on the board. Of two others the
 * one with more counts. */
static inline uint32_t dados_ways_pattern(const DadosView *view, uint64_t mine,
                                          const uint64_t other[2])
{
    uint64_t taken = mine | other[0] | other[1];
    int own = dados_ways_with(dados_gaps(mine, view->line), mine, taken);
    int most = dados_ways_with(dados_gaps(other[0], view->line), other[0], taken);
    if (other[1]) {
        int second = dados_ways_with(dados_gaps(other[1], view->line), other[1], taken);
        most = second > most ? second : most;
    }
    return dados_whole_weights(view) + DADOS_NUMBERS_PART + (uint32_t)(own * DADOS_WAYS + most);
}

static inline uint32_t dados_chips_pattern(const DadosView *view, uint64_t mine,
                                           const uint64_t other[2])
{
    int own = __builtin_popcountll(mine), most = __builtin_popcountll(other[0]);
    int second = __builtin_popcountll(other[1]);
    most = second > most ? second : most;
    return dados_whole_weights(view) + DADOS_NUMBERS_PART + DADOS_WAYS_PART +
           (uint32_t)(own * (DADOS_CHIPS + 1) + most);
}

/* How many sides look, from the one that rolls next on. */
static inline int dados_views(const Dados *d)
{
    return d->sides == 2 ? 1 : d->sides;
}

/* dados_network.c */
#define dados_view_make     LUD_DUAL(dados_view_make)
#define dados_view_patterns LUD_DUAL(dados_view_patterns)
#define dados_view_sum      LUD_DUAL(dados_view_sum)
#define dados_network       LUD_DUAL(dados_network)
/* The view of a side that rolls `soon` turns from now. */
void dados_view_make(const Dados *d, int side, int soon, DadosView *view);
/* All its patterns, as numbers of weights; returns how many. */
int dados_view_patterns(const DadosView *view, uint32_t *patterns);
/* The sum of their weights. */
int32_t dados_view_sum(const DadosView *view);
extern const struct LudNetwork dados_network;

#endif
