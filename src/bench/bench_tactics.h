/* Two more workloads of `bench`: listing many moves, and solving. */
#ifndef LUD_BENCH_BENCH_TACTICS_H
#define LUD_BENCH_BENCH_TACTICS_H

#include "bench/bench_figures.h"

/* Lists the legal moves of crowded positions, those of seeded play that have the most, for
 * `slice_seconds` of CPU time, `repeats` times: moves listed. False when out of memory. */
bool bench_crowded(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate);
/* Tries in the same way to solve positions of all of a game (proof.h): positions looked at, in Six
 * nearly all of them in search of forced wins. The rate is 0 where there are dice. */
bool bench_proofs(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate);

#endif
