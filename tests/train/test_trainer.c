/* Training: a training that was saved and taken up again ends with the same weights, any number of
 * threads does the same every time, what is learnt wins, and files that are none are refused. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <ludoteca/ludoteca.h>

#include "support/scratch.h"
#include "support/tap.h"
#include "support/variants.h"
#include "train/trainer.h"

enum { ROUND_TURNS = 60000, SEARCHED_TURNS = 1500, NODES = 20 };

static Trainer *new_trainer(const char *rules, uint32_t rounds, uint32_t threads)
{
    LudRules parsed = variants_rules(rules);
    bool has_dice = parsed.game->chance != NULL;
    TrainerPlan plan = {.rules = parsed,
                        .seed = 5,
                        .rounds = rounds,
                        .round_turns = has_dice ? ROUND_TURNS : SEARCHED_TURNS,
                        .nodes = has_dice ? 0 : NODES,
                        .measuring_games = 20,
                        .threads = threads,
                        .rate_permille = 1000,
                        .slips_permille = 30};
    Trainer *trainer = NULL;
    if (trainer_new(&trainer, &plan, NULL) != LUD_OK)
        abort();
    return trainer;
}

static bool is_same(const Trainer *a, const Trainer *b)
{
    return a->rounds == b->rounds && a->count == b->count &&
           memcmp(a->workers[0].weights, b->workers[0].weights, 3 * a->count * sizeof(float)) ==
               0 &&
           memcmp(a->points, b->points, a->plan.rounds * sizeof *a->points) == 0;
}

static void write_over(const char *path, long at, const char *text)
{
    FILE *file = fopen(path, "r+b");
    if (!file || fseek(file, at, SEEK_SET) != 0 || fputs(text, file) < 0 || fclose(file) != 0)
        abort();
}

static void test_resumed(const char *rules, uint32_t threads, const char *folder)
{
    char path[SCRATCH_PATH];
    LudError err;
    Trainer *whole = new_trainer(rules, 2, threads), *part = new_trainer(rules, 2, threads);
    Trainer *other = new_trainer(rules, 1, threads), *resumed = new_trainer(rules, 2, threads);
    Trainer *longer = new_trainer(rules, 3, threads),
            *longer_from_start = new_trainer(rules, 3, threads);
    scratch_path(path, folder, "trained.state");
    trainer_round(whole);
    trainer_round(whole);
    trainer_round(part);
    bool is_saved = trainer_save(part, path, &err) && trainer_load(resumed, path, &err);
    tap_report(is_saved && is_same(part, resumed), "%s: a state is read as it was written", rules);
    trainer_round(resumed);
    tap_report(is_same(whole, resumed), "%s, %u threads: interrupted or not, the same weights",
               rules, threads);
    tap_report(!trainer_load(other, path, &err) && err.status == LUD_EFILE,
               "%s: the state of a longer plan is refused", rules);
    trainer_round(longer_from_start);
    tap_report(trainer_load(longer, path, &err) && is_same(longer, longer_from_start),
               "%s: with more rounds it goes on as if that had been the plan", rules);
    trainer_free(longer);
    trainer_free(longer_from_start);
    other->plan.rounds = 2;
    other->plan.seed++;
    tap_report(!trainer_load(other, path, &err) && err.status == LUD_EFILE,
               "%s: the state of another seed is refused", rules);
    write_over(path, 0, "X");
    tap_report(!trainer_load(resumed, path, &err) && err.status == LUD_EFILE,
               "%s: a file that does not begin as a state does is refused", rules);
    write_over(path, 0, "L");
    if (truncate(path, 1000) != 0)
        abort();
    tap_report(!trainer_load(resumed, path, &err), "%s: half a state is refused", rules);
    LudRandom random;
    float *none = calloc(whole->count, sizeof *none);
    lud_random_seed(&random, 3);
    float before = trainer_dice_share(whole, none, 600, &random);
    float after = trainer_dice_share(whole, whole->workers[0].weights, 600, &random);
    tap_report(after > 1.1F * before, "%s: what is learnt wins, %.3f instead of %.3f", rules,
               (double)after, (double)before);
    free(none);
    trainer_free(whole);
    trainer_free(part);
    trainer_free(other);
    trainer_free(resumed);
}

/* -- a plain player by weights, to hold the trainer's against ------------------------------------
 */

