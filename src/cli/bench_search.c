#include "cli/bench_search.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include <ludoteca/perft.h>
#include <ludoteca/search.h>

#include "cli/bench_work.h"

enum { POSITIONS = 8, MEMORY_BYTES = 16 << 20, USUAL_DEPTH = 4 };

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Deep enough that a pass takes about a second; threads are compared on longer searches, for which
 * they are meant. */
static void choose_depths(const LudGame *game, LudBenchSearch *search)
{
    static const struct {
        const char *game;
        int depth, more;
    } depths[] = {{"oware", 17, 3}, {"pylos", 14, 3}, {"six", 10, 4}, {"dados", 4, 1}};
    for (size_t i = 0; i < sizeof depths / sizeof depths[0]; i++) {
        if (strcmp(depths[i].game, game->name) == 0) {
            search->depth = depths[i].depth;
            search->gain_depth = depths[i].depth + depths[i].more;
        }
    }
}

/* Positions where a seat is to move, from the opening to the middle of random games. */
static void make_positions(const LudRules *rules, LudState positions[POSITIONS])
{
    LudRandom random;
    lud_random_seed(&random, 1848);
    for (uint64_t i = 0; i < POSITIONS;) {
        lud_rules_start(rules, &positions[i]);
        lud_playout(rules->game, &positions[i], &random, i * 4);
        LudChance chances[LUD_MAX_CHANCES];
        if (rules->game->turn(&positions[i]) == LUD_CHANCE) {
            int count = rules->game->chances(&positions[i], chances);
            rules->game->apply(&positions[i],
                               chances[lud_random_below(&random, (uint32_t)count)].move);
        }
        i += rules->game->turn(&positions[i]) >= 0;
    }
}

typedef struct Pass {
    uint64_t nodes;
    double cpu_seconds, wall_seconds;
} Pass;

static bool run_pass(LudSearch *search, const LudState *positions, int depth, Pass *pass)
{
    double cpu = seconds_of(CLOCK_PROCESS_CPUTIME_ID), wall = seconds_of(CLOCK_MONOTONIC);
    pass->nodes = 0;
    for (int i = 0; i < POSITIONS; i++) {
        LudTask task = {.root = &positions[i], .limits = {.depth = depth}};
        LudFindings findings;
        lud_search_forget(search);
        if (lud_search_run(search, &task, &findings, NULL) != LUD_OK)
            return false;
        pass->nodes += findings.nodes;
    }
    pass->cpu_seconds = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - cpu;
    pass->wall_seconds = seconds_of(CLOCK_MONOTONIC) - wall;
    return true;
}

static bool make_search(LudSearch **search, const LudRules *rules, int threads)
{
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = MEMORY_BYTES;
    options.threads = threads;
    return lud_search_new(search, rules, &options, NULL) == LUD_OK;
}

/* One pass with one thread and one with several follow each other closely, so that what else the
 * machine does weighs on both alike. */
static bool run_repeats(const LudRules *rules, LudSearch *alone, LudSearch *together, int repeats,
                        LudBenchSearch *result)
{
    double rates[BENCH_MOST_REPEATS], gains[BENCH_MOST_REPEATS];
    LudState positions[POSITIONS];
    make_positions(rules, positions);
    for (int i = 0; i < repeats; i++) {
        Pass one, deep, many;
        if (!run_pass(alone, positions, result->depth, &one) ||
            (together && (!run_pass(alone, positions, result->gain_depth, &deep) ||
                          !run_pass(together, positions, result->gain_depth, &many))))
            return false;
        rates[i] = (double)one.nodes / one.cpu_seconds;
        gains[i] = together ? deep.wall_seconds / many.wall_seconds : 1;
        result->nodes = one.nodes;
    }
    result->nodes_per_second = bench_summarise(rates, repeats);
    result->gain = bench_summarise(gains, repeats);
    result->branching = pow((double)result->nodes / POSITIONS, 1.0 / result->depth);
    return true;
}

bool bench_search(const LudRules *rules, int repeats, int threads, LudBenchSearch *result)
{
    LudSearch *alone = NULL, *together = NULL;
    *result = (LudBenchSearch){.positions = POSITIONS,
                               .depth = USUAL_DEPTH,
                               .gain_depth = USUAL_DEPTH,
                               .threads = threads};
    choose_depths(rules->game, result);
    bool is_done = make_search(&alone, rules, 1) &&
                   (threads < 2 || make_search(&together, rules, threads)) &&
                   run_repeats(rules, alone, together, repeats, result);
    lud_search_free(together);
    lud_search_free(alone);
    return is_done;
}
