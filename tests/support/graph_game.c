#include "support/graph_game.h"

#include <stdio.h>

typedef struct Walk {
    uint32_t seed;
    uint8_t node, side, kinds;
    uint8_t stage; /* of the dice */
} Walk;

/* A rolled position is never over: the game ended before the roll, or goes on. */
enum { NO_DICE, TO_ROLL, ROLLED };

static Walk read(const LudState *s)
{
    Walk walk;
    memcpy(&walk, s->bytes, sizeof walk);
    return walk;
}

/* A number for each thing that is left to chance, the same every time. */
static uint32_t draw(const Walk *walk, uint32_t what)
{
    uint64_t x = (uint64_t)walk->seed << 32 ^ (uint64_t)walk->node << 16 ^ (uint64_t)what << 1;
    x = (x ^ x >> 31 ^ walk->side ^ (uint64_t)walk->stage << 8) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 32) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 33);
}

enum {
    DRAW_END,
    DRAW_RESULT,
    DRAW_STOP,
    DRAW_VALUE,
    DRAW_ARROW,
    DRAW_AGAIN = 16,
    DRAW_ROLL = 24,
    DRAW_WEIGHT = 32,
    DRAW_NOISY = 40,
    DRAW_PROMISE = 48,
    DRAW_DUMB = 56
};

static void init(LudState *s, const LudOptions *options)
{
    Walk walk = {.seed = (uint32_t)(uint8_t)options->value[0] |
                         (uint32_t)(uint8_t)options->value[1] << 8 |
                         (uint32_t)(uint8_t)options->value[2] << 16,
                 .kinds = (uint8_t)options->value[3]};
    memcpy(s->bytes, &walk, sizeof walk);
}

static int two(const LudState *s)
{
    (void)s;
    return 2;
}

static int turn(const LudState *s)
{
    Walk walk = read(s);
    if (walk.node > 0 && walk.stage != ROLLED && draw(&walk, DRAW_END) % 9 == 0)
        return LUD_OVER;
    return walk.stage == TO_ROLL ? LUD_CHANCE : walk.side;
}

static int moves(const LudState *s, LudMove *list)
{
    Walk walk = read(s);
    for (int i = 0; i < GRAPH_ARROWS; i++) {
        uint32_t to = draw(&walk, (uint32_t)(DRAW_ARROW + i)) % GRAPH_NODES;
        /* Of two halves only the second can be entered for good. */
        if (walk.kinds & GRAPH_EPOCHS && walk.node >= GRAPH_NODES / 2)
            to = GRAPH_NODES / 2 + to % (GRAPH_NODES / 2);
        list[i] = to << 2 | (uint32_t)i;
    }
    return turn(s) == LUD_OVER ? 0 : GRAPH_ARROWS;
}

static void apply(LudState *s, LudMove m)
{
    Walk walk = read(s);
    bool is_roll = walk.stage == TO_ROLL;
    bool is_again = walk.kinds & GRAPH_AGAIN && draw(&walk, DRAW_AGAIN + (m & 3)) % 3 == 0;
    bool has_dice = walk.kinds & GRAPH_DICE && draw(&walk, DRAW_ROLL + (m & 3)) % 2 == 0;
    walk.node = (uint8_t)(m >> 2);
    walk.side ^= !is_roll && !is_again;
    walk.stage = is_roll ? ROLLED : has_dice ? TO_ROLL : NO_DICE;
    memcpy(s->bytes, &walk, sizeof walk);
}

static int outcomes(const LudState *s, LudChance *list)
{
    Walk walk = read(s);
    LudMove move[GRAPH_ARROWS];
    int count = moves(s, move);
    for (int i = 0; i < count; i++)
        list[i] = (LudChance){move[i], 1 + draw(&walk, (uint32_t)(DRAW_WEIGHT + i)) % 4};
    return count;
}

static int roller(const LudState *s)
{
    return read(s).side;
}

static LudMove rolled(const LudState *s)
{
    Walk walk = read(s);
    return walk.stage == ROLLED ? (LudMove)walk.node << 2 : LUD_NO_MOVE;
}

static const LudGameChance chance = {.outcomes = outcomes, .roller = roller, .rolled = rolled};

/* Loss, draw or win for the first seat, the reverse for the other. */
static int points(const LudState *s, uint32_t what, int seat)
{
    Walk walk = read(s);
    int first = (int)(draw(&walk, what) % 3);
    return seat == 0 ? first : 2 - first;
}

