#include "games/dados/dados_evaluate.h"

#include <assert.h>

#include <ludoteca/search.h>

#include "games/dados/dados_lines.h"

static_assert((int)DADOS_WEIGHTS <= (int)LUD_MAX_FEATURES,
              "the tuning program has room for all weights");

/* In how many ways, out of 36, a roll lets a side lay a chip on each square if it is empty: its own
 * number or 11. Rank 1 first. */
static const uint8_t odds[DADOS_SQUARES] = {
    3, 7, 6, 5, 4, 3, /* 2 6 5 4 3 2 */
    4, 8, 6, 7, 8, 7, /* 3 7 9 8 7 6 */
    5, 7, 3, 3, 6, 6, /* 4 8 12 12 9 5 */
    6, 6, 3, 3, 7, 5, /* 5 9 12 12 8 4 */
    7, 8, 7, 6, 8, 4, /* 6 7 8 9 7 3 */
    3, 4, 5, 6, 7, 3, /* 2 3 4 5 6 2 */
};

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

/* The product of the odds of some squares, scaled so that those of many stay comparable. */
static int32_t product(uint64_t squares)
{
    static const int shift[] = {0, 0, 0, 3, 6};
    int32_t result = 1;
    int count = 0;
    for (; squares; squares &= squares - 1, count++)
        result *= odds[__builtin_ctzll(squares)];
    return result >> shift[count];
}

/* Squares whose chips can be taken away by a 10, or replaced because their number is full. */
static uint64_t loose_squares(uint64_t taken)
{
    uint64_t loose = dados_squares[10];
    if ((taken & DADOS_CORNERS) == DADOS_CORNERS)
        loose |= DADOS_CORNERS;
    if ((taken & DADOS_CENTRE) == DADOS_CENTRE)
        loose |= DADOS_CENTRE;
    return loose;
}

static void count_lines(const Dados *d, int side, int32_t *counts)
{
    const uint64_t *lines;
    int line_count = dados_lines(d, &lines);
    uint64_t taken = dados_taken(d), mine = d->chips[side], theirs = taken & ~mine;
    uint64_t loose = loose_squares(taken);
    for (int i = 0; i < line_count; i++) {
        uint64_t missing = lines[i] & ~mine, block = missing & theirs;
        int gap = __builtin_popcountll(missing);
        if (block == 0) {
            if (gap <= 4) {
                counts[DADOS_OPEN_1 + gap - 1]++;
                counts[DADOS_ODDS_1 + gap - 1] += product(missing);
            }
        } else if ((block & (block - 1)) == 0 && gap <= 3) {
            if (block & loose)
                counts[DADOS_BLOCKED_1 + gap - 1]++;
            else if (gap <= 2)
                counts[DADOS_SHUT_1 + gap - 1]++;
        }
    }
}

static void count_side(const Dados *d, int side, int32_t *counts)
{
    memset(counts, 0, DADOS_COUNTS * sizeof counts[0]);
    count_lines(d, side, counts);
    uint64_t mine = d->chips[side];
    int chips = __builtin_popcountll(mine);
    int wins = counts[DADOS_OPEN_1] || counts[DADOS_BLOCKED_1] || counts[DADOS_SHUT_1]
                   ? dados_ways_to(d, side, dados_completing(d, side))
                   : 0;
    counts[DADOS_BASE] = 1;
    counts[DADOS_WINS] = wins;
    counts[DADOS_WINS_SQUARE] = wins * wins;
    counts[DADOS_SAFE] = __builtin_popcountll(mine & (DADOS_CORNERS | DADOS_CENTRE));
    counts[DADOS_SHORT] = chips > 15 ? chips - 15 : 0;
}

/* How many turns pass before the side rolls, and where its weights are. */
static int block_of(const Dados *d, int side)
{
    int soon = (side - dados_side_of(d, d->seat) + d->sides) % d->sides;
    int first = d->sides == 2 ? 0 : 2 * 2;
    return (first + (d->line - 5) * d->sides + soon) * DADOS_COUNTS;
}

/* The weighted sum of what is counted for a side, but for the base. */
static int32_t strength(const Dados *d, int side)
{
    int32_t counts[DADOS_COUNTS], sum = 0;
    const int *weights = dados_weights + block_of(d, side);
    count_side(d, side, counts);
    for (int i = DADOS_BASE + 1; i < DADOS_COUNTS; i++)
        sum += weights[i] * counts[i];
    return sum;
}

static int base_of(const Dados *d, int side)
{
    return dados_weights[block_of(d, side) + DADOS_BASE];
}

/* A chance to win, out of 2 LUD_VALUE_CERTAIN, from its log-odds in 1 / DADOS_DIVISOR: a table of
 * the logistic curve at steps of 1/4, and straight lines between. */
