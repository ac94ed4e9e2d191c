/* Finding the patterns of a position. */
#include "core/dual.h"
#include "games/dados/dados_evaluate.h"
#include "games/dados/dados_tuples.h"

#ifdef LUD_AVX2
#include <immintrin.h>
#endif

/* Digits of a number, by the squares that have a 1 there: in base 5 for lines, in base 3 for
 * regions. */
static inline uint32_t line_number(uint64_t b)
{
    static const uint16_t numbers[64] = {
        0,    1,    5,    6,    25,   26,   30,   31,   125,  126,  130,  131,  150,
        151,  155,  156,  625,  626,  630,  631,  650,  651,  655,  656,  750,  751,
        755,  756,  775,  776,  780,  781,  3125, 3126, 3130, 3131, 3150, 3151, 3155,
        3156, 3250, 3251, 3255, 3256, 3275, 3276, 3280, 3281, 3750, 3751, 3755, 3756,
        3775, 3776, 3780, 3781, 3875, 3876, 3880, 3881, 3900, 3901, 3905, 3906,
    };
    return numbers[b];
}

static inline uint32_t row_number(uint64_t b)
{
    static const uint8_t numbers[8] = {0, 1, 3, 4, 9, 10, 12, 13};
    return numbers[b & 7];
}

static inline uint32_t region_number(uint64_t b)
{
    return row_number(b) + 27 * row_number(b >> DADOS_WIDTH) +
           729 * row_number(b >> 2 * DADOS_WIDTH);
}

/* The squares of the long diagonal, or of the one beside it, as neighbouring bits. */
static inline uint64_t diagonal(uint64_t b, int files, int length)
{
#ifdef LUD_AVX2
    uint64_t squares = DADOS_UPRIGHT_5(0) | (length == DADOS_WIDTH ? UINT64_C(1) << 35 : 0);
    return _pext_u64(b >> files, squares);
#else
    uint64_t found = 0;
    b >>= files;
    for (int i = 0; i < length; i++)
        found |= (b >> (DADOS_WIDTH + 1) * i & 1) << i;
    return found;
#endif
}

/* A row of bits as a column: each bit goes six further than the one before. */
static inline uint64_t column_of(uint64_t row)
{
#ifdef LUD_AVX2
    return _pdep_u64(row, DADOS_FILE('a'));
#else
    return (row & 1) | (row & 2) << 5 | (row & 4) << 10 | (row & 8) << 15 | (row & 16) << 20 |
           (row & 32) << 25;
#endif
}

/* The board after a quarter turn: the square on file f and rank r goes to file 5 - r, rank f. */
static inline uint64_t turned(uint64_t b)
{
    uint64_t result = 0;
    for (int rank = 0; rank < DADOS_WIDTH; rank++)
        result |= column_of(b >> rank * DADOS_WIDTH & 0x3f) << (DADOS_WIDTH - 1 - rank);
    return result;
}

