#include "games/dados/dados_evaluate.h"

#include <ludoteca/search.h>

#include "games/dados/dados_tuples.h"

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

/* -- chances ---------------------------------------------------------------------------------- */

enum { ONE_BITS = 30, LEAST_BITS = 15 };

/* exp(-x / DADOS_DIVISOR), out of 1 << ONE_BITS, from a factor for each bit of x. What is over
 * eight counts as eight: a judge that has not counted it out is never surer than that. */
static int64_t decay(int32_t x)
{
    static const int32_t factor[LEAST_BITS] = {1073479712, 1073217664, 1072693760, 1071646719,
                                               1069555701, 1065385899, 1057095000, 1040706261,
                                               1008687096, 947573834,  836230973,  651257337,
                                               395007542,  145315154,  19666268};
    int64_t result = INT64_C(1) << ONE_BITS;
    if (x >= 8 * DADOS_DIVISOR)
        x = 8 * DADOS_DIVISOR - 1;
    /* A factor of 1 instead of a branch: nobody can foretell the bits. */
    for (int i = 0; i < LEAST_BITS; i++)
        result = result * (x >> i & 1 ? factor[i] : 1 << ONE_BITS) >> ONE_BITS;
    return result;
}

/* The one that looks has the log-odds of its sum. */
static int value_of_two(int32_t sum)
{
    const int64_t one = INT64_C(1) << ONE_BITS;
    int64_t odds = decay(sum < 0 ? -sum : sum);
    int value = (int)(LUD_VALUE_CERTAIN * (one - odds) / (one + odds));
    return sum < 0 ? -value : value;
}

void dados_values(int sides, int next, const int32_t *sums, int32_t values[LUD_MAX_SIDES])
{
    if (sides == 2) {
        values[next] = value_of_two(sums[0]);
        values[1 - next] = -values[next];
        return;
    }
    int32_t most = sums[0];
    int64_t share[LUD_MAX_SIDES], all = 0;
    for (int i = 1; i < sides; i++)
        most = sums[i] > most ? sums[i] : most;
    for (int i = 0; i < sides; i++)
        all += share[i] = decay(most - sums[i]);
    for (int i = 0; i < sides; i++)
        values[(next + i) % sides] =
            (int32_t)(2 * (LUD_VALUE_CERTAIN * share[i] / all)) - LUD_VALUE_CERTAIN;
}

/* -- how it stands ---------------------------------------------------------------------------- */

static void values_before_roll(const Dados *d, int32_t values[LUD_MAX_SIDES])
{
    int32_t sums[LUD_MAX_SIDES];
    int next = dados_side_of(d, d->seat);
    DadosScene scene;
    dados_scene_make(d, &scene);
    dados_scene_sums(&scene, next, sums);
    dados_values(d->sides, next, sums, values);
}

int dados_evaluate(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    Dados d = load(s);
    int32_t values[LUD_MAX_SIDES];
    if (d.roll)
        dados_best_values(s, values);
    else
        values_before_roll(&d, values);
    return values[side];
}

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
