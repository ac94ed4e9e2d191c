/* Luck told from skill in reviews of games with dice. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <ludoteca/judging.h>
#include <ludoteca/rollout.h>

#include "engine/lookahead.h"
#include "support/tap.h"
#include "support/unit.h"

static LudEngine *make_engine(const char *rules_text)
{
    LudRules rules;
    LudEngine *engine = NULL;
    assert_int_equal(lud_rules_parse(rules_text, &rules, NULL), LUD_OK);
    LudEngineOptions options = {.size = sizeof options, .memory_bytes = 4 << 20, .seed = 1};
    assert_int_equal(lud_engine_new(&engine, &rules, &options, NULL), LUD_OK);
    return engine;
}

static LudReview *make_review(const LudPlay *play, LudLimits limits)
{
    char rules[LUD_RULES_TEXT];
    lud_rules_print(lud_play_rules(play), rules);
    LudEngine *engine = make_engine(rules);
    LudReview *review = NULL;
    assert_int_equal(lud_engine_review(engine, play, &limits, NULL, NULL, &review, NULL), LUD_OK);
    lud_engine_free(engine);
    return review;
}

static LudPlay *random_game(const char *rules, uint64_t seed, int plies)
{
    LudRandom random;
    lud_random_seed(&random, seed);
    LudPlay *play = unit_play(rules, NULL);
    for (int i = 0; i < plies && lud_play_turn(play) != LUD_OVER; i++)
        unit_play_random(play, &random);
    return play;
}

/* Over all outcomes of a roll, by their odds, luck sums to nothing. */
static void test_luck_is_fair(void **unused)
{
    (void)unused;
    static const char *const games[] = {"dados", "dados:players=3"};
    for (int i = 0; i < 2; i++) {
        LudPlay *play = random_game(games[i], 6, 20);
        while (lud_play_turn(play) != LUD_CHANCE)
            unit_play_random(play, &(LudRandom){{1, 2, 3, 4}});
        LudState s = *lud_play_state(play);
        const LudGame *game = lud_play_rules(play)->game;
        LudChance chances[LUD_MAX_CHANCES];
        int count = game->chance->outcomes(&s, chances);
        double sum = 0, most = 0;
        for (int j = 0; j < count; j++) {
            LudPlay *rolled = unit_play(games[i], NULL);
            lud_play_restart(rolled, &s);
            assert_int_equal(lud_play_move(rolled, chances[j].move, NULL), LUD_OK);
            LudReview *review = make_review(rolled, (LudLimits){.depth = 1});
            assert_int_equal(review->ply_count, 1);
            sum += chances[j].weight * review->plies[0].luck;
            most = fmax(most, fabs(review->plies[0].luck));
            lud_review_free(review);
            lud_play_free(rolled);
        }
        assert_true(fabs(sum) < 1e-9 && most > 0);
        lud_play_free(play);
    }
}

/* A position in which dice are to be rolled. */
static LudState awaiting_roll(const char *rules, uint64_t seed)
{
    LudRandom random;
    lud_random_seed(&random, seed);
    LudPlay *play = random_game(rules, seed, 10 + 7 * (int)seed);
    while (lud_play_turn(play) == LUD_OVER)
        lud_play_undo(play, NULL);
    while (lud_play_turn(play) >= 0)
        lud_play_undo(play, NULL);
    LudState s = *lud_play_state(play);
    lud_play_free(play);
    return s;
}

/* The luck of a roll as matches and rollouts take it out: over all outcomes it sums to nothing for
 * every side, what one gains the others lose, and games that value a roll at once find what looking
 * at each outcome finds. */
