/* One look at every position of a unit: the best of all moves, move by move.
 *
 * A step (pylos_steps.h) leads from a subcube of the unit's positions into one other shape, and the
 * number there is a permutation of the bits here, all of them inverted, since own and other change.
 * So for each bit there is a distance in memory on either side, and no position has to be computed.
 * Bits that are lowest here and bits that are lowest there vary first, so that each cache line is
 * used up once it was fetched. */
#include "pylos_cube.h"

typedef struct Sweep {
    PylosSolve *solve;
    const PylosUnit *unit;
    PylosPart part;
    int bits, least, most; /* of the slab; the mover's balls of positions worked out */
    uint8_t *best;
    uint64_t *wanted; /* for each run, the positions that are to be worked out */
    bool has_news, has_open;
} Sweep;

/* -- going through one ------------------------------------------------------------------------- */

/* All sums of the weights of some bits: here of those that are set, there of those that are not. */
static void sum_weights(const PylosBits *bits, uint32_t *here, uint32_t *there)
{
    here[0] = there[0] = 0;
    for (int i = 0; i < bits->count; i++)
        there[0] += bits->there[i];
    for (int i = 0; i < bits->count; i++) {
        for (int k = 0; k < 1 << i; k++) {
            here[(1 << i) + k] = here[k] + bits->here[i];
            there[(1 << i) + k] = there[k] - bits->there[i];
        }
    }
}

static inline uint8_t look(const uint8_t *code)
{
    return __atomic_load_n(code, __ATOMIC_RELAXED);
}

static inline void keep_best(uint8_t *restrict best, const uint8_t *restrict seen)
{
#ifdef LUD_AVX2
    for (int i = 0; i < RUN; i += 32) {
        __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(best + i));
        __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(seen + i));
        _mm256_storeu_si256((__m256i *)(void *)(best + i), _mm256_min_epu8(a, b));
    }
#else
    for (int i = 0; i < RUN; i++)
        best[i] = seen[i] < best[i] ? seen[i] : best[i];
#endif
}

/* So many positions of a line are read one by one sooner than the whole line. */
enum { FEW = 20 };

/* How a line of positions is read: in the opposite order, in any order into a whole line, or place
 * by place. */
typedef enum Way { MIRRORED, SCATTERED, SPARSE } Way;

static Way find_way(const PylosBits *inner)
{
    Way way = MIRRORED;
    if (inner->count < RUN_BITS)
        return SPARSE;
    for (int i = 0; i < RUN_BITS; i++) {
        if (inner->here[i] != 1u << i)
            return SPARSE;
        if (inner->there[i] != 1u << i)
            way = SCATTERED;
    }
    return way;
}

static inline void read_line(Way way, int count, uint8_t *best, const uint8_t *codes,
                             const uint32_t *here, const uint32_t *there)
{
    uint8_t seen[RUN];
    if (way == MIRRORED) {
        for (int i = 0; i < RUN; i += 8) {
            uint64_t eight = __atomic_load_n((const uint64_t *)(const void *)(codes + RUN - 8 - i),
                                             __ATOMIC_RELAXED);
            eight = __builtin_bswap64(eight);
            memcpy(seen + i, &eight, sizeof eight);
        }
        keep_best(best, seen);
    } else if (way == SCATTERED) {
        for (int i = 0; i < RUN; i++)
            seen[i] = look(codes + there[i]);
        keep_best(best, seen);
    } else {
        for (int i = 0; i < count; i++) {
            uint8_t code = look(codes + there[i]);
            if (code < best[here[i]])
                best[here[i]] = code;
        }
    }
}

/* Where counting on from `turn` leads: the lowest bit that is 0 becomes 1, those below it 0. */
static inline void count_on(const PylosBits *bits, uint32_t turn, uint32_t *here, uint32_t *there)
{
    int i = 0;
    do {
        *here ^= bits->here[i];
        *there ^= bits->there[i];
    } while (turn >> i++ & 1);
}

