/* The judge's workload of `bench`: positions of seeded play, judged one by one. */
#ifndef LUD_BENCH_BENCH_JUDGE_H
#define LUD_BENCH_BENCH_JUDGE_H

#include "bench/bench_figures.h"

/* Judges for `slice_seconds` of CPU time, `repeats` times; the rate is 0 if the game has no judge.
 * False when out of memory. */
bool bench_judge(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate);

#endif
