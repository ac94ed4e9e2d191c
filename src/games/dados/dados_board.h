/* The board of Secuencia de Dados, the state of a game, and what the game's two files share. */
#ifndef LUD_DADOS_BOARD_H
#define LUD_DADOS_BOARD_H

#include <ludoteca/story.h>

#ifdef LUD_AVX2
#include <immintrin.h>
#endif

enum {
    DADOS_WIDTH = 6,
    DADOS_SQUARES = 36, /* a1 = 0, b1 = 1 … f6 = 35 */
    DADOS_CHIPS = 20,   /* of each colour */
    DADOS_LOWEST = 2,   /* the totals of two dice */
    DADOS_HIGHEST = 12,
    DADOS_TOTALS = DADOS_HIGHEST - DADOS_LOWEST + 1,
};

/* The game's options, in order. */
enum { DADOS_PLAYERS, DADOS_LINE, DADOS_OPTIONS };

/* A set of squares is a word with one bit for each. */
typedef struct Dados {
    uint64_t chips[LUD_MAX_SIDES];
    uint8_t players, sides, line; /* seats, colours in play, the length of a winning line */
    uint8_t seat;                 /* to roll, or to move if a roll is pending */
    uint8_t roll;                 /* the total still to be played; 0: none */
    uint8_t winner;               /* a side + 1; 0: none */
} Dados;

/* A move is a kind and a square; a pass has square 0, a roll has its total instead of a square. */
enum {
    DADOS_PLACE = 0 << 6,
    DADOS_REPLACE = 1 << 6,
    DADOS_REMOVE = 2 << 6,
    DADOS_PASS = 3 << 6,
    DADOS_ROLL = 4 << 6,
    DADOS_KIND_MASK = 7 << 6,
    DADOS_SQUARE_MASK = (1 << 6) - 1,
};

#define DADOS_FILE(file)   (UINT64_C(0x041041041) << ((file) - 'a'))
#define DADOS_RANK(rank)   (UINT64_C(0x3f) << ((rank)-1) * DADOS_WIDTH)
#define DADOS_LEFT_FILES   (DADOS_FILE('a') | DADOS_FILE('b'))
#define DADOS_RIGHT_FILES  (DADOS_FILE('e') | DADOS_FILE('f'))
#define DADOS_LOWEST_RANKS (DADOS_RANK(1) | DADOS_RANK(2))

#define DADOS_AT(file, rank) (UINT64_C(1) << (((rank)-1) * DADOS_WIDTH + ((file) - 'a')))
#define DADOS_ALL            ((UINT64_C(1) << DADOS_SQUARES) - 1)
#define DADOS_CORNERS        (DADOS_AT('a', 1) | DADOS_AT('f', 1) | DADOS_AT('a', 6) | DADOS_AT('f', 6))
#define DADOS_CENTRE         (DADOS_AT('c', 3) | DADOS_AT('d', 3) | DADOS_AT('c', 4) | DADOS_AT('d', 4))
/* Four squares, one a quarter turn from the next: that is how the board bears its numbers. */
#define DADOS_TURNED(a, b, c, d) (DADOS_AT a | DADOS_AT b | DADOS_AT c | DADOS_AT d)

/* Where each total may be played: on the squares that bear it; 11 is wild, and 10 defends, but the
 * 2s and 12s are safe from it. */
static const uint64_t dados_squares[DADOS_HIGHEST + 1] = {
    [2] = DADOS_CORNERS,
    [3] = DADOS_TURNED(('e', 1), ('a', 2), ('f', 5), ('b', 6)),
    [4] = DADOS_TURNED(('d', 1), ('a', 3), ('f', 4), ('c', 6)),
    [5] = DADOS_TURNED(('c', 1), ('f', 3), ('a', 4), ('d', 6)),
    [6] = DADOS_TURNED(('b', 1), ('f', 2), ('a', 5), ('e', 6)),
    [7] = DADOS_TURNED(('b', 2), ('e', 2), ('b', 5), ('e', 5)),
    [8] = DADOS_TURNED(('d', 2), ('b', 3), ('e', 4), ('c', 5)),
    [9] = DADOS_TURNED(('c', 2), ('e', 3), ('b', 4), ('d', 5)),
    [10] = DADOS_ALL & ~(DADOS_CORNERS | DADOS_CENTRE),
    [11] = DADOS_ALL,
    [12] = DADOS_CENTRE,
};