/* The same for some positions of a run. */
static inline void read_few(uint64_t wanted, uint8_t *best, const uint8_t *codes,
                            const uint32_t *there)
{
    for (; wanted; wanted &= wanted - 1) {
        int i = __builtin_ctzll(wanted);
        uint8_t code = look(codes + there[i]);
        best[i] = code < best[i] ? code : best[i];
    }
}

/* The runs that the positions of a line lie in, relative to the run of the first. */
typedef struct Spread {
    int count;
    uint32_t runs[RUN];
} Spread;

static void find_spread(const PylosBits *inner, Spread *spread)
{
    spread->count = 1;
    spread->runs[0] = 0;
    for (int i = 0; i < inner->count; i++) {
        uint32_t runs = inner->here[i] >> RUN_BITS;
        for (int k = 0, count = spread->count; k < count && runs; k++)
            spread->runs[spread->count++] = spread->runs[k] + runs;
    }
}

/* What is wanted of a line: of a whole run its positions, of a scattered one something or nothing.
 */
static inline uint64_t find_in_line(const Sweep *sweep, uint32_t here, const Spread *spread)
{
    const uint64_t *wanted = sweep->wanted + (here >> RUN_BITS);
    uint64_t found = 0;
    for (int i = 0; i < spread->count; i++)
        found |= wanted[spread->runs[i]];
    return found;
}

static inline void go_through(const Sweep *sweep, const PylosCube *cube, const uint8_t *codes,
                              Way way)
{
    uint32_t inner_here[RUN], inner_there[RUN], middle_here[RUN], middle_there[RUN];
    const PylosBits *outer = &cube->outer;
    int lines = 1 << cube->middle.count, count = 1 << cube->inner.count;
    uint32_t here = cube->here, there = cube->there;
    Spread spread;
    find_spread(&cube->inner, &spread);
    sum_weights(&cube->inner, inner_here, inner_there);
    sum_weights(&cube->middle, middle_here, middle_there);
    for (int i = 0; i < outer->count; i++)
        there += outer->there[i];
    for (uint32_t turn = 0, turns = 1u << outer->count; turn < turns; turn++) {
        int ones = cube->ones + __builtin_popcount(turn);
        bool has_any =
            ones <= sweep->most && ones + cube->middle.count + cube->inner.count >= sweep->least;
        for (int i = 0; i < lines && has_any; i++) {
            int in_line = ones + __builtin_popcount((unsigned)i);
            uint64_t wanted = find_in_line(sweep, here + middle_here[i], &spread);
            if (!wanted || in_line > sweep->most || in_line + cube->inner.count < sweep->least)
                continue;
            if (way != SPARSE && __builtin_popcountll(wanted) <= FEW)
                read_few(wanted, sweep->best + here + middle_here[i],
                         codes + there + middle_there[i], inner_there);
            else
                read_line(way, count, sweep->best + here + middle_here[i],
                          codes + there + middle_there[i], inner_here, inner_there);
        }
        if (turn + 1 < turns)
            count_on(outer, turn, &here, &there);
    }
}

/* A step onto a pyramid that lacks only its summit: who is to move then has lost without a ball in
 * reserve, and else wins with the next one. */
static void go_through_last(const Sweep *sweep, const PylosCube *cube)
{
    PylosBits all = cube->inner;
    uint32_t here = cube->here, there = 0;
    for (int i = 0; i < cube->middle.count; i++)
        pylos_bits_add(&all, cube->middle.here[i], 0);
    for (int i = 0; i < cube->outer.count; i++)
        pylos_bits_add(&all, cube->outer.here[i], 0);
    for (uint32_t turn = 0, turns = 1u << all.count; turn < turns; turn++) {
        int other = sweep->part.balls.count - cube->ones - __builtin_popcount(turn);
        uint8_t code = other == sweep->solve->size.balls ? CODE_LOST : CODE_WON_NEXT;
        if (code < sweep->best[here])
            sweep->best[here] = code;
        if (turn + 1 < turns)
            count_on(&all, turn, &here, &there);
    }
}

