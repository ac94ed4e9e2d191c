/* The rules of Pylos on bits (pylos_board.h). */
#include "pylos.h"

#include "core/dual.h"
#include "pylos_earning.h"
#include "pylos_evaluate.h"
#include "pylos_facts.h"
#include "pylos_tabulation.h"

#include <assert.h>
#ifdef LUD_AVX2
#include <immintrin.h>
#endif

static_assert(sizeof(PylosState) <= LUD_STATE_BYTES, "the state fits its place");

static inline PylosState load(const LudState *state)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    return s;
}

/* The cell that comes after `index` others. */
static inline unsigned nth_of(uint64_t cells, int index)
{
#ifdef LUD_AVX2
    return pylos_first(_pdep_u64((uint64_t)1 << index, cells));
#else
    while (index--)
        cells &= cells - 1;
    return pylos_first(cells);
#endif
}

/* -- what a ball earns ------------------------------------------------------------------------- */

static inline int count_recoveries(const PylosState *s, uint64_t arrival, uint64_t origin)
{
    PylosHarvest h = pylos_harvest(s, arrival, origin);
    int free = pylos_count(h.free);
    return free * (free + 1) / 2 + pylos_count(h.freed) + (s->rules & PYLOS_MAY_KEEP ? 1 : 0);
}

/* What may come back after `firsts`' lowest ball: the free ones above it in order, so that a pair
 * is listed once, and those that it frees. */
static inline uint64_t seconds_of(const PylosHarvest *h, uint64_t firsts)
{
    return (firsts & (firsts - 1)) | (h->freed & pylos_below(firsts & -firsts));
}

/* Lists an arrival that earns recovery once for each way to take balls back. */
static inline LudMove *list_recoveries(const PylosState *s, unsigned arrival, unsigned origin,
                                       LudMove *list)
{
    PylosHarvest h = pylos_harvest(s, pylos_bit(arrival), pylos_bit(origin));
    if (s->rules & PYLOS_MAY_KEEP)
        *list++ = pylos_move(arrival, origin, PYLOS_NO_CELL, PYLOS_NO_CELL);
    for (uint64_t firsts = h.free; firsts; firsts &= firsts - 1) {
        unsigned first = pylos_first(firsts);
        LudMove move = pylos_move(arrival, origin, first, 0);
        *list++ = move | PYLOS_NO_CELL << 18;
        for (uint64_t seconds = seconds_of(&h, firsts); seconds; seconds &= seconds - 1)
            *list++ = move | pylos_first(seconds) << 18;
    }
    return list;
}

/* The move that list_recoveries lists after `index` others. */
static inline LudMove pick_recovery(const PylosState *s, unsigned arrival, unsigned origin,
                                    int index)
{
    PylosHarvest h = pylos_harvest(s, pylos_bit(arrival), pylos_bit(origin));
    if (s->rules & PYLOS_MAY_KEEP && index-- == 0)
        return pylos_move(arrival, origin, PYLOS_NO_CELL, PYLOS_NO_CELL);
    for (uint64_t firsts = h.free;; firsts &= firsts - 1) {
        uint64_t seconds = seconds_of(&h, firsts);
        int count = 1 + pylos_count(seconds);
        if (index < count) {
            unsigned second = index ? nth_of(seconds, index - 1) : PYLOS_NO_CELL;
            return pylos_move(arrival, origin, pylos_first(firsts), second);
        }
        index -= count;
    }
}

/* -- moves ------------------------------------------------------------------------------------- */

/* Lists the arrivals on `cells` from one origin. */
static inline LudMove *list_arrivals(const PylosState *s, uint64_t cells, uint64_t earning,
                                     unsigned origin, LudMove *list)
{
    LudMove plain = pylos_move(0, origin, PYLOS_NO_CELL, PYLOS_NO_CELL);
    for (uint64_t left = cells & ~earning; left; left &= left - 1)
        *list++ = plain | pylos_first(left);
    for (uint64_t left = cells & earning; left; left &= left - 1)
        list = list_recoveries(s, pylos_first(left), origin, list);
    return list;
}

