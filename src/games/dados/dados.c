/* The rules of Secuencia de Dados. */
#include <assert.h>

#include "core/dual.h"
#include "games/dados/dados_board.h"
#include "games/dados/dados_evaluate.h"
#include "games/dados/dados_facts.h"
#include "games/dados/dados_tuples.h"

static_assert(sizeof(Dados) <= LUD_STATE_BYTES, "a game fits its state");

static int next_seat(const Dados *d)
{
    return d->seat + 1 == d->players ? 0 : d->seat + 1;
}

static int whose_turn(const Dados *d)
{
    if (d->winner)
        return LUD_OVER;
    return d->roll ? d->seat : LUD_CHANCE;
}

static int list_moves(const Dados *d, LudMove *list)
{
    LudMove kind;
    uint64_t squares = dados_targets(d, &kind);
    int count = 0;
    for (; squares; squares &= squares - 1)
        list[count++] = kind | (LudMove)__builtin_ctzll(squares);
    if (count == 0)
        list[count++] = DADOS_PASS;
    return count;
}

static int count_moves(const Dados *d)
{
    LudMove kind;
    uint64_t squares = dados_targets(d, &kind);
    return squares ? __builtin_popcountll(squares) : 1;
}

/* The square with `index` others of the set below it. */
static LudMove nth_square(uint64_t squares, uint32_t index)
{
#ifdef LUD_AVX2
    return (LudMove)_tzcnt_u64(_pdep_u64(UINT64_C(1) << index, squares));
#else
    for (; index > 0; index--)
        squares &= squares - 1;
    return (LudMove)__builtin_ctzll(squares);
#endif
}

/* A random one of list_moves, without the list: its end is a branch that dice make unpredictable.
 */
static LudMove pick_move(const Dados *d, LudRandom *random)
{
    LudMove kind;
    uint64_t squares = dados_targets(d, &kind);
    if (squares == 0) {
        lud_random_below(random, 1); /* the list would have cost a draw too */
        return DADOS_PASS;
    }
    int count = __builtin_popcountll(squares);
    return kind | nth_square(squares, lud_random_below(random, (uint32_t)count));
}

/* The weight of a total is the number of ways, out of 36, in which two dice make it. */
static int list_chances(const Dados *d, LudChance *list)
{
    (void)d;
    for (int i = 0; i < DADOS_TOTALS; i++) {
        int total = DADOS_LOWEST + i;
        list[i].move = (LudMove)(DADOS_ROLL | total);
        list[i].weight = (uint32_t)dados_ways(total);
    }
    return DADOS_TOTALS;
}

static void play(Dados *d, LudMove m)
{
    LudMove kind = m & DADOS_KIND_MASK;
    int side = dados_side_of(d, d->seat);
    uint64_t square = UINT64_C(1) << (m & DADOS_SQUARE_MASK);
    bool rolls_again = false;
    if (kind == DADOS_REPLACE || kind == DADOS_REMOVE) {
        for (int i = 0; i < d->sides; i++)
            d->chips[i] &= ~square;
    }
    if (kind == DADOS_PLACE || kind == DADOS_REPLACE) {
        d->chips[side] |= square;
        if (dados_has_line(d->chips[side], d->line))
            d->winner = (uint8_t)(side + 1);
        rolls_again = d->roll == 2 || d->roll == 12;
    }
    d->roll = 0;
    if (!rolls_again)
        d->seat = (uint8_t)next_seat(d);
}

static void apply(Dados *d, LudMove m)
{
    if (d->roll == 0)
        d->roll = (uint8_t)(m & DADOS_SQUARE_MASK);
    else
        play(d, m);
}

/* The totals in the order of list_chances, each as often as it weighs. */
#define R(total) (DADOS_ROLL | (total))
static const uint16_t tickets[36] = {
    R(2), R(3), R(3), R(4), R(4), R(4), R(5),  R(5),  R(5),  R(5),  R(6),  R(6),
    R(6), R(6), R(6), R(7), R(7), R(7), R(7),  R(7),  R(7),  R(8),  R(8),  R(8),
    R(8), R(8), R(9), R(9), R(9), R(9), R(10), R(10), R(10), R(11), R(11), R(12),
};
#undef R

#define HOT_STATE                Dados
#define HOT_TURN(s)              whose_turn(s)
#define HOT_MOVES(s, list)       list_moves(s, list)
#define HOT_APPLY(s, m)          apply(s, m)
#define HOT_COUNT(s)             count_moves(s)
#define HOT_PICK(s, random)      pick_move(s, random)
#define HOT_MAX_MOVES            DADOS_SQUARES
#define HOT_CHANCES(s, list)     list_chances(s, list)
#define HOT_CHANCE_AT(s, ticket) tickets[ticket]
#define HOT_TICKETS              36
#include "core/hot_loops.h"

/* -- the interface: the same on a LudState ---------------------------------------------------- */

static Dados load(const LudState *s)
{
    Dados d;
    memcpy(&d, s, sizeof d);
    return d;
}

static void store(LudState *s, const Dados *d)
{
    memcpy(s, d, sizeof *d);
}