static void take_step(void *context, const PylosStep *step)
{
    const Sweep *sweep = context;
    const PylosSolve *solve = sweep->solve;
    uint32_t standing = pylos_standing(solve->shapes, step->after);
    PylosCube cube;
    if (!LUD_DUAL(pylos_cube)(solve, &sweep->part, step, standing, &cube))
        return;
    if (__builtin_popcountll(step->after & ~solve->size.ground) > solve->size.cells - 2) {
        go_through_last(sweep, &cube);
        return;
    }
    const uint8_t *codes = solve->codes + solve->at[standing >> 3];
    Way way = find_way(&cube.inner);
    if (way == MIRRORED)
        go_through(sweep, &cube, codes, MIRRORED);
    else if (way == SCATTERED)
        go_through(sweep, &cube, codes, SCATTERED);
    else
        go_through(sweep, &cube, codes, SPARSE);
}

/* -- a unit ------------------------------------------------------------------------------------ */

/* What the best move makes of a position. */
static inline uint8_t code_after(uint8_t best, bool has_distance)
{
    if (has_distance)
        return (uint8_t)(255 - best - (best < 128));
    return best < CODE_OPEN ? CODE_WON_NEXT : best == CODE_OPEN ? CODE_OPEN : CODE_LOST;
}

static int ones_above(const Sweep *sweep)
{
    return __builtin_popcountll(sweep->part.fixed_own);
}

/* Without a ball in reserve nothing can be laid. */
static void forbid_placing(const Sweep *sweep)
{
    int above = ones_above(sweep), balls = sweep->solve->size.balls;
    for (uint32_t i = 0; i < 1u << sweep->bits; i++) {
        if (above + __builtin_popcount(i) == balls)
            sweep->best[i] = CODE_NO_MOVE;
    }
}

static uint8_t code_of(const Sweep *sweep, int own, uint8_t best)
{
    const PylosSolve *solve = sweep->solve;
    int balls = solve->size.balls, other = sweep->part.balls.count - own;
    if (own > balls || other > balls)
        return CODE_LOST; /* no such position */
    if (!(solve->rules & PYLOS_RAISE_ON) && (own == balls || other == balls))
        return own == balls ? CODE_LOST : CODE_WON_NEXT;
    return code_after(best, solve->has_distance);
}

/* Puts eight codes in their place, as far as they are wanted; others may be reading them. */
static void store_eight(Sweep *sweep, uint8_t *codes, uint32_t at)
{
    uint64_t *place = (uint64_t *)(void *)(codes + at);
    uint64_t before = __atomic_load_n(place, __ATOMIC_RELAXED), after;
    uint32_t count = 1u << sweep->bits;
    unsigned wanted = sweep->wanted[at >> RUN_BITS] >> at % RUN & 0xff;
    int ones = ones_above(sweep) + __builtin_popcount(at);
    uint8_t eight[8];
    memcpy(eight, &before, sizeof eight);
    if (wanted == 0xff && ones >= sweep->least && ones + 3 <= sweep->most && count >= 8) {
        for (int k = 0; k < 8; k++)
            eight[k] = code_after(sweep->best[at + (uint32_t)k], sweep->solve->has_distance);
    } else {
        for (uint32_t k = 0; k < 8; k++) {
            if (at + k >= count)
                eight[k] = CODE_LOST;
            else if (wanted >> k & 1)
                eight[k] = code_of(sweep, ones + __builtin_popcount(k), sweep->best[at + k]);
        }
    }
    memcpy(&after, eight, sizeof after);
    if (after == before)
        return;
    __atomic_store_n(place, after, __ATOMIC_RELAXED);
    sweep->has_news = true;
    if (sweep->solve->stamps)
        sweep->solve->stamps[(uint64_t)(codes + at - sweep->solve->codes) >> RUN_BITS] =
            sweep->solve->stamp;
}

