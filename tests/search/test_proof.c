/* Proof search: what it calls proven must be true, and small endings it must decide. */
#include <string.h>

#include <ludoteca/search.h>

#include "reference/ref_search.h"
#include "reference/ref_solver.h"
#include "support/graph_game.h"
#include "support/search_case.h"
#include "support/small_endings.h"
#include "support/stop_case.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

typedef struct Tally {
    int positions, wins, losses, draws, open;
} Tally;

/* The proof search decides all that can be decided without counting on repetition, and no more.
 * `is_repetition_drawn`: who can't be beaten has a draw at least. */
static void compare(const LudGame *game, const LudState *s, const LudFindings *findings,
                    const RefValue *plain, bool is_repetition_drawn, Tally *tally)
{
    const LudLine *line = &findings->lines[0];
    int mover = game->rules.turn(s), other = 1 - mover, plies = lud_value_plies(line->value);
    tally->positions++;
    bool is_drawn = is_repetition_drawn ? plain->win[0] < 0 && plain->win[1] < 0
                                        : plain->draw[0] > 0 && plain->draw[1] > 0;
    if (plain->win[mover] > 0) {
        tally->wins++;
        assert_true(line->is_proven && plies >= plain->win[mover]);
    } else if (plain->win[other] > 0) {
        tally->losses++;
        assert_true(line->is_proven && -plies >= plain->win[other]);
    } else {
        tally->draws += is_drawn;
        tally->open += !is_drawn;
        assert_int_equal(line->value, 0);
        assert_int_equal(line->is_proven, is_drawn);
    }
    /* The main line of a decided game leads to its end, as foretold. */
    LudState last = *s;
    int lead = search_case_play(game, &last, line);
    if (line->value != 0) {
        assert_true((mover == 0 ? lead : -lead) * line->value > 0);
        assert_true(line->length <= (plies < 0 ? -plies : plies));
    }
}

/* -- against full solutions -------------------------------------------------------------------- */

static void test_oware_endings_are_decided(void **unused)
{
    (void)unused;
    LudRules list[VARIANTS_MOST];
    int variants = variants_list(lud_game_find("oware"), list);
    Tally tally = {0};
    LudRandom random;
    lud_random_seed(&random, 21);
    for (int i = 0; i < variants; i++) {
        LudSearch *search = search_case_make(&list[i], LUD_METHOD_PROOF, 1);
        for (int k = tap_scaled(100); k > 0; k--) {
            LudState s;
            RefValue plain;
            if (!ending_of_oware(&list[i], &random, 6, &s) ||
                !ref_solve(list[i].game, &s, 6000, &plain))
                continue;
            LudFindings findings = search_case_run(search, &s, 500000, 1);
            compare(list[i].game, &s, &findings, &plain, false, &tally);
        }
        lud_search_free(search);
    }
    assert_true(tap_met(tally.wins, 100) && tap_met(tally.losses, 100) && tap_met(tally.draws, 10));
}

/* The same, held against the game as it is really played: trying every line, a repetition ending it
 * at once. What is called proven must be the true value. */
static void test_oware_proofs_survive_repetition(void **unused)
{
    (void)unused;
    LudRules list[VARIANTS_MOST];
    int variants = variants_list(lud_game_find("oware"), list), checked = 0;
    LudRandom random;
    lud_random_seed(&random, 22);
    for (int i = 0; i < variants; i++) {
        LudSearch *search = search_case_make(&list[i], LUD_METHOD_PROOF, 1);
        for (int k = tap_scaled(150); k > 0; k--) {
            LudState s;
            int value;
            if (!ending_of_oware(&list[i], &random, 4, &s) ||
                !ref_true_value(list[i].game, &s, 4000, &value))
                continue;
            LudFindings findings = search_case_run(search, &s, 100000, 1);
            const LudLine *line = &findings.lines[0];
            if (!line->is_proven)
                continue;
            assert_int_equal((line->value > 0) - (line->value < 0), value);
            checked++;
        }
        lud_search_free(search);
    }
    assert_true(tap_met(checked, 300));
}

