/* Monte Carlo tree search: what it calls proven must be true. */
#include <ludoteca/search.h>

#include "reference/ref_search.h"
#include "reference/ref_solver.h"
#include "support/game_rows.h"
#include "support/graph_game.h"
#include "support/search_case.h"
#include "support/small_endings.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

typedef struct Tally {
    int solved, wins, losses, draws;
} Tally;

/* Holds what the search calls proven against the full solution. */
static void compare(const LudGame *game, const LudState *s, const LudFindings *findings,
                    const RefValue *plain, Tally *tally)
{
    const LudLine *line = &findings->lines[0];
    int mover = game->rules.turn(s);
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
        LudSearch *search = search_case_make(&list[i], LUD_METHOD_MCTS, 1);
        /* Draws are rare. */
        for (int k = tap_chosen(3, 40, 240); k > 0; k--) {
            LudState s;
            RefValue plain;
            if (!ending_of_oware(&list[i], &random, 5, &s) ||
                !ref_solve(list[i].game, &s, 6000, &plain))
                continue;
            LudFindings findings = search_case_run(search, &s, 3000, 1);
            compare(list[i].game, &s, &findings, &plain, &tally);
            int mover = list[i].game->rules.turn(&s);
            if (plain.win[mover] == 1)
                assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
            assert_true(findings.lines[0].is_proven || findings.nodes == 3000);
        }
        lud_search_free(search);
    }
    assert_true(tap_met(tally.wins, 50) && tap_met(tally.losses, 50) && tap_met(tally.draws, 5));
}

static LudGame graph;

static void test_proofs_survive_cycles(void **unused)
{
    (void)unused;
    Tally tally = {0};
    for (int i = tap_scaled(1200); i > 0; i--) {
        LudRules rules;
        unsigned kinds = (i % 4 < 2 ? GRAPH_EPOCHS : 0) | (i % 8 < 4 ? GRAPH_AGAIN : 0);
        graph_rules(&rules, &graph, (uint32_t)i * 7919u, 2 + i % 2, kinds);
        LudState s = search_case_start(&rules);
        RefValue plain;
        assert_true(ref_solve(&graph, &s, 2 * GRAPH_NODES, &plain));
        LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
        LudFindings findings = search_case_run(search, &s, 1000, 1);
        compare(&graph, &s, &findings, &plain, &tally);
        lud_search_free(search);
    }
    assert_true(tap_met(tally.solved, 50));
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
        LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
        for (int k = tap_scaled(60); k > 0; k--) {
            LudState s;
            RefValue plain;
            int plies = 8 + (int)lud_random_below(&random, 14);
            if (!ending_by_play(&rules, &random, plies, &s) ||
                !ref_solve(rules.game, &s, 3000, &plain))
                continue;
            LudFindings findings = search_case_run(search, &s, 4000, 1);
            compare(rules.game, &s, &findings, &plain, &tally);
            if (plain.win[rules.game->rules.turn(&s)] == 1)
                assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
        }
        lud_search_free(search);
    }
    assert_true(tap_met(tally.wins, 20) && tap_met(tally.losses, 20));
}

/* Whether the side to move can force a win within `plies`. */
static bool can_win(const LudGame *game, const LudState *s, int plies)
{
    RefSearch ref = {.game = game, .root = s};
    return ref_wins_within(&ref, game->rules.turn(s), plies);
}

static void test_immediate_wins_in_six_are_found(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("six");
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    LudRandom random;
    lud_random_seed(&random, 13);
    int wins = 0;
    for (int wanted = tap_scaled(20); wins < wanted;) {
        LudState s;
        if (!ending_by_play(&rules, &random, 26 + (int)lud_random_below(&random, 12), &s) ||
            !can_win(rules.game, &s, 1))
            continue;
        LudFindings findings = search_case_run(search, &s, 300, 1);
        assert_true(findings.lines[0].is_proven);
        assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
        assert_true(findings.nodes <= 300);
        LudState next = s;
        rules.game->rules.apply(&next, findings.lines[0].move[0]);
        assert_int_equal(rules.game->rules.turn(&next), LUD_OVER);
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
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    LudFindings findings = search_case_run(search, &s, 5000, 1);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
    assert_true(findings.nodes <= 2);
    findings = search_case_run(search, &s, 5000, 2);
    assert_true(findings.nodes > 2);
    assert_int_equal(findings.lines[0].value, LUD_VALUE_WIN - 1);
    assert_true(findings.lines[1].value < findings.lines[0].value);
    assert_int_equal(findings.lines[0].move[0], 5);
    assert_int_equal(findings.lines[1].move[0], 4);
    lud_search_free(search);
}

/* Whether `side` wins whatever is rolled and whatever the others do, within so many turns. */
static bool is_certain(const LudGame *game, const LudState *s, int side, int turns)
{
    int turn = game->rules.turn(s);
    if (turn == LUD_OVER)
        return game->rules.score(s, side) == 2;
    bool is_own = turn >= 0 && turn % 2 == side;
    if (turn >= 0 && turns-- == 0)
        return false;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
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
    LudSearch *search = search_case_make(&rules, LUD_METHOD_MCTS, 1);
    LudRandom random;
    lud_random_seed(&random, 14);
    int proven = 0, open = 0;
    for (int k = tap_scaled(300); k > 0;) {
        LudState s;
        if (!odd_start(&rules, &random, &s) || rules.game->rules.turn(&s) < 0)
            continue;
        k--;
        int side = rules.game->rules.turn(&s) % 2;
        LudFindings findings = search_case_run(search, &s, 500, 1);
        const LudLine *line = &findings.lines[0];
        if (is_certain(rules.game, &s, side, 1))
            assert_true(line->is_proven && line->value == LUD_VALUE_CERTAIN);
        if (line->is_proven)
            assert_true(is_certain(rules.game, &s, line->value > 0 ? side : 1 - side, 3));
        proven += line->is_proven;
        open += !line->is_proven;
    }
    assert_true(tap_met(proven, 20) && tap_met(open, 20));
    lud_search_free(search);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_proven_oware_endings_are_right),
        cmocka_unit_test(test_proofs_survive_cycles),
        cmocka_unit_test(test_proven_pylos_endings_are_right),
        cmocka_unit_test(test_immediate_wins_in_six_are_found),
        cmocka_unit_test(test_other_moves_are_valued_after_a_win),
        cmocka_unit_test(test_proven_dados_endings_are_right),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