static void test_luck_of_single_rolls(void **unused)
{
    (void)unused;
    static const char *const games[] = {"dados:line=5", "dados", "dados:players=3",
                                        "dados:players=4,line=5"};
    LudGame slow = *lud_game_find("dados");
    LudGameJudging judging = *lud_judging(&slow);
    judging.roll = NULL;
    slow.judging = &judging;
    for (uint64_t i = 0; i < 40; i++) {
        LudState s = awaiting_roll(games[i % 4], i);
        const LudGame *game = lud_game_find("dados");
        LudChance chances[LUD_MAX_CHANCES];
        int count = game->chance->outcomes(&s, chances), sides = game->rules.sides(&s);
        double sum[LUD_MAX_SIDES] = {0}, most = 0;
        for (int j = 0; j < count; j++) {
            double luck[LUD_MAX_SIDES], one_by_one[LUD_MAX_SIDES], all = 0;
            lud_roll_luck(game, &s, chances[j].move, luck);
            lud_roll_luck(&slow, &s, chances[j].move, one_by_one);
            for (int side = 0; side < LUD_MAX_SIDES; side++) {
                assert_true(fabs(luck[side] - one_by_one[side]) < 1e-9);
                assert_true(side < sides || luck[side] == 0);
                sum[side] += chances[j].weight * luck[side];
                most = fmax(most, fabs(luck[side]));
                all += luck[side];
            }
            assert_true(fabs(all) < 1e-6);
        }
        for (int side = 0; side < sides; side++)
            assert_true(fabs(sum[side]) < 1e-7);
        assert_true(most > 0);
    }
}

/* Of three sides one is out: it has no luck, and that of the others still sums to nothing. */
static void test_luck_without_a_side(void **unused)
{
    (void)unused;
    const bool is_out[LUD_MAX_SIDES] = {false, true, false};
    const LudGame *game = lud_game_find("dados");
    for (uint64_t i = 0; i < 10; i++) {
        LudState s = awaiting_roll("dados:players=3", i);
        LudChance chances[LUD_MAX_CHANCES];
        double sum[LUD_MAX_SIDES] = {0}, chance[LUD_MAX_SIDES];
        lookahead_judge(game, &s, is_out, chance);
        assert_true(chance[1] == 0 && fabs(chance[0] + chance[2] - 1) < 1e-12);
        for (int j = game->chance->outcomes(&s, chances); j-- > 0;) {
            LudState after = s;
            double luck[LUD_MAX_SIDES] = {0};
            lookahead_roll(game, &after, chances[j].move, is_out, luck);
            assert_true(luck[1] == 0 && fabs(luck[0] + luck[2]) < 1e-9);
            sum[0] += chances[j].weight * luck[0];
        }
        assert_true(fabs(sum[0]) < 1e-9);
    }
}

/* What happened to each side is luck, skill and what the search saw otherwise later; what one gains
 * the others lose. */
static void expect_closed_accounts(const LudReview *review, const LudResult *result)
{
    double luck = 0, skill = 0, drift = 0;
    const LudJudgement *last = &review->plies[review->ply_count - 1];
    for (int side = 0; side < review->sides; side++) {
        const LudSideReview *sums = &review->side[side];
        double end = review->start_chance[side] + sums->luck_of_all + sums->skill_of_all;
        assert_true(fabs(end + sums->drift - last->chance[side]) < 1e-9);
        if (result->reason == LUD_REASON_LINE) {
            assert_true(sums->result == result->points[side] / 2.0);
            assert_true(fabs(end + sums->drift - sums->result) < 1e-9);
            assert_true(fabs(sums->luck_adjusted + sums->luck_of_all - sums->result) < 1e-9);
        }
        if (review->sides == 2) {
            const LudSideReview *other = &review->side[1 - side];
            assert_true(fabs(sums->luck_of_all - (sums->luck - other->luck)) < 1e-9);
            assert_true(fabs(sums->skill_of_all - (sums->skill - other->skill)) < 1e-9);
        }
        assert_true(sums->random_loss >= 0);
        luck += sums->luck_of_all;
        skill += sums->skill_of_all;
        drift += sums->drift;
    }
    assert_true(fabs(luck) < 1e-9 && fabs(skill) < 1e-9 && fabs(drift) < 1e-9);
}

