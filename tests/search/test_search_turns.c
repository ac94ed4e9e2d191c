/* Games in which a side may move several times in a row: every search against a plain one, on
 * thousands of random graphs. */
#include <stdlib.h>

#include "reference/ref_search.h"
#include "search/search_switches.h"
#include "support/graph_game.h"
#include "support/tap.h"

typedef struct Tally {
    int moves, again, wrong, repetitions, won_or_lost;
} Tally;

typedef struct Trial {
    LudGame game;
    LudRules rules;
    LudState s;
    LudMove list[GRAPH_ARROWS];
    int count;
    int wanted[GRAPH_ARROWS]; /* the value of each move of the list */
} Trial;

/* A seat's turn, some moves from the start of the graph. */
static void make_trial(Trial *trial, uint32_t number, int limit, unsigned kinds)
{
    LudRandom random;
    lud_random_seed(&random, number);
    graph_rules(&trial->rules, &trial->game, number, limit, kinds);
    const LudGameRules *rules = &trial->game.rules;
    do {
        lud_rules_start(&trial->rules, &trial->s);
        uint32_t plies = lud_random_below(&random, 6);
        for (uint32_t i = 0; i < plies && rules->turn(&trial->s) != LUD_OVER; i++) {
            int count = rules->moves(&trial->s, trial->list);
            rules->apply(&trial->s, trial->list[lud_random_below(&random, (uint32_t)count)]);
        }
    } while (rules->turn(&trial->s) < 0);
    trial->count = rules->moves(&trial->s, trial->list);
}

static bool moves_again(const Trial *trial, LudMove m)
{
    LudState next = trial->s;
    trial->game.rules.apply(&next, m);
    return trial->game.rules.turn(&next) == trial->game.rules.turn(&trial->s);
}

/* Holds the value of every move against the wanted one. */
static void compare(const Trial *trial, const LudFindings *findings, Tally *tally)
{
    if (findings->line_count != trial->count)
        abort();
    for (int i = 0; i < trial->count; i++) {
        const LudLine *line = &findings->lines[i];
        for (int k = 0; k < trial->count; k++) {
            if (trial->list[k] != line->move[0])
                continue;
            tally->moves++;
            tally->again += moves_again(trial, line->move[0]);
            tally->won_or_lost += abs(line->value) >= LUD_VALUE_WON;
            tally->wrong += line->value != trial->wanted[k] || line->bound != LUD_BOUND_EXACT;
        }
    }
}

static LudFindings run(LudSearch *search, const Trial *trial, int depth)
{
    LudTask task = {.size = sizeof task,
                    .root = &trial->s,
                    .limits = {.depth = depth},
                    .line_count = (int)LUD_MAX_MOVES};
    LudFindings findings;
    if (lud_search_run(search, &task, &findings, NULL) != LUD_OK)
        abort();
    return findings;
}

/* -- without dice ------------------------------------------------------------------------------ */

/* Nothing that is true, but the same every time: values of some positions, bounds of others. */
static bool tell_lore(void *context, const LudState *s, LudKnown *known)
{
    const LudGame *game = context;
    uint32_t drawn = (uint32_t)(game->rules.key(s) * 0x94d049bb133111ebu >> 40);
    int value = (int)(drawn / 8 % 401) - 200;
    *known = (LudKnown){value, value + (drawn % 8 == 0 ? 0 : 100)};
    return drawn % 8 < 3;
}

/* Every value is that of minimax: with each limit of repetition, with and without epochs, and with
 * hooks of the game that leave moves out, look at noisy ones or change their order. */
static void check_minimax(Tally *tally, int graphs, int deepest, int threads, bool has_lore)
{
    static Trial trial;
    for (int i = 0; i < graphs; i++) {
        static const int limits[] = {0, 2, 3};
        unsigned kinds = GRAPH_AGAIN | (i % 2 ? GRAPH_EPOCHS : 0);
        if (i % 4 >= 2 && !has_lore) /* they know the truth, which lore is not */
            kinds |= GRAPH_HOOKS;
        int depth = threads > 1 ? deepest : 1 + i / 12 % deepest;
        make_trial(&trial, (uint32_t)i, limits[i / 4 % 3], kinds);
        LudSearchOptions options = lud_search_options_usual();
        options.method = LUD_METHOD_ALPHABETA;
        options.memory_bytes = LUD_MEMORY_LEAST;
        options.threads = threads;
        if (has_lore)
            options.oracle = (LudOracle){.probe = tell_lore, .context = &trial.game};
        RefSearch plain = {.game = &trial.game,
                           .root = &trial.s,
                           .oracle = options.oracle,
                           .has_quiescence = true};
        ref_minimax(&plain, depth, trial.wanted);
        tally->repetitions += plain.met_repetition;
        LudSearch *search;
        if (lud_search_new(&search, &trial.rules, &options, NULL) != LUD_OK)
            abort();
        search_switch(search, (SearchSwitches){.has_path_keys = true, .has_no_reductions = true});
        LudFindings findings = run(search, &trial, depth);
        compare(&trial, &findings, tally);
        lud_search_free(search);
    }
}

