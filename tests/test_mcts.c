/* Monte Carlo tree search: limits, proofs, dice and sides. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/search.h>

#include "base/clock_time.h"
#include "support/odd_starts.h"
#include "support/plain_solver.h"
#include "support/small_endings.h"
#include "support/stop_case.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

/* -- help -------------------------------------------------------------------------------------- */

static LudSearch *make(const LudRules *rules, uint64_t seed, int threads)
{
    LudSearchOptions options = lud_search_options_usual();
    options.method = LUD_METHOD_MCTS;
    options.seed = seed;
    options.threads = threads;
    LudSearch *search;
    assert_int_equal(lud_search_new(&search, rules, &options, NULL), LUD_OK);
    return search;
}

static LudFindings search_from(LudSearch *search, const LudState *s, uint64_t playouts, int lines)
{
    LudTask task = {.root = s, .limits = {.nodes = playouts}, .line_count = lines};
    LudFindings findings;
    assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
    return findings;
}

/* The start, or what follows the roll of a 6. */
static LudState start_of(const LudRules *rules)
{
    LudState s;
    lud_rules_start(rules, &s);
    if (rules->game->turn(&s) == LUD_CHANCE)
        rules->game->apply(&s, 6);
    return s;
}

static void expect_legal(const LudGame *game, const LudState *s, const LudLine *line)
{
    LudState at = *s;
    for (int i = 0; i < line->length; i++) {
        LudMove list[LUD_MAX_MOVES];
        bool is_listed = false;
        int count = game->turn(&at) >= 0 ? game->moves(&at, list) : 0;
        for (int k = 0; k < count; k++)
            is_listed = is_listed || list[k] == line->move[i];
        assert_true(is_listed);
        game->apply(&at, line->move[i]);
    }
}

static const char *const all_rules[] = {"oware", "pylos",           "six",
                                        "dados", "dados:players=3", "dados:players=4"};
enum { ALL_RULES = sizeof all_rules / sizeof all_rules[0] };

/* -- limits ------------------------------------------------------------------------------------ */