static void test_luck_and_skill_make_the_result(void **unused)
{
    (void)unused;
    static const char *const games[] = {"dados:line=5", "dados:players=3",
                                        "dados:players=4,line=5"};
    for (int i = 0; i < 3 * tap_scaled(1); i++) {
        LudPlay *play = random_game(games[i % 3], (uint64_t)i, 4000);
        LudResult result;
        lud_play_result(play, &result);
        assert_int_equal(result.reason, LUD_REASON_LINE);
        LudReview *review = make_review(play, (LudLimits){.depth = 1});
        expect_closed_accounts(review, &result);
        for (int j = 0; j < review->sides; j++)
            assert_true(review->side[j].play_class != LUD_CLASS_NONE ||
                        review->side[j].random_loss < 0.01);
        char *svg = lud_review_svg(review, "x", (const char *const[]){"a", "b", "c"});
        assert_non_null(strstr(svg, "class=\"luck l0\""));
        assert_non_null(strstr(svg, "class=\"skill l0\""));
        lud_free(svg);
        lud_review_free(review);
        lud_play_free(play);
    }
}

/* Where the search sees the end nothing is left but luck and skill. Green completes
 * the upper row with a 3, the one square of that number that is free. */
static void test_no_drift_where_the_end_is_seen(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:line=5", "g.gggg/bbbbgb/gbgbbg/bgbggb/ggbgbg/b.b.bb 1 -");
    unit_play_words(play, "3 b6");
    LudReview *review = make_review(play, (LudLimits){.depth = 2});
    assert_int_equal(review->ply_count, 2);
    const LudSideReview *green = &review->side[0];
    assert_true(fabs(green->drift) < 1e-9 && green->skill == 0 && green->result == 1);
    assert_true(fabs(review->start_chance[0] + green->luck_of_all - 1) < 1e-9);
    /* Where nothing was decided nothing was given away, nor can be said of the play. */
    for (int side = 0; side < 2; side++) {
        const LudSideReview *sums = &review->side[side];
        assert_true(sums->mean_loss == 0 && sums->random_loss == 0 && sums->accuracy == 100);
        assert_int_equal(sums->play_class, LUD_CLASS_NONE);
    }
    lud_review_free(review);
    lud_play_free(play);
}

/* On the empty board all squares of a number are alike: each of them is the best move. */
static void test_equals_are_all_best(void **unused)
{
    (void)unused;
    static const char *const turns[] = {"12:c3", "12:d3", "12:c4", "12:d4"};
    for (int i = 0; i < 4; i++) {
        LudPlay *play = unit_play("dados:line=5", NULL);
        unit_play_words(play, turns[i]);
        LudReview *review = make_review(play, (LudLimits){.depth = 1});
        assert_int_equal(review->plies[1].mark, LUD_MARK_BEST);
        assert_true(review->plies[1].loss == 0);
        assert_int_equal(review->plies[1].best.move[0], lud_play_history(play)[1]);
        lud_review_free(review);
        lud_play_free(play);
    }
}

/* A chance that is certain says nothing of turns, and is not taken for plies of millions. */
static void test_certain_chances_count_no_turns(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:line=5", "g.gggg/bbbbgb/gbgbbg/bgbggb/ggbgbg/b.b.bb 1 3");
    LudLine line = {.value = LUD_VALUE_CERTAIN};
    for (int side = 0; side < 2; side++, line.value = -line.value)
        assert_int_equal(
            lud_line_turns(lud_play_rules(play)->game, lud_play_state(play), &line, side), 0);
    lud_play_free(play);
}

/* -- classes of play -----------------------------------------------------------------------------
 */

static LudPlay *game_of(LudEngine *engine, const char *player, uint64_t seed)
{
    LudPlay *play = unit_play("dados:line=5", NULL);
    LudPlayerSpec spec;
    LudRandom dice;
    assert_int_equal(lud_player_spec_parse(player, &spec, NULL), LUD_OK);
    lud_random_seed(&dice, seed);
    lud_engine_new_game(engine);
    lud_engine_seed(engine, seed);
    while (lud_play_turn(play) != LUD_OVER) {
        LudMove outcome;
        LudChoice choice;
        if (lud_play_turn(play) == LUD_CHANCE) {
            assert_int_equal(lud_play_roll(play, &dice, &outcome, NULL), LUD_OK);
            continue;
        }
        assert_int_equal(lud_engine_choose(engine, &spec, play, NULL, NULL, &choice, NULL), LUD_OK);
        assert_int_equal(lud_play_move(play, choice.move, NULL), LUD_OK);
    }
    return play;
}

