/* The fixed workloads of `bench`: speeds of a game's rules, and a signature of their behaviour. */
#ifndef LUD_BENCH_BENCH_WORK_H
#define LUD_BENCH_BENCH_WORK_H

#include <ludoteca/play.h>

#include "bench/bench_figures.h"

enum {
    BENCH_MOVE_LIMIT = 500, /* where seeds circle or tiles wander for ever, a game stops here */
    BENCH_MOST_REPEATS = 99,
};

/* Measures every speed `repeats` times for `slice_seconds` of CPU time each, and takes the
 * signature. False when out of memory. */
bool bench_game(const LudRules *rules, int repeats, double slice_seconds, BenchGame *result);

/* CPU time of the process so far. */
double bench_cpu_seconds(void);

/* The median and the spread of several measurements, which are put in order. */
BenchRate bench_summarise(double *rates, int count);

/* Makes a position of random play in which a seat is to move, rolled if there are dice; false if
 * the game was over by then. */
bool bench_make_position(const LudRules *rules, LudRandom *random, uint64_t plies, LudState *s);

/* Plays a random game from the start to its end or to the move limit, with everything that a game
 * object checks; returns the moves made by players. */
uint64_t bench_play_game(LudPlay *play, LudRandom *random);

#endif
