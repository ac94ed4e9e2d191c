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
    DADOS_THREATS = 16,        /* the same, many rolls less finely */
    DADOS_LINES_PART = (DADOS_LINE_TUPLES - 1) * DADOS_LINE_SIZE + DADOS_SHORT_SIZE,
    DADOS_REGIONS_PART = DADOS_REGION_TUPLES * DADOS_REGION_SIZE,
    DADOS_NUMBERS_PART = DADOS_NUMBERS * DADOS_HELD * DADOS_HELD,
    DADOS_WAYS_PART = DADOS_WAYS * DADOS_WAYS,
    DADOS_CHIPS_PART = (DADOS_CHIPS + 1) * (DADOS_CHIPS + 1),
    DADOS_WHOLE_PART = DADOS_NUMBERS_PART + DADOS_WAYS_PART + DADOS_CHIPS_PART,
    DADOS_WEIGHTS_OF_TWO = DADOS_LINES_PART + DADOS_REGIONS_PART + DADOS_WHOLE_PART,
    DADOS_THREATS_PART = DADOS_THREATS * DADOS_THREATS * DADOS_THREATS,
    DADOS_WEIGHTS_OF_THREE =
        3 * (DADOS_LINES_PART + DADOS_WHOLE_PART + DADOS_THREATS_PART) + DADOS_REGIONS_PART,
    DADOS_DIVISOR = 4096, /* weights are that many times a log-odds */
};

/* What all sides see alike. */
typedef struct DadosScene {
    uint64_t chips[LUD_MAX_SIDES], taken;
    uint64_t full;                /* all squares of the numbers of which all are taken */
    uint64_t gaps[LUD_MAX_SIDES]; /* where one more chip completes a line of the side */
    uint8_t count[LUD_MAX_SIDES]; /* chips */
    uint8_t ways[LUD_MAX_SIDES];  /* rolls, out of 36, that complete a line if the side has them */
    int sides, line;
} DadosScene;

/* What a side sees before a roll. */
typedef struct DadosView {
    const int16_t *weights;                     /* of the game's set */
    int side, soon, soons;                      /* turns until it rolls; of how many it may be */
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

/* The rolls, out of 36, with which a side that lacks these squares may lay a chip on one of them:
 * empty ones by their number or by 11, others where all squares of the number are taken. */
static inline int dados_ways_with(const DadosScene *scene, int side)
{
    uint64_t squares = scene->gaps[side] & (~scene->taken | scene->full);
    uint32_t seen = 0;
    int ways = 0;
    if (!squares || scene->count[side] == DADOS_CHIPS)
        return 0;
    if (scene->taken == DADOS_ALL || squares & ~scene->taken)
        ways = dados_ways(11);
    for (; squares; squares &= squares - 1) {
        uint32_t number = dados_number_at[__builtin_ctzll(squares)];
        ways += seen >> number & 1 ? 0 : dados_ways(dados_number[number]);
        seen |= UINT32_C(1) << number;
    }
    return ways;
}

/* Counts the chips of a side, whose chips may have changed, and finds its gaps. */
static inline void dados_scene_side(DadosScene *scene, int side)
{
    scene->count[side] = (uint8_t)__builtin_popcountll(scene->chips[side]);
    scene->gaps[side] = dados_gaps(scene->chips[side], scene->line);
}

/* Finds the ways of all sides, once all else is there. */
static inline void dados_scene_ways(DadosScene *scene)
{
    for (int side = 0; side < scene->sides; side++)
        scene->ways[side] = (uint8_t)dados_ways_with(scene, side);
}

static inline void dados_scene_make(const Dados *d, DadosScene *scene)
{
    memcpy(scene->chips, d->chips, sizeof scene->chips);
    scene->taken = dados_taken(d);
    scene->full = dados_full(scene->taken);
    scene->sides = d->sides;
    scene->line = d->line;
    for (int side = 0; side < d->sides; side++)
        dados_scene_side(scene, side);
    dados_scene_ways(scene);
}

/* The pattern of a number: how many of its squares are the side's own, and others'. */
static inline uint32_t dados_number_pattern(const DadosScene *scene, const DadosView *view,
                                            int number)
{
    uint64_t squares = dados_squares[dados_number[number]];
    int all = __builtin_popcountll(squares & scene->taken);
    int own = __builtin_popcountll(squares & scene->chips[view->side]);
    return dados_whole_weights(view) +
           (uint32_t)((number * DADOS_HELD + own) * DADOS_HELD + all - own);
}

/* The side that rolls so many turns after another. */
static inline int dados_after(const DadosScene *scene, int side, int turns)
{
    return side + turns < scene->sides ? side + turns : side + turns - scene->sides;
}

/* What a side has, and the most that another has. */
static inline uint32_t dados_pair(const DadosScene *scene, const uint8_t *of, int side, int size)
{
    int most = of[dados_after(scene, side, 1)];
    int second = of[dados_after(scene, side, scene->sides - 1)];
    return (uint32_t)(of[side] * size + (second > most ? second : most));
}

/* The pattern of rolls that complete a line, and that of the chips on the board. */
static inline uint32_t dados_ways_pattern(const DadosScene *scene, const DadosView *view)
{
    return dados_whole_weights(view) + DADOS_NUMBERS_PART +
           dados_pair(scene, scene->ways, view->side, DADOS_WAYS);
}

static inline uint32_t dados_chips_pattern(const DadosScene *scene, const DadosView *view)
{
    return dados_whole_weights(view) + DADOS_NUMBERS_PART + DADOS_WAYS_PART +
           dados_pair(scene, scene->count, view->side, DADOS_CHIPS + 1);
}

/* With three sides: the rolls that complete a line for each of them, in the order of their turns.
 */
static inline uint32_t dados_threats_pattern(const DadosScene *scene, const DadosView *view)
{
    static const uint8_t level[DADOS_WAYS] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 11,
                                              12, 12, 13, 13, 13, 14, 14, 14, 14, 15, 15, 15, 15,
                                              15, 15, 15, 15, 15, 15, 15, 15, 15, 15, 15};
    uint32_t threats = 0;
    for (int turns = 0; turns < LUD_MAX_SIDES; turns++)
        threats =
            threats * DADOS_THREATS + level[scene->ways[dados_after(scene, view->side, turns)]];
    return DADOS_WEIGHTS_OF_THREE - (uint32_t)(3 - view->soon) * DADOS_THREATS_PART + threats;
}

/* How many sides look, from the one that rolls next on. */
static inline int dados_views(int sides)
{
    return sides == 2 ? 1 : sides;
}

/* dados_network.c */
#define dados_views_make    LUD_DUAL(dados_views_make)
#define dados_view_patterns LUD_DUAL(dados_view_patterns)
#define dados_scene_sums    LUD_DUAL(dados_scene_sums)
#define dados_network       LUD_DUAL(dados_network)
/* The views of all that look, from the side on that rolls next. */
void dados_views_make(const DadosScene *scene, int next, DadosView views[LUD_MAX_SIDES]);
/* All patterns of one, as numbers of weights; returns how many. */
int dados_view_patterns(const DadosScene *scene, const DadosView *view, uint32_t *patterns);
/* The sums of the weights of all that look. */
void dados_scene_sums(const DadosScene *scene, int next, int32_t sums[LUD_MAX_SIDES]);
extern const struct LudNetwork dados_network;

#endif