/* The board after half a turn: all bits the other way round. */
static inline uint64_t half_turned(uint64_t b)
{
    b = (b >> 1 & 0x5555555555555555) | (b & 0x5555555555555555) << 1;
    b = (b >> 2 & 0x3333333333333333) | (b & 0x3333333333333333) << 2;
    b = (b >> 4 & 0x0f0f0f0f0f0f0f0f) | (b & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(b) >> (64 - DADOS_SQUARES);
}

/* The tuples of one turn of the board. */
static void find_tuples(const DadosView *view, uint64_t mine, uint64_t theirs, uint64_t full,
                        uint32_t *tuple)
{
    static const int corner[DADOS_REGION_TUPLES] = {0, 1, 2, 7};
    /* Where all squares are taken own chips count 3 instead of 1, others' 4 instead of 2. */
    for (int i = 0; i < 3; i++) {
        int shift = i * DADOS_WIDTH;
        tuple[i] = dados_line_weights(view, i) + line_number(mine >> shift & 0x3f) +
                   2 * (line_number(theirs >> shift & 0x3f) + line_number(full >> shift & 0x3f));
    }
    for (int i = 3; i < DADOS_LINE_TUPLES; i++) {
        int files = i - 3, length = DADOS_WIDTH - files;
        tuple[i] = dados_line_weights(view, i) + line_number(diagonal(mine, files, length)) +
                   2 * (line_number(diagonal(theirs, files, length)) +
                        line_number(diagonal(full, files, length)));
    }
    for (int i = 0; i < DADOS_REGION_TUPLES; i++)
        tuple[DADOS_LINE_TUPLES + i] = dados_region_weights(view, i) +
                                       region_number(mine >> corner[i]) +
                                       2 * region_number(theirs >> corner[i]);
}

static const LudWeightSet sets[] = {
    {"dados:line=5", "dados_weights_two_5", DADOS_WEIGHTS_OF_TWO, dados_weights_two_5},
    {"dados", "dados_weights_two_6", DADOS_WEIGHTS_OF_TWO, dados_weights_two_6},
    {"dados:players=3", "dados_weights_three_5", DADOS_WEIGHTS_OF_THREE, dados_weights_three_5},
    {"dados:players=3,line=6", "dados_weights_three_6", DADOS_WEIGHTS_OF_THREE,
     dados_weights_three_6},
};

static int set_number(const Dados *d)
{
    return (d->sides == 2 ? 0 : 2) + d->line - 5;
}

void dados_view_make(const Dados *d, int side, int soon, DadosView *view)
{
    uint64_t taken = dados_taken(d), mine = d->chips[side], theirs = taken & ~mine;
    uint64_t full = dados_full(taken);
    bool is_for_two = d->sides == 2;
    view->weights = sets[set_number(d)].weights;
    view->mine = mine;
    view->theirs = theirs;
    view->other[0] = d->chips[is_for_two ? 1 - side : (side + 1) % 3];
    view->other[1] = is_for_two ? 0 : d->chips[(side + 2) % 3];
    view->line = d->line;
    view->soon = is_for_two ? 0 : soon;
    view->soons = is_for_two ? 1 : d->sides;
    for (int turn = 0; turn < DADOS_TURNS / 2; turn++) {
        uint32_t *tuple = view->tuple + turn * DADOS_TUPLES;
        find_tuples(view, mine, theirs, full, tuple);
        find_tuples(view, half_turned(mine), half_turned(theirs), half_turned(full),
                    tuple + DADOS_TURNS / 2 * DADOS_TUPLES);
        mine = turned(mine);
        theirs = turned(theirs);
        full = turned(full);
    }
}

int dados_view_patterns(const DadosView *view, uint32_t *patterns)
{
    int count = DADOS_TURNS * DADOS_TUPLES;
    memcpy(patterns, view->tuple, sizeof view->tuple);
    for (int i = 0; i < DADOS_NUMBERS; i++)
        patterns[count++] = dados_number_pattern(view, i, view->mine, view->theirs);
    patterns[count++] = dados_ways_pattern(view, view->mine, view->other);
    patterns[count++] = dados_chips_pattern(view, view->mine, view->other);
    return count;
}

int32_t dados_view_sum(const DadosView *view)
{
    uint32_t patterns[LUD_MAX_PATTERNS];
    int32_t sum = 0;
    for (int i = dados_view_patterns(view, patterns); i-- > 0;)
        sum += view->weights[patterns[i]];
    return sum;
}

/* -- laid open for training ------------------------------------------------------------------- */

static int set_of(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return set_number(&d);
}

static int patterns_of(const LudState *s, int side, uint32_t *patterns)
{
    Dados d;
    DadosView view;
    memcpy(&d, s, sizeof d);
    int soon = (side - dados_side_of(&d, d.seat) + d.sides) % d.sides;
    if (soon >= dados_views(&d))
        return 0;
    dados_view_make(&d, side, soon, &view);
    return dados_view_patterns(&view, patterns);
}

const LudNetwork dados_network = {
    .sets = sets,
    .set_count = sizeof sets / sizeof sets[0],
    .divisor = DADOS_DIVISOR,
    .set_of = set_of,
    .patterns = patterns_of,
};
