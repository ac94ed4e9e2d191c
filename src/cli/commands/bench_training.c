#include "cli/commands/bench_training.h"

#include "bench/bench_work.h"
#include "train/trainer.h"

enum { TURNS = 2000, SEARCHED_TURNS = 50 }; /* between two looks at the clock */

bool bench_training(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate)
{
    const TrainerPlan plan = {
        .rules = *rules, .seed = 1, .rounds = 1, .threads = 1, .slips_permille = 30, .nodes = 200};
    Trainer *trainer;
    uint64_t at_a_time = rules->game->chance ? TURNS : SEARCHED_TURNS;
    double rates[BENCH_MOST_REPEATS];
    *rate = (BenchRate){.median = 0};
    LudStatus status = trainer_new(&trainer, &plan, NULL);
    if (status != LUD_OK)
        return status != LUD_EMEMORY;
    for (int i = 0; i < repeats; i++) {
        uint64_t turns = 0;
        double begin = bench_cpu_seconds(), seconds;
        do {
            trainer_play(trainer, &trainer->workers[0], at_a_time, 1);
            turns += trainer->workers[0].turns;
            seconds = bench_cpu_seconds() - begin;
        } while (seconds < slice_seconds);
        rates[i] = (double)turns / seconds;
    }
    *rate = bench_summarise(rates, repeats);
    trainer_free(trainer);
    return true;
}
