/* The rules of Kalah, and a simple idea of how a position stands. */
#include "kalah.h"

#include "core/dual.h"

/* -- rules ------------------------------------------------------------------------------------- */

static void init(LudState *s, const LudOptions *options)
{
    (void)options;
    Kalah k = {.side = 0};
    memset(k.pit, KALAH_SEEDS / KALAH_ALL_PITS, sizeof k.pit);
    memcpy(s->bytes, &k, sizeof k);
}

static int two(const LudState *s)
{
    (void)s;
    return 2;
}

static int turn(const LudState *s)
{
    Kalah k = kalah_load(s);
    return kalah_row(&k, k.side) == 0 ? LUD_OVER : k.side;
}

static int moves(const LudState *s, LudMove *list)
{
    Kalah k = kalah_load(s);
    int count = 0;
    for (int i = 0; i < KALAH_PITS; i++) {
        if (k.pit[KALAH_PITS * k.side + i] > 0)
            list[count++] = (LudMove)i;
    }
    return count;
}

static void apply(LudState *s, LudMove m)
{
    Kalah k = kalah_load(s);
    int taken, last = kalah_sow(&k, m, &taken);
    if (taken >= 0) {
        k.store[k.side] = (uint8_t)(k.store[k.side] + k.pit[taken] + 1);
        k.pit[taken] = k.pit[last] = 0;
    }
    if (last != KALAH_STORE) /* a last seed in one's store earns another turn */
        k.side = (uint8_t)(1 - k.side);
    memcpy(s->bytes, &k, sizeof k);
}

/* What is left belongs to whose side it lies on. */
static int score(const LudState *s, int seat)
{
    Kalah k = kalah_load(s);
    return 2 * (k.store[seat] + kalah_row(&k, seat));
}

static LudReason reason(const LudState *s)
{
    (void)s;
    return LUD_REASON_NO_MOVE;
}

/* What people are told of the end. */
static void ending(const LudOptions *options, LudReason why, bool is_draw, LudEnding *told)
{
    (void)options;
    (void)is_draw;
    if (why != LUD_REASON_NO_MOVE)
        return;
    told->why = LUD_MESSAGE("The player to move has no seeds left.");
    told->rest = LUD_MESSAGE("Each keeps the seeds on their own side.");
}

/* The bytes of the state, mixed by multiplication (FNV). */
static uint64_t key(const LudState *s)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < sizeof(Kalah); i++)
        hash = (hash ^ s->bytes[i]) * UINT64_C(0x100000001b3);
    return hash ^ hash >> 29;
}

static bool same(const LudState *a, const LudState *b)
{
    return memcmp(a->bytes, b->bytes, sizeof(Kalah)) == 0;
}

/* -- judging ----------------------------------------------------------------------------------- */

/* Seeds in store, and a little for those on one's own side, which are one's own in the end. */
static int evaluate(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    Kalah k = kalah_load(s);
    int stored = k.store[side] - k.store[1 - side];
    int lying = kalah_row(&k, side) - kalah_row(&k, 1 - side);
    return 100 * stored + 25 * lying;
}

/* Moves that earn another turn come first, then those that capture. */
static void order(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                  int32_t *promise)
{
    (void)notes;
    for (int i = 0; i < count; i++) {
        Kalah k = kalah_load(s);
        int taken, last = kalah_sow(&k, list[i], &taken);
        promise[i] = last == KALAH_STORE ? 1000 : taken >= 0 ? 100 + k.pit[taken] : 0;
    }
}

static const LudUnit unit = {
    .name = "seeds",
    .value = LUD_MESSAGE("{1} seeds"),
    .one_less = LUD_MESSAGE("every other move is worth at least one seed less"),
    .less = LUD_MESSAGE("every other move is worth at least {1} seeds less"),
};

static const LudGameJudging judging = {
    .unit = &unit,
    .chance_scale = 430,
    .evaluate = evaluate,
    .order = order,
};

const LudGame LUD_DUAL(kalah_game) = {
    .name = "kalah",
    .title = "Kalah",
    .state_size = sizeof(Kalah),
    .side_names = {"South", "North"},
    .rules =
        {
            .starter = LUD_STARTER_SEAT_0,
            .score_total = 2 * KALAH_SEEDS,
            .score_word = LUD_MESSAGE("seeds"),
            .init = init,
            .seats = two,
            .sides = two,
            .turn = turn,
            .moves = moves,
            .apply = apply,
            .score = score,
            .reason = reason,
            .key = key,
            .same = same,
        },
    .text =
        {
            .state_parse = kalah_state_parse,
            .state_print = kalah_state_print,
            .move_parse = kalah_move_parse,
            .move_print = kalah_move_print,
            .notation = LUD_MESSAGE("A move is the letter of one of your pits: A to F for South, a "
                                    "to f for North. Sowing goes from A to F, then from a to f."),
            .ending = ending,
        },
    .judging = &judging,
    .view = &kalah_view,
    .story = &kalah_story,
};
