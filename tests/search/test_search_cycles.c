/* Repetition in the search, where values depend on the way to a position: on random graphs full of
 * cycles, and with pasts that change from run to run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/ref_search.h"
#include "search/search_switches.h"
#include "support/game_rows.h"
#include "support/graph_game.h"
#include "support/tap.h"
#include "support/variants.h"

enum { GRAPHS = 400, DEEPEST = 9, MOST_PAST = 12, MOST_CHOICES = 200 };

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
    unsigned kinds = (number % 4 >= 2 ? GRAPH_EPOCHS : 0) | (number % 8 >= 4 ? GRAPH_AGAIN : 0);
    graph_rules(&trial->rules, &trial->game, number, limit, kinds);
    const LudGame *game = &trial->game;
    int plies;
    do {
        lud_rules_start(&trial->rules, &trial->s);
        trial->past_count = 0;
        plies = (int)lud_random_below(random, MOST_PAST);
        for (int i = 0; i < plies && game->rules.turn(&trial->s) >= 0; i++) {
            LudMove list[GRAPH_ARROWS];
            int count = game->rules.moves(&trial->s, list);
            uint32_t epoch = game->rules.epoch ? game->rules.epoch(&trial->s) : 0;
            trial->past[trial->past_count++] = game->rules.key(&trial->s);
            game->rules.apply(&trial->s, list[lud_random_below(random, (uint32_t)count)]);
            if (game->rules.epoch && game->rules.epoch(&trial->s) != epoch)
                trial->past_count = 0;
        }
    } while (game->rules.turn(&trial->s) < 0);
}

static RefSearch ref_of(const LudGame *game, const LudTask *task)
{
    return (RefSearch){
        .game = game, .root = task->root, .past = task->past, .past_count = task->past_count};
}

static LudSearch *make_search(const LudRules *rules, bool has_path_keys, bool has_no_reductions)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.memory_bytes = LUD_MEMORY_LEAST;
    if (lud_search_new(&search, rules, &options, NULL) != LUD_OK)
        abort();
    search_switch(search, (SearchSwitches){.has_path_keys = has_path_keys,
                                           .has_no_reductions = has_no_reductions});
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
            LudTask task = {.size = sizeof task,
                            .root = &trial.s,
                            .past = trial.past + trial.past_count - past,
                            .past_count = past,
                            .limits.depth = DEEPEST - i % 3};
            RefSearch plain = ref_of(&trial.game, &task);
            int wanted = ref_minimax(&plain, task.limits.depth, NULL);
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
            LudTask task = {.size = sizeof task,
                            .root = &trial.s,
                            .past = trial.past + trial.past_count - past,
                            .past_count = past,
                            .limits.depth = DEEPEST};
            const LudLine *line = run(search, &task);
            int plies = abs(lud_value_plies(line->value));
            tally->runs++;
            if (!line->is_proven || !is_decided(line->value) || plies > DEEPEST + 1)
                continue;
            RefSearch plain = ref_of(&trial.game, &task);
            int values[GRAPH_ARROWS], value = 0;
            ref_minimax(&plain, plies, values);
            LudMove list[GRAPH_ARROWS];
            int count = trial.game.rules.moves(&trial.s, list);
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
            LudTask task = {.size = sizeof task,
                            .root = &trial.s,
                            .past = trial.past,
                            .past_count = trial.past_count,
                            .limits.depth = depth};
            RefSearch plain = ref_of(&trial.game, &task);
            int wanted = ref_minimax(&plain, depth, NULL);
            bool is_wrong = run(search, &task)->value != wanted;
            tally->runs++;
            tally->repetitions += plain.met_repetition;
            tally->changed += is_wrong;
            tally->wrong += is_wrong && !plain.met_repetition;
        }
        lud_search_free(search);
    }
}

/* -- back and forth in a real game ------------------------------------------------------------- */

static bool leads_to(const LudGame *game, const LudState *s, const LudState *goal, LudMove *m)
{
    static LudMove list[LUD_MAX_MOVES];
    int count = game->rules.turn(s) < 0 ? 0 : game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (game->rules.same(&next, goal)) {
            *m = list[i];
            return true;
        }
    }
    return false;
}

static bool is_running(const LudGame *game, const LudState *s)
{
    return game->rules.turn(s) >= 0;
}