/* -- with dice --------------------------------------------------------------------------------- */

enum { FINE_STEPS = 16, CERTAIN = LUD_VALUE_CERTAIN * FINE_STEPS };

/* The nearest of the fine steps, away from zero at a half; certain only if all parts are. */
static int64_t mean_of(int64_t sum, int64_t weights)
{
    int64_t size = sum < 0 ? -sum : sum, mean = (2 * size + weights) / (2 * weights);
    if (mean == CERTAIN && size != weights * CERTAIN)
        mean--;
    return sum < 0 ? -mean : mean;
}

/* For the first side, `depth` moves deep; a roll costs nothing. */
static int64_t expect(const LudGame *game, const LudState *s, int depth)
{
    int turn = game->rules.turn(s);
    if (turn == LUD_OVER)
        return (int64_t)CERTAIN * (game->rules.score(s, 0) - 1);
    if (depth == 0)
        return (int64_t)FINE_STEPS * lud_judging(game)->evaluate(s, NULL, 0);
    LudMove list[GRAPH_ARROWS];
    LudChance chances[LUD_MAX_CHANCES];
    int count = game->rules.moves(s, list);
    if (turn == LUD_CHANCE)
        game->chance->outcomes(s, chances);
    int64_t best = 0, sum = 0, weights = 0;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        int64_t found = expect(game, &next, turn == LUD_CHANCE ? depth : depth - 1);
        if (turn == LUD_CHANCE) {
            sum += chances[i].weight * found;
            weights += chances[i].weight;
        } else if (i == 0 || (turn == 0 ? found > best : found < best)) {
            best = found;
        }
    }
    return turn == LUD_CHANCE ? mean_of(sum, weights) : best;
}

/* As shown outside: rounded, and certain only where it is. */
static int outer(int64_t fine)
{
    int64_t size = fine < 0 ? -fine : fine, value = (size + FINE_STEPS / 2) / FINE_STEPS;
    if (value == LUD_VALUE_CERTAIN && size != CERTAIN)
        value--;
    return (int)(fine < 0 ? -value : value);
}

static void check_expectimax(Tally *tally, int graphs, int deepest, int threads)
{
    static Trial trial;
    for (int i = 0; i < graphs; i++) {
        int depth = threads > 1 ? deepest : 1 + i / 4 % deepest;
        make_trial(&trial, (uint32_t)i, 0, GRAPH_AGAIN | GRAPH_DICE | (i % 2 ? GRAPH_HOOKS : 0));
        for (int k = 0; k < trial.count; k++) {
            LudState next = trial.s;
            trial.game.rules.apply(&next, trial.list[k]);
            int64_t value = expect(&trial.game, &next, depth - 1);
            trial.wanted[k] = outer(trial.game.rules.turn(&trial.s) == 0 ? value : -value);
        }
        LudSearchOptions options = lud_search_options_usual();
        options.method = LUD_METHOD_EXPECTIMAX;
        options.memory_bytes = LUD_MEMORY_LEAST;
        options.threads = threads;
        LudSearch *search;
        if (lud_search_new(&search, &trial.rules, &options, NULL) != LUD_OK)
            abort();
        LudFindings findings = run(search, &trial, depth);
        if (findings.depth == depth)
            compare(&trial, &findings, tally);
        lud_search_free(search);
    }
}

static void report(const Tally *tally, const char *what)
{
    tap_report(tally->wrong == 0 && tally->again > 0, "%s: %d of %d values are wrong", what,
               tally->wrong, tally->moves);
    tap_note("%d of these moves keep the turn, %d lead to a certain end; %d graphs met repetitions",
             tally->again, tally->won_or_lost, tally->repetitions);
}

int main(void)
{
    Tally alone = {0}, together = {0}, lore = {0}, dice = {0}, dice_together = {0};
    check_minimax(&alone, tap_scaled(4000), 6, 1, false);
    report(&alone, "alpha-beta");
    tap_report(alone.repetitions > 0 && alone.won_or_lost > 0, "repetitions and ends were met");
    check_minimax(&together, tap_scaled(120), 8, 2, false);
    report(&together, "alpha-beta on two threads");
    check_minimax(&lore, tap_scaled(2000), 6, 1, true);
    report(&lore, "alpha-beta with an oracle");
    check_expectimax(&dice, tap_scaled(2000), 4, 1);
    report(&dice, "expectimax");
    check_expectimax(&dice_together, tap_scaled(60), 5, 2);
    report(&dice_together, "expectimax on two threads");
    return tap_finish();
}
