/* Oware's exchange with other programs: OGN files, PlayStrategy's positions and moves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/game_rows.h"
#include "support/unit.h"
#include "support/variants.h"

/* -- PlayStrategy --------------------------------------------------------------------------------
 */

/* North's row is written as South sees it: from pit f to pit a. */
static void test_fen_of_known_positions(void **unused)
{
    (void)unused;
    static const struct {
        const char *position, *fen;
        int number;
    } known[] = {
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1", 1},
        {"4-4-4-4-4-0-5-5-5-5-4-4-0-0-N", "4S,4S,5S,5S,5S,5S/4S,4S,4S,4S,4S,1 0 0 N 1", 1},
        {"0-0-3-0-0-12-1-0-0-0-0-2-20-10-N", "2S,4,1S/2,3S,2,12S 20 10 N 40", 40},
        {"0-0-0-0-0-0-0-0-0-0-0-1-25-22-N", "1S,5/6 25 22 N 63", 63},
    };
    LudRules rules = variants_rules("oware:slam=nocapture");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        LudState s = variants_position(&rules, known[i].position), read;
        char text[LUD_STATE_TEXT];
        int number = 0, length = lud_oware_print_fen(&s, known[i].number, text);
        assert_string_equal(text, known[i].fen);
        assert_int_equal(length, strlen(text));
        assert_int_equal(lud_oware_parse_fen(&rules, text, &read, &number, NULL), LUD_OK);
        assert_true(rules.game->rules.same(&s, &read));
        assert_int_equal(number, known[i].number);
        rules.game->text.state_print(&read, text);
        assert_string_equal(text, known[i].position);
    }
}

static void test_bad_fen_is_refused(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "",
        "4S,4S,4S,4S,4S,4S",
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S",
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0",
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 W 1",
        "4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 4 S 1",
        "4S,4S,4S,4S,4S,4S,1/4S,4S,4S,4S,4S,4S 0 0 S 1",
        "4S,4S,4S,4S,4S,5S/4S,4S,4S,4S,4S,4S 0 0 S 1",
        "999999999999S,5/6 0 0 S 1",
        "4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1 x",
    };
    LudRules rules = variants_rules("oware:slam=nocapture");
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        LudState s;
        int number;
        LudError err = {.status = LUD_OK};
        if (lud_oware_parse_fen(&rules, bad[i], &s, &number, &err) != LUD_EPOSITION)
            fail_msg("accepted, or another error: %s", bad[i]);
        assert_int_equal(err.status, LUD_EPOSITION);
    }
}

static void test_moves_as_origin_and_destination(void **unused)
{
    (void)unused;
    static const struct {
        const char *position, *move, *uci;
    } known[] = {
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "C", "c1f2"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "A", "a1e1"},
        {"4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "F", "f1c2"},
        {"4-4-4-4-4-0-5-5-5-5-4-4-0-0-N", "a", "f2a2"},
        {"4-4-4-4-4-0-5-5-5-5-4-4-0-0-N", "f", "a2d1"},
        /* Twelve seeds skip their own pit and end one past it. */
        {"12-4-4-4-4-4-4-0-0-0-4-4-2-2-S", "A", "a1b1"},
    };
    LudRules rules = variants_rules("oware:slam=nocapture");
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        LudState s = variants_position(&rules, known[i].position);
        LudMove m, read;
        char text[LUD_MOVE_TEXT];
        assert_int_equal(rules.game->text.move_parse(&s, known[i].move, &m, NULL), LUD_OK);
        int length = lud_oware_print_uci(&s, m, text);
        assert_string_equal(text, known[i].uci);
        assert_int_equal(length, strlen(text));
        assert_int_equal(lud_oware_parse_uci(&s, text, &read, NULL), LUD_OK);
        assert_int_equal(read, m);
    }
    LudState s = variants_position(&rules, known[0].position);
    static const char *const bad[] = {"", "c1", "c1f3", "g1a1", "c1f2x", "c1e2", "C"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        LudMove m;
        assert_int_not_equal(lud_oware_parse_uci(&s, bad[i], &m, NULL), LUD_OK);
    }
}

static void test_random_positions_survive_the_trip(void **unused)
{
    (void)unused;
    LudRules rules = variants_rules("oware:slam=nocapture");
    LudRandom random;
    lud_random_seed(&random, 33);
    for (int i = 0; i < 2000; i++) {
        LudState s, read;
        LudMove list[LUD_MAX_MOVES], m;
        char text[LUD_STATE_TEXT];
        int number;
        if (!odd_start(&rules, &random, &s))
            continue;
        lud_oware_print_fen(&s, i, text);
        assert_int_equal(lud_oware_parse_fen(&rules, text, &read, &number, NULL), LUD_OK);
        assert_true(rules.game->rules.same(&s, &read));
        int count = rules.game->rules.moves(&s, list);
        for (int j = 0; j < count; j++) {
            lud_oware_print_uci(&s, list[j], text);
            assert_int_equal(lud_oware_parse_uci(&s, text, &m, NULL), LUD_OK);
            assert_int_equal(m, list[j]);
        }
    }
}