static inline int list_moves(const PylosState *s, LudMove *list)
{
    if (s->is_over)
        return 0;
    LudMove *end = list;
    uint64_t taken = pylos_taken(s), open = pylos_open(taken);
    uint64_t earning = open & pylos_earning(s->own, s->rules);
    if (s->own_reserve)
        end = list_arrivals(s, open, earning, PYLOS_NO_CELL, end);
    if (open & ~PYLOS_LEVEL_1) {
        for (uint64_t left = s->own & ~pylos_below(taken); left; left &= left - 1) {
            unsigned origin = pylos_first(left);
            end = list_arrivals(s, pylos_targets(open, origin), earning, origin, end);
        }
    }
    return (int)(end - list);
}

static inline int count_arrivals(const PylosState *s, uint64_t cells, uint64_t earning,
                                 uint64_t origin)
{
    int count = pylos_count(cells & ~earning);
    for (uint64_t left = cells & earning; left; left &= left - 1)
        count += count_recoveries(s, left & -left, origin);
    return count;
}

/* How many moves list_moves lists. */
static inline int count_moves(const PylosState *s)
{
    if (s->is_over)
        return 0;
    uint64_t taken = pylos_taken(s), open = pylos_open(taken);
    uint64_t earning = open & pylos_earning(s->own, s->rules);
    int count = s->own_reserve ? count_arrivals(s, open, earning, 0) : 0;
    if (open & ~PYLOS_LEVEL_1) {
        for (uint64_t left = s->own & ~pylos_below(taken); left; left &= left - 1) {
            uint64_t targets = pylos_targets(open, pylos_first(left));
            count += count_arrivals(s, targets, earning, left & -left);
        }
    }
    return count;
}

static inline LudMove pick_arrival(const PylosState *s, uint64_t cells, uint64_t earning,
                                   unsigned origin, int index)
{
    uint64_t plain = cells & ~earning;
    int count = pylos_count(plain);
    if (index < count)
        return pylos_move(nth_of(plain, index), origin, PYLOS_NO_CELL, PYLOS_NO_CELL);
    for (uint64_t left = cells & earning;; left &= left - 1) {
        index -= count;
        count = count_recoveries(s, left & -left, pylos_bit(origin));
        if (index < count)
            return pick_recovery(s, pylos_first(left), origin, index);
    }
}

/* A random move. The draw decides as it would among the moves that list_moves lists, but only the
 * chosen one is made: a square may earn a hundred ways to take balls back. */
static inline LudMove pick_move(const PylosState *s, LudRandom *random)
{
    uint64_t taken = pylos_taken(s), open = pylos_open(taken);
    uint64_t earning = open & pylos_earning(s->own, s->rules);
    uint64_t raisable = open & ~PYLOS_LEVEL_1 ? s->own & ~pylos_below(taken) : 0;
    int end[1 + 16]; /* where the moves of each origin end in the list; first the reserve's */
    int origins = 0;
    int count = end[0] = s->own_reserve ? count_arrivals(s, open, earning, 0) : 0;
    for (uint64_t left = raisable; left; left &= left - 1) {
        uint64_t targets = pylos_targets(open, pylos_first(left));
        count += count_arrivals(s, targets, earning, left & -left);
        end[++origins] = count;
    }
    int index = (int)lud_random_below(random, (uint32_t)count);
    if (index < end[0])
        return pick_arrival(s, open, earning, PYLOS_NO_CELL, index);
    int i = 1;
    while (index >= end[i])
        i++;
    unsigned origin = nth_of(raisable, i - 1);
    return pick_arrival(s, pylos_targets(open, origin), earning, origin, index - end[i - 1]);
}

static inline void play(PylosState *s, LudMove m)
{
    unsigned origin = pylos_move_origin(m);
    unsigned first = pylos_move_first(m), second = pylos_move_second(m);
    uint64_t own = s->own | pylos_bit(pylos_move_arrival(m));
    own &= ~(pylos_bit(origin) | pylos_bit(first) | pylos_bit(second));
    int reserve = s->own_reserve - (origin == PYLOS_NO_CELL) + (first != PYLOS_NO_CELL) +
                  (second != PYLOS_NO_CELL);
    s->own = s->other;
    s->other = own;
    s->own_reserve = s->other_reserve;
    s->other_reserve = (uint8_t)reserve;
    s->side ^= 1;
    s->is_over = pylos_has_ended(s);
}

/* -- the vtable -------------------------------------------------------------------------------- */

static void init(LudState *state, const LudOptions *options)
{
    PylosState s;
    pylos_state_start(&s, options);
    memcpy(state, &s, sizeof s);
}