static void state_init(LudState *s, const LudOptions *options)
{
    Dados d = dados_start(options);
    store(s, &d);
}

static int state_seats(const LudState *s)
{
    return load(s).players;
}

static int state_sides(const LudState *s)
{
    return load(s).sides;
}

static int state_turn(const LudState *s)
{
    Dados d = load(s);
    return whose_turn(&d);
}

static int state_moves(const LudState *s, LudMove *list)
{
    Dados d = load(s);
    switch (whose_turn(&d)) {
    case LUD_OVER:
        return 0;
    case LUD_CHANCE:
        for (int i = 0; i < DADOS_TOTALS; i++)
            list[i] = (LudMove)(DADOS_ROLL | (DADOS_LOWEST + i));
        return DADOS_TOTALS;
    default:
        return list_moves(&d, list);
    }
}

static void state_apply(LudState *s, LudMove m)
{
    Dados d = load(s);
    apply(&d, m);
    store(s, &d);
}

static int state_score(const LudState *s, int seat)
{
    Dados d = load(s);
    return dados_side_of(&d, seat) + 1 == d.winner ? 2 : 0;
}

static LudReason state_reason(const LudState *s)
{
    (void)s;
    return LUD_REASON_LINE;
}

static uint64_t mix(uint64_t key)
{
    key *= 0x9e3779b97f4a7c15u;
    key ^= key >> 29;
    key *= 0xbf58476d1ce4e5b9u;
    return key ^ key >> 32;
}

/* Seat and roll are mixed before the first chips come in, or they would pass for chips. */
static uint64_t state_key(const LudState *s)
{
    Dados d = load(s);
    uint64_t key = mix((uint64_t)d.seat << 8 | d.roll);
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        key = mix(key ^ d.chips[i]);
    return key;
}

/* The least of the keys of all four turns of the board, which are worth the same. Only with few
 * chips is a search likely to come by two of them. */
static uint64_t turned_key(const LudState *s)
{
    enum { FEW_CHIPS = 4 };
    Dados d = load(s);
    uint64_t least = state_key(s);
    if (__builtin_popcountll(d.chips[0] | d.chips[1] | d.chips[2]) > FEW_CHIPS)
        return least;
    for (int turn = 1; turn < 4; turn++) {
        LudState turned;
        for (int i = 0; i < LUD_MAX_SIDES; i++)
            d.chips[i] = dados_turned(d.chips[i]);
        store(&turned, &d);
        uint64_t key = state_key(&turned);
        least = key < least ? key : least;
    }
    return least;
}

static bool state_same(const LudState *a, const LudState *b)
{
    Dados x = load(a), y = load(b);
    return memcmp(x.chips, y.chips, sizeof x.chips) == 0 && x.seat == y.seat && x.roll == y.roll;
}

static int state_chances(const LudState *s, LudChance *list)
{
    Dados d = load(s);
    return list_chances(&d, list);
}

static int state_roller(const LudState *s)
{
    return load(s).seat;
}

static LudMove state_rolled(const LudState *s)
{
    Dados d = load(s);
    return d.roll ? (LudMove)(DADOS_ROLL | d.roll) : LUD_NO_MOVE;
}

static void state_skip(LudState *s)
{
    Dados d = load(s);
    d.roll = 0;
    d.seat = (uint8_t)next_seat(&d);
    store(s, &d);
}

static void state_set_starter(LudState *s, int seat)
{
    Dados d = load(s);
    d.seat = (uint8_t)seat;
    store(s, &d);
}

static const LudGameChance chance = {
    .outcomes = state_chances,
    .roller = state_roller,
    .rolled = state_rolled,
};

static const LudGameLoops loops = {
    .perft = hot_perft,
    .playout = hot_playout,
};

static const LudGameJudging judging = {
    .evaluate = dados_evaluate,
    .order = dados_order,
    .winning = dados_winning,
    .roll = dados_roll,
    .key = turned_key,
    .remark = dados_remark,
    .network = &dados_network,
};

const LudGame LUD_DUAL(dados_game) = {
    .name = "dados",
    .title = "Secuencia de Dados",
    .state_size = sizeof(Dados),
    .options = dados_options,
    .option_count = DADOS_OPTIONS,
    .side_names = {"Green", "Blue", "Red"},
    .rules =
        {
            .starter = LUD_STARTER_ROLL_OFF,
            .repetition_limit = 0,
            .init = state_init,
            .seats = state_seats,
            .sides = state_sides,
            .turn = state_turn,
            .moves = state_moves,
            .apply = state_apply,
            .score = state_score,
            .reason = state_reason,
            .key = state_key,
            .same = state_same,
            .settle = dados_settle,
            .why_illegal = dados_why_illegal,
            .skip = state_skip,
            .set_starter = state_set_starter,
        },
    .text =
        {
            .state_parse = dados_state_parse,
            .state_print = dados_state_print,
            .move_parse = dados_move_parse,
            .move_print = dados_move_print,
            .notation = dados_notation,
            .ending = dados_ending,
        },
    .chance = &chance,
    .loops = &loops,
    .judging = &judging,
    .view = &dados_view,
    .practice = &dados_practice,
    .story = &dados_story,
    .learning = &dados_learning,
};