static void test_every_game_runs_and_repeats_itself(void **unused)
{
    (void)unused;
    for (int i = 0; i < ALL_RULES; i++) {
        LudRules rules = variants_rules(all_rules[i]);
        LudState s = start_of(&rules);
        LudLine kept[3];
        for (int run = 0; run < 2; run++) {
            LudSearch *search = make(&rules, 7, 1);
            LudFindings findings = search_from(search, &s, 3000, 3);
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
    LudState s = start_of(&rules);
    LudSearchOptions options = lud_search_options_usual();
    options.method = LUD_METHOD_MCTS;
    LudLine kept;
    for (int run = 0; run < 2; run++) {
        options.is_generic = run == 1;
        LudSearch *search;
        assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
        LudFindings findings = search_from(search, &s, 2000, 1);
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
    LudState s = start_of(&rules);
    LudSearch *search = make(&rules, 1, 1);
    const LudMove only[] = {4, 1};
    LudTask task = {
        .root = &s, .limits = {.nodes = 500}, .line_count = 9, .only = only, .only_count = 2};
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
    LudState s = start_of(&rules);
    LudSearch *search = make(&rules, 1, 1);
    LudTask task = {.root = &s, .limits = {.depth = 4}};
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
    LudState s = start_of(&rules);
    LudSearch *search = make(&rules, 1, 1);
    LudTask task = {.root = &s, .limits = {.move_ms = 60}};
    LudFindings findings;
    int64_t least_us = INT64_MAX;
    for (int attempt = 0; attempt < 5 && least_us >= 80000; attempt++) {
        int64_t begun_us = base_time_us();
        assert_int_equal(lud_search_run(search, &task, &findings, NULL), LUD_OK);
        int64_t took_us = base_time_us() - begun_us;
        assert_true(took_us > 30000);
        least_us = took_us < least_us ? took_us : least_us;
    }
    assert_true(tap_is_short() || least_us < 80000);
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
    LudState s = start_of(&rules);
    for (int threads = 1; threads <= 3; threads++) {
        LudSearch *search = make(&rules, 1, threads);
        int reports = 0;
        LudTask task = {
            .root = &s, .limits = {.is_infinite = true}, .observer = {count_report, &reports}};
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
    LudState s = start_of(&rules);
    LudSearch *search = make(&rules, 1, 1);
    lud_search_stop(search);
    LudFindings findings = search_from(search, &s, 0, 1);
    assert_int_equal(findings.line_count, 1);
    expect_legal(rules.game, &s, &findings.lines[0]);
    lud_search_free(search);
}

/* Six has so many moves that the least memory soon is used up. */
static void test_a_full_pool_still_plays(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudState s = start_of(&rules);
    LudSearchOptions options = lud_search_options_usual();
    options.method = LUD_METHOD_MCTS;
    options.memory_bytes = 0;
    LudSearch *search;
    assert_int_equal(lud_search_new(&search, &rules, &options, NULL), LUD_OK);
    LudFindings findings = search_from(search, &s, 20000, 8);
    assert_int_equal(findings.nodes, 20000);
    assert_int_equal(findings.line_count, 8);
    assert_true(findings.hash_permille > 990);
    for (int i = 0; i < 8; i++)
        expect_legal(rules.game, &s, &findings.lines[i]);
    lud_search_free(search);
}

/* -- proofs ------------------------------------------------------------------------------------ */

typedef struct Tally {
    int solved, wins, losses, draws;
} Tally;

/* Holds what the search calls proven against the full solution. */
static void compare(const LudGame *game, const LudState *s, const LudFindings *findings,
                    const PlainValue *plain, Tally *tally)
{
    const LudLine *line = &findings->lines[0];
    int mover = game->turn(s);
    tally->solved += line->is_proven;
    if (!line->is_proven)
        return;
    int plies = lud_value_plies(line->value);
    if (line->value > 0) {
        tally->wins++;
        assert_true(plain->win[mover] > 0 && plies >= plain->win[mover]);
    } else if (line->value < 0) {
        tally->losses++;
        assert_true(plain->win[1 - mover] > 0 && -plies >= plain->win[1 - mover]);
    } else {
        tally->draws++;
        assert_true(plain->draw[0] > 0 && plain->draw[1] > 0);
        assert_true(plain->win[0] < 0 && plain->win[1] < 0);
    }
}

static void test_proven_oware_endings_are_right(void **unused)
{
    (void)unused;
    LudRules list[VARIANTS_MOST];
    int variants = variants_list(lud_game_find("oware"), list);
    Tally tally = {0};
    LudRandom random;
    lud_random_seed(&random, 11);
    for (int i = 0; i < variants; i++) {
        LudSearch *search = make(&list[i], 5, 1);
        for (int k = tap_scaled(60); k > 0; k--) {
            LudState s;
            PlainValue plain;
            if (!ending_of_oware(&list[i], &random, 5, &s) ||
                !plain_solve(list[i].game, &s, 6000, &plain))
                continue;
            LudFindings findings = search_from(search, &s, 3000, 1);
            compare(list[i].game, &s, &findings, &plain, &tally);
            int mover = list[i].game->turn(&s);
            if (plain.win[mover] == 1)
                assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
            assert_true(findings.lines[0].is_proven || findings.nodes == 3000);
        }
        lud_search_free(search);
    }
    assert_true(tap_is_short() || (tally.wins > 50 && tally.losses > 50 && tally.draws > 5));
}

static void test_proven_pylos_endings_are_right(void **unused)
{
    (void)unused;
    static const char *const texts[] = {"pylos:base=3", "pylos:base=3,variant=child",
                                        "pylos:base=3,reserve=raise,recovery=may"};
    Tally tally = {0};
    LudRandom random;
    lud_random_seed(&random, 12);
    for (int i = 0; i < 3; i++) {
        LudRules rules = variants_rules(texts[i]);
        LudSearch *search = make(&rules, 5, 1);
        for (int k = tap_scaled(60); k > 0; k--) {
            LudState s;
            PlainValue plain;
            int plies = 8 + (int)lud_random_below(&random, 14);
            if (!ending_by_play(&rules, &random, plies, &s) ||
                !plain_solve(rules.game, &s, 3000, &plain))
                continue;
            LudFindings findings = search_from(search, &s, 4000, 1);
            compare(rules.game, &s, &findings, &plain, &tally);
            if (plain.win[rules.game->turn(&s)] == 1)
                assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
        }
        lud_search_free(search);
    }
    assert_true(tap_is_short() || (tally.wins > 20 && tally.losses > 20));
}

static void test_immediate_wins_in_six_are_found(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudSearch *search = make(&rules, 5, 1);
    LudRandom random;
    lud_random_seed(&random, 13);
    int wins = 0;
    for (int wanted = tap_scaled(20); wins < wanted;) {
        LudState s;
        if (!ending_by_play(&rules, &random, 26 + (int)lud_random_below(&random, 12), &s) ||
            !plain_wins_within(rules.game, &s, 1))
            continue;
        LudFindings findings = search_from(search, &s, 300, 1);
        assert_true(findings.lines[0].is_proven);
        assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
        assert_true(findings.nodes <= 300);
        LudState next = s;
        rules.game->apply(&next, findings.lines[0].move[0]);
        assert_int_equal(rules.game->turn(&next), LUD_OVER);
        wins++;
    }
    lud_search_free(search);
}

/* F captures two seeds at once and wins; E is looked at all the same when two lines are wanted. */
static void test_other_moves_are_valued_after_a_win(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware:slam=nocapture");
    LudState s = variants_position(&rules, "0-0-0-0-1-1-1-1-0-0-0-0-24-20-S");
    LudSearch *search = make(&rules, 5, 1);
    LudFindings findings = search_from(search, &s, 5000, 1);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
    assert_true(findings.nodes <= 2);
    findings = search_from(search, &s, 5000, 2);
    assert_true(findings.nodes > 2);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
    assert_true(findings.lines[1].value < findings.lines[0].value);
    assert_int_equal(findings.lines[0].move[0], 5);
    assert_int_equal(findings.lines[1].move[0], 4);
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
    assert_int_equal(rules.game->state_parse(&s, &rules.options, "1-0-0-0-0-0-0-1-0-0-0-1-3-0-S",
                                             LUD_PARSE_FRAGMENT, NULL),
                     LUD_OK);
    next = s;
    rules.game->apply(&next, 0);
    uint64_t past[] = {rules.game->key(&next)};
    LudSearch *search = make(&rules, 5, 1);
    LudTask task = {.root = &s, .limits = {.nodes = 100}, .past = past, .past_count = 1};
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
    LudSearch *search = make(&rules, 3, 1);
    /* Rank 5 holds 6 7 8 9 7 3; e5, the last gap, is a 7. */
    LudState s = variants_position(&rules, "....../gggg.g/....../....../b.b.b./...... 1 7");
    LudFindings findings = search_from(search, &s, 1000, 1);
    assert_true(findings.lines[0].is_proven);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_CERTAIN);
    LudState next = s;
    rules.game->apply(&next, findings.lines[0].move[0]);
    assert_int_equal(rules.game->turn(&next), LUD_OVER);

    /* With another roll nothing is certain, but blue has to be lucky. */
    s = variants_position(&rules, "....../gggg.g/....../....../b.b.b./...... 1 4");
    findings = search_from(search, &s, 3000, 1);
    assert_false(findings.lines[0].is_proven);
    assert_true(findings.lines[0].value > 1000 && findings.lines[0].value < LUD_VALUE_CERTAIN);
    assert_int_equal(findings.lines[0].length, 1);
    lud_search_free(search);
}

/* Whether `side` wins whatever is rolled and whatever the others do, within so many turns. */
static bool is_certain(const LudGame *game, const LudState *s, int side, int turns)
{
    int turn = game->turn(s);
    if (turn == LUD_OVER)
        return game->score(s, side) == 2;
    bool is_own = turn >= 0 && turn % 2 == side;
    if (turn >= 0 && turns-- == 0)
        return false;
    LudMove list[LUD_MAX_MOVES];
    int count = game->moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->apply(&next, list[i]);
        if (is_certain(game, &next, side, turns) == is_own)
            return is_own;
    }
    return !is_own;
}

/* Nearly full boards, where lines are completed and taken apart at every turn. */
static void test_proven_dados_endings_are_right(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados:line=5");
    LudSearch *search = make(&rules, 3, 1);
    LudRandom random;
    lud_random_seed(&random, 14);
    int proven = 0, open = 0;
    for (int k = tap_scaled(300); k > 0;) {
        LudState s;
        if (!odd_start(&rules, &random, &s) || rules.game->turn(&s) < 0)
            continue;
        k--;
        int side = rules.game->turn(&s) % 2;
        LudFindings findings = search_from(search, &s, 500, 1);
        const LudLine *line = &findings.lines[0];
        if (is_certain(rules.game, &s, side, 1))
            assert_true(line->is_proven && line->value == LUD_VALUE_CERTAIN);
        if (line->is_proven)
            assert_true(is_certain(rules.game, &s, line->value > 0 ? side : 1 - side, 3));
        proven += line->is_proven;
        open += !line->is_proven;
    }
    assert_true(tap_is_short() || (proven > 20 && open > 20));
    lud_search_free(search);
}

static void test_three_sides_each_play_for_themselves(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("dados:players=3");
    LudSearch *search = make(&rules, 3, 1);
    /* Red, to move with a 7, completes five in a row on rank 5. */
    LudState s = variants_position(&rules, "....../rrrr.g/b.b.b./....../g.g.g./...... 3 7");
    LudFindings findings = search_from(search, &s, 1000, 1);
    assert_true(findings.lines[0].is_proven);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_CERTAIN);
    /* Green, with a 7, takes the square that red is waiting for. */
    s = variants_position(&rules, "....../rrrr../....../....../....../...... 1 7");
    findings = search_from(search, &s, 20000, 1);
    char text[LUD_MOVE_TEXT];
    rules.game->move_print(&s, findings.lines[0].move[0], text);
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
        cmocka_unit_test(test_proven_oware_endings_are_right),
        cmocka_unit_test(test_proven_pylos_endings_are_right),
        cmocka_unit_test(test_immediate_wins_in_six_are_found),
        cmocka_unit_test(test_other_moves_are_valued_after_a_win),
        cmocka_unit_test(test_a_repetition_counts_but_proves_nothing),
        cmocka_unit_test(test_dados_near_its_end),
        cmocka_unit_test(test_proven_dados_endings_are_right),
        cmocka_unit_test(test_three_sides_each_play_for_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
