/* Monte Carlo tree search: limits, history, dice and sides. */
#include <string.h>

#include <ludoteca/search.h>

#include "search/search_switches.h"
#include "support/game_rows.h"
#include "support/search_case.h"
#include "support/stop_case.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

static void expect_legal(const LudGame *game, const LudState *s, const LudLine *line)
{
    LudState last = *s;
    search_case_play(game, &last, line);
}

/* -- limits ------------------------------------------------------------------------------------ */

static void test_every_game_runs_and_repeats_itself(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_ALL, i)); i++) {
        LudRules rules = variants_rules(sample);
        LudState s = search_case_start(&rules);
        LudLine kept[3];
        for (int run = 0; run < 2; run++) {
            LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
            LudFindings findings = search_case_run(search, &s, 3000, 3);
            assert_int_equal(findings.nodes, 3000);
            assert_int_equal(findings.line_count, 3);
            for (int k = 0; k < 3; k++) {
                expect_legal(rules.game, &s, &findings.lines[k]);
                assert_false(findings.lines[k].is_proven);
            }
            if (run == 0)
                memcpy(kept, findings.lines, sizeof kept);
            else
                assert_memory_equal(kept, findings.lines, sizeof kept);
            lud_search_free(search);
        }
    }
}

static void test_own_loops_change_nothing(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados:players=3");
    LudState s = search_case_start(&rules);
    LudLine kept;
    for (int run = 0; run < 2; run++) {
        LudSearchOptions options = lud_search_options_usual();
        options.method = LUD_METHOD_MCTS;
        LudSearch *search;
        assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
        search_switch(search, (SearchSwitches){.is_generic = run == 1});
        LudFindings findings = search_case_run(search, &s, 2000, 1);
        if (run == 0)
            kept = findings.lines[0];
        else
            assert_memory_equal(&kept, findings.lines, sizeof kept);
        lud_search_free(search);
    }
}

static void test_only_the_named_moves_are_considered(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudState s = search_case_start(&rules);
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    const LudMove only[] = {4, 1};
    LudTask task = {.size = sizeof task,
                    .root = &s,
                    .limits = {.nodes = 500},
                    .line_count = 9,
                    .only = only,
                    .only_count = 2};
    LudFindings findings;
    assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
    assert_int_equal(findings.line_count, 2);
    assert_int_equal(findings.lines[0].move[0] + findings.lines[1].move[0], 5);
    lud_search_free(search);
}

static void test_a_depth_alone_is_an_end(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudState s = search_case_start(&rules);
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    LudTask task = {.size = sizeof task, .root = &s, .limits = {.depth = 4}};
    LudFindings findings;
    assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
    assert_true(findings.depth >= 4);
    assert_int_equal(findings.lines[0].selective_depth, 4);
    lud_search_free(search);
}

static void test_time_is_kept(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudState s = search_case_start(&rules);
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    LudTask task = {.size = sizeof task, .root = &s, .limits = {.move_ms = 60}};
    LudFindings findings;
    int64_t took_us = stop_case_time(search, &task, 80000, &findings);
    assert_true(took_us > 30000 && (tap_is_short() || took_us < 80000));
    lud_search_free(search);
}

static void count_report(void *context, const LudFindings *findings)
{
    assert_true(findings->line_count >= 1);
    ++*(int *)context;
}

static void test_stop_is_prompt_with_any_number_of_threads(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudState s = search_case_start(&rules);
    for (int threads = 1; threads <= 3; threads++) {
        LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, threads);
        int reports = 0;
        LudTask task = {.size = sizeof task,
                        .root = &s,
                        .limits = {.is_infinite = true},
                        .observer = {count_report, &reports}};
        LudFindings findings;
        int64_t took_us = stop_case_run(search, &task, &findings);
        assert_true(tap_is_short() || took_us < 20000);
        assert_true(reports >= 1);
        expect_legal(rules.game, &s, &findings.lines[0]);
        lud_search_free(search);
    }
}

static void test_a_stop_beforehand_still_gives_a_move(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("pylos");
    LudState s = search_case_start(&rules);
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    lud_search_stop(search);
    LudFindings findings = search_case_run(search, &s, 0, 1);
    assert_int_equal(findings.line_count, 1);
    expect_legal(rules.game, &s, &findings.lines[0]);
    lud_search_free(search);
}

