/* The game object: checked moves, history, undo and redo, repetition, turns as one word. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/unit.h"
#include "support/variants.h"

enum { MOST_PLIES = 400 };

static const char *const one_of_each[] = {"oware",
                                          "oware:slam=nocapture,cycle=split",
                                          "pylos",
                                          "pylos:variant=expert,recovery=may",
                                          "six",
                                          "dados:players=3,line=6",
                                          "dados:players=4"};
enum { KINDS = sizeof one_of_each / sizeof one_of_each[0] };

/* -- moving --------------------------------------------------------------------------------------
 */

static void test_begins_at_the_start(void **unused)
{
    (void)unused;
    for (int i = 0; i < lud_game_count(); i++) {
        LudPlay *play = unit_play(lud_game_at(i)->name, NULL);
        assert_int_equal(lud_play_length(play), 0);
        assert_int_equal(lud_play_redo_length(play), 0);
        assert_int_equal(lud_play_occurrences(play), 1);
        assert_false(lud_play_has_clock(play));
        unit_expect_result(play, "*", LUD_REASON_NONE);
        lud_play_free(play);
    }
}

static void test_plays_text_and_lists(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    unit_play_words(play, "F");
    unit_expect_position(play, "4-4-4-4-4-0-5-5-5-5-4-4-0-0-N");
    const LudMove *list;
    LudMove expected[LUD_MAX_MOVES];
    int count = lud_play_moves(play, &list);
    assert_int_equal(count,
                     lud_play_rules(play)->game->rules.moves(lud_play_state(play), expected));
    assert_memory_equal(list, expected, (size_t)count * sizeof *list);
    lud_play_free(play);
}

static void test_bad_moves_change_nothing(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *move;
        LudStatus status;
    } bad[] = {{"oware", "a", LUD_EILLEGAL},    {"oware", "", LUD_EMOVE},
               {"oware", "FF", LUD_EMOVE},      {"pylos", "2a1", LUD_EILLEGAL},
               {"pylos", "9z9", LUD_EMOVE},     {"six", "5,5", LUD_EILLEGAL},
               {"six", "1;0", LUD_EMOVE},       {"dados", "13", LUD_EMOVE},
               {"dados", "8:a1", LUD_EILLEGAL}, {"dados", "8:", LUD_EMOVE},
               {"dados", "13:c5", LUD_EMOVE},   {"oware", "8:F", LUD_EMOVE}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        LudPlay *play = unit_play(bad[i].rules, NULL);
        char before[LUD_STATE_TEXT];
        lud_play_rules(play)->game->text.state_print(lud_play_state(play), before);
        LudError err = {.status = LUD_OK};
        LudStatus status = lud_play_move_text(play, bad[i].move, &err);
        if (status != bad[i].status || err.status != status || !err.format)
            fail_msg("%s %s: status %d", bad[i].rules, bad[i].move, (int)status);
        unit_expect_position(play, before);
        assert_int_equal(lud_play_length(play), 0);
        unit_expect_result(play, "*", LUD_REASON_NONE);
        assert_int_equal(lud_play_move(play, LUD_NO_MOVE, NULL), LUD_EILLEGAL);
        assert_int_equal(lud_play_length(play), 0);
        lud_play_free(play);
    }
}

static void test_lists_end_at_the_first_bad_move(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    LudError err;
    assert_int_equal(lud_play_moves_text(play, "A a B x F", &err), LUD_EMOVE);
    assert_int_equal(err.move_number, 4);
    assert_int_equal(lud_play_length(play), 3);
    assert_int_equal(lud_play_moves_text(play, "x", NULL), LUD_EMOVE);
    assert_int_equal(lud_play_moves_text(play, "f F", NULL), LUD_OK);
    assert_int_equal(lud_play_length(play), 5);
    lud_play_free(play);
}

static void test_illegal_move_names_legal_ones(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    LudError err;
    assert_int_equal(lud_play_move_text(play, "c", &err), LUD_EILLEGAL);
    unit_expect_message(&err, LUD_EILLEGAL, "A B C D E F");
    lud_play_free(play);
}

