/* Ends that people bring about: giving up, leaving, agreeing, running out of time. */
#include <string.h>

#include "support/game_rows.h"
#include "support/unit.h"

/* -- dropping out --------------------------------------------------------------------------------
 */

static void test_resigning_gives_the_win_to_the_other(void **unused)
{
    (void)unused;
    static const LudReason reasons[] = {LUD_REASON_RESIGNED, LUD_REASON_TIME, LUD_REASON_LEFT};
    for (int i = 0; i < 3; i++) {
        for (int seat = 0; seat < 2; seat++) {
            LudPlay *play = unit_play("pylos", NULL);
            unit_play_words(play, "1a1");
            assert_int_equal(lud_play_drop(play, seat, reasons[i], NULL), LUD_OK);
            unit_expect_result(play, seat == 0 ? "0-1" : "1-0", reasons[i]);
            LudResult result;
            lud_play_result(play, &result);
            assert_int_equal(result.culprit, seat);
            assert_int_equal(lud_result_winner(&result), 1 - seat);
            lud_play_free(play);
        }
    }
}

static void test_a_partner_resigns_for_the_team(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=4", NULL);
    assert_int_equal(lud_play_drop(play, 3, LUD_REASON_RESIGNED, NULL), LUD_OK);
    unit_expect_result(play, "1-0", LUD_REASON_RESIGNED);
    lud_play_free(play);
}

static void test_only_players_can_drop_out(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    assert_int_equal(lud_play_drop(play, 3, LUD_REASON_LEFT, NULL), LUD_ENOTNOW);
    assert_int_equal(lud_play_drop(play, -1, LUD_REASON_LEFT, NULL), LUD_ENOTNOW);
    assert_int_equal(lud_play_drop(play, 1, LUD_REASON_LEFT, NULL), LUD_OK);
    assert_int_equal(lud_play_drop(play, 1, LUD_REASON_LEFT, NULL), LUD_ENOTNOW);
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_MAJORITY, NULL), LUD_ENOTNOW);
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_NONE, NULL), LUD_ENOTNOW);
    lud_play_free(play);
}

static int seat_to_act(const LudPlay *play)
{
    int turn = lud_play_turn(play);
    return turn == LUD_CHANCE ? lud_play_rules(play)->game->chance->roller(lud_play_state(play))
                              : turn;
}

static void test_third_side_out_is_skipped(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    unit_play_words(play, "8:c5");
    LudReason reason = LUD_REASON_NONE;
    assert_int_equal(lud_play_out_since(play, 2, &reason), -1);
    assert_int_equal(lud_play_drop(play, 2, LUD_REASON_LEFT, NULL), LUD_OK);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    assert_int_equal(lud_play_out_since(play, 2, &reason), 2);
    assert_int_equal(reason, LUD_REASON_LEFT);
    assert_int_equal(seat_to_act(play), 1);
    unit_play_words(play, "8:e4");
    assert_int_equal(seat_to_act(play), 0);
    /* 2 for the roll, 2 for the second turn, 1 for the turn that was skipped. */
    assert_int_equal(lud_play_length(play), 5);
    LudPly skipped = lud_play_ply(play, 4);
    assert_true(skipped.move == LUD_NO_MOVE && skipped.seat == 2 && !skipped.is_roll);
    /* The pieces of the side that is out stay; so do the others'. */
    unit_expect_position(play, "....../..g.../....b./....../....../...... 1 -");
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL), LUD_OK);
    unit_expect_result(play, "0-1-0", LUD_REASON_RESIGNED);
    lud_play_free(play);
}

static void test_dropping_the_seat_to_move_passes_the_turn(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    unit_play_words(play, "8");
    assert_int_equal(lud_play_turn(play), 0);
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_LEFT, NULL), LUD_OK);
    assert_int_equal(lud_play_turn(play), LUD_CHANCE);
    assert_int_equal(seat_to_act(play), 1);
    lud_play_free(play);
}

static void test_undo_lifts_an_end_as_one_step(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    unit_play_words(play, "F f");
    lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL);
    assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    assert_int_equal(lud_play_length(play), 2);
    lud_play_agree_draw(play, NULL);
    assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    assert_int_equal(lud_play_length(play), 2);
    /* Who resigned and came back can resign again. */
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL), LUD_OK);
    unit_expect_result(play, "0-1", LUD_REASON_RESIGNED);
    lud_play_free(play);
}

static void test_undo_brings_a_third_side_back(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    unit_play_words(play, "8:c5 9:d5");
    lud_play_drop(play, 2, LUD_REASON_LEFT, NULL);
    assert_int_equal(seat_to_act(play), 0);
    lud_play_drop(play, 0, LUD_REASON_LEFT, NULL);
    unit_expect_result(play, "0-1-0", LUD_REASON_LEFT);
    assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    assert_int_equal(seat_to_act(play), 0);
    assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
    assert_int_equal(lud_play_out_since(play, 2, NULL), -1);
    assert_int_equal(seat_to_act(play), 2);
    unit_expect_position(play, "....../..gb../....../....../....../...... 3 -");
    lud_play_free(play);
}