static int score(const LudState *s, int seat)
{
    return points(s, DRAW_RESULT, seat);
}

static int stop_score(const LudState *s, int seat, LudReason reason)
{
    (void)reason;
    return points(s, DRAW_STOP, seat);
}

static LudReason reason(const LudState *s)
{
    (void)s;
    return LUD_REASON_NO_MOVE;
}

static uint64_t key(const LudState *s)
{
    Walk walk = read(s);
    return ((uint64_t)walk.node * 2 + walk.side + 1 + 256 * (uint64_t)walk.stage) *
           0x9e3779b97f4a7c15u;
}

static bool same(const LudState *a, const LudState *b)
{
    Walk x = read(a), y = read(b);
    return x.node == y.node && x.side == y.side && x.stage == y.stage;
}

static uint32_t epoch(const LudState *s)
{
    return read(s).node >= GRAPH_NODES / 2;
}

static int state_print(const LudState *s, char *text)
{
    Walk walk = read(s);
    return sprintf(text, "%d-%d-%d", walk.node, walk.side, walk.stage);
}

/* The number of the arrow, from 1. */
static int move_print(const LudState *s, LudMove m, char *text)
{
    (void)s;
    return sprintf(text, "%u", (unsigned)(m & 3) + 1);
}

static int evaluate(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    Walk walk = read(s);
    int value = (int)(draw(&walk, DRAW_VALUE) % 201) - 100;
    return side == 0 ? value : -value;
}

static LudMove winning(const LudState *s, const LudNotes *notes)
{
    (void)notes;
    LudMove list[GRAPH_ARROWS];
    int count = moves(s, list), side = turn(s);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        apply(&next, list[i]);
        if (turn(&next) == LUD_OVER && score(&next, side) == 2)
            return list[i];
    }
    return LUD_NO_MOVE;
}

/* Who moves again lets nobody else win. */
static int urgent(const LudState *s, const LudNotes *notes, LudMove *list)
{
    Walk walk = read(s);
    LudMove all[GRAPH_ARROWS];
    int count = moves(s, all), kept = 0;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        apply(&next, all[i]);
        if (turn(&next) != 1 - turn(s) || winning(&next, notes) == LUD_NO_MOVE)
            list[kept++] = all[i];
    }
    return draw(&walk, DRAW_DUMB) % 4 == 0 ? -1 : kept;
}

static int noisy(const LudState *s, const LudNotes *notes, LudMove *list)
{
    (void)notes;
    Walk walk = read(s);
    LudMove all[GRAPH_ARROWS];
    int count = moves(s, all), kept = 0;
    for (int i = 0; i < count; i++) {
        if (draw(&walk, (uint32_t)(DRAW_NOISY + i)) % 3 == 0)
            list[kept++] = all[i];
    }
    return kept;
}

static void order(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                  int32_t *promise)
{
    (void)notes;
    Walk walk = read(s);
    for (int i = 0; i < count; i++)
        promise[i] = (int32_t)(draw(&walk, DRAW_PROMISE + (list[i] & 3)) % 100);
}

static const LudGameJudging judging = {.chance_scale = 100, .evaluate = evaluate},
                            hooked = {.chance_scale = 100,
                                      .evaluate = evaluate,
                                      .winning = winning,
                                      .urgent = urgent,
                                      .noisy = noisy,
                                      .order = order};

void graph_rules(LudRules *rules, LudGame *game, uint32_t seed, int limit, unsigned kinds)
{
    *game = (LudGame){.name = "graph",
                      .title = "Graph",
                      .state_size = sizeof(Walk),
                      .side_names = {"First", "Second"},
                      .rules = {.repetition_limit = limit,
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
                                .epoch = kinds & GRAPH_EPOCHS ? epoch : NULL,
                                .stop_score = limit == 2 ? stop_score : NULL},
                      .text = {.state_print = state_print, .move_print = move_print},
                      .chance = kinds & GRAPH_DICE ? &chance : NULL,
                      .judging = kinds & GRAPH_HOOKS ? &hooked : &judging};
    *rules = (LudRules){.game = game};
    for (int i = 0; i < 3; i++)
        rules->options.value[i] = (int8_t)(seed >> 8 * i & 0x7f);
    rules->options.value[3] = (int8_t)kinds;
}
