#include "bench/bench_search.h"

#include <math.h>
#include <time.h>

#include <ludoteca/practice.h>
#include <ludoteca/search.h>

#include "bench/bench_work.h"

enum {
    POSITIONS = 8,
    PLIES = 32, /* of random play before the last position, or a little less */
    MEMORY_BYTES = 16 << 20,
    GAIN_MEMORY_BYTES = 64 << 20, /* a table that the longer searches do not fill */
};

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Positions where a seat is to move, from the opening to the middle of random games. */
static void make_positions(const LudRules *rules, LudState *positions, uint64_t wanted)
{
    enum { TRIES = 1000 }; /* then the game is taken for one that is over so soon */
    LudRandom random;
    uint64_t plies = PLIES;
    lud_random_seed(&random, 1848);
    for (uint64_t i = 0, tries = 0; i < wanted; tries++) {
        if (tries == TRIES) {
            plies /= 2;
            tries = 0;
        }
        if (bench_make_position(rules, &random, i * plies / wanted, &positions[i])) {
            i++;
            tries = 0;
        }
    }
}

typedef struct Pass {
    uint64_t nodes;
    double cpu_seconds, wall_seconds;
} Pass;

/* Searches one position from nothing and adds what that took. */
static bool run_position(LudSearch *search, const LudState *position, int depth, Pass *pass)
{
    LudTask task = {.size = sizeof task, .root = position, .limits = {.depth = depth}};
    LudFindings findings;
    lud_search_forget(search);
    double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID), wall = seconds_of(CLOCK_MONOTONIC);
    if (lud_search_run(search, &task, &findings, NULL) != LUD_OK)
        return false;
    pass->cpu_seconds += seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    pass->wall_seconds += seconds_of(CLOCK_MONOTONIC) - wall;
    pass->nodes += findings.nodes;
    return true;
}

static bool make_search(LudSearch **search, const LudRules *rules, int threads, size_t memory_bytes)
{
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = memory_bytes;
    options.threads = threads;
    return lud_search_new(search, rules, &options, NULL) == LUD_OK;
}

/* How much sooner all positions together are done by several threads. Each is searched both ways,
 * one after the other, so that what else the machine does weighs on both alike. */
static bool run_gain(LudSearch *alone, LudSearch *together, const LudState *positions,
                     const BenchSearch *work, double *gain, double *nodes)
{
    Pass one = {0}, many = {0};
    for (int i = 0; i < work->gain_positions; i++) {
        if (!run_position(alone, &positions[i], work->gain_depth, &one) ||
            !run_position(together, &positions[i], work->gain_depth, &many))
            return false;
    }
    *gain = one.wall_seconds / many.wall_seconds;
    *nodes = (double)many.nodes / (double)one.nodes;
    return true;
}

static bool run_gains(const LudRules *rules, int repeats, BenchSearch *result)
{
    LudState positions[LUD_BENCH_POSITIONS_MOST];
    double gains[BENCH_MOST_REPEATS], nodes[BENCH_MOST_REPEATS];
    LudSearch *alone = NULL, *together = NULL;
    bool is_done = make_search(&alone, rules, 1, GAIN_MEMORY_BYTES) &&
                   make_search(&together, rules, result->threads, GAIN_MEMORY_BYTES);
    make_positions(rules, positions, (uint64_t)result->gain_positions);
    for (int i = 0; i < repeats && is_done; i++)
        is_done = run_gain(alone, together, positions, result, &gains[i], &nodes[i]);
    lud_search_free(together);
    lud_search_free(alone);
    if (!is_done)
        return false;
    result->gain = bench_summarise(gains, repeats);
    result->gain_nodes = bench_summarise(nodes, repeats);
    return true;
}

static bool run_rates(const LudRules *rules, const LudState *positions, int repeats,
                      BenchSearch *result)
{
    double rates[BENCH_MOST_REPEATS];
    LudSearch *search = NULL;
    bool is_done = make_search(&search, rules, 1, MEMORY_BYTES);
    for (int i = 0; i < repeats && is_done; i++) {
        Pass pass = {0};
        for (int k = 0; k < POSITIONS && is_done; k++)
            is_done = run_position(search, &positions[k], result->depth, &pass);
        rates[i] = (double)pass.nodes / pass.cpu_seconds;
        result->nodes = pass.nodes;
    }
    lud_search_free(search);
    if (!is_done)
        return false;
    result->nodes_per_second = bench_summarise(rates, repeats);
    result->branching = pow((double)result->nodes / POSITIONS, 1.0 / result->depth);
    return true;
}

bool bench_search(const LudRules *rules, int repeats, int threads, BenchSearch *result)
{
    LudState positions[POSITIONS];
    const LudBenchWork *work = &lud_practice(rules->game)->bench;
    double same = 1;
    *result = (BenchSearch){.positions = POSITIONS,
                            .depth = work->depth,
                            .gain_depth = work->thread_depth,
                            .gain_positions = work->thread_positions,
                            .threads = threads,
                            .gain = bench_summarise(&same, 1),
                            .gain_nodes = bench_summarise(&same, 1)};
    make_positions(rules, positions, POSITIONS);
    return run_rates(rules, positions, repeats, result) &&
           (threads < 2 || run_gains(rules, repeats, result));
}
