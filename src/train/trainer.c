#include "train/trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/workers.h"

static const LudWeightSet *set_of(const TrainerPlan *plan)
{
    const LudNetwork *network = lud_judging(plan->rules.game)->network;
    LudState start;
    lud_rules_start(&plan->rules, &start);
    return &network->sets[network->set_of(&start)];
}

static bool make_worker(TrainerWorker *worker, uint32_t count, uint64_t seed)
{
    /* One block, so that a copy of it is a copy of all that was learnt. */
    worker->weights = calloc(count, 3 * sizeof(float));
    worker->coherence = worker->weights + count;
    lud_random_seed(&worker->random, seed);
    return worker->weights != NULL;
}

/* Games without chance are played by a search. */
static bool is_searched(const Trainer *trainer)
{
    return trainer->network->scale > 0;
}

/* Which learnt weights every weight consists of. */
static bool find_kin(Trainer *trainer)
{
    trainer->whole = calloc(trainer->count, sizeof *trainer->whole);
    trainer->kin = calloc(trainer->count, LUD_MAX_KIN * sizeof *trainer->kin);
    for (uint32_t i = 0; trainer->kin && i < trainer->count; i++) {
        uint32_t *kin = trainer->kin + (size_t)LUD_MAX_KIN * i;
        kin[0] = i;
        int count = trainer->network->kin ? trainer->network->kin(i, kin) : 1;
        kin[1] = count > 1 ? kin[1] : kin[0];
    }
    return trainer->whole && trainer->kin;
}

LudStatus trainer_new(Trainer **result, const TrainerPlan *plan, LudError *err)
{
    const LudNetwork *network = lud_judging(plan->rules.game)->network;
    if (!network)
        return lud_error_set(err, LUD_ENOTNOW, "{1} has no weights that can be trained.",
                             plan->rules.game->name, (char *)NULL);
    Trainer *trainer = calloc(1, sizeof *trainer);
    bool is_made = trainer != NULL;
    if (is_made) {
        trainer->plan = *plan;
        trainer->network = network;
        trainer->count = set_of(plan)->count;
        trainer->points = calloc(plan->rounds, sizeof *trainer->points);
        trainer->workers = calloc(plan->threads, sizeof *trainer->workers);
        trainer->base = calloc(trainer->count, 3 * sizeof(float));
        is_made = trainer->points && trainer->workers && trainer->base && find_kin(trainer);
    }
    for (uint32_t i = 0; is_made && i < plan->threads; i++)
        is_made = make_worker(&trainer->workers[i], trainer->count, plan->seed + i);
    if (!is_made) {
        trainer_free(trainer);
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    }
    *result = trainer;
    return LUD_OK;
}

void trainer_free(Trainer *trainer)
{
    if (!trainer)
        return;
    for (uint32_t i = 0; trainer->workers && i < trainer->plan.threads; i++) {
        free(trainer->workers[i].weights);
        free(trainer->workers[i].samples);
    }
    free(trainer->kin);
    free(trainer->whole);
    free(trainer->points);
    free(trainer->workers);
    free(trainer->base);
    free(trainer);
}

uint64_t trainer_turns(const Trainer *trainer)
{
    return (uint64_t)trainer->rounds * trainer->plan.round_turns;
}

/* The step of all weights: as planned, then ever shorter, so that in the end they come to rest. */
static float rate_of(const Trainer *trainer)
{
    const float slow_from = 0.6F, last = 0.03F;
    float done = (float)trainer->rounds / (float)trainer->plan.rounds;
    float rate = (float)trainer->plan.rate_permille / 1000;
    return done < slow_from ? rate : rate * powf(last, (done - slow_from) / (1 - slow_from));
}

void trainer_play(const Trainer *trainer, TrainerWorker *worker, uint64_t turns, float rate)
{
    if (is_searched(trainer))
        trainer_search_play(trainer, worker, turns);
    else
        trainer_dice_play(trainer, worker, turns, rate);
}

static void work(void *context, int index)
{
    Trainer *trainer = context;
    uint64_t share = trainer->plan.round_turns / trainer->plan.threads;
    trainer_play(trainer, &trainer->workers[index], share, rate_of(trainer));
}

/* Puts together what the threads learnt: the mean of their weights, and all corrections counted. */
static void join(Trainer *trainer)
{
    uint32_t threads = trainer->plan.threads, count = trainer->count;
    float *all = trainer->workers[0].weights;
    for (uint32_t i = 0; i < 3 * count; i++) {
        float sum = 0;
        for (uint32_t k = 0; k < threads; k++)
            sum += trainer->workers[k].weights[i] - trainer->base[i];
        all[i] = trainer->base[i] + (i < count ? sum / (float)threads : sum);
    }
    for (uint32_t k = 1; k < threads; k++)
        memcpy(trainer->workers[k].weights, all, 3 * (size_t)count * sizeof *all);
}

int16_t trainer_whole(const Trainer *trainer, uint32_t number)
{
    const float *weights = trainer->workers[0].weights;
    const uint32_t *kin = trainer->kin + (size_t)LUD_MAX_KIN * number;
    float exact = weights[kin[0]] + (kin[1] != kin[0] ? weights[kin[1]] : 0);
    exact *= (float)trainer->network->divisor;
    return (int16_t)lroundf(fminf(fmaxf(exact, -INT16_MAX), INT16_MAX));
}

static void make_whole(Trainer *trainer)
{
    for (uint32_t i = 0; i < trainer->count; i++)
        trainer->whole[i] = trainer_whole(trainer, i);
}

static float measure(const Trainer *trainer, LudRandom *random)
{
    int games = (int)trainer->plan.measuring_games;
    return is_searched(trainer)
               ? trainer_search_share(trainer, games, random)
               : trainer_dice_share(trainer, trainer->workers[0].weights, games, random);
}

void trainer_round(Trainer *trainer)
{
    uint32_t threads = trainer->plan.threads;
    double squares = 0;
    uint64_t turns = 0, games = 0;
    make_whole(trainer);
    memcpy(trainer->base, trainer->workers[0].weights, 3 * (size_t)trainer->count * sizeof(float));
    /* Those for whom no thread could be started are served in turn: the result must not depend on
     * it. */
    for (int done = base_workers_run((int)threads, work, trainer); done < (int)threads; done++)
        work(trainer, done);
    if (is_searched(trainer))
        trainer_search_learn(trainer, rate_of(trainer));
    else if (threads > 1)
        join(trainer);
    make_whole(trainer);
    for (uint32_t i = 0; i < threads; i++) {
        squares += trainer->workers[i].squares;
        turns += trainer->workers[i].turns;
        games += trainer->workers[i].games;
    }
    LudRandom random;
    lud_random_seed(&random, ~trainer->plan.seed - trainer->rounds);
    trainer->points[trainer->rounds] =
        (TrainerPoint){.round = trainer->rounds + 1,
                       .surprise = (float)sqrt(squares / (double)turns),
                       .length = (float)turns / (float)games,
                       .share = measure(trainer, &random)};
    trainer->rounds++;
}
