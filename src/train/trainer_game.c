/* Games from which a trainer learns, and games that measure what it has learnt. */
#include <math.h>
#include <string.h>

#include "train/trainer.h"

enum {
    TURNS_MOST = 4000, /* of a game that does not end */
    ROWS = 4,          /* sums that are added up at a time */
    SPARES = 2 * ROWS, /* moves that are looked at a time */
};

/* A position after a move, as the sides see it. */
typedef struct Look {
    LudState s;
    bool is_over;
    LudPatterns seen[LUD_MAX_SIDES];
    float sum[LUD_MAX_SIDES], chance[LUD_MAX_SIDES];
} Look;

typedef struct Table {
    const LudGame *game;
    const LudNetwork *network;
    int sides;
} Table;

/* Looks for the moves of a turn, and one for where the best of them leads. */
typedef struct Looks {
    Look all[SPARES + 1];
    Look *spare[SPARES], *best;
} Looks;

static void looks_begin(Looks *looks)
{
    for (int i = 0; i < SPARES; i++)
        looks->spare[i] = &looks->all[i];
    looks->best = &looks->all[SPARES];
}

static void swap(Look **a, Look **b)
{
    Look *other = *a;
    *a = *b;
    *b = other;
}

/* -- judging ------------------------------------------------------------------------------------
 */

/* The sums of several rows at a time: an addition waits for the one before, but not for those of
 * other rows. */
static void add_rows(const float *weights, const LudPatterns *const row[ROWS], float sum[ROWS])
{
    int shared = row[0]->count;
    float a = 0, b = 0, c = 0, d = 0;
    for (int k = 1; k < ROWS; k++)
        shared = row[k]->count < shared ? row[k]->count : shared;
    for (int i = 0; i < shared; i++) {
        a += weights[row[0]->number[i]];
        b += weights[row[1]->number[i]];
        c += weights[row[2]->number[i]];
        d += weights[row[3]->number[i]];
    }
    const float sums[ROWS] = {a, b, c, d};
    memcpy(sum, sums, sizeof sums);
    for (int k = 0; k < ROWS; k++) {
        for (int i = shared; i < row[k]->count; i++)
            sum[k] += weights[row[k]->number[i]];
    }
}

static void add_up(const Table *table, const float *weights, Look *const *looks, int count)
{
    for (int first = 0, sides = table->sides; first < sides * count; first += ROWS) {
        const LudPatterns *row[ROWS];
        float sum[ROWS];
        for (int k = 0; k < ROWS; k++) {
            int i = first + k < sides * count ? first + k : first;
            row[k] = &looks[i / sides]->seen[i % sides];
        }
        add_rows(weights, row, sum);
        for (int k = 0; k < ROWS && first + k < sides * count; k++)
            looks[(first + k) / sides]->sum[(first + k) % sides] = sum[k];
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

/* How good a position is for a side: with two the sums will do. A win is better than all else. */
static float merit(const Table *table, Look *look, int side)
{
    if (look->is_over)
        return look->chance[side] == 1 ? INFINITY : -1e30F;
    if (table->sides == 2)
        return look->sum[side] - look->sum[1 - side];
    find_chances(table, look);
    return look->chance[side];
}

/* Looks at look->s, which is not over. */
static void look_at(const Table *table, const float *weights, Look *look)
{
    table->network->patterns(&look->s, NULL, look->seen);
    add_up(table, weights, &look, 1);
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

/* Makes a move and sees its patterns, or its result. */
static void follow(const Table *table, const LudState *s, LudMove m, Look *look)
{
    memcpy(&look->s, s, table->game->state_size);
    table->game->rules.apply(&look->s, m);
    look->is_over = table->game->rules.turn(&look->s) == LUD_OVER;
    if (!look->is_over) {
        table->network->patterns(&look->s, NULL, look->seen);
        return;
    }
    find_result(table, look);
    for (int side = 0; side < table->sides; side++)
        look->seen[side].count = 0;
}

/* Makes the move that is best by these weights, and sees where it leads. */
static void choose(const Table *table, const float *weights, const LudState *s, Looks *looks)
{
    const LudGame *game = table->game;
    LudMove list[LUD_MAX_MOVES];
    int side = game->rules.turn(s) % table->sides, count = game->rules.moves(s, list);
    float most = -INFINITY;
    for (int first = 0; first < count && most < INFINITY; first += SPARES) {
        int some = count - first < SPARES ? count - first : SPARES;
        for (int i = 0; i < some; i++)
            follow(table, s, list[first + i], looks->spare[i]);
        add_up(table, weights, looks->spare, some);
        for (int i = 0; i < some; i++) {
            float found = merit(table, looks->spare[i], side);
            if (found > most) {
                most = found;
                swap(&looks->spare[i], &looks->best);
            }
        }
    }
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
        int count = look->seen[side].count;
        float step = count ? rate * wrong / (float)count : 0;
        if (side == 0)
            worker->squares += (double)wrong * (double)wrong;
        for (int i = 0; i < count; i++) {
            uint32_t number = look->seen[side].number[i];
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

/* What a position's correction needs is far away in memory: fetches it while the next move is
 * chosen. */
static void fetch(const TrainerWorker *worker, const Table *table, const Look *look)
{
    for (int side = 0; side < table->sides; side++) {
        for (int i = 0; i < look->seen[side].count; i++)
            __builtin_prefetch(worker->coherence + 2 * (size_t)look->seen[side].number[i], 1);
    }
}

static void learn_game(const Trainer *trainer, TrainerWorker *worker, float rate)
{
    Looks looks;
    Look first, *now = &first;
    Table table = table_of(trainer, &now->s);
    const LudGame *game = table.game;
    looks_begin(&looks);
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
        fetch(worker, &table, now);
        choose(&table, worker->weights, &s, &looks);
        if (!looks.best->is_over)
            find_chances(&table, looks.best);
        correct(worker, &table, now, looks.best->chance, rate);
        if (looks.best->is_over)
            break;
        swap(&now, &looks.best);
        add_up(&table, worker->weights, &now, 1);
    }
    worker->games++;
}

void trainer_dice_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns, float rate)
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
    Looks looks;
    LudState s;
    Table table = table_of(trainer, &s);
    looks_begin(&looks);
    for (int turn = 0; turn < TURNS_MOST; turn++) {
        if (table.game->rules.turn(&s) == LUD_CHANCE)
            roll(&table, &s, random);
        LudState next;
        if (table.game->rules.turn(&s) % table.sides == learner) {
            choose(&table, weights, &s, &looks);
            memcpy(&next, &looks.best->s, table.game->state_size);
        } else {
            choose_as_compiled(&table, &s, &next);
        }
        memcpy(&s, &next, table.game->state_size);
        if (table.game->rules.turn(&s) == LUD_OVER) {
            memcpy(&looks.best->s, &s, table.game->state_size);
            find_result(&table, looks.best);
            return looks.best->chance[learner];
        }
    }
    return 1 / (float)table.sides;
}

float trainer_dice_share(const Trainer *trainer, const float *weights, int games, LudRandom *random)
{
    LudState start;
    int sides = table_of(trainer, &start).sides;
    float won = 0;
    for (int i = 0; i < games; i++)
        won += measure_game(trainer, weights, i % sides, random);
    return won / (float)games;
}
