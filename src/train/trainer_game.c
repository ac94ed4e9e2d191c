/* Games from which a trainer learns, and games that measure what it has learnt. */
#include <math.h>
#include <string.h>

#include "train/trainer.h"

enum { TURNS_MOST = 4000 /* of a game that does not end */ };

/* A position after a move, as the sides see it. */
typedef struct Look {
    LudState s;
    int count[LUD_MAX_SIDES];
    uint32_t pattern[LUD_MAX_SIDES][LUD_MAX_PATTERNS];
    float sum[LUD_MAX_SIDES], chance[LUD_MAX_SIDES];
} Look;

typedef struct Table {
    const LudGame *game;
    const LudNetwork *network;
    int sides;
} Table;

/* -- judging ------------------------------------------------------------------------------------
 */

static void add_up(const Table *table, const float *weights, Look *look)
{
    for (int side = 0; side < table->sides; side++) {
        float sum = 0;
        for (int i = 0; i < look->count[side]; i++)
            sum += weights[look->pattern[side][i]];
        look->sum[side] = sum;
    }
}

static void find_chances(const Table *table, Look *look)
{
    if (table->sides == 2) {
        look->chance[0] = 1 / (1 + expf(look->sum[1] - look->sum[0]));
        look->chance[1] = 1 - look->chance[0];
        return;
    }
    float most = look->sum[0], all = 0;
    for (int side = 1; side < table->sides; side++)
        most = fmaxf(most, look->sum[side]);
    for (int side = 0; side < table->sides; side++)
        all += look->chance[side] = expf(look->sum[side] - most);
    for (int side = 0; side < table->sides; side++)
        look->chance[side] /= all;
}

/* How good a position is for a side: with two the sums will do. */
static float merit(const Table *table, Look *look, int side)
{
    if (table->sides == 2)
        return look->sum[side] - look->sum[1 - side];
    find_chances(table, look);
    return look->chance[side];
}

/* Looks at look->s, which is not over. */
static void look_at(const Table *table, const float *weights, Look *look)
{
    for (int side = 0; side < table->sides; side++)
        look->count[side] = table->network->patterns(&look->s, side, look->pattern[side]);
    add_up(table, weights, look);
}

static void find_result(const Table *table, Look *look)
{
    int best = 0, sharing = 0;
    for (int side = 0; side < table->sides; side++) {
        int score = table->game->rules.score(&look->s, side);
        sharing = score > best ? 1 : sharing + (score == best);
        best = score > best ? score : best;
    }
    for (int side = 0; side < table->sides; side++) {
        bool is_best = table->game->rules.score(&look->s, side) == best;
        look->chance[side] = is_best ? 1 / (float)sharing : 0;
    }
}

/* -- moves --------------------------------------------------------------------------------------
 */

static void roll(const Table *table, LudState *s, LudRandom *random)
{
    LudChance chances[LUD_MAX_CHANCES];
    int count = table->game->chance->outcomes(s, chances), i = 0;
    uint32_t weights = 0;
    for (int k = 0; k < count; k++)
        weights += chances[k].weight;
    uint32_t drawn = lud_random_below(random, weights);
    for (; drawn >= chances[i].weight; i++)
        drawn -= chances[i].weight;
    table->game->rules.apply(s, chances[i].move);
}

/* Makes the move that is best by these weights. Returns where it leads, in one of the two looks. */
static Look *choose(const Table *table, const float *weights, const LudState *s, Look *one,
                    Look *other)
{
    const LudGame *game = table->game;
    LudMove list[LUD_MAX_MOVES];
    int side = game->rules.turn(s) % table->sides, count = game->rules.moves(s, list);
    float most = -INFINITY;
    Look *best = NULL, *next = one;
    for (int i = 0; i < count; i++) {
        memcpy(&next->s, s, game->state_size);
        game->rules.apply(&next->s, list[i]);
        bool is_over = game->rules.turn(&next->s) == LUD_OVER;
        float found;
        if (is_over) {
            find_result(table, next);
            found = next->chance[side] == 1 ? INFINITY : -1e30F;
        } else {
            look_at(table, weights, next);
            found = merit(table, next, side);
        }
        if (!best || found > most) {
            most = found;
            best = next;
            next = next == one ? other : one;
        }
        if (is_over && most == INFINITY)
            break;
    }
    return best;
}

static void slip(const Table *table, LudState *s, LudRandom *random)
{
    LudMove list[LUD_MAX_MOVES];
    int count = table->game->rules.moves(s, list);
    table->game->rules.apply(s, list[lud_random_below(random, (uint32_t)count)]);
}

/* -- learning -----------------------------------------------------------------------------------
 */