/* -- agreeing ------------------------------------------------------------------------------------
 */

static void test_undo_lifts_the_drop_that_ended_the_game(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    /* Both at the same moment; seat 0, to roll, was the last to go. */
    assert_int_equal(lud_play_drop(play, 2, LUD_REASON_LEFT, NULL), LUD_OK);
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL), LUD_OK);
    unit_expect_result(play, "0-1-0", LUD_REASON_RESIGNED);
    assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
    assert_int_equal(lud_play_out_since(play, 0, NULL), -1);
    assert_int_equal(lud_play_out_since(play, 2, NULL), 0);
    unit_play_words(play, "8:c5 8:d2 7:b5");
    unit_expect_position(play, "....../.gg.../....../....../...b../...... 2 -");
    lud_play_free(play);
}

static void test_agreed_draw(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_ALL, i)); i++) {
        LudPlay *play = unit_play(sample, NULL);
        LudResult result;
        lud_play_result(play, &result);
        if (result.sides > 2) {
            lud_play_free(play);
            continue; /* three have nothing to share */
        }
        assert_int_equal(lud_play_agree_draw(play, NULL), LUD_OK);
        lud_play_result(play, &result);
        assert_int_equal(result.reason, LUD_REASON_AGREED_DRAW);
        assert_true(result.points[0] == 1 && result.points[1] == 1 && result.culprit == -1);
        assert_int_equal(lud_result_winner(&result), -1);
        char text[LUD_RESULT_TEXT];
        lud_result_print(&result, text);
        assert_string_equal(text, "1/2-1/2");
        lud_play_free(play);
    }
}

static void test_agreed_finish_divides_the_seeds(void **unused)
{
    (void)unused;
    static const char position[] = "1-2-0-3-0-1-2-0-0-0-1-1-20-17-N";
    LudPlay *play = unit_play("oware", position);
    assert_int_equal(lud_play_agree_finish(play, NULL), LUD_OK);
    unit_expect_result(play, "27-21", LUD_REASON_AGREED_FINISH);
    unit_expect_position(play, position);
    lud_play_free(play);
    /* Eleven seeds shared equally. */
    play = unit_play("oware:cycle=split", position);
    assert_int_equal(lud_play_agree_finish(play, NULL), LUD_OK);
    unit_expect_result(play, "25.5-22.5", LUD_REASON_AGREED_FINISH);
    lud_play_free(play);
}

static void test_only_seeds_can_be_divided(void **unused)
{
    (void)unused;
    const char *sample;
    for (int i = 0; (sample = rows_sample(ROWS_ALL, i)); i++) {
        LudPlay *play = unit_play(sample, NULL);
        bool has_seeds = lud_play_rules(play)->game->rules.stop_score != NULL;
        assert_int_equal(lud_play_agree_finish(play, NULL), has_seeds ? LUD_OK : LUD_ENOTNOW);
        if (!has_seeds)
            unit_expect_result(play, "*", LUD_REASON_NONE);
        lud_play_free(play);
    }
}

/* -- clocks --------------------------------------------------------------------------------------
 */

static void test_clock_runs_for_the_seat_to_move(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    lud_play_set_clock(play, 60000, 5000, 1000);
    assert_true(lud_play_has_clock(play));
    lud_play_tell_time(play, 11000);
    assert_int_equal(lud_play_clock_ms(play, 0), 50000);
    assert_int_equal(lud_play_clock_ms(play, 1), 60000);
    unit_play_words(play, "F");
    assert_int_equal(lud_play_clock_ms(play, 0), 55000);
    lud_play_tell_time(play, 31000);
    assert_int_equal(lud_play_clock_ms(play, 0), 55000);
    assert_int_equal(lud_play_clock_ms(play, 1), 40000);
    /* Time never runs backwards. */
    lud_play_tell_time(play, 2000);
    assert_int_equal(lud_play_clock_ms(play, 1), 40000);
    lud_play_tell_time(play, 32000);
    assert_int_equal(lud_play_clock_ms(play, 1), 39000);
    lud_play_free(play);
}

static void test_flag_falls(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("pylos", NULL);
    lud_play_set_clock(play, 60000, 0, 0);
    unit_play_words(play, "1a1");
    lud_play_tell_time(play, 59999);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    lud_play_tell_time(play, 60000);
    unit_expect_result(play, "1-0", LUD_REASON_TIME);
    LudResult result;
    lud_play_result(play, &result);
    assert_int_equal(result.culprit, 1);
    assert_int_equal(lud_play_clock_ms(play, 1), 0);
    assert_int_equal(lud_play_move_text(play, "1b1", NULL), LUD_EOVER);
    lud_play_free(play);
}