static int chance_of(int32_t sum)
{
    enum { STEP = DADOS_DIVISOR / 4, STEPS = 32, CURVE_CERTAIN = 10000 };
    static const int16_t curve[STEPS + 1] = {
        10000, 11244, 12449, 13584, 14621, 15546, 16351, 17039, 17616, 18093, 18483,
        18798, 19051, 19253, 19414, 19540, 19640, 19719, 19780, 19828, 19866, 19896,
        19919, 19937, 19951, 19961, 19970, 19977, 19982, 19986, 19989, 19991, 19993,
    };
    int32_t size = sum < 0 ? -sum : sum;
    const int unit = LUD_VALUE_CERTAIN / CURVE_CERTAIN;
    int chance = curve[STEPS] * unit;
    if (size < STEP * STEPS) {
        int i = size / STEP, rise = curve[i + 1] - curve[i];
        chance = curve[i] * unit + (int)((int64_t)rise * unit * (size % STEP) / STEP);
    }
    return sum < 0 ? 2 * LUD_VALUE_CERTAIN - chance : chance;
}

/* With three sides each one's chance is found as if it stood alone against the two others, its base
 * saying that it wins a third of the games; together they are then made to add up. */
static int evaluate_three(const Dados *d, int side)
{
    int32_t strengths[LUD_MAX_SIDES], total = 0;
    int chances[LUD_MAX_SIDES], all = 0;
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        total += strengths[i] = strength(d, i);
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        all += chances[i] = chance_of(3 * strengths[i] - total + base_of(d, i));
    int64_t share = (int64_t)2 * LUD_VALUE_CERTAIN * chances[side] / all;
    return (int)share - LUD_VALUE_CERTAIN;
}

int dados_evaluate(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    Dados d = load(s);
    if (d.sides > 2)
        return evaluate_three(&d, side);
    int32_t lead = strength(&d, side) - strength(&d, 1 - side);
    int32_t turn = base_of(&d, side) - base_of(&d, 1 - side);
    return chance_of(lead + turn) - LUD_VALUE_CERTAIN;
}

/* Own counts minus those of the others; with three sides twice its own, as there are two others,
 * and a base of its own. */
void dados_features(const LudState *s, const LudNotes *notes, int side, int32_t *features)
{
    (void)notes;
    Dados d = load(s);
    memset(features, 0, DADOS_WEIGHTS * sizeof features[0]);
    for (int i = 0; i < d.sides; i++) {
        int32_t counts[DADOS_COUNTS];
        int factor = i == side ? d.sides - 1 : -1;
        count_side(&d, i, counts);
        for (int k = DADOS_BASE + 1; k < DADOS_COUNTS; k++)
            features[block_of(&d, i) + k] = factor * counts[k];
        features[block_of(&d, i) + DADOS_BASE] = d.sides == 2 ? factor : i == side;
    }
}

const LudTuning dados_tuning = {
    .count = DADOS_WEIGHTS,
    .names = dados_weight_names,
    .weights = dados_weights,
    .features = dados_features,
    .divisor = DADOS_DIVISOR,
};

/* -- guessing moves ---------------------------------------------------------------------------- */

/* The more of a line is there, the more it matters who gets its next square. */
static int32_t line_promise(const Dados *d, uint64_t line, int side)
{
    static const int32_t worth[] = {0, 1, 4, 12, 40, 100, 100};
    uint64_t mine = d->chips[side], theirs = dados_taken(d) & ~mine;
    return line & theirs ? 0 : worth[__builtin_popcountll(line & mine)];
}

void dados_order(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                 int32_t *promise)
{
    (void)notes;
    Dados d = load(s);
    const uint64_t *lines;
    int line_count = dados_lines(&d, &lines), mover = dados_side_of(&d, d.seat);
    int32_t at[DADOS_SQUARES] = {0};
    for (int i = 0; i < line_count; i++) {
        int32_t worth = 0;
        for (int side = 0; side < d.sides; side++)
            worth += side == mover && d.roll == 10 ? 0 : line_promise(&d, lines[i], side);
        for (uint64_t rest = worth ? lines[i] : 0; rest; rest &= rest - 1)
            at[__builtin_ctzll(rest)] += worth;
    }
    for (int i = 0; i < count; i++)
        promise[i] = at[list[i] & DADOS_SQUARE_MASK];
}

LudMove dados_winning(const LudState *s, const LudNotes *notes)
{
    (void)notes;
    Dados d = load(s);
    LudMove kind;
    uint64_t squares = dados_targets(&d, &kind);
    if (kind != DADOS_PLACE && kind != DADOS_REPLACE)
        return LUD_NO_MOVE;
    squares &= dados_completing(&d, dados_side_of(&d, d.seat));
    return squares ? kind | (LudMove)__builtin_ctzll(squares) : LUD_NO_MOVE;
}