static void test_pylos_endings_are_decided(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"pylos:base=3", "pylos:base=3,variant=child",
                                        "pylos:base=3,second=free", "pylos:base=3,reserve=raise",
                                        "pylos:base=3,reserve=raise,recovery=may"};
    Tally tally = {0};
    LudRandom random;
    lud_random_seed(&random, 23);
    for (int i = 0; i < 5; i++) {
        LudRules rules = variants_rules(texts[i]);
        LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
        for (int k = tap_scaled(100); k > 0; k--) {
            LudState s;
            RefValue plain;
            int plies = 6 + (int)lud_random_below(&random, 16);
            if (!ending_by_play(&rules, &random, plies, &s) ||
                !ref_solve(rules.game, &s, 6000, &plain))
                continue;
            LudFindings findings = search_case_run(search, &s, 1000000, 1);
            compare(rules.game, &s, &findings, &plain, true, &tally);
        }
        lud_search_free(search);
    }
    assert_true(tap_met(tally.wins, 50) && tap_met(tally.losses, 50));
}

static LudGame graph;

/* Graphs where everything recurs by many ways: a disproof that holds on one of them only would be
 * believed on others, if it could. */
static void test_cycles_are_decided(void **unused)
{
    (void)unused;
    Tally tally = {0};
    int checked = 0;
    for (int i = tap_scaled(2500); i > 0; i--) {
        LudRules rules;
        int limit = 2 + i % 2, value;
        unsigned kinds = (i % 4 < 2 ? GRAPH_EPOCHS : 0) | (i % 8 < 4 ? GRAPH_AGAIN : 0) |
                         (i % 16 < 8 ? GRAPH_HOOKS : 0);
        graph_rules(&rules, &graph, (uint32_t)i * 7919u, limit, kinds);
        LudState s = search_case_start(&rules);
        RefValue plain;
        assert_true(ref_solve(&graph, &s, 2 * GRAPH_NODES, &plain));
        LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
        LudFindings findings = search_case_run(search, &s, 500000, 1);
        compare(&graph, &s, &findings, &plain, limit == 3, &tally);
        const LudLine *line = &findings.lines[0];
        if (line->is_proven && ref_true_value(&graph, &s, 3000, &value)) {
            assert_int_equal((line->value > 0) - (line->value < 0), value);
            checked++;
        }
        lud_search_free(search);
    }
    assert_true(tap_met(tally.wins, 100) && tap_met(tally.losses, 30) && tap_met(tally.draws, 200));
    assert_true(tap_met(checked, 150));
}

/* Whether the side to move can force a win within `plies`. */
static bool can_win(const LudGame *game, const LudState *s, int plies)
{
    RefSearch ref = {.game = game, .root = s};
    return ref_wins_within(&ref, game->rules.turn(s), plies);
}

/* First rounds of six: wins at once and wins with the move after next are always found, and nothing
 * within that distance is claimed that is not there. */
static void test_short_wins_in_six_are_found(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
    LudRandom random;
    lud_random_seed(&random, 24);
    int at_once = 0, later = 0;
    for (int k = tap_scaled(60); k > 0;) {
        LudState s;
        if (!ending_by_play(&rules, &random, 16 + (int)lud_random_below(&random, 16), &s))
            continue;
        k--;
        bool is_one = can_win(rules.game, &s, 1);
        bool is_three = !is_one && can_win(rules.game, &s, 3);
        LudTask task = {.size = sizeof task, .root = &s, .limits = {.depth = 3}};
        LudFindings findings;
        assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
        const LudLine *line = &findings.lines[0];
        at_once += is_one;
        later += is_three;
        assert_int_equal(line->value > 0, is_one || is_three);
        if (is_one || is_three) {
            assert_int_equal(line->value, LUD_VALUE_WIN - (is_one ? 1 : 3));
            LudState last = s;
            int mover = rules.game->rules.turn(&s),
                lead = search_case_play(rules.game, &last, line);
            assert_true((mover == 0 ? lead : -lead) > 0);
        }
    }
    assert_true(tap_met(at_once, 3) && tap_met(later, 3));
    lud_search_free(search);
}

/* -- history ----------------------------------------------------------------------------------- */

/* South's only way to win leads through a position that the game has seen: it ends there, each
 * keeps its own side, and the win is gone. */