static void test_turn_is_one_word(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados", NULL);
    LudError err;
    unit_play_words(play, "8:c5");
    unit_expect_position(play, "....../..g.../....../....../....../...... 2 -");
    assert_int_equal(lud_play_length(play), 2);
    unit_play_words(play, "8");
    /* With a roll on the table the word may repeat it, but not name another. */
    assert_int_equal(lud_play_move_text(play, "9:d5", &err), LUD_EILLEGAL);
    assert_int_equal(lud_play_length(play), 3);
    unit_play_words(play, "8:e4");
    unit_expect_position(play, "....../..g.../....b./....../....../...... 1 -");
    assert_int_equal(lud_play_length(play), 4);
    lud_play_free(play);
}

static void test_rolls_only_when_due(void **unused)
{
    (void)unused;
    LudRandom random;
    lud_random_seed(&random, 1);
    LudPlay *play = unit_play("dados", NULL);
    LudMove outcome = LUD_NO_MOVE;
    assert_int_equal(lud_play_turn(play), LUD_CHANCE);
    assert_int_equal(lud_play_roll(play, &random, &outcome, NULL), LUD_OK);
    assert_true(outcome != LUD_NO_MOVE);
    LudPly ply = lud_play_ply(play, 0);
    assert_true(ply.is_roll && ply.seat == 0 && ply.move == outcome);
    assert_int_equal(lud_play_roll(play, &random, NULL, NULL), LUD_ENOTNOW);
    lud_play_free(play);
    play = unit_play("oware", NULL);
    assert_int_equal(lud_play_roll(play, &random, NULL, NULL), LUD_ENOTNOW);
    lud_play_free(play);
}

static void test_nothing_is_played_after_the_end(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", "0-0-0-0-0-1-1-0-0-0-0-2-23-21-S");
    unit_play_words(play, "F");
    unit_expect_result(play, "25-21", LUD_REASON_MAJORITY);
    const LudMove *list;
    assert_int_equal(lud_play_moves(play, &list), 0);
    assert_int_equal(lud_play_move_text(play, "a", NULL), LUD_EOVER);
    assert_int_equal(lud_play_move(play, 0, NULL), LUD_EOVER);
    assert_int_equal(lud_play_agree_draw(play, NULL), LUD_EOVER);
    assert_int_equal(lud_play_drop(play, 0, LUD_REASON_RESIGNED, NULL), LUD_EOVER);
    assert_int_equal(lud_play_offer(play), LUD_OFFER_NONE);
    assert_int_equal(lud_play_length(play), 1);
    lud_play_free(play);
}

static void test_finished_start_is_over(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", "0-0-0-0-0-0-0-0-0-0-0-1-25-22-N");
    unit_expect_result(play, "25-22", LUD_REASON_MAJORITY);
    lud_play_free(play);
}

/* -- history -------------------------------------------------------------------------------------
 */

typedef struct Story {
    LudPlay *play;
    LudState state[MOST_PLIES + 1];
    int plies;
} Story;

static void tell_story(Story *story, const char *rules, uint64_t seed)
{
    LudRandom random;
    lud_random_seed(&random, seed);
    story->play = unit_play(rules, NULL);
    const LudGame *game = lud_play_rules(story->play)->game;
    story->plies = 0;
    lud_state_copy(game, &story->state[0], lud_play_state(story->play));
    while (lud_play_turn(story->play) != LUD_OVER && story->plies < MOST_PLIES) {
        unit_play_random(story->play, &random);
        story->plies++;
        lud_state_copy(game, &story->state[story->plies], lud_play_state(story->play));
    }
    assert_int_equal(lud_play_length(story->play), story->plies);
}

static void expect_state(const LudGame *game, const LudState *found, const LudState *wanted)
{
    char found_text[LUD_STATE_TEXT], wanted_text[LUD_STATE_TEXT];
    game->text.state_print(found, found_text);
    game->text.state_print(wanted, wanted_text);
    assert_string_equal(found_text, wanted_text);
}