/* What a player gives away in games with itself, in parts of what moves at random would; the sides
 * that were called so good or better are counted. */
static double share_given_away(const char *player, int games, LudPlayClass wanted, int *called)
{
    LudEngine *engine = make_engine("dados:line=5");
    double lost = 0, random = 0;
    *called = 0;
    for (int i = 0; i < games; i++) {
        LudPlay *play = game_of(engine, player, (uint64_t)i);
        LudReview *review = make_review(play, (LudLimits){.depth = 1});
        for (int side = 0; side < 2; side++) {
            const LudSideReview *sums = &review->side[side];
            int decisions = sums->moves - sums->forced;
            assert_false(signbit(sums->mean_loss));
            lost += decisions * sums->mean_loss;
            random += decisions * sums->random_loss;
            *called += sums->play_class != LUD_CLASS_NONE && sums->play_class <= wanted;
        }
        lud_review_free(review);
        lud_play_free(play);
    }
    lud_engine_free(engine);
    return lost / random;
}

/* The stronger a player, the less it gives away, and the better the words for it. */
static void test_classes_follow_strength(void **unused)
{
    (void)unused;
    static const char *const usual[] = {"level=10", "level=8", "level=5",
                                        "level=2",  "random",  NULL};
    static const char *const all[] = {"level=10", "level=9", "level=8", "level=7",
                                      "level=6",  "level=5", "level=4", "level=3",
                                      "level=2",  "level=1", "random",  NULL};
    const int games = tap_chosen(2, 20, 200);
    double before = -1;
    int called = 2 * games, at_least;
    for (const char *const *player = tap_is_long() ? all : usual; *player; player++) {
        double share = share_given_away(*player, games, LUD_CLASS_GOOD, &at_least);
        printf("# %s gives away %.3f, %d of %d are good or better\n", *player, share, at_least,
               2 * games);
        assert_true(share > before || tap_is_short());
        assert_true(at_least <= called + 2);
        assert_true(before >= 0 || (share < 0.03 && at_least >= 2 * games * 9 / 10));
        before = share;
        called = at_least;
    }
    assert_true(before > 0.64 && called <= games / 2);
}

/* Where a move at random would have given away less than a point nobody's class is told. */
static void test_no_class_where_little_is_at_stake(void **unused)
{
    (void)unused;
    int without = 0, with = 0;
    for (int i = 0; i < 6; i++) {
        LudPlay *play = random_game("dados:players=3,line=6", (uint64_t)i, i < 3 ? 60 : 4000);
        LudReview *review = make_review(play, (LudLimits){.depth = 1});
        for (int side = 0; side < review->sides; side++) {
            const LudSideReview *sums = &review->side[side];
            bool is_told = sums->moves - sums->forced >= 5 && sums->random_loss >= 0.01;
            assert_int_equal(sums->play_class != LUD_CLASS_NONE, is_told);
            without += sums->random_loss > 0 && sums->random_loss < 0.01;
            with += is_told;
        }
        lud_review_free(review);
        lud_play_free(play);
    }
    assert_true(without > 0 && with > 0);
}

static void test_classes_have_words(void **unused)
{
    (void)unused;
    assert_string_equal(lud_play_class_name(LUD_CLASS_NONE), "");
    assert_string_equal(lud_play_class_name(LUD_CLASS_MASTERLY), "masterly");
    assert_string_equal(lud_play_class_name(LUD_CLASS_HAPHAZARD), "haphazard");
    assert_string_equal(lud_play_class_name((LudPlayClass)99), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_luck_is_fair),
        cmocka_unit_test(test_luck_of_single_rolls),
        cmocka_unit_test(test_luck_without_a_side),
        cmocka_unit_test(test_luck_and_skill_make_the_result),
        cmocka_unit_test(test_no_drift_where_the_end_is_seen),
        cmocka_unit_test(test_equals_are_all_best),
        cmocka_unit_test(test_certain_chances_count_no_turns),
        cmocka_unit_test(test_classes_follow_strength),
        cmocka_unit_test(test_no_class_where_little_is_at_stake),
        cmocka_unit_test(test_classes_have_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
