/* Before the dice are rolled: every outcome, and every cell. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "support/tap.h"
#include "support/unit.h"

static LudOutlook look(const char *rules_text, const char *position, const char *moves, int depth)
{
    LudPlay *play = unit_play(rules_text, position);
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .seed = 1};
    LudEngine *engine = NULL;
    LudOutlook outlook;
    LudLimits limits = {.depth = depth};
    if (moves)
        unit_play_words(play, moves);
    assert_int_equal(lud_engine_new(&engine, lud_play_rules(play), &options, NULL), LUD_OK);
    assert_int_equal(lud_engine_outlook(engine, play, &limits, NULL, NULL, &outlook, NULL), LUD_OK);
    lud_engine_free(engine);
    lud_play_free(play);
    return outlook;
}

static const LudCellOutlook *cell_of(const LudOutlook *outlook, const char *name)
{
    for (int i = 0; i < outlook->cell_count; i++) {
        if (strcmp(outlook->cells[i].name, name) == 0)
            return &outlook->cells[i];
    }
    return NULL;
}

/* The mean of the outcomes, by their odds, is what the position is worth; and each is worth what an
 * analysis of the roll says. */
static void test_every_outcome_is_answered(void **unused)
{
    (void)unused;
    static const char *const games[] = {"dados:line=5", "dados:players=3", "dados:players=4"};
    for (int i = 0; i < 3; i++) {
        LudOutlook outlook = look(games[i], NULL, "8:c5 6:b1 7:b5", 2);
        double sum = 0;
        assert_int_equal(outlook.roll_count, 11);
        assert_int_equal(outlook.weight, 36);
        assert_int_equal(outlook.depth, 2);
        for (int j = 0; j < 11; j++) {
            const LudRollAnswer *roll = &outlook.rolls[j];
            char moves[64];
            snprintf(moves, sizeof moves, "8:c5 6:b1 7:b5 %d", 2 + j);
            LudOutlook rolled = look(games[i], NULL, moves, 2);
            const LudGame *game = lud_game_find("dados");
            double chance = lud_value_chance(game, roll->best.value);
            assert_int_equal(rolled.roll_count, 0);
            assert_true(fabs(rolled.chance - chance) < 1e-6);
            sum += roll->chance.weight * chance;
        }
        assert_true(fabs(sum / 36 - outlook.chance) < 1e-9);
    }
}

/* On the empty board every square can be played on with its number or an 11, none is worth less
 * than its twin under a quarter turn, and the middle is worth more than the middle of an edge. */
static void test_every_cell_is_valued(void **unused)
{
    (void)unused;
    LudOutlook outlook = look("dados:line=5", NULL, NULL, 1);
    assert_int_equal(outlook.cell_count, 36);
    static const char *const turned[][4] = {
        {"a6", "f6", "f1", "a1"}, {"b6", "f5", "e1", "a2"}, {"c5", "e4", "d2", "b3"}};
    for (int i = 0; i < 3; i++) {
        for (int j = 1; j < 4; j++)
            assert_true(fabs(cell_of(&outlook, turned[i][0])->chance -
                             cell_of(&outlook, turned[i][j])->chance) < 1e-6);
    }
    assert_int_equal(cell_of(&outlook, "b5")->weight, 6 + 2); /* a 7, or an 11 */
    assert_int_equal(cell_of(&outlook, "c4")->weight, 1 + 2); /* a 12, or an 11 */
    assert_true(cell_of(&outlook, "c4")->chance > cell_of(&outlook, "c6")->chance);
    outlook = look("dados:line=5", NULL, "8", 1);
    assert_int_equal(outlook.cell_count, 4);
    assert_non_null(cell_of(&outlook, "c5"));
    assert_null(cell_of(&outlook, "b5"));
}

static void count_looks(void *context, const LudOutlook *outlook)
{
    int *looks = context;
    assert_int_equal(outlook->depth, ++*looks);
}

static void test_it_looks_deeper_and_deeper(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:line=5", NULL);
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .seed = 1};
    LudEngine *engine = NULL;
    LudOutlook outlook;
    LudLimits limits = {.depth = 2};
    LudError err;
    int looks = 0;
    assert_int_equal(lud_engine_new(&engine, lud_play_rules(play), &options, NULL), LUD_OK);
    assert_int_equal(lud_engine_outlook(engine, play, &limits, count_looks, &looks, &outlook, &err),
                     LUD_OK);
    assert_int_equal(looks, 2);
    uint64_t nodes = outlook.nodes;
    assert_true(nodes > 11 && nodes < 1000000);
    /* A limit of nodes ends it after the pass in which it is reached. */
    limits = (LudLimits){.nodes = nodes + 1};
    assert_int_equal(lud_engine_outlook(engine, play, &limits, NULL, NULL, &outlook, &err), LUD_OK);
    assert_true(outlook.depth == 2 && outlook.nodes > nodes && outlook.nodes < 100 * nodes);
    /* Whatever the limit, one ply is looked at whole. */
    limits = (LudLimits){.nodes = 1};
    assert_int_equal(lud_engine_outlook(engine, play, &limits, NULL, NULL, &outlook, &err), LUD_OK);
    assert_true(outlook.depth == 1 && outlook.roll_count == 11);
    char *json = lud_json_outlook(lud_play_rules(play), lud_play_state(play), &outlook);
    assert_non_null(strstr(json, "\"cells\": [{\"cell\": \"a6\""));
    lud_free(json);
    char *svg = lud_outlook_svg(lud_play_rules(play)->game, lud_play_state(play), &outlook, "<&>");
    assert_non_null(strstr(svg, "<title>&lt;&amp;&gt;</title>"));
    lud_free(svg);
    lud_play_free(play);
    play = unit_play("dados:line=5", "ggggg./....../....../....../....../...... 2 -");
    assert_int_equal(lud_engine_outlook(engine, play, NULL, NULL, NULL, &outlook, &err), LUD_EOVER);
    lud_play_free(play);
    lud_engine_free(engine);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_outcome_is_answered),
        cmocka_unit_test(test_every_cell_is_valued),
        cmocka_unit_test(test_it_looks_deeper_and_deeper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
