/* Listings: what `moves` prints, for a position alone and for a game with its history. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/listing.h>

#include "support/unit.h"
#include "support/variants.h"

static void expect_listing(const LudListing *listing, const char *wanted)
{
    char *text = lud_listing_print(listing);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    lud_free(text);
}

static void expect_of_play(const LudPlay *play, const char *wanted)
{
    LudListing listing;
    int length = lud_play_length(play);
    assert_int_equal(lud_listing_of_play(play, &listing, NULL), LUD_OK);
    expect_listing(&listing, wanted);
    assert_int_equal(lud_play_length(play), length);
    lud_listing_free(&listing);
}

static void test_of_a_position(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudState s = variants_position(&rules, "0-0-0-0-1-1-1-0-0-0-0-2-23-20-S");
    LudListing listing;
    assert_int_equal(lud_listing_of_state(&rules, &s, &listing, NULL), LUD_OK);
    expect_listing(&listing, "E\t0-0-0-0-0-2-1-0-0-0-0-2-23-20-N\n"
                             "F\t0-0-0-0-1-0-0-0-0-0-0-2-25-20-N\t25-20\n");
    assert_int_equal(listing.moves[1].result.reason, LUD_REASON_MAJORITY);
    lud_listing_free(&listing);
}

static void test_of_a_finished_position(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware");
    LudState s = variants_position(&rules, "0-0-0-0-0-0-0-0-0-0-0-1-25-22-N");
    LudListing listing;
    assert_int_equal(lud_listing_of_state(&rules, &s, &listing, NULL), LUD_OK);
    assert_int_equal(listing.count, 0);
    expect_listing(&listing, "");
    lud_listing_free(&listing);
}

static void test_of_an_awaited_roll(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados", NULL);
    LudListing listing;
    assert_int_equal(lud_listing_of_play(play, &listing, NULL), LUD_OK);
    assert_int_equal(listing.count, 11);
    assert_string_equal(listing.moves[0].move, "10");
    assert_string_equal(listing.moves[10].move, "9");
    assert_string_equal(listing.moves[10].position,
                        "....../....../....../....../....../...... 1 9");
    lud_listing_free(&listing);
    lud_play_free(play);
}

/* The move that brings the position back ends the game only where the game is known. */
static void test_history_counts_in_a_game(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("oware:slam=nocapture", "1-0-0-0-0-0-1-0-0-0-0-0-23-23-S");
    unit_play_words(play, "A a B b C c D d E e F");
    expect_of_play(play, "f\t1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\t24-24\n");
    LudListing listing;
    assert_int_equal(
        lud_listing_of_state(lud_play_rules(play), lud_play_state(play), &listing, NULL), LUD_OK);
    expect_listing(&listing, "f\t1-0-0-0-0-0-1-0-0-0-0-0-23-23-S\n");
    lud_listing_free(&listing);
    lud_play_free(play);
}

/* Turns of a side that is out are skipped after the move, and taken back with it. */
static void test_skipped_turns_are_taken_back(void **unused)
{
    (void)unused;
    LudPlay *play = unit_play("dados:players=3", NULL);
    lud_play_drop(play, 1, LUD_REASON_LEFT, NULL);
    unit_play_words(play, "5");
    LudListing listing;
    assert_int_equal(lud_listing_of_play(play, &listing, NULL), LUD_OK);
    assert_int_equal(listing.count, 4);
    assert_string_equal(listing.moves[0].move, "a4");
    assert_string_equal(listing.moves[0].position, "....../....../g...../....../....../...... 3 -");
    assert_int_equal(lud_play_length(play), 1);
    assert_int_equal(lud_play_turn(play), 0);
    lud_listing_free(&listing);
    lud_play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_of_a_position),
        cmocka_unit_test(test_of_a_finished_position),
        cmocka_unit_test(test_of_an_awaited_roll),
        cmocka_unit_test(test_history_counts_in_a_game),
        cmocka_unit_test(test_skipped_turns_are_taken_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