static void store(Sweep *sweep)
{
    PylosSolve *solve = sweep->solve;
    uint8_t *codes =
        solve->codes + solve->at[sweep->unit->shape] + ((uint64_t)sweep->unit->slab << SLAB_BITS);
    for (uint32_t i = 0; i < 1u << sweep->bits; i += 8) {
        if (sweep->wanted[i >> RUN_BITS] >> i % RUN & 0xff)
            store_eight(sweep, codes, i);
    }
}

/* Which of eight codes are open, as bits. Codes with the highest bit set, which are wins, are told
 * apart first, so that adding never carries into the next one. */
static inline uint8_t find_open(uint64_t eight)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t is_open = ((eight & ones * 0x7f) + ones) & ~eight & ones * 0x80;
    return (uint8_t)((is_open >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* Finds the positions that may change. If only who wins counts, what is known stays as it is, so
 * these are the open ones; distances may become shorter anywhere. */
static void find_wanted(Sweep *sweep)
{
    const PylosSolve *solve = sweep->solve;
    const uint8_t *codes =
        solve->codes + solve->at[sweep->unit->shape] + ((uint64_t)sweep->unit->slab << SLAB_BITS);
    uint32_t count = 1u << sweep->bits;
    sweep->has_open = false;
    for (uint32_t run = 0; run << RUN_BITS < count; run++) {
        uint64_t found = 0;
        for (uint32_t i = 0; i < RUN; i += 8) {
            uint64_t eight;
            memcpy(&eight, codes + ((uint64_t)run << RUN_BITS) + i, sizeof eight);
            found |= (uint64_t)find_open(eight) << i;
        }
        sweep->wanted[run] = solve->has_distance ? UINT64_MAX : found;
        sweep->has_open |= sweep->wanted[run] != 0;
        if (sweep->wanted[run])
            memset(sweep->best + ((size_t)run << RUN_BITS), CODE_NO_MOVE, RUN);
    }
}

static void begin_unit(Sweep *sweep, PylosSolve *solve, const PylosUnit *unit, int thread)
{
    sweep->solve = solve;
    sweep->unit = unit;
    sweep->part = LUD_DUAL(pylos_part)(solve, unit);
    int n = sweep->part.balls.count;
    sweep->bits = n < SLAB_BITS ? n : SLAB_BITS;
    bool can_end = !(solve->rules & PYLOS_RAISE_ON);
    sweep->least = pylos_least_own(&solve->size, n) + (can_end && n >= solve->size.balls);
    sweep->most = pylos_most_own(&solve->size, n) - (can_end && n >= solve->size.balls);
    sweep->best = solve->best + (size_t)thread * SLAB_ROOM;
    sweep->wanted = (uint64_t *)(void *)(sweep->best + SLAB);
    sweep->has_news = false;
}

static bool is_any_worked_out(const Sweep *sweep)
{
    int above = ones_above(sweep);
    return above <= sweep->most + 1 && above + sweep->bits >= sweep->least - 1;
}

bool LUD_DUAL(pylos_look_at)(PylosSolve *solve, PylosUnit *unit, int thread)
{
    Sweep sweep;
    begin_unit(&sweep, solve, unit, thread);
    find_wanted(&sweep);
    if (!is_any_worked_out(&sweep) || !sweep.has_open) {
        unit->seen = UNIT_DONE;
        return false;
    }
    uint64_t taken = solve->shapes->cells[unit->shape];
    pylos_steps_place(taken, solve->rules, take_step, &sweep);
    if (solve->rules & PYLOS_RAISE_ON)
        forbid_placing(&sweep);
    pylos_steps_raise(taken, solve->rules, take_step, &sweep);
    store(&sweep);
    return sweep.has_news;
}