static void test_rolling_takes_time_but_earns_none(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados", NULL);
    lud_play_set_clock(play, 60000, 1000, 0);
    lud_play_tell_time(play, 2000);
    unit_play_words(play, "8");
    assert_int_equal(lud_play_clock_ms(play, 0), 58000);
    lud_play_tell_time(play, 5000);
    unit_play_words(play, "c5");
    assert_int_equal(lud_play_clock_ms(play, 0), 56000);
    lud_play_free(play);
}

static void test_time_takes_one_of_three_out(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    lud_play_set_clock(play, 10000, 0, 0);
    lud_play_tell_time(play, 10000);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    LudReason reason = LUD_REASON_NONE;
    assert_int_equal(lud_play_out_since(play, 0, &reason), 0);
    assert_int_equal(reason, LUD_REASON_TIME);
    assert_int_equal(seat_to_act(play), 1);
    assert_int_equal(lud_play_clock_ms(play, 1), 10000);
    lud_play_tell_time(play, 20000);
    unit_expect_result(play, "0-0-1", LUD_REASON_TIME);
    lud_play_free(play);
}

static void test_redo_earns_no_time(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    lud_play_set_clock(play, 60000, 5000, 0);
    unit_play_words(play, "C");
    for (int i = 0; i < 10; i++) {
        assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
        assert_int_equal(lud_play_redo(play, NULL), LUD_OK);
    }
    assert_int_equal(lud_play_clock_ms(play, 0), 65000);
    lud_play_free(play);
}

static void test_clock_knows_its_limits(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    lud_play_set_clock(play, INT64_MAX, INT64_MAX, INT64_MIN);
    unit_play_words(play, "C");
    assert_true(lud_play_clock_ms(play, 0) == LUD_CLOCK_MOST_MS);
    lud_play_set_clock_ms(play, 1, -1);
    assert_int_equal(lud_play_clock_ms(play, 1), 0);
    lud_play_tell_time(play, INT64_MAX);
    unit_expect_result(play, "1-0", LUD_REASON_TIME);
    lud_play_restart(play, NULL);
    lud_play_set_clock(play, 0, 5000, 100);
    lud_play_tell_time(play, 100);
    assert_int_equal(lud_play_clock_ms(play, 0), 5000);
    assert_int_equal(lud_play_turn(play), 0);
    lud_play_free(play);
}

static void test_clock_can_be_restored(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    lud_play_set_clock(play, 60000, 0, 0);
    lud_play_set_clock_ms(play, 0, 1234);
    lud_play_set_clock_ms(play, 1, 777);
    assert_int_equal(lud_play_clock_ms(play, 0), 1234);
    lud_play_tell_time(play, 1000);
    assert_int_equal(lud_play_clock_ms(play, 0), 234);
    assert_int_equal(lud_play_clock_ms(play, 1), 777);
    lud_play_free(play);
}

/* -- results as text -----------------------------------------------------------------------------
 */

static void test_reasons_have_names(void **unused)
{
    (void)unused;
    for (int i = 1; i < LUD_REASON_COUNT; i++) {
        const char *name = lud_reason_name((LudReason)i);
        assert_true(name && *name);
        assert_int_equal(lud_reason_find(name), i);
    }
    assert_int_equal(lud_reason_find("no-such-reason"), LUD_REASON_NONE);
    assert_int_equal(lud_reason_find(""), LUD_REASON_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_resigning_gives_the_win_to_the_other),
        cmocka_unit_test(test_a_partner_resigns_for_the_team),
        cmocka_unit_test(test_only_players_can_drop_out),
        cmocka_unit_test(test_third_side_out_is_skipped),
        cmocka_unit_test(test_dropping_the_seat_to_move_passes_the_turn),
        cmocka_unit_test(test_undo_lifts_an_end_as_one_step),
        cmocka_unit_test(test_undo_brings_a_third_side_back),
        cmocka_unit_test(test_undo_lifts_the_drop_that_ended_the_game),
        cmocka_unit_test(test_agreed_draw),
        cmocka_unit_test(test_agreed_finish_divides_the_seeds),
        cmocka_unit_test(test_only_seeds_can_be_divided),
        cmocka_unit_test(test_clock_runs_for_the_seat_to_move),
        cmocka_unit_test(test_flag_falls),
        cmocka_unit_test(test_rolling_takes_time_but_earns_none),
        cmocka_unit_test(test_time_takes_one_of_three_out),
        cmocka_unit_test(test_redo_earns_no_time),
        cmocka_unit_test(test_clock_knows_its_limits),
        cmocka_unit_test(test_clock_can_be_restored),
        cmocka_unit_test(test_reasons_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