static void test_undo_and_redo_retrace_every_ply(void **unused)
{
    (void)unused;
    static Story story;
    for (int i = 0; i < KINDS; i++) {
        tell_story(&story, one_of_each[i], 7);
        LudPlay *play = story.play;
        const LudGame *game = lud_play_rules(play)->game;
        LudResult end;
        char score[LUD_RESULT_TEXT];
        lud_play_result(play, &end);
        lud_result_print_score(&end, score);
        for (int at = story.plies; at > 0; at--) {
            assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
            expect_state(game, lud_play_state(play), &story.state[at - 1]);
            assert_int_equal(lud_play_redo_length(play), story.plies - at + 1);
            assert_int_not_equal(lud_play_turn(play), LUD_OVER);
        }
        assert_int_equal(lud_play_undo(play, NULL), LUD_ENOTNOW);
        for (int at = 1; at <= story.plies; at++) {
            assert_int_equal(lud_play_redo(play, NULL), LUD_OK);
            expect_state(game, lud_play_state(play), &story.state[at]);
        }
        assert_int_equal(lud_play_redo(play, NULL), LUD_ENOTNOW);
        unit_expect_result(play, score, end.reason);
        lud_play_free(play);
    }
}

static void test_state_at_and_ply_tell_the_story(void **unused)
{
    (void)unused;
    static Story story;
    for (int i = 0; i < KINDS; i++) {
        tell_story(&story, one_of_each[i], 11);
        const LudGame *game = lud_play_rules(story.play)->game;
        for (int at = 0; at <= story.plies; at += 5) {
            LudState s;
            lud_play_state_at(story.play, at, &s);
            expect_state(game, &s, &story.state[at]);
            if (at == story.plies)
                break;
            LudPly ply = lud_play_ply(story.play, at);
            int turn = game->rules.turn(&s);
            assert_int_equal(ply.is_roll, turn == LUD_CHANCE);
            assert_int_equal(ply.seat, turn == LUD_CHANCE ? game->chance->roller(&s) : turn);
            game->rules.apply(&s, ply.move);
            expect_state(game, &s, &story.state[at + 1]);
        }
        lud_play_free(story.play);
    }
}

static void test_a_new_move_forgets_what_was_taken_back(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    unit_play_words(play, "F f A");
    lud_play_undo(play, NULL);
    lud_play_undo(play, NULL);
    assert_int_equal(lud_play_redo_length(play), 2);
    unit_play_words(play, "a");
    assert_int_equal(lud_play_redo_length(play), 0);
    assert_int_equal(lud_play_redo(play, NULL), LUD_ENOTNOW);
    assert_int_equal(lud_play_length(play), 2);
    lud_play_free(play);
}

static void test_copy_lives_its_own_life(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    unit_play_words(play, "F f A b");
    lud_play_undo(play, NULL);
    LudPlay *copy = lud_play_copy(play);
    assert_non_null(copy);
    assert_int_equal(lud_play_redo(copy, NULL), LUD_OK);
    assert_int_equal(lud_play_length(copy), 4);
    assert_int_equal(lud_play_length(play), 3);
    lud_play_free(play);
    unit_play_words(copy, "B");
    assert_int_equal(lud_play_length(copy), 5);
    lud_play_free(copy);
}