static void plain_roll(const LudGame *game, LudState *s, LudRandom *random)
{
    LudChance chances[LUD_MAX_CHANCES];
    game->chance->outcomes(s, chances);
    uint32_t drawn = lud_random_below(random, 36);
    int i = 0;
    for (; drawn >= chances[i].weight; i++)
        drawn -= chances[i].weight;
    game->rules.apply(s, chances[i].move);
}

/* How good a position is for a side of two. */
static double plain_merit(const LudGame *game, const LudState *s, int side, const float *weights)
{
    LudPatterns looks[LUD_MAX_SIDES];
    float sums[2] = {0};
    if (game->rules.turn(s) == LUD_OVER)
        return INFINITY;
    if (!weights)
        return lud_judging(game)->evaluate(s, NULL, side);
    lud_judging(game)->network->patterns(s, NULL, looks);
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < looks[k].count; i++)
            sums[k] += weights[looks[k].number[i]];
    }
    return (double)(sums[side] - sums[1 - side]);
}

static void plain_move(const LudGame *game, LudState *s, const float *weights)
{
    LudMove list[LUD_MAX_MOVES];
    LudState best = *s;
    int side = game->rules.turn(s) % 2, count = game->rules.moves(s, list);
    double most = -INFINITY;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        double merit = plain_merit(game, &next, side, weights);
        if (merit > most) {
            most = merit;
            best = next;
        }
    }
    *s = best;
}

static float plain_share(const LudRules *rules, const float *weights, int games, LudRandom *random)
{
    int won = 0;
    for (int i = 0; i < games; i++) {
        LudState s;
        for (lud_rules_start(rules, &s); rules->game->rules.turn(&s) != LUD_OVER;) {
            plain_roll(rules->game, &s, random);
            bool is_learner = rules->game->rules.turn(&s) % 2 == i % 2;
            plain_move(rules->game, &s, is_learner ? weights : NULL);
        }
        won += rules->game->rules.score(&s, i % 2) == 2;
    }
    return (float)won / (float)games;
}

/* With lines of five, so that games are short; an 11 has many more moves than are looked at at a
 * time. */
static void test_choice(void)
{
    Trainer *trainer = new_trainer("dados:line=5", 1, 1);
    LudRandom random, plain;
    float *weights = trainer->workers[0].weights;
    trainer_play(trainer, &trainer->workers[0], 3000, 1);
    lud_random_seed(&random, 8);
    lud_random_seed(&plain, 8);
    float found = trainer_dice_share(trainer, weights, 100, &random);
    float wanted = plain_share(&trainer->plan.rules, weights, 100, &plain);
    tap_report(found == wanted &&
                   lud_random_below(&random, 1u << 30) == lud_random_below(&plain, 1u << 30),
               "moves are chosen as by a plain player, who wins %.2f of its games", (double)wanted);
    trainer_free(trainer);
}

/* -- without dice -------------------------------------------------------------------------------
 */

/* What these weights make of a position, added up plainly. */
static int64_t plain_value(const LudNetwork *network, const LudState *s, const LudNotes *notes,
                           const int16_t *weights)
{
    LudPatterns looks[LUD_MAX_SIDES];
    int shares[LUD_MAX_LANES];
    int64_t sum = 0;
    network->patterns(s, notes, looks);
    network->shares(s, shares);
    for (int side = 0; side < 2; side++) {
        for (int i = 0; i < looks[side].count * network->lanes; i++) {
            int lane = i % network->lanes;
            uint32_t number = looks[side].number[i / network->lanes] + (uint32_t)lane;
            sum += (side == 0 ? 1 : -1) * (int64_t)shares[lane] * weights[number];
        }
    }
    return sum * network->scale / network->parts / network->divisor;
}

