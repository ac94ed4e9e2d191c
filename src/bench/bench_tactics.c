#include "bench/bench_tactics.h"

#include <stdlib.h>

#include <ludoteca/proof.h>

#include "bench/bench_work.h"

enum {
    POSITIONS = 512,
    CROWDED = 64, /* of them, those with the most moves */
    SPREAD = 8,   /* every so manieth is to be solved */
    PLIES = 80,   /* of random play before the last position */
    TRIES = 100,  /* then it is a position of fewer plies */
    PROOF = 2000, /* positions that one proof may look at */
    MEMORY = 1 << 20,
};

typedef struct Tactics {
    const LudGame *game;
    LudState *positions;
    LudMove moves[LUD_MAX_MOVES];
    const LudRules *rules;
} Tactics;

/* Positions of random games in which a seat is to move, from the beginning on. */
static void make_positions(Tactics *tactics, const LudRules *rules)
{
    LudRandom random;
    lud_random_seed(&random, 1848);
    for (int i = 0; i < POSITIONS; i++) {
        LudState *s = &tactics->positions[i];
        uint64_t plies = (uint64_t)(i * PLIES / POSITIONS);
        for (int tries = 1; !bench_make_position(rules, &random, plies, s); tries++)
            plies = tries % TRIES == 0 ? plies / 2 : plies;
    }
}

static bool begin(Tactics *tactics, const LudRules *rules)
{
    *tactics = (Tactics){.game = rules->game, .rules = rules};
    tactics->positions = malloc(POSITIONS * sizeof *tactics->positions);
    if (!tactics->positions)
        return false;
    make_positions(tactics, rules);
    return true;
}

static void end(Tactics *tactics)
{
    free(tactics->positions);
}

static int count_moves(Tactics *tactics, const LudState *s)
{
    return tactics->game->rules.moves(s, tactics->moves);
}

/* Puts the positions with the most moves first. */
static void put_crowded_first(Tactics *tactics)
{
    for (int i = 0; i < CROWDED; i++) {
        int best = i, most = -1;
        for (int k = i; k < POSITIONS; k++) {
            int count = count_moves(tactics, &tactics->positions[k]);
            if (count > most) {
                best = k;
                most = count;
            }
        }
        LudState moved = tactics->positions[i];
        tactics->positions[i] = tactics->positions[best];
        tactics->positions[best] = moved;
    }
}

static uint64_t list_all(Tactics *tactics)
{
    uint64_t count = 0;
    for (int i = 0; i < CROWDED; i++)
        count += (uint64_t)count_moves(tactics, &tactics->positions[i]);
    return count;
}

/* Games with dice are refused, and nothing is looked at. */
static uint64_t solve_all(Tactics *tactics)
{
    uint64_t count = 0;
    for (int i = 0; i < POSITIONS; i += SPREAD) {
        LudSolution solution;
        LudSolveTask task = {.size = sizeof task,
                             .root = &tactics->positions[i],
                             .nodes = PROOF,
                             .memory_bytes = MEMORY};
        if (lud_solve(tactics->rules, &task, &solution, NULL) == LUD_OK)
            count += solution.nodes;
    }
    return count;
}

static double rate_of(Tactics *tactics, uint64_t (*work)(Tactics *tactics), double slice_seconds)
{
    uint64_t count = 0;
    double begun = bench_cpu_seconds(), seconds;
    do {
        count += work(tactics);
        seconds = bench_cpu_seconds() - begun;
    } while (seconds < slice_seconds);
    return (double)count / seconds;
}

static BenchRate measure(Tactics *tactics, uint64_t (*work)(Tactics *tactics), int repeats,
                         double slice_seconds)
{
    double rates[BENCH_MOST_REPEATS];
    for (int i = 0; i < repeats; i++)
        rates[i] = rate_of(tactics, work, slice_seconds);
    return bench_summarise(rates, repeats);
}

bool bench_crowded(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate)
{
    Tactics *tactics = malloc(sizeof *tactics);
    bool is_done = tactics && begin(tactics, rules);
    if (is_done) {
        put_crowded_first(tactics);
        *rate = measure(tactics, list_all, repeats, slice_seconds);
    }
    if (tactics)
        end(tactics);
    free(tactics);
    return is_done;
}

bool bench_proofs(const LudRules *rules, int repeats, double slice_seconds, BenchRate *rate)
{
    Tactics *tactics = malloc(sizeof *tactics);
    bool is_done = tactics && begin(tactics, rules);
    if (is_done)
        *rate = measure(tactics, solve_all, repeats, slice_seconds);
    if (tactics)
        end(tactics);
    free(tactics);
    return is_done;
}
