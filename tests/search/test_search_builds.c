/* The two builds of a game's rules and evaluation, portable and for this processor, lead the search
 * through the same nodes to the same lines. Where the processor has no second build, both are one.
 */
#include <string.h>

#include "games/registry.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/unit.h"
#include "support/variants.h"

enum { POSITIONS = 12, FEW_POSITIONS = 4, NODES = 4000, FEW_NODES = 1000 };

static LudSearch *make_search(const LudRules *rules, LudMethod method)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.memory_bytes = (size_t)2 << 20;
    options.method = method;
    options.seed = 5;
    assert_int_equal(lud_search_new(&search, rules, &options, NULL), LUD_OK);
    return search;
}

static void compare_lines(const LudFindings *a, const LudFindings *b)
{
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->depth, b->depth);
    assert_int_equal(a->line_count, b->line_count);
    for (int i = 0; i < a->line_count; i++) {
        const LudLine *x = &a->lines[i], *y = &b->lines[i];
        assert_int_equal(x->value, y->value);
        assert_int_equal(x->length, y->length);
        assert_memory_equal(x->move, y->move, (size_t)x->length * sizeof x->move[0]);
    }
}

/* Searches random positions with both builds. */
static void compare_builds(const LudRules *rules, const LudRules *portable, LudMethod method)
{
    LudSearch *first = make_search(rules, method), *second = make_search(portable, method);
    LudRandom random;
    int left = tap_chosen(FEW_POSITIONS, FEW_POSITIONS, POSITIONS);
    lud_random_seed(&random, 20);
    while (left > 0) {
        LudState s;
        if (!odd_start(rules, &random, &s))
            lud_rules_start(rules, &s);
        LudChance chances[LUD_MAX_CHANCES];
        if (rules->game->rules.turn(&s) == LUD_CHANCE) {
            int count = rules->game->chance->outcomes(&s, chances);
            rules->game->rules.apply(&s, chances[lud_random_below(&random, (uint32_t)count)].move);
        }
        if (rules->game->rules.turn(&s) < 0)
            continue;
        LudTask task = {.size = sizeof task,
                        .root = &s,
                        .limits = {.nodes = tap_is_short() ? FEW_NODES : NODES},
                        .line_count = 2};
        LudFindings a, b;
        lud_search_forget(first);
        lud_search_forget(second);
        assert_int_equal(lud_search_run(first, &task, &a, NULL), LUD_OK);
        assert_int_equal(lud_search_run(second, &task, &b, NULL), LUD_OK);
        compare_lines(&a, &b);
        left--;
    }
    lud_search_free(first);
    lud_search_free(second);
}

static void compare_method(LudMethod method)
{
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules rules;
        assert_int_equal(lud_rules_parse(lud_game_at(i)->name, &rules, NULL), LUD_OK);
        LudRules portable = {.game = lud_game_portable(i), .options = rules.options};
        compare_builds(&rules, &portable, method);
    }
}

static void both_builds_visit_the_same_nodes(void **state)
{
    (void)state;
    compare_method(LUD_METHOD_AUTO);
}

static void both_builds_play_the_same_playouts(void **state)
{
    (void)state;
    compare_method(LUD_METHOD_MCTS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_builds_visit_the_same_nodes),
        cmocka_unit_test(both_builds_play_the_same_playouts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