/* A game judges by the weights that it is told to use, and then by its own again. */
static void test_used(const Trainer *trainer)
{
    const LudGameJudging *judging = lud_judging(trainer->plan.rules.game);
    const LudNetwork *network = trainer->network;
    const LudState *s = &trainer->workers[0].samples[trainer->workers[0].sample_count / 2].s;
    LudNotes notes, again;
    judging->notes_begin(s, &notes);
    int compiled = judging->evaluate(s, &notes, 0);
    network->use(trainer->whole);
    judging->notes_begin(s, &again);
    int learnt = judging->evaluate(s, &again, 0);
    network->use(NULL);
    tap_report(learnt == plain_value(network, s, &again, trainer->whole) && learnt != compiled &&
                   compiled == judging->evaluate(s, &notes, 0) &&
                   compiled == plain_value(network, s, &notes, network->sets[0].weights),
               "positions are judged by the weights in use: %d, and %d as compiled", learnt,
               compiled);
}

static void test_searched(const char *rules, uint32_t threads, const char *folder)
{
    char path[SCRATCH_PATH];
    LudError err;
    Trainer *whole = new_trainer(rules, 3, threads), *resumed = new_trainer(rules, 3, threads);
    scratch_path(path, folder, "searched.state");
    for (int i = 0; i < 3; i++) {
        trainer_round(whole);
        if (i == 0 && (!trainer_save(whole, path, &err) || !trainer_load(resumed, path, &err)))
            abort();
    }
    trainer_round(resumed);
    trainer_round(resumed);
    tap_report(is_same(whole, resumed), "%s, %u threads: interrupted or not, the same weights",
               rules, threads);
    int moved = 0, wrong = 0;
    for (uint32_t i = 0; i < whole->count; i++) {
        moved += whole->whole[i] != 0;
        wrong += whole->whole[i] != whole->whole[whole->kin[LUD_MAX_KIN * i]];
    }
    tap_report(moved > 1000 && wrong == 0, "%s: it has learnt %d weights", rules, moved);
    test_used(whole);
    trainer_free(whole);
    trainer_free(resumed);
}

/* The files that the game is built with: two bytes a weight, low byte first. */
static void test_weights(const char *folder)
{
    char path[SCRATCH_PATH];
    LudError err;
    uint8_t bytes[6];
    Trainer *trainer = new_trainer("dados:line=5", 2, 1);
    trainer->workers[0].weights[0] = 1;
    trainer->workers[0].weights[1] = -0.5F;
    trainer->workers[0].weights[2] = 1000;
    scratch_path(path, folder, "trained.weights");
    bool is_written = trainer_write_weights(trainer, path, &err);
    FILE *file = fopen(path, "rb");
    bool is_read = file && fread(bytes, 1, sizeof bytes, file) == sizeof bytes &&
                   fseek(file, 0, SEEK_END) == 0;
    tap_report(is_written && is_read && ftell(file) == 2 * (long)trainer->count,
               "two bytes for each of %u weights", trainer->count);
    /* 4096, -2048 and the largest that fits */
    tap_report(is_read && memcmp(bytes, "\x00\x10\x00\xf8\xff\x7f", sizeof bytes) == 0,
               "weights in their unit, the low byte first, and none out of range");
    if (file)
        fclose(file);
    tap_report(!trainer_write_weights(trainer, "/nowhere/at/all", &err) && err.status == LUD_EFILE,
               "a place that is none is said to be none");
    trainer_free(trainer);
}

static void test_refused(void)
{
    TrainerPlan plan = {.rules = variants_rules("oware"), .rounds = 1, .threads = 1};
    Trainer *trainer = NULL;
    LudError err;
    tap_report(trainer_new(&trainer, &plan, &err) == LUD_ENOTNOW && !trainer,
               "a game without a network is refused");
}

int main(void)
{
    char folder[SCRATCH_PATH];
    scratch_make(folder);
    test_resumed("dados:line=5", 1, folder);
    if (!tap_is_short())
        test_resumed("dados:players=3", 2, folder);
    test_searched("six", 1, folder);
    test_searched("six", 2, folder);
    test_choice();
    test_weights(folder);
    test_refused();
    scratch_remove(folder);
    return tap_finish();
}