/* Four moves that lead back to where they began, from a random position: p[0] to p[3] and back. */
static bool find_shuffle(const LudRules *rules, LudRandom *random, LudState p[4])
{
    static LudMove list[LUD_MAX_MOVES], thirds[LUD_MAX_MOVES];
    const LudGame *game = rules->game;
    if (!odd_start(rules, random, &p[0]) || !is_running(game, &p[0]))
        return false;
    for (int i = 1; i <= 2; i++) {
        p[i] = p[i - 1];
        int count = game->rules.moves(&p[i], list);
        if (count > MOST_CHOICES)
            return false;
        game->rules.apply(&p[i], list[lud_random_below(random, (uint32_t)count)]);
        if (!is_running(game, &p[i]))
            return false;
    }
    int count = game->rules.moves(&p[2], thirds);
    for (int i = 0; i < count; i++) {
        LudMove m;
        p[3] = p[2];
        game->rules.apply(&p[3], thirds[i]);
        if (leads_to(game, &p[3], &p[0], &m))
            return true;
    }
    return false;
}

/* Once around and up to the last move of the second round: going home is then the third time, which
 * ends the game, and the search has to know it from the past alone. */
static void check_shuffle(const char *name, int wanted)
{
    LudRules rules = variants_rules(name);
    const LudGame *game = rules.game;
    LudRandom random;
    int shuffles = 0, wrong = 0, draws = 0;
    lud_random_seed(&random, 8);
    for (int tries = 0; tries < 2000 && shuffles < wanted; tries++) {
        LudState p[4];
        uint64_t past[7];
        if (!find_shuffle(&rules, &random, p) ||
            (game->rules.epoch && game->rules.epoch(&p[0]) != game->rules.epoch(&p[2])))
            continue;
        for (int i = 0; i < 7; i++)
            past[i] = game->rules.key(&p[i % 4]);
        LudMove home = LUD_NO_MOVE;
        leads_to(game, &p[3], &p[0], &home);
        LudTask task = {
            .size = sizeof task, .root = &p[3], .past = past, .past_count = 7, .limits.depth = 2};
        RefSearch plain = ref_of(game, &task);
        plain.has_quiescence = true;
        LudSearch *search = make_search(&rules, true, true);
        int best = ref_minimax(&plain, 2, NULL);
        wrong += run(search, &task)->value != best || !plain.met_repetition;
        task.only = &home;
        task.only_count = 1;
        draws += run(search, &task)->value == 0;
        lud_search_free(search);
        shuffles++;
    }
    tap_report(wrong == 0 && shuffles > 0 && draws == shuffles,
               "%s: going back for the third time draws, %d times of %d", name, draws, shuffles);
}

/* -- a lap of Oware ------------------------------------------------------------------------------
 *
 * Two seeds six pits apart chase each other: every move is forced, and after six moves of each side
 * they have changed places, so that the position is there again. */

static int lap_value(const char *name, const char *position, int depth)
{
    LudRules rules = variants_rules(name);
    LudState s = variants_position(&rules, position);
    LudTask task = {.size = sizeof task, .root = &s, .limits.depth = depth};
    LudSearch *exact = make_search(&rules, true, true), *usual = make_search(&rules, false, false);
    int value = run(exact, &task)->value;
    if (run(usual, &task)->value != value)
        value = LUD_VALUE_MOST;
    lud_search_free(exact);
    lud_search_free(usual);
    return value;
}

static void check_lap(void)
{
    const char *level = "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S",
               *ahead = "1-0-0-0-0-0-1-0-0-0-0-0-24-22-S";
    tap_report(lap_value("oware:slam=nocapture", level, 16) == 0, "a lap of equals is drawn");
    tap_report(lap_value("oware:slam=nocapture", ahead, 16) == LUD_VALUE_WIN - 12,
               "who is ahead after a lap has won, 12 plies from here");
    tap_report(lap_value("oware:slam=forfeit,cycle=split", ahead, 16) == LUD_VALUE_WIN - 12,
               "so it is if the rest is shared");
    int before = lap_value("oware:slam=nocapture", ahead, 10);
    tap_report(before < LUD_VALUE_WON && before > -LUD_VALUE_WON, "and not known at depth 10");
    tap_report(lap_value("oware:slam=keep", ahead, 4) == LUD_VALUE_WIN - 1,
               "where circling seeds end the game, it ends with the first move");
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
    check_shuffle("six", tap_scaled(10));
    check_lap();
    return tap_finish();
}
