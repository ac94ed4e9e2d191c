/* The search's workload of `bench`: the same positions of seeded play, each searched to the same
 * depth. */
#ifndef LUD_BENCH_BENCH_SEARCH_H
#define LUD_BENCH_BENCH_SEARCH_H

#include "bench/bench_figures.h"

/* Searches with one thread and, if `threads` is more, with that many, `repeats` times each. False
 * when out of memory. */
bool bench_search(const LudRules *rules, int repeats, int threads, BenchSearch *result);

#endif