/* -- OGN -----------------------------------------------------------------------------------------
 */

static LudRecord *read_ogn(const char *text)
{
    LudRecord *record = NULL;
    LudError err;
    if (lud_oware_read_ogn(text, strlen(text), &record, NULL, &err) != LUD_OK) {
        char message[1024];
        lud_error_text(&err, NULL, message, sizeof message);
        fail_msg("%s\n%s", message, text);
    }
    return record;
}

static void test_ogn_reads(void **unused)
{
    (void)unused;
    LudRecord *record = read_ogn("[Variant \"Oware Abapa\"]\n[Event \"Club\"]\n[South \"Ana\"]\n"
                                 "[North \"Luis\"]\n[Result \"*\"]\n\n"
                                 "1. F f 2. B {a remark} e *\n");
    LudPlay *play = lud_record_play(record);
    assert_string_equal(lud_rules_value(lud_play_rules(play), "slam"), "nocapture");
    assert_int_equal(lud_play_length(play), 4);
    assert_string_equal(lud_record_tag(record, "South"), "Ana");
    assert_string_equal(lud_record_tag(record, "North"), "Luis");
    assert_string_equal(lud_record_comment(record, 3), "a remark");
    unit_expect_result(play, "*", LUD_REASON_NONE);
    lud_record_free(record);
}

/* F captures two from a, as the file says; variations are passed over, remarks are joined. */
static void test_ogn_captures_and_variations(void **unused)
{
    (void)unused;
    LudRecord *record =
        read_ogn("\xef\xbb\xbf[Variant \"Oware Abapa\"]\n[Site \"a \\\"b\\\"\"]\n[Round \"?\"]\n"
                 "[FEN \"4-4-4-4-4-1-1-4-4-4-4-4-3-3-S\"]\n\n"
                 "1. F+2 {one} (1. A (1. B) a) {two} b 1-0\n");
    assert_string_equal(lud_record_tag(record, "Site"), "a \"b\"");
    assert_null(lud_record_tag(record, "Round"));
    assert_string_equal(lud_record_comment(record, 1), "one two");
    unit_expect_position(lud_record_play(record), "4-4-4-4-4-0-0-0-5-5-5-5-5-3-S");
    lud_record_free(record);
}

static void test_ogn_refuses_what_is_not_legal(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "",
        "1. F f 2. Z",
        "[Variant \"oware\"]\n\n1. F F *",
        "[Variant \"chess\"]\n\n1. F f 2. Z",
        "[FEN \"1-2-3\"]\n1. F",
        "[Variant \"oware\"]\n1. F+2 f",
        "[Variant \"oware\"]\n1. F {never closed",
        "[Variant \"oware\"]\n1. F (1. A",
        "[Variant \"oware\"\n1. F",
        "[Variant \"oware]\n1. F",
        "[Variant \"oware\"]\n1. F f 30-18",
        "[FEN \"0-0-0-0-0-0-0-0-0-0-0-1-25-22-N\"]\n1. f",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        LudRecord *record = NULL;
        LudError err = {.status = LUD_OK};
        LudStatus status = lud_oware_read_ogn(bad[i], strlen(bad[i]), &record, NULL, &err);
        if (status == LUD_OK || err.status != status || record)
            fail_msg("accepted: %s", bad[i]);
    }
}

static void test_ogn_keeps_halves(void **unused)
{
    (void)unused;
    LudRecord *record =
        lud_record_new(unit_play("oware:cycle=split", "1-2-0-3-0-1-2-0-0-0-1-1-20-17-N"));
    char *text = NULL;
    lud_play_agree_finish(lud_record_play(record), NULL);
    assert_int_equal(lud_oware_write_ogn(record, &text, NULL), LUD_OK);
    LudRecord *read = read_ogn(text);
    unit_expect_result(lud_record_play(read), "25.5-22.5", LUD_REASON_AGREED_FINISH);
    lud_free(text);
    lud_record_free(read);
    lud_record_free(record);
}

static void test_only_oware_is_written_as_ogn(void **unused)
{
    (void)unused;
    LudRecord *record = lud_record_new(unit_play("pylos", NULL));
    char *text = NULL;
    LudError err = {.status = LUD_OK};
    assert_int_not_equal(lud_oware_write_ogn(record, &text, &err), LUD_OK);
    assert_null(text);
    assert_int_not_equal(err.status, LUD_OK);
    lud_record_free(record);
    LudRules rules = variants_rules("oware");
    LudState fragment;
    LudPlay *play = NULL;
    rules.game->text.state_parse(&fragment, &rules.options, "1-0-0-0-0-0-1-0-0-0-0-0-0-0-S",
                                 LUD_PARSE_FRAGMENT, NULL);
    assert_int_equal(lud_play_new(&play, &rules, &fragment, NULL), LUD_OK);
    record = lud_record_new(play);
    assert_int_not_equal(lud_oware_write_ogn(record, &text, &err), LUD_OK);
    assert_null(text);
    lud_record_free(record);
}