static void test_restart_begins_anew(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware", NULL);
    unit_play_words(play, "F f");
    lud_play_drop(play, 0, LUD_REASON_LEFT, NULL);
    lud_play_restart(play, NULL);
    assert_int_equal(lud_play_length(play), 0);
    assert_int_equal(lud_play_redo_length(play), 0);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    unit_expect_position(play, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S");
    lud_play_free(play);
}

/* -- repetition ----------------------------------------------------------------------------------
 */

/* Against a count by hand over the whole history: positions of other epochs are never the same. */
static void test_occurrences_are_counted_exactly(void **unused)
{
    (void)unused;
    static const char *const starts[][2] = {
        {"oware:slam=nocapture", "1-0-0-0-0-0-0-1-0-0-0-0-23-23-S"},
        {"oware:slam=awari,cycle=split", "1-0-0-1-0-0-0-1-0-1-0-0-22-22-S"},
        {"oware", "2-0-0-1-0-0-0-1-0-1-0-2-20-21-N"},
        {"pylos", NULL},
        {"six", "r:0,0;2,0;4,0;6,0;8,0;10,0;12,0 b:1,0;3,0;5,0;7,0;9,0;11,0;13,0 0-0 r"}};
    static LudState seen[MOST_PLIES + 1];
    LudRandom random;
    lud_random_seed(&random, 5);
    int repetitions = 0;
    for (size_t i = 0; i < 5 * (sizeof starts / sizeof starts[0]); i++) {
        LudPlay *play = unit_play(starts[i % 5][0], starts[i % 5][1]);
        const LudGame *game = lud_play_rules(play)->game;
        for (int plies = 0; plies < MOST_PLIES; plies++) {
            lud_state_copy(game, &seen[plies], lud_play_state(play));
            int occurrences = 1;
            for (int j = 0; j < plies; j++)
                occurrences += game->rules.same(&seen[j], &seen[plies]);
            assert_int_equal(lud_play_occurrences(play), occurrences);
            LudResult result;
            lud_play_result(play, &result);
            assert_true((result.reason == LUD_REASON_REPETITION) ==
                            (occurrences >= game->rules.repetition_limit) ||
                        result.reason != LUD_REASON_NONE);
            repetitions += result.reason == LUD_REASON_REPETITION;
            if (lud_play_turn(play) == LUD_OVER)
                break;
            unit_play_random(play, &random);
        }
        lud_play_free(play);
    }
    assert_true(repetitions > 0);
}

static void test_third_occurrence_draws_six(void **unused)
{
    (void)unused;
    static const char shuffle[] = "0,0>0,1 13,0>13,-1 0,1>0,0 13,-1>13,0";
    LudPlay *play =
        unit_play("six", "r:0,0;2,0;4,0;6,0;8,0;10,0;12,0 b:1,0;3,0;5,0;7,0;9,0;11,0;13,0 0-0 r");
    unit_play_words(play, shuffle);
    assert_int_equal(lud_play_occurrences(play), 2);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    unit_play_words(play, shuffle);
    assert_int_equal(lud_play_occurrences(play), 3);
    unit_expect_result(play, "1/2-1/2", LUD_REASON_REPETITION);
    /* The end by history goes with the move that brought it about. */
    assert_int_equal(lud_play_undo(play, NULL), LUD_OK);
    unit_expect_result(play, "*", LUD_REASON_NONE);
    assert_int_equal(lud_play_redo(play, NULL), LUD_OK);
    unit_expect_result(play, "1/2-1/2", LUD_REASON_REPETITION);
    lud_play_free(play);
}

/* Two seeds that chase each other around the board: after twelve moves, all of them forced, they
 * have changed places. */
static void test_second_occurrence_ends_oware(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware:slam=nocapture", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S");
    unit_play_words(play, "A a B b C c D d E e F");
    unit_expect_result(play, "*", LUD_REASON_NONE);
    unit_play_words(play, "f");
    unit_expect_result(play, "24-24", LUD_REASON_REPETITION);
    assert_int_equal(lud_play_occurrences(play), 2);
    lud_play_free(play);
}

/* From another place in that circle: `own` gives each what lies on their side, `split` half. */
static void test_what_circles_is_divided(void **unused)
{
    (void)unused;
    static const struct {
        const char *rules, *result;
    } ways[] = {{"oware:slam=nocapture", "22-26"}, {"oware:slam=nocapture,cycle=split", "23-25"}};
    for (int i = 0; i < 2; i++) {
        LudPlay *play = unit_play(ways[i].rules, "0-0-0-0-0-0-1-0-0-0-0-1-22-24-N");
        unit_play_words(play, "f A a B b C c D d E e F");
        unit_expect_result(play, ways[i].result, LUD_REASON_REPETITION);
        lud_play_free(play);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_begins_at_the_start),
        cmocka_unit_test(test_plays_text_and_lists),
        cmocka_unit_test(test_bad_moves_change_nothing),
        cmocka_unit_test(test_lists_end_at_the_first_bad_move),
        cmocka_unit_test(test_illegal_move_names_legal_ones),
        cmocka_unit_test(test_turn_is_one_word),
        cmocka_unit_test(test_rolls_only_when_due),
        cmocka_unit_test(test_nothing_is_played_after_the_end),
        cmocka_unit_test(test_finished_start_is_over),
        cmocka_unit_test(test_undo_and_redo_retrace_every_ply),
        cmocka_unit_test(test_state_at_and_ply_tell_the_story),
        cmocka_unit_test(test_a_new_move_forgets_what_was_taken_back),
        cmocka_unit_test(test_copy_lives_its_own_life),
        cmocka_unit_test(test_restart_begins_anew),
        cmocka_unit_test(test_occurrences_are_counted_exactly),
        cmocka_unit_test(test_third_occurrence_draws_six),
        cmocka_unit_test(test_second_occurrence_ends_oware),
        cmocka_unit_test(test_what_circles_is_divided),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
