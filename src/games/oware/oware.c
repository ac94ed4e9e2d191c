/* The rules of Oware behind the game interface. */
#include "core/dual.h"
#include "oware_board.h"
#include "oware_circling.h"
#include "oware_evaluate.h"
#include "oware_facts.h"
#include "oware_network.h"
#include "oware_retrograde.h"
#include "oware_text.h"

#ifdef LUD_AVX2
#include <immintrin.h>
#endif

/* -- on the board itself ----------------------------------------------------------------------- */

static int whose_turn(const Oware *o)
{
    return o->legal ? oware_seat(o->own) : LUD_OVER;
}

static int count_moves(const Oware *o)
{
#ifdef LUD_AVX2
    return __builtin_popcountll(o->legal);
#else
    return oware_count(o->legal >> 7);
#endif
}

/* A move is its pit, counted from the mover's first. Either way of listing avoids branches. */
static int list_moves(const Oware *o, LudMove *list)
{
    uint64_t legal = o->legal;
#ifdef LUD_AVX2
    /* The numbers of the marked pits move together; all eight places are written. */
    uint64_t pits = _pext_u64(OWARE_INDICES, (legal >> 7) * 0xff);
    _mm256_storeu_si256((__m256i *)list, _mm256_cvtepu8_epi32(_mm_cvtsi64_si128((long long)pits)));
    return count_moves(o);
#else
    /* Every pit is written, legal or not, and then overwritten by the next. */
    int count = 0;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        list[count] = (LudMove)pit;
        count += (int)(legal >> (8 * pit + 15) & 1);
    }
    return count;
#endif
}

static void play(Oware *o, LudMove m)
{
    oware_sow(o, (int)m);
    oware_judge(o);
}

#ifdef LUD_AVX2
static LudMove pick_move(const Oware *o, LudRandom *random)
{
    uint32_t choice = lud_random_below(random, (uint32_t)count_moves(o));
    return (LudMove)(__builtin_ctzll(_pdep_u64(UINT64_C(1) << choice, o->legal)) / 8 - 1);
}
#define HOT_PICK(s, random) pick_move(s, random)
#endif

#define HOT_STATE          Oware
#define HOT_TURN(s)        whose_turn(s)
#define HOT_MOVES(s, list) list_moves(s, list)
#define HOT_APPLY(s, m)    play(s, m)
#define HOT_COUNT(s)       count_moves(s)
#define HOT_MAX_MOVES      8 /* list_moves writes whole registers */
#include "core/hot_loops.h"

/* Why a position without legal moves is over. Under `awari` a player is left without seeds only by
 * a forced move, so the board alone tells. */
static LudReason find_reason(const Oware *o)
{
    if (oware_store(o->own) >= OWARE_MAJORITY || oware_store(o->opponent) >= OWARE_MAJORITY)
        return LUD_REASON_MAJORITY;
    if (!(o->own & OWARE_BOARD))
        return o->slam == OWARE_AWARI ? LUD_REASON_FORCED_SLAM : LUD_REASON_NO_MOVE;
    return o->opponent & OWARE_BOARD ? LUD_REASON_ONLY_SLAMS : LUD_REASON_NO_FEEDING;
}

static uint64_t half_of(const Oware *o, int seat)
{
    return oware_seat(o->own) == seat ? o->own : o->opponent;
}

/* Twice what a seat has when each keeps the seeds on its own side. */
static int keep_own(const Oware *o, int seat)
{
    uint64_t half = half_of(o, seat);
    return 2 * (oware_store(half) + oware_count(half));
}

/* -- behind the interface ---------------------------------------------------------------------- */

/* Used in place: copying it in and out again would cost more than most of what follows. */
static Oware *board(LudState *s)
{
    return (Oware *)s->bytes;
}

static const Oware *board_of(const LudState *s)
{
    return (const Oware *)s->bytes;
}

static void state_init(LudState *s, const LudOptions *options)
{
    Oware *o = board(s);
    *o = (Oware){.own = OWARE_ONES * 4, .opponent = OWARE_ONES * 4 | UINT64_C(1) << 56};
    o->slam = (uint8_t)options->value[OWARE_SLAM];
    o->cycle = (uint8_t)options->value[OWARE_CYCLE];
    oware_judge(o);
}

static int count_players(const LudState *s)
{
    (void)s;
    return 2;
}

static int state_turn(const LudState *s)
{
    return whose_turn(board_of(s));
}

static int state_moves(const LudState *s, LudMove *list)
{
    return list_moves(board_of(s), list);
}

static void state_apply(LudState *s, LudMove m)
{
    play(board(s), m);
}

static bool state_is_legal(const LudState *s, LudMove m)
{
    return m < OWARE_PITS && board_of(s)->legal & oware_mark((int)m);
}

static const char *state_why_illegal(const LudState *s, LudMove m)
{
    const Oware *o = board_of(s);
    if (m >= OWARE_PITS)
        return LUD_MESSAGE("{1} is a pit of the opponent. Legal: {2}");
    if (oware_pit(o->own, (int)m) == 0)
        return LUD_MESSAGE("{1} is empty. Legal: {2}");
    if (!(o->opponent & OWARE_BOARD))
        return LUD_MESSAGE("The opponent has no seeds, and {1} gives none. Legal: {2}");
    return LUD_MESSAGE("{1} would capture every seed of the opponent, which is not allowed. "
                       "Legal: {2}");
}

