/* The patterns of a position, found plainly, for training and as a measure for the quick way. */
#include <string.h>

#include "six_patterns.h"

static const LudWeightSet sets[] = {{"six", "six_weights", SIX_WEIGHTS, six_weights}};

LUD_OF_THREAD const int16_t *six_weights_learnt;

static void use(const int16_t *weights)
{
    six_weights_learnt = weights;
}

static int set_of(const LudState *s)
{
    (void)s;
    return 0;
}

static void shares_of(const LudState *s, int shares[LUD_MAX_LANES])
{
    six_shares((const SixState *)(const void *)s, shares);
}

/* -- finding them -------------------------------------------------------------------------------
 */

enum { REACH = 5, SPAN = 2 * SIX_TILES + 2 * REACH };

/* The tiles with so many empty cells around that every window lies within. */
typedef struct Board {
    int rows, columns;
    uint8_t cell[SPAN][SPAN];
} Board;

static void lay_out(const SixState *s, Board *board)
{
    board->rows = s->height + 2 * REACH;
    board->columns = s->width + 2 * REACH;
    for (int x = 0; x < board->rows; x++)
        memset(board->cell[x], 0, (size_t)board->columns);
    for (int side = 0; side < 2; side++) {
        for (int x = 0; x < s->height; x++) {
            for (uint64_t bits = s->tiles[side].row[SIX_TOP + x]; bits != 0; bits &= bits - 1)
                board->cell[x + REACH][six_first_bit(bits) - SIX_LEFT + REACH] =
                    (uint8_t)(side + 1);
        }
    }
}

static void add(LudPatterns *look, int pattern, int view)
{
    look->number[look->count++] =
        (uint32_t)(pattern * SIX_PATTERN_WEIGHTS + (view == SIX_RED ? 0 : SIX_PHASES));
}

/* The rows along one line of cells, which begins in the middle of nowhere. */
static void add_line(const Board *board, int x, int y, int down, int right, int view,
                     LudPatterns *look)
{
    int code = 0;
    for (; x >= 0 && x < board->rows && y >= 0 && y < board->columns; x += down, y += right) {
        code = (code * 3 + board->cell[x][y]) % SIX_ROW_CODES;
        if (code != 0)
            add(look, code, view);
    }
}

static void add_rows(const Board *board, int view, LudPatterns *look)
{
    for (int x = 0; x < board->rows; x++) {
        add_line(board, x, 0, 0, 1, view, look);
        add_line(board, x, 0, -1, 1, view, look);
    }
    for (int y = 0; y < board->columns; y++) {
        add_line(board, 0, y, 1, 0, view, look);
        if (y > 0)
            add_line(board, board->rows - 1, y, -1, 1, view, look);
    }
}

/* Steps from the first corner: the corners are 0, 2 and 5, each other one is between two of them.
 */
static const int8_t triangles[2][SIX_SHAPE][2] = {
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}},
    {{0, 0}, {1, -1}, {2, -2}, {1, 0}, {2, -1}, {2, 0}},
};
/* Around the middle, then the middle. */
static const int8_t circle[SIX_SHAPE + 1][2] = {{0, 1},  {1, 0},  {1, -1}, {0, -1},
                                                {-1, 0}, {-1, 1}, {0, 0}};

static int code_at(const Board *board, int x, int y, const int8_t steps[][2], int count)
{
    int code = 0;
    while (count-- > 0)
        code = code * 3 + board->cell[x + steps[count][0]][y + steps[count][1]];
    return code;
}

static void add_near(const Board *board, int view, LudPatterns *look)
{
    for (int x = REACH - 2; x < board->rows - REACH + 1; x++) {
        for (int y = REACH - 2; y < board->columns - REACH + 2; y++) {
            int wide = code_at(board, x, y, triangles[0], SIX_SHAPE);
            int narrow = code_at(board, x, y, triangles[1], SIX_SHAPE);
            int ring = code_at(board, x, y, circle, SIX_SHAPE + 1);
            if (wide != 0)
                add(look, SIX_TRIANGLES_FROM + wide, view);
            if (narrow != 0)
                add(look, SIX_TRIANGLES_FROM + narrow, view);
            if (ring != 0)
                add(look, SIX_CIRCLES_FROM + ring, view);
        }
    }
}

