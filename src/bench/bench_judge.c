#include "bench/bench_judge.h"

#include <stdlib.h>

#include <ludoteca/judging.h>
#include <ludoteca/perft.h>

#include "bench/bench_work.h"

enum {
    POSITIONS = 256,
    PLIES = 40, /* of random play before the last position */
};

typedef struct Judged {
    LudState state;
    LudNotes notes;
    int side; /* for which it is judged */
} Judged;

/* Positions as a search ends with them: after a move. */
static void make_positions(const LudRules *rules, Judged *positions)
{
    const LudGame *game = rules->game;
    const LudGameJudging *judging = lud_judging(game);
    LudRandom random;
    lud_random_seed(&random, 1848);
    for (int i = 0; i < POSITIONS;) {
        Judged *judged = &positions[i];
        lud_rules_start(rules, &judged->state);
        lud_playout(game, &judged->state, &random, 1 + lud_random_below(&random, PLIES));
        if (game->rules.turn(&judged->state) == LUD_OVER)
            continue;
        if (judging->notes_size)
            judging->notes_begin(&judged->state, &judged->notes);
        judged->side = i++ % game->rules.sides(&judged->state);
    }
}

static double judge_rate(const LudGameJudging *judging, const Judged *positions,
                         double slice_seconds)
{
    uint64_t count = 0;
    double begin = bench_cpu_seconds(), seconds;
    volatile int value; /* so that none is left out */
    do {
        for (int i = 0; i < POSITIONS; i++)
            value = judging->evaluate(&positions[i].state, &positions[i].notes, positions[i].side);
        count += POSITIONS;
        seconds = bench_cpu_seconds() - begin;
    } while (seconds < slice_seconds);
    (void)value;
    return (double)count / seconds;
}

bool bench_judge(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate)
{
    const LudGameJudging *judging = lud_judging(rules->game);
    double rates[BENCH_MOST_REPEATS];
    *rate = (BenchRate){.median = 0};
    if (!judging->evaluate)
        return true;
    Judged *positions = malloc(POSITIONS * sizeof *positions);
    if (!positions)
        return false;
    make_positions(rules, positions);
    for (int i = 0; i < repeats; i++)
        rates[i] = judge_rate(judging, positions, slice_seconds);
    *rate = bench_summarise(rates, repeats);
    free(positions);
    return true;
}
