/* The trainer's workload of `bench`. */
#ifndef LUD_CLI_COMMANDS_BENCH_TRAINING_H
#define LUD_CLI_COMMANDS_BENCH_TRAINING_H

#include "bench/bench_figures.h"

/* Turns from which one thread learns, for `slice_seconds` of CPU time, `repeats` times; the rate is
 * 0 if the game has no weights that can be trained. False when out of memory. */
bool bench_training(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate);

#endif
