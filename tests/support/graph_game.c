#include "support/graph_game.h"

typedef struct Walk {
    uint32_t seed;
    uint8_t node, side, has_epochs, unused;
} Walk;

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
    x = (x ^ x >> 31 ^ walk->side) * 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 29) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 32) * 0x94d049bb133111ebu;
    return (uint32_t)(x >> 33);
}

enum { DRAW_END, DRAW_RESULT, DRAW_STOP, DRAW_VALUE, DRAW_ARROW };

static void init(LudState *s, const LudOptions *options)
{
    Walk walk = {.seed = (uint32_t)(uint8_t)options->value[0] |
                         (uint32_t)(uint8_t)options->value[1] << 8 |
                         (uint32_t)(uint8_t)options->value[2] << 16,
                 .has_epochs = (uint8_t)options->value[3]};
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
    return walk.node > 0 && draw(&walk, DRAW_END) % 9 == 0 ? LUD_OVER : walk.side;
}

static int moves(const LudState *s, LudMove *list)
{
    Walk walk = read(s);
    for (int i = 0; i < GRAPH_ARROWS; i++) {
        uint32_t to = draw(&walk, (uint32_t)(DRAW_ARROW + i)) % GRAPH_NODES;
        /* Of two halves only the second can be entered for good. */
        if (walk.has_epochs && walk.node >= GRAPH_NODES / 2)
            to = GRAPH_NODES / 2 + to % (GRAPH_NODES / 2);
        list[i] = to << 2 | (uint32_t)i;
    }
    return turn(s) == LUD_OVER ? 0 : GRAPH_ARROWS;
}

static void apply(LudState *s, LudMove m)
{
    Walk walk = read(s);
    walk.node = (uint8_t)(m >> 2);
    walk.side ^= 1;
    memcpy(s->bytes, &walk, sizeof walk);
}

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

static uint64_t key(const LudState *s)
{
    Walk walk = read(s);
    return ((uint64_t)walk.node * 2 + walk.side + 1) * 0x9e3779b97f4a7c15u;
}

static bool same(const LudState *a, const LudState *b)
{
    Walk x = read(a), y = read(b);
    return x.node == y.node && x.side == y.side;
}

static uint32_t epoch(const LudState *s)
{
    return read(s).node >= GRAPH_NODES / 2;
}

static int evaluate(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    Walk walk = read(s);
    int value = (int)(draw(&walk, DRAW_VALUE) % 201) - 100;
    return side == 0 ? value : -value;
}

static const LudJudging judging = {.chance_scale = 100, .evaluate = evaluate};

void graph_rules(LudRules *rules, LudGame *game, uint32_t seed, int limit, bool has_epochs)
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
                                .key = key,
                                .same = same,
                                .epoch = has_epochs ? epoch : NULL,
                                .stop_score = limit == 2 ? stop_score : NULL},
                      .judging = &judging};
    *rules = (LudRules){.game = game};
    for (int i = 0; i < 3; i++)
        rules->options.value[i] = (int8_t)(seed >> 8 * i & 0x7f);
    rules->options.value[3] = has_epochs;
}
