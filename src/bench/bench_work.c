#include "bench/bench_work.h"

#include <stdlib.h>
#include <time.h>

#include "bench/bench_signature.h"

#include <ludoteca/perft.h>

enum { BATCH = 32 }; /* games between two looks at the clock */

double bench_cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

typedef struct Counts {
    uint64_t moves, games;
    double seconds;
} Counts;

static Counts run_playouts(const LudRules *rules, LudRandom *random, double slice_seconds)
{
    Counts counts = {0};
    LudState start;
    lud_rules_start(rules, &start);
    double begin = bench_cpu_seconds();
    do {
        for (int i = 0; i < BATCH; i++) {
            LudState s;
            lud_state_copy(rules->game, &s, &start);
            counts.moves += lud_playout(rules->game, &s, random, BENCH_MOVE_LIMIT).moves;
        }
        counts.games += BATCH;
        counts.seconds = bench_cpu_seconds() - begin;
    } while (counts.seconds < slice_seconds);
    return counts;
}

bool bench_make_position(const LudRules *rules, LudRandom *random, uint64_t plies, LudState *s)
{
    const LudGame *game = rules->game;
    lud_rules_start(rules, s);
    lud_playout(game, s, random, plies);
    LudChance chances[LUD_MAX_CHANCES];
    if (game->rules.turn(s) == LUD_CHANCE) {
        int count = game->chance->outcomes(s, chances);
        game->rules.apply(s, chances[lud_random_below(random, (uint32_t)count)].move);
    }
    return game->rules.turn(s) >= 0;
}

uint64_t bench_play_game(LudPlay *play, LudRandom *random)
{
    uint64_t moves = 0;
    lud_play_restart(play, NULL);
    for (int turn; moves < BENCH_MOVE_LIMIT && (turn = lud_play_turn(play)) != LUD_OVER;) {
        if (turn == LUD_CHANCE) {
            lud_play_roll(play, random, NULL, NULL);
            continue;
        }
        const LudMove *list;
        int count = lud_play_moves(play, &list);
        lud_play_move(play, list[lud_random_below(random, (uint32_t)count)], NULL);
        moves++;
    }
    return moves;
}

static Counts run_games(LudPlay *play, LudRandom *random, double slice_seconds)
{
    Counts counts = {0};
    double begin = bench_cpu_seconds();
    do {
        for (int i = 0; i < BATCH; i++)
            counts.moves += bench_play_game(play, random);
        counts.games += BATCH;
        counts.seconds = bench_cpu_seconds() - begin;
    } while (counts.seconds < slice_seconds);
    return counts;
}

/* The smallest depth whose count takes a good part of a slice, so that starting costs nothing. */
static int choose_depth(const LudRules *rules, const LudState *start, double slice_seconds)
{
    for (int depth = 1;; depth++) {
        double begin = bench_cpu_seconds();
        lud_perft(rules->game, start, depth);
        if (bench_cpu_seconds() - begin > slice_seconds / 16 || depth == 20)
            return depth;
    }
}

static double perft_rate(const LudRules *rules, const LudState *start, int depth,
                         double slice_seconds)
{
    uint64_t leaves = 0;
    double begin = bench_cpu_seconds(), seconds;
    do {
        leaves += lud_perft(rules->game, start, depth);
        seconds = bench_cpu_seconds() - begin;
    } while (seconds < slice_seconds);
    return (double)leaves / seconds;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

BenchRate bench_summarise(double *rates, int count)
{
    qsort(rates, (size_t)count, sizeof rates[0], compare);
    double middle = rates[count / 2];
    if (count % 2 == 0)
        middle = (middle + rates[count / 2 - 1]) / 2;
    return (BenchRate){.median = middle, .least = rates[0], .most = rates[count - 1]};
}

bool bench_game(const LudRules *rules, int repeats, double slice_seconds, BenchGame *result)
{
    double moves[BENCH_MOST_REPEATS], games[BENCH_MOST_REPEATS];
    double object_moves[BENCH_MOST_REPEATS], leaves[BENCH_MOST_REPEATS];
    LudPlay *play;
    if (lud_play_new(&play, rules, NULL, NULL) != LUD_OK)
        return false;
    LudState start;
    lud_rules_start(rules, &start);
    int depth = choose_depth(rules, &start, slice_seconds);
    LudRandom random;
    lud_random_seed(&random, 1);
    for (int i = 0; i < repeats; i++) {
        Counts bare = run_playouts(rules, &random, slice_seconds);
        Counts object = run_games(play, &random, slice_seconds);
        moves[i] = (double)bare.moves / bare.seconds;
        games[i] = (double)bare.games / bare.seconds;
        object_moves[i] = (double)object.moves / object.seconds;
        leaves[i] = perft_rate(rules, &start, depth, slice_seconds);
    }
    lud_play_free(play);
    *result = (BenchGame){
        .rules = *rules,
        .playout_moves = bench_summarise(moves, repeats),
        .game_moves = bench_summarise(object_moves, repeats),
        .playout_games = bench_summarise(games, repeats),
        .perft_leaves = bench_summarise(leaves, repeats),
    };
    return bench_signature(rules, &result->signature);
}