static void test_the_past_ends_games(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware:slam=nocapture");
    LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
    LudRandom random;
    lud_random_seed(&random, 25);
    int changed = 0;
    for (int k = 0; k < 400 && changed < 5; k++) {
        LudState s, next;
        if (!ending_of_oware(&rules, &random, 5, &s))
            continue;
        LudFindings before = search_case_run(search, &s, 100000, 1);
        LudLine line = before.lines[0];
        if (!line.is_proven || line.value <= 0 || line.length < 3)
            continue;
        next = s;
        rules.game->rules.apply(&next, line.move[0]);
        uint64_t past[] = {rules.game->rules.key(&next)};
        LudTask task = {.size = sizeof task,
                        .root = &s,
                        .limits = {.nodes = 100000},
                        .past = past,
                        .past_count = 1};
        LudFindings after;
        assert_int_equal(lud_search_run(search, &task, &after, NULL), LUD_OK);
        int mover = rules.game->rules.turn(&s);
        int lead = rules.game->rules.stop_score(&next, mover, LUD_REASON_REPETITION) -
                   rules.game->rules.stop_score(&next, 1 - mover, LUD_REASON_REPETITION);
        if (lead > 0)
            assert_int_equal(after.lines[0].value, LUD_VALUE_WIN - 1);
        else
            assert_true(after.lines[0].value <= 0 || after.lines[0].move[0] != line.move[0]);
        changed += lead <= 0;
    }
    assert_int_equal(changed, 5);
    lud_search_free(search);
}

/* -- limits ------------------------------------------------------------------------------------ */

static void test_the_same_again(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("pylos:base=3");
    LudState s = search_case_start(&rules);
    LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
    LudFindings first = search_case_run(search, &s, 20000, 3);
    assert_int_equal(first.nodes, 20000);
    LudLine kept[3];
    memcpy(kept, first.lines, sizeof kept);
    LudFindings second = search_case_run(search, &s, 20000, 3);
    assert_int_equal(second.nodes, 20000);
    assert_memory_equal(kept, second.lines, sizeof kept);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(kept[i].value, 0);
        assert_false(kept[i].is_proven);
    }
    lud_search_free(search);
}

static void test_chance_and_three_sides_are_refused(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados:players=3");
    LudSearchOptions options = lud_search_options_usual();
    options.method = LUD_METHOD_PROOF;
    LudSearch *search;
    LudError err;
    assert_int_equal(lud_search_new(&search, &rules, &options, &err), LUD_EUSAGE);
}

/* While it searches, and while it waits because all is known. */
static void test_stop_is_prompt(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"six", "oware", "pylos:base=3,variant=child"};
    for (int i = 0; i < 3; i++) {
        LudRules rules = variants_rules(texts[i]);
        LudState s = search_case_start(&rules);
        LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
        LudTask task = {.size = sizeof task, .root = &s, .limits = {.is_infinite = true}};
        LudFindings findings;
        int64_t took_us = stop_case_run(search, &task, &findings);
        assert_true(tap_is_short() || took_us < 20000);
        assert_int_equal(findings.line_count, 1);
        lud_search_free(search);
    }
}

static void test_time_is_kept(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudState s = search_case_start(&rules);
    LudSearch *search = search_case_make(&rules, LUD_METHOD_PROOF, 1);
    LudTask task = {.size = sizeof task, .root = &s, .limits = {.move_ms = 60}};
    LudFindings findings;
    int64_t took_us = stop_case_time(search, &task, 80000, &findings);
    assert_true(took_us > 30000 && (tap_is_short() || took_us < 80000));
    assert_false(findings.lines[0].is_proven);
    lud_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oware_endings_are_decided),
        cmocka_unit_test(test_oware_proofs_survive_repetition),
        cmocka_unit_test(test_pylos_endings_are_decided),
        cmocka_unit_test(test_cycles_are_decided),
        cmocka_unit_test(test_short_wins_in_six_are_found),
        cmocka_unit_test(test_the_past_ends_games),
        cmocka_unit_test(test_the_same_again),
        cmocka_unit_test(test_chance_and_three_sides_are_refused),
        cmocka_unit_test(test_stop_is_prompt),
        cmocka_unit_test(test_time_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