/* Six has so many moves that the least memory soon is used up. */
static void test_a_full_pool_still_plays(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudState s = search_case_start(&rules);
    LudSearchOptions options = lud_search_options_usual();
    options.method = LUD_METHOD_MCTS;
    options.memory_bytes = 0;
    LudSearch *search;
    assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
    LudFindings findings = search_case_run(search, &s, 20000, 8);
    assert_int_equal(findings.nodes, 20000);
    assert_int_equal(findings.line_count, 8);
    assert_true(findings.hash_permille > 990);
    for (int i = 0; i < 8; i++)
        expect_legal(rules.game, &s, &findings.lines[i]);
    lud_search_free(search);
}

/* -- history ----------------------------------------------------------------------------------- */

/* The only move leads to a position that was there before, which ends the game: a result, no
 * proof. */
static void test_a_repetition_counts_but_proves_nothing(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware:slam=nocapture,cycle=own");
    LudState s, next;
    assert_int_equal(rules.game->text.state_parse(&s, &rules.options,
                                                  "1-0-0-0-0-0-0-1-0-0-0-1-3-0-S",
                                                  LUD_PARSE_FRAGMENT, NULL),
                     LUD_OK);
    next = s;
    rules.game->rules.apply(&next, 0);
    uint64_t past[] = {rules.game->rules.key(&next)};
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    LudTask task = {
        .size = sizeof task, .root = &s, .limits = {.nodes = 100}, .past = past, .past_count = 1};
    LudFindings findings;
    assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
    assert_false(findings.lines[0].is_proven);
    assert_int_equal(findings.lines[0].length, 1);
    assert_int_equal(findings.lines[0].value, LUD_EVALUATION_MOST);
    lud_search_free(search);
}

/* -- dice -------------------------------------------------------------------------------------- */

/* Green needs one more square of a line of six, and has rolled its number or not. */
static void test_dados_near_its_end(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados");
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    /* Rank 5 holds 6 7 8 9 7 3; e5, the last gap, is a 7. */
    LudState s = variants_position(&rules, "....../gggg.g/....../....../b.b.b./...... 1 7");
    LudFindings findings = search_case_run(search, &s, 1000, 1);
    assert_true(findings.lines[0].is_proven);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_CERTAIN);
    LudState next = s;
    rules.game->rules.apply(&next, findings.lines[0].move[0]);
    assert_int_equal(rules.game->rules.turn(&next), LUD_OVER);

    /* With another roll nothing is certain, but blue has to be lucky. */
    s = variants_position(&rules, "....../gggg.g/....../....../b.b.b./...... 1 4");
    findings = search_case_run(search, &s, 3000, 1);
    assert_false(findings.lines[0].is_proven);
    assert_true(findings.lines[0].value > LUD_VALUE_CERTAIN / 10 &&
                findings.lines[0].value < LUD_VALUE_CERTAIN);
    assert_int_equal(findings.lines[0].length, 1);
    lud_search_free(search);
}

static void test_three_sides_each_play_for_themselves(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados:players=3");
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    /* Red, to move with a 7, completes five in a row on rank 5. */
    LudState s = variants_position(&rules, "....../rrrr.g/b.b.b./....../g.g.g./...... 3 7");
    LudFindings findings = search_case_run(search, &s, 1000, 1);
    assert_true(findings.lines[0].is_proven);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_CERTAIN);
    /* Green, with a 7, takes the square that red is waiting for. */
    s = variants_position(&rules, "....../rrrr../....../....../....../...... 1 7");
    findings = search_case_run(search, &s, 20000, 1);
    char text[LUD_MOVE_TEXT];
    rules.game->text.move_print(&s, findings.lines[0].move[0], text);
    assert_string_equal(text, "e5");
    lud_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game_runs_and_repeats_itself),
        cmocka_unit_test(test_own_loops_change_nothing),
        cmocka_unit_test(test_only_the_named_moves_are_considered),
        cmocka_unit_test(test_a_depth_alone_is_an_end),
        cmocka_unit_test(test_time_is_kept),
        cmocka_unit_test(test_stop_is_prompt_with_any_number_of_threads),
        cmocka_unit_test(test_a_stop_beforehand_still_gives_a_move),
        cmocka_unit_test(test_a_full_pool_still_plays),
        cmocka_unit_test(test_a_repetition_counts_but_proves_nothing),
        cmocka_unit_test(test_dados_near_its_end),
        cmocka_unit_test(test_three_sides_each_play_for_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