static void patterns_of(const LudState *state, const LudNotes *notes,
                        LudPatterns looks[LUD_MAX_SIDES])
{
    const SixState *s = (const SixState *)(const void *)state;
    LudPatterns *look = &looks[s->side];
    Board board;
    lay_out(s, &board);
    looks[SIX_RED].count = looks[SIX_BLACK].count = 0;
    add_rows(&board, s->side, look);
    add_near(&board, s->side, look);
    six_facts_of(s, (const SixNotes *)(const void *)notes, look->number + look->count);
    look->count += SIX_FACTS;
}

/* -- what is learnt together --------------------------------------------------------------------
 */

/* Which digit of the pattern comes to each place when a window is turned one step, and when it is
 * reflected. */
static const uint8_t row_reflected[SIX_SHAPE] = {5, 4, 3, 2, 1, 0};
static const uint8_t triangle_turned[SIX_SHAPE] = {2, 4, 5, 1, 3, 0};
static const uint8_t triangle_reflected[SIX_SHAPE] = {2, 1, 0, 4, 3, 5};
static const uint8_t circle_turned[SIX_SHAPE] = {1, 2, 3, 4, 5, 0};
static const uint8_t circle_reflected[SIX_SHAPE] = {5, 4, 3, 2, 1, 0};

typedef struct Digits {
    uint8_t of[SIX_SHAPE + 1];
} Digits;

static int code_of(const Digits *digits)
{
    int code = 0;
    for (int i = SIX_SHAPE; i >= 0; i--)
        code = code * 3 + digits->of[i];
    return code;
}

static Digits rearrange(const Digits *digits, const uint8_t order[SIX_SHAPE])
{
    Digits result = *digits;
    for (int i = 0; i < SIX_SHAPE; i++)
        result.of[i] = digits->of[order[i]];
    return result;
}

/* The lowest code of all turns and reflections. */
static int lowest_code(Digits digits, int turns, const uint8_t *turned, const uint8_t *reflected)
{
    int lowest = code_of(&digits);
    for (int i = 0; i < turns; i++) {
        Digits mirror = rearrange(&digits, reflected);
        int code = code_of(&digits), other = code_of(&mirror);
        lowest = code < lowest ? code : lowest;
        lowest = other < lowest ? other : lowest;
        if (turned)
            digits = rearrange(&digits, turned);
    }
    return lowest;
}

/* A weight of a pattern is learnt as one of the player to move, who sees own tiles as 1, whichever
 * way the window lies; and with all windows of its kind that hold as many tiles. */
static int kin_of(uint32_t number, uint32_t learnt[LUD_MAX_KIN])
{
    learnt[0] = number;
    if (number >= SIX_FACTS_FROM)
        return 1;
    int pattern = (int)number / SIX_PATTERN_WEIGHTS, place = (int)number % SIX_PATTERN_WEIGHTS;
    int phase = place % SIX_PHASES, kind, from, count[3] = {0, 0, 0};
    kind = pattern >= SIX_CIRCLES_FROM     ? SIX_CIRCLE
           : pattern >= SIX_TRIANGLES_FROM ? SIX_TRIANGLE
                                           : SIX_ROW;
    from = kind == SIX_CIRCLE ? SIX_CIRCLES_FROM : kind == SIX_TRIANGLE ? SIX_TRIANGLES_FROM : 0;
    Digits digits;
    for (int i = 0, code = pattern - from; i <= SIX_SHAPE; i++, code /= 3) {
        int digit = code % 3;
        digits.of[i] = (uint8_t)(place >= SIX_PHASES && digit > 0 ? 3 - digit : digit);
        count[digits.of[i]]++;
    }
    int lowest = kind == SIX_ROW ? lowest_code(digits, 1, NULL, row_reflected)
                 : kind == SIX_TRIANGLE
                     ? lowest_code(digits, 3, triangle_turned, triangle_reflected)
                     : lowest_code(digits, 6, circle_turned, circle_reflected);
    learnt[0] = (uint32_t)((from + lowest) * SIX_PATTERN_WEIGHTS + phase);
    learnt[1] =
        (uint32_t)(SIX_COMMON_FROM + ((kind * 8 + count[1]) * 8 + count[2]) * SIX_PHASES + phase);
    return 2;
}

const LudNetwork six_network = {
    .sets = sets,
    .set_count = 1,
    .divisor = SIX_DIVISOR,
    .set_of = set_of,
    .patterns = patterns_of,
    .scale = SIX_SCALE,
    .use = use,
    .lanes = SIX_PHASES - 1,
    .parts = SIX_STEPS,
    .shares = shares_of,
    .kin = kin_of,
};