static int state_score(const LudState *s, int seat)
{
    const Oware *o = board_of(s);
    LudReason reason = find_reason(o);
    int stored = 2 * oware_store(half_of(o, seat));
    if (reason == LUD_REASON_MAJORITY)
        return stored;
    if (reason == LUD_REASON_ONLY_SLAMS && o->slam == OWARE_FORFEIT)
        return oware_seat(o->own) == seat ? stored : stored + 2 * oware_on_board(o);
    return keep_own(o, seat);
}

static LudReason state_reason(const LudState *s)
{
    return find_reason(board_of(s));
}

/* Stores and seats are part of the halves, so they need no mixing of their own. */
static uint64_t state_key(const LudState *s)
{
    const Oware *o = board_of(s);
    uint64_t key = o->own * UINT64_C(0x9e3779b97f4a7c15);
    key = (key ^ key >> 32 ^ o->opponent) * UINT64_C(0xbf58476d1ce4e5b9);
    return key ^ key >> 32;
}

static bool state_same(const LudState *a, const LudState *b)
{
    return board_of(a)->own == board_of(b)->own && board_of(a)->opponent == board_of(b)->opponent;
}

/* Seeds in the stores never return to the board. */
static uint32_t state_epoch(const LudState *s)
{
    return (uint32_t)(oware_store(board_of(s)->own) + oware_store(board_of(s)->opponent));
}

static bool state_is_dead(const LudState *s)
{
    return board_of(s)->slam == OWARE_KEEP && oware_is_circling(board_of(s));
}

static LudOffer state_offer(const LudState *s)
{
    if (oware_is_circling(board_of(s)))
        return LUD_OFFER_NO_CAPTURE;
    return oware_is_unforced(board_of(s)) ? LUD_OFFER_UNFORCED : LUD_OFFER_NONE;
}

static int state_stop_score(const LudState *s, int seat, LudReason reason)
{
    const Oware *o = board_of(s);
    if (o->cycle == OWARE_OWN || reason == LUD_REASON_NO_CAPTURE)
        return keep_own(o, seat);
    return 2 * oware_store(half_of(o, seat)) + oware_on_board(o);
}

static void state_advance(LudState *s, LudMove m, LudAdvance *advance)
{
    play(board(s), m);
    *advance = (LudAdvance){.key = state_key(s),
                            .epoch = state_epoch(s),
                            .turn = whose_turn(board_of(s)),
                            .is_dead = state_is_dead(s)};
}

static const LudOptionSpec options[] = {
    [OWARE_SLAM] = {"slam",
                    {"keep", "forfeit", "nocapture", "awari", NULL},
                    OWARE_KEEP,
                    "a move that would capture every seed of the opponent",
                    {"not allowed; with no other move, each keeps the seeds on their own side",
                     "not allowed; with no other move, all seeds go to the opponent",
                     "allowed, but captures nothing (tournament rule)",
                     "not allowed unless forced; a forced one captures and ends the game", NULL}},
    [OWARE_CYCLE] = {"cycle",
                     {"own", "split", NULL},
                     OWARE_OWN,
                     "how seeds are divided when a position recurs or both agree to finish",
                     {"each keeps the seeds on their own side", "the seeds are shared equally",
                      NULL}},
};

static const LudGameLoops loops = {
    .perft = hot_perft,
    .playout = hot_playout,
    .advance = state_advance,
};

static const LudGameJudging judging = {
    .unit = &oware_unit,
    .chance_scale = OWARE_SCALE,
    .evaluate = LUD_DUAL(oware_evaluate),
    .noisy = LUD_DUAL(oware_noisy),
    .order = LUD_DUAL(oware_order),
    .winning = LUD_DUAL(oware_winning),
    .remark = oware_remark,
    .shift_lead = LUD_DUAL(oware_shift_lead),
};

const LudGame LUD_DUAL(oware_game) = {
    .name = "oware",
    .title = "Oware",
    .state_size = sizeof(Oware),
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .side_names = {"South", "North"},
    .rules =
        {
            .starter = LUD_STARTER_SEAT_0,
            .repetition_limit = 2,
            .score_total = 2 * OWARE_SEEDS,
            .score_word = LUD_MESSAGE("seeds"),
            .init = state_init,
            .seats = count_players,
            .sides = count_players,
            .turn = state_turn,
            .moves = state_moves,
            .apply = state_apply,
            .score = state_score,
            .reason = state_reason,
            .key = state_key,
            .same = state_same,
            .is_legal = state_is_legal,
            .why_illegal = state_why_illegal,
            .epoch = state_epoch,
            .is_dead = state_is_dead,
            .offer = state_offer,
            .stop_score = state_stop_score,
        },
    .text =
        {
            .state_parse = oware_state_parse,
            .state_print = oware_state_print,
            .move_parse = oware_move_parse,
            .move_print = oware_move_print,
            .notation = oware_notation,
            .lone_letters = oware_pit_letters,
            .has_fragments = true,
            .ending = oware_ending,
            .offer = oware_offer,
        },
    .loops = &loops,
    .judging = &judging,
    .practice = &oware_practice,
    .tabulation = &LUD_DUAL(oware_tabulation),
    .view = &oware_view,
    .story = &oware_story,
    .learning = &oware_learning,
};