static inline int dados_side_of(const Dados *d, int seat)
{
    return d->sides == 2 ? seat & 1 : seat;
}

/* The side whose chip lies there; -1: none. */
static inline int dados_owner(const Dados *d, int square)
{
    for (int side = 0; side < d->sides; side++) {
        if (d->chips[side] >> square & 1)
            return side;
    }
    return -1;
}

/* In how many ways, out of 36, two dice make a total. */
static inline int dados_ways(int total)
{
    return total <= 7 ? total - 1 : 13 - total;
}

/* The squares on which the pending roll can be played, and what is done there; none when the turn
 * is lost. */
static inline uint64_t dados_targets(const Dados *d, LudMove *kind)
{
    uint64_t taken = d->chips[0] | d->chips[1] | d->chips[2];
    uint64_t mine = d->chips[dados_side_of(d, d->seat)];
    uint64_t squares = dados_squares[d->roll];
    if (d->roll == 10) {
        *kind = DADOS_REMOVE;
        return squares & taken & ~mine;
    }
    /* Without a chip in hand nothing can be laid down. */
    if (__builtin_popcountll(mine) == DADOS_CHIPS) {
        *kind = DADOS_PASS;
        return 0;
    }
    uint64_t empty = squares & ~taken;
    *kind = empty ? DADOS_PLACE : DADOS_REPLACE;
    return empty ? empty : squares & ~mine;
}

/* Whether a set of squares holds an unbroken row, column or diagonal of `length`, 5 or 6. A line is
 * seen from its lowest square: `starts` has those from which it stays on the board, so that none is
 * found that runs over an edge. */
static inline bool dados_has_line(uint64_t squares, int length)
{
    enum { DIRECTIONS = 4 };
    /* right, up, up and right, up and left */
    static const unsigned step[DIRECTIONS] = {1, DADOS_WIDTH, DADOS_WIDTH + 1, DADOS_WIDTH - 1};
    static const uint64_t starts[2][DIRECTIONS] = {
        {DADOS_LEFT_FILES, DADOS_LOWEST_RANKS, DADOS_LEFT_FILES & DADOS_LOWEST_RANKS,
         DADOS_RIGHT_FILES & DADOS_LOWEST_RANKS},
        {DADOS_FILE('a'), DADOS_RANK(1), DADOS_FILE('a') & DADOS_RANK(1),
         DADOS_FILE('f') & DADOS_RANK(1)},
    };
    uint64_t found = 0;
    for (int i = 0; i < DIRECTIONS; i++) {
        uint64_t twos = squares & squares >> step[i];
        uint64_t fours = twos & twos >> 2 * step[i];
        uint64_t rest = length == 6 ? twos : squares;
        found |= fours & rest >> 4 * step[i] & starts[length - 5][i];
    }
    return found != 0;
}

/* A row of bits as a column: each bit goes six further than the one before. */
static inline uint64_t dados_column(uint64_t row)
{
#ifdef LUD_AVX2
    return _pdep_u64(row, DADOS_FILE('a'));
#else
    return (row & 1) | (row & 2) << 5 | (row & 4) << 10 | (row & 8) << 15 | (row & 16) << 20 |
           (row & 32) << 25;
#endif
}

/* The board after a quarter turn: the square on file f and rank r goes to file 5 - r, rank f. */
static inline uint64_t dados_turned(uint64_t b)
{
    uint64_t result = 0;
    for (int rank = 0; rank < DADOS_WIDTH; rank++)
        result |= dados_column(b >> rank * DADOS_WIDTH & 0x3f) << (DADOS_WIDTH - 1 - rank);
    return result;
}

/* dados_story.c */
extern const LudGameStory dados_story;
/* dados_view.c */
extern const LudGameView dados_view;
/* dados_learning.c */
extern const struct LudGameLearning dados_learning;
/* dados_text.c */
extern const LudOptionSpec dados_options[DADOS_OPTIONS];
LudStatus dados_settle(LudOptions *options, LudError *err);
Dados dados_start(const LudOptions *options);
LudStatus dados_state_parse(LudState *s, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err);
int dados_state_print(const LudState *s, char *text);
LudStatus dados_move_parse(const LudState *s, const char *text, LudMove *m, LudError *err);
const char *dados_why_illegal(const LudState *s, LudMove m);
/* Writes a square, e.g. c5. */
void dados_square_print(int square, char *text);
int dados_move_print(const LudState *s, LudMove m, char *text);

#endif