static int seats(const LudState *state)
{
    (void)state;
    return 2;
}

static inline int turn_of(const PylosState *s)
{
    return s->is_over ? LUD_OVER : s->side;
}

static int turn(const LudState *state)
{
    PylosState s = load(state);
    return turn_of(&s);
}

int LUD_DUAL(pylos_moves)(const LudState *state, LudMove *list)
{
    PylosState s = load(state);
    return list_moves(&s, list);
}

void LUD_DUAL(pylos_apply)(LudState *state, LudMove m)
{
    PylosState s = load(state);
    play(&s, m);
    memcpy(state, &s, sizeof s);
}

/* Whoever lies on the summit has won; without a summit the side to move has lost. */
static int score(const LudState *state, int seat)
{
    PylosState s = load(state);
    int winner = s.own >> PYLOS_SUMMIT ? s.side : !s.side;
    return seat == winner ? 2 : 0;
}

static LudReason reason(const LudState *state)
{
    PylosState s = load(state);
    return (s.own | s.other) >> PYLOS_SUMMIT ? LUD_REASON_SUMMIT : LUD_REASON_RESERVE;
}

static uint64_t key(const LudState *state)
{
    PylosState s = load(state);
    uint64_t h = (s.own | (uint64_t)s.side << PYLOS_NO_CELL) * 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 32) + s.other;
    h = (h ^ h >> 29) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 32) * 0x94d049bb133111ebu;
    return h ^ h >> 31;
}

static bool same(const LudState *a, const LudState *b)
{
    PylosState x = load(a), y = load(b);
    return x.own == y.own && x.other == y.other && x.side == y.side;
}

/* Without recovery every move lifts the balls' heights in sum, and nothing lowers them. With
 * recovery everything may come back. */
static uint32_t epoch(const LudState *state)
{
    PylosState s = load(state);
    if (!(s.rules & PYLOS_CHILD))
        return 0;
    uint64_t balls = s.own | s.other;
    int heights = 0;
    for (; balls; balls >>= 16)
        heights += pylos_count(balls);
    return (uint32_t)heights;
}

#define HOT_STATE           PylosState
#define HOT_TURN(s)         turn_of(s)
#define HOT_MOVES(s, list)  list_moves(s, list)
#define HOT_COUNT(s)        count_moves(s)
#define HOT_PICK(s, random) pick_move(s, random)
#define HOT_APPLY(s, m)     play(s, m)
#define HOT_MAX_MOVES       LUD_MAX_MOVES
#include "core/hot_loops.h"

static const LudGameLoops loops = {
    .perft = hot_perft,
    .playout = hot_playout,
};

static const LudGameJudging judging = {
    .unit = &pylos_unit,
    .chance_scale = 80,
    .evaluate = LUD_DUAL(pylos_evaluate),
    .noisy = LUD_DUAL(pylos_noisy),
    .order = LUD_DUAL(pylos_order),
    .winning = LUD_DUAL(pylos_winning),
    .urgent = LUD_DUAL(pylos_urgent),
    .remark = pylos_remark,
    .tuning = &pylos_tuning,
};

const LudGame LUD_DUAL(pylos_game) = {
    .name = "pylos",
    .title = "Pylos",
    .state_size = sizeof(PylosState),
    .options = pylos_options,
    .option_count = PYLOS_OPTION_COUNT,
    .side_names = {"Light", "Dark"},
    .rules =
        {
            .starter = LUD_STARTER_SEAT_0,
            .repetition_limit = 3,
            .init = init,
            .seats = seats,
            .sides = seats,
            .turn = turn,
            .moves = LUD_DUAL(pylos_moves),
            .apply = LUD_DUAL(pylos_apply),
            .score = score,
            .reason = reason,
            .key = key,
            .same = same,
            .settle = pylos_options_settle,
            .epoch = epoch,
        },
    .text =
        {
            .state_parse = pylos_state_parse,
            .state_print = pylos_state_print,
            .move_parse = pylos_move_parse,
            .move_print = pylos_move_print,
            .notation = pylos_notation,
            .ending = pylos_ending,
        },
    .loops = &loops,
    .judging = &judging,
    .view = &pylos_view,
    .practice = &pylos_practice,
    .story = &pylos_story,
    .learning = &pylos_learning,
    .tabulation = &LUD_DUAL(pylos_tabulation),
};
