/* Repetition in the search, where values depend on the way to a position: on random graphs full of
 * cycles, and with pasts that change from run to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/graph_game.h"
#include "support/plain_search.h"
#include "support/tap.h"

enum { GRAPHS = 400, DEEPEST = 9, MOST_PAST = 12 };

typedef struct Tally {
    int runs, repetitions, wrong, proven, false_proofs, changed;
} Tally;

typedef struct Trial {
    LudGame game;
    LudRules rules;
    LudState s;
    uint64_t past[MOST_PAST];
    int past_count;
} Trial;

/* A graph, and a game on it that has gone on for some moves since its epoch began. */
static void make_trial(Trial *trial, uint32_t number, LudRandom *random)
{
    int limit = number % 2 ? 2 : 3;
    graph_rules(&trial->rules, &trial->game, number, limit, number % 4 >= 2);
    const LudGame *game = &trial->game;
    int plies;
    do {
        lud_rules_start(&trial->rules, &trial->s);
        trial->past_count = 0;
        plies = (int)lud_random_below(random, MOST_PAST);
        for (int i = 0; i < plies && game->turn(&trial->s) >= 0; i++) {
            LudMove list[GRAPH_ARROWS];
            int count = game->moves(&trial->s, list);
            uint32_t epoch = game->epoch ? game->epoch(&trial->s) : 0;
            trial->past[trial->past_count++] = game->key(&trial->s);
            game->apply(&trial->s, list[lud_random_below(random, (uint32_t)count)]);
            if (game->epoch && game->epoch(&trial->s) != epoch)
                trial->past_count = 0;
        }
    } while (game->turn(&trial->s) < 0);
}

static LudSearch *make_search(const LudRules *rules, bool has_path_keys, bool has_no_reductions)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.memory_bytes = LUD_MEMORY_LEAST;
    options.has_path_keys = has_path_keys;
    options.has_no_reductions = has_no_reductions;
    if (lud_search_new(&search, rules, &options, NULL) != LUD_OK)
        abort();
    return search;
}

static const LudLine *run(LudSearch *search, const LudTask *task)
{
    LudFindings findings;
    if (lud_search_run(search, task, &findings, NULL) != LUD_OK)
        abort();
    return findings.lines;
}

static bool is_decided(int value)
{
    return value >= LUD_VALUE_WON || value <= -LUD_VALUE_WON;
}

/* With the path in the keys every value is that of minimax, whatever the table holds from shallower
 * depths and from runs with another past. */
static void check_exact(Tally *tally)
{
    LudRandom random;
    lud_random_seed(&random, 3);
    for (int i = 0; i < tap_scaled(GRAPHS); i++) {
        static Trial trial;
        make_trial(&trial, (uint32_t)i, &random);
        LudSearch *search = make_search(&trial.rules, true, true);
        int before = 0;
        for (int past = 0; past <= trial.past_count; past++) {
            LudTask task = {.root = &trial.s,
                            .past = trial.past + trial.past_count - past,
                            .past_count = past,
                            .limits.depth = DEEPEST - i % 3};
            Plain plain = {.game = &trial.game, .task = &task};
            int wanted = plain_search(&plain, task.limits.depth, NULL);
            tally->runs++;
            tally->repetitions += plain.met_repetition;
            tally->wrong += run(search, &task)->value != wanted;
            tally->changed += past > 0 && wanted != before;
            before = wanted;
        }
        lud_search_free(search);
    }
}

/* As games are played: no path in the keys, moves reduced, the table kept from run to run. Values
 * may differ where positions recur, but a move that is called won or lost must be. */
static void check_proofs(Tally *tally)
{
    LudRandom random;
    lud_random_seed(&random, 4);
    for (int i = 0; i < tap_scaled(GRAPHS); i++) {
        static Trial trial;
        make_trial(&trial, (uint32_t)i, &random);
        LudSearch *search = make_search(&trial.rules, false, false);
        for (int past = 0; past <= trial.past_count; past++) {
            LudTask task = {.root = &trial.s,
                            .past = trial.past + trial.past_count - past,
                            .past_count = past,
                            .limits.depth = DEEPEST};
            const LudLine *line = run(search, &task);
            int plies = abs(lud_value_plies(line->value));
            tally->runs++;
            if (!line->is_proven || !is_decided(line->value) || plies > DEEPEST + 1)
                continue;
            Plain plain = {.game = &trial.game, .task = &task};
            int values[GRAPH_ARROWS], value = 0;
            plain_search(&plain, plies, values);
            LudMove list[GRAPH_ARROWS];
            int count = trial.game.moves(&trial.s, list);
            for (int at = 0; at < count; at++)
                value = list[at] == line->move[0] ? values[at] : value;
            tally->proven++;
            tally->false_proofs += !is_decided(value) || (value > 0) != (line->value > 0);
        }
        lud_search_free(search);
    }
}

/* Without path keys: how often the value is that of minimax although lines come back. */
static void check_usual(Tally *tally)
{
    LudRandom random;
    lud_random_seed(&random, 5);
    for (int i = 0; i < tap_scaled(GRAPHS); i++) {
        static Trial trial;
        make_trial(&trial, (uint32_t)i, &random);
        LudSearch *search = make_search(&trial.rules, false, true);
        for (int depth = 1; depth <= DEEPEST; depth++) {
            LudTask task = {.root = &trial.s,
                            .past = trial.past,
                            .past_count = trial.past_count,
                            .limits.depth = depth};
            Plain plain = {.game = &trial.game, .task = &task};
            int wanted = plain_search(&plain, depth, NULL);
            bool is_wrong = run(search, &task)->value != wanted;
            tally->runs++;
            tally->repetitions += plain.met_repetition;
            tally->changed += is_wrong;
            tally->wrong += is_wrong && !plain.met_repetition;
        }
        lud_search_free(search);
    }
}

int main(void)
{
    Tally exact = {0}, proofs = {0}, usual = {0};
    check_exact(&exact);
    tap_report(exact.wrong == 0, "path keys: %d wrong of %d", exact.wrong, exact.runs);
    tap_report(exact.repetitions > exact.runs / 2 && exact.changed > 0,
               "%d of these met repetitions; one more past position changed %d values",
               exact.repetitions, exact.changed);
    check_proofs(&proofs);
    tap_report(proofs.false_proofs == 0 && proofs.proven > 0,
               "usual keys: %d of %d results called proven are not", proofs.false_proofs,
               proofs.proven);
    check_usual(&usual);
    tap_report(usual.wrong == 0 && usual.changed * 20 < usual.runs,
               "usual keys: %d of %d values differ, none without a repetition", usual.changed,
               usual.runs);
    return tap_finish();
}