/* Draws a position towards what it turned out to be worth. */
static void correct(TrainerWorker *worker, const Table *table, Look *look, const float *wanted,
                    float rate)
{
    find_chances(table, look);
    for (int side = 0; side < table->sides; side++) {
        float wrong = wanted[side] - look->chance[side], size = fabsf(wrong);
        int count = look->count[side];
        float step = count ? rate * wrong / (float)count : 0;
        if (side == 0)
            worker->squares += (double)wrong * (double)wrong;
        for (int i = 0; i < count; i++) {
            uint32_t number = look->pattern[side][i];
            float *coherence = worker->coherence + 2 * (size_t)number;
            float trust = coherence[1] > 0 ? fabsf(coherence[0]) / coherence[1] : 1;
            worker->weights[number] += step * trust;
            coherence[0] += wrong;
            coherence[1] += size;
        }
    }
}

static Table table_of(const Trainer *trainer, LudState *start)
{
    Table table = {.game = trainer->plan.rules.game, .network = trainer->network};
    lud_rules_start(&trainer->plan.rules, start);
    table.sides = table.game->rules.sides(start);
    return table;
}

static void learn_game(const Trainer *trainer, TrainerWorker *worker, float rate)
{
    Look looks[3], *now = &looks[0], *one = &looks[1], *other = &looks[2];
    Table table = table_of(trainer, &now->s);
    const LudGame *game = table.game;
    look_at(&table, worker->weights, now);
    for (int turn = 0; turn < TURNS_MOST; turn++) {
        LudState s;
        memcpy(&s, &now->s, game->state_size);
        if (game->rules.turn(&s) == LUD_CHANCE)
            roll(&table, &s, &worker->random);
        worker->turns++;
        if (lud_random_below(&worker->random, 1000) < trainer->plan.slips_permille) {
            /* What a slip leads to says nothing about the position before. */
            slip(&table, &s, &worker->random);
            if (game->rules.turn(&s) == LUD_OVER)
                break;
            memcpy(&now->s, &s, game->state_size);
            look_at(&table, worker->weights, now);
            continue;
        }
        Look *next = choose(&table, worker->weights, &s, one, other);
        bool is_over = game->rules.turn(&next->s) == LUD_OVER;
        if (!is_over)
            find_chances(&table, next);
        correct(worker, &table, now, next->chance, rate);
        if (is_over)
            break;
        if (next == one)
            one = now;
        else
            other = now;
        now = next;
        add_up(&table, worker->weights, now);
    }
    worker->games++;
}

void trainer_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns, float rate)
{
    worker->squares = 0;
    worker->turns = worker->games = 0;
    while (worker->turns < turns)
        learn_game(trainer, worker, rate);
}

/* -- measuring ----------------------------------------------------------------------------------
 */

/* The move that is best for the side by the evaluation that is compiled in. */
static void choose_as_compiled(const Table *table, const LudState *s, LudState *best)
{
    const LudGame *game = table->game;
    LudMove list[LUD_MAX_MOVES];
    int side = game->rules.turn(s) % table->sides, count = game->rules.moves(s, list), most = 0;
    for (int i = 0; i < count; i++) {
        LudState next;
        memcpy(&next, s, game->state_size);
        game->rules.apply(&next, list[i]);
        bool is_over = game->rules.turn(&next) == LUD_OVER;
        int found = is_over ? INT32_MAX : game->judging->evaluate(&next, NULL, side);
        if (i == 0 || found > most) {
            most = found;
            memcpy(best, &next, game->state_size);
        }
        if (is_over)
            break;
    }
}

/* What the learner, playing one side, gets of a game. */
static float measure_game(const Trainer *trainer, const float *weights, int learner,
                          LudRandom *random)
{
    Look one, other;
    LudState s;
    Table table = table_of(trainer, &s);
    for (int turn = 0; turn < TURNS_MOST; turn++) {
        if (table.game->rules.turn(&s) == LUD_CHANCE)
            roll(&table, &s, random);
        LudState next;
        if (table.game->rules.turn(&s) % table.sides == learner)
            memcpy(&next, &choose(&table, weights, &s, &one, &other)->s, table.game->state_size);
        else
            choose_as_compiled(&table, &s, &next);
        memcpy(&s, &next, table.game->state_size);
        if (table.game->rules.turn(&s) == LUD_OVER) {
            memcpy(&one.s, &s, table.game->state_size);
            find_result(&table, &one);
            return one.chance[learner];
        }
    }
    return 1 / (float)table.sides;
}

float trainer_share(const Trainer *trainer, const float *weights, int games, LudRandom *random)
{
    LudState start;
    int sides = table_of(trainer, &start).sides;
    float won = 0;
    for (int i = 0; i < games; i++)
        won += measure_game(trainer, weights, i % sides, random);
    return won / (float)games;
}