static void test_random_games_survive_ogn(void **unused)
{
    (void)unused;
    LudRandom random;
    lud_random_seed(&random, 34);
    for (int i = 0; i < 100; i++) {
        LudPlay *play = unit_play("oware:slam=nocapture", NULL);
        for (int plies = 0; plies < 200 && lud_play_turn(play) != LUD_OVER; plies++)
            unit_play_random(play, &random);
        LudRecord *record = lud_record_new(play);
        char *text = NULL;
        assert_int_equal(lud_oware_write_ogn(record, &text, NULL), LUD_OK);
        LudRecord *read = read_ogn(text);
        LudPlay *again = lud_record_play(read);
        assert_int_equal(lud_play_length(again), lud_play_length(play));
        assert_true(
            lud_play_rules(play)->game->rules.same(lud_play_state(play), lud_play_state(again)));
        lud_free(text);
        lud_record_free(read);
        lud_record_free(record);
    }
}

static const char playstrategy[] =
    "[White \"Ana\"]\n[FEN \"4S,4S,4S,4S,4S,4S/4S,4S,4S,4S,4S,4S 0 0 S 1\"]\n"
    "[Result \"1-0\"]\n\n1. c1f2 {one} {two} a2d1 2.f1b2 %s\n";

static void test_playstrategy_reads(void **unused)
{
    (void)unused;
    char text[512];
    LudRecord *record;
    LudError err;
    snprintf(text, sizeof text, playstrategy, "1-0 {late}");
    assert_true(lud_oware_is_playstrategy(text, strlen(text)));
    assert_int_equal(lud_oware_read_playstrategy(text, strlen(text), &record, NULL, &err), LUD_OK);
    assert_string_equal(lud_record_tag(record, "South"), "Ana");
    assert_string_equal(lud_record_comment(record, 1), "one two");
    assert_string_equal(lud_record_comment(record, 3), "late");
    unit_expect_result(lud_record_play(record), "1-0", LUD_REASON_RESIGNED);
    lud_record_free(record);
}

static void test_playstrategy_checks_the_result(void **unused)
{
    (void)unused;
    char text[512];
    LudRecord *record = NULL;
    LudError err;
    snprintf(text, sizeof text, playstrategy, "0-1");
    assert_int_equal(lud_oware_read_playstrategy(text, strlen(text), &record, NULL, &err),
                     LUD_ERECORD);
    unit_expect_message(&err, LUD_ERECORD, "1-0");
    assert_null(record);
    snprintf(text, sizeof text, playstrategy, "a1a1");
    assert_int_not_equal(lud_oware_read_playstrategy(text, strlen(text), &record, NULL, NULL),
                         LUD_OK);
}

/* The text decides before the name of its file does, and nothing at all is our own. */
static void test_formats_are_told_apart(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *path, *format;
    } known[] = {
        {"[Game \"oware\"]\n\n*\n", NULL, "ludo"},
        {"[South \"Ana\"]\n[Game \"oware\"]\n\n*\n", "game.ogn", "ludo"},
        {"[Event \"\"]\n[South \"Ana\"]\n", "game.ludo", "ogn"},
        {"[Variant \"Awale\"]\n", NULL, "ogn"},
        {" [Variant \"Awale\"]\n", NULL, "ludo"},
        {playstrategy, "game.ogn", "playstrategy"},
        {"1. C c", "games/Game.OGN", "ogn"},
        {"1. C c", "game.ogn.bak", "ludo"},
        {"1. C c", "game.og", "ludo"},
        {"1. C c", "ogn", "ludo"},
        {"", "-", "ludo"},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const LudFormat *format =
            lud_format_guess(known[i].text, strlen(known[i].text), known[i].path);
        assert_string_equal(format->name, known[i].format);
        assert_ptr_equal(lud_format_find(known[i].format), format);
    }
    assert_null(lud_format_find("pgn"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fen_of_known_positions),
        cmocka_unit_test(test_bad_fen_is_refused),
        cmocka_unit_test(test_moves_as_origin_and_destination),
        cmocka_unit_test(test_random_positions_survive_the_trip),
        cmocka_unit_test(test_ogn_reads),
        cmocka_unit_test(test_ogn_captures_and_variations),
        cmocka_unit_test(test_ogn_refuses_what_is_not_legal),
        cmocka_unit_test(test_ogn_keeps_halves),
        cmocka_unit_test(test_only_oware_is_written_as_ogn),
        cmocka_unit_test(test_random_games_survive_ogn),
        cmocka_unit_test(test_playstrategy_reads),
        cmocka_unit_test(test_playstrategy_checks_the_result),
        cmocka_unit_test(test_formats_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
