/* Records: what is written reads back as the same game, and what is wrong is named. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/game_rows.h"
#include "support/unit.h"
#include "support/variants.h"

static LudRecord *read_text(const char *text)
{
    LudRecord *record = NULL;
    LudError err;
    if (lud_record_read(text, strlen(text), &record, NULL, &err) != LUD_OK) {
        char message[1024];
        lud_error_text(&err, NULL, message, sizeof message);
        fail_msg("%s\n%s", message, text);
    }
    return record;
}

/* Reads a text and expects the error to be of this line and move (0: none) and to hold `words`. */
static void expect_refused(const char *text, int line, int move, const char *words)
{
    LudRecord *record = NULL;
    LudError err;
    assert_int_not_equal(lud_record_read(text, strlen(text), &record, NULL, &err), LUD_OK);
    assert_null(record);
    unit_expect_message(&err, err.status, words);
    if (err.line != line || err.move_number != move)
        fail_msg("line %d, move %d in: %s", err.line, err.move_number, text);
}

static void expect_text(LudRecord *record, const char *wanted)
{
    char *text = lud_record_write(record);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    lud_free(text);
}

/* -- writing and reading back --------------------------------------------------------------------
 */

static void expect_same_games(const LudPlay *a, const LudPlay *b)
{
    const LudGame *game = lud_play_rules(a)->game;
    assert_int_equal(lud_play_length(a), lud_play_length(b));
    for (int i = 0; i < lud_play_length(a); i++)
        assert_int_equal(lud_play_ply(a, i).move, lud_play_ply(b, i).move);
    assert_true(game->rules.same(lud_play_state(a), lud_play_state(b)));
    LudResult first, second;
    lud_play_result(a, &first);
    lud_play_result(b, &second);
    assert_int_equal(first.reason, second.reason);
    assert_int_equal(first.culprit, second.culprit);
    assert_memory_equal(first.points, second.points, (size_t)first.sides * sizeof(int));
}

static void check_round_trip(LudRecord *record)
{
    char *text = lud_record_write(record);
    assert_non_null(text);
    LudRecord *read = read_text(text);
    expect_same_games(lud_record_play(record), lud_record_play(read));
    expect_text(read, text);
    lud_free(text);
    lud_record_free(read);
}

/* Ends a game now and then as people do; in a game of three sides it may go on. */
static void drop_sometimes(LudPlay *play, LudRandom *random)
{
    static const LudReason reasons[] = {LUD_REASON_RESIGNED, LUD_REASON_TIME, LUD_REASON_LEFT};
    int seats = lud_play_rules(play)->game->rules.seats(lud_play_state(play));
    if (lud_random_below(random, 60) == 0)
        lud_play_drop(play, (int)lud_random_below(random, (uint32_t)seats),
                      reasons[lud_random_below(random, 3)], NULL);
    else if (lud_random_below(random, 200) == 0)
        lud_play_agree_draw(play, NULL);
    else if (lud_random_below(random, 200) == 0)
        lud_play_agree_finish(play, NULL);
}

static LudRecord *random_record(const LudRules *rules, LudRandom *random)
{
    LudPlay *play = NULL;
    LudState start;
    bool is_odd = lud_random_below(random, 3) == 0 && odd_start(rules, random, &start);
    assert_int_equal(lud_play_new(&play, rules, is_odd ? &start : NULL, NULL), LUD_OK);
    int plies = (int)lud_random_below(random, 150);
    while (plies-- > 0 && lud_play_turn(play) != LUD_OVER) {
        unit_play_random(play, random);
        drop_sometimes(play, random);
    }
    return lud_record_new(play);
}

static void test_every_game_reads_back(void **unused)
{
    (void)unused;
    LudRandom random;
    lud_random_seed(&random, 77);
    for (int i = 0; i < lud_game_count(); i++) {
        LudRules variants[VARIANTS_MOST];
        int count = variants_list(lud_game_at(i), variants);
        for (int v = 0; v < count; v++) {
            for (int n = 0; n < 12; n++) {
                LudRecord *record = random_record(&variants[v], &random);
                check_round_trip(record);
                lud_record_free(record);
            }
        }
    }
}

static void test_comments_and_tags_read_back(void **unused)
{
    (void)unused;
    LudRandom random;
    lud_random_seed(&random, 78);
    LudRules rules = variants_rules("oware");
    for (int n = 0; n < 50; n++) {
        LudRecord *record = random_record(&rules, &random);
        lud_record_set_tag(record, "South", "Ana \"la Rana\" \\ Pérez", NULL);
        lud_record_set_tag(record, "Event", "", NULL);
        int length = lud_play_length(lud_record_play(record));
        for (int i = 0; i <= length; i += 3)
            lud_record_set_comment(record, i, "  a {curly}\n\tremark \"quoted\" 1-0 ", NULL);
        check_round_trip(record);
        char *text = lud_record_write(record);
        LudRecord *read = read_text(text);
        assert_string_equal(lud_record_tag(read, "South"), "Ana \"la Rana\" \\ Pérez");
        assert_string_equal(lud_record_comment(read, 0), "a [curly] remark \"quoted\" 1-0");
        lud_free(text);
        lud_record_free(read);
        lud_record_free(record);
    }
}

static void test_canonical_text(void **unused)
{
    (void)unused;
    LudRecord *record = lud_record_new(unit_play("oware:slam=nocapture", NULL));
    unit_play_words(lud_record_play(record), "F f C");
    lud_record_set_tag(record, "South", "Ana", NULL);
    lud_record_set_comment(record, 2, "quiet", NULL);
    expect_text(record, "[Game \"oware:slam=nocapture\"]\n[South \"Ana\"]\n[Result \"*\"]\n\n"
                        "1. F f {quiet} 2. C *\n");
    lud_play_drop(lud_record_play(record), 1, LUD_REASON_RESIGNED, NULL);
    expect_text(record, "[Game \"oware:slam=nocapture\"]\n[South \"Ana\"]\n[Result \"1-0\"]\n"
                        "[Reason \"resigned\"]\n\n1. F f {quiet} 2. C @2:resigned 1-0\n");
    lud_record_free(record);
}

static void test_lines_are_short(void **unused)
{
    (void)unused;
    LudRandom random;
    lud_random_seed(&random, 79);
    LudRules rules = variants_rules("dados");
    LudRecord *record = random_record(&rules, &random);
    lud_record_set_comment(record, 0,
                           "a long remark about the weather, the table, the tea and everything "
                           "else that can be said before a game begins",
                           NULL);
    char *text = lud_record_write(record);
    for (char *line = strstr(text, "\n\n") + 2; *line;) {
        size_t length = strcspn(line, "\n");
        assert_true(length <= 80);
        line += length + (line[length] == '\n');
    }
    lud_free(text);
    lud_record_free(record);
}

static void test_three_players_drop_out(void **unused)
{
    (void)unused;
    LudRecord *record = read_text("[Game \"dados:players=3\"]\n\n"
                                  "1. 8:c5 @3:left 8:e4 9:d5 2. 3:f5 @1:resigned 0-1-0");
    LudPlay *play = lud_record_play(record);
    unit_expect_result(play, "0-1-0", LUD_REASON_RESIGNED);
    unit_expect_position(play, "....../..gg.b/....b./....../....../...... 1 -");
    check_round_trip(record);
    lud_record_free(record);
}

static void test_open_roll_is_kept(void **unused)
{
    (void)unused;
    LudRecord *record = lud_record_new(unit_play("dados", NULL));
    unit_play_words(lud_record_play(record), "8:c5 8");
    check_round_trip(record);
    lud_record_free(record);
}

/* -- forgiving -----------------------------------------------------------------------------------
 */

static void test_white_space_and_numbers_are_forgiven(void **unused)
{
    (void)unused;
    static const char *const texts[] = {
        "[Game \"oware\"]\n1. F f 2. C e",
        "[Game \"oware\"]F f C e *",
        "\xef\xbb\xbf\r\n\r\n[ Game  \"oware\" ]\r\n\r\n1.F f\r\n2.C e\r\n*\r\n",
        "[Game \"oware\"]\n\n7. F 7... f\t9. C {x}e{y} *   \n\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        LudRecord *record = read_text(texts[i]);
        LudPlay *play = lud_record_play(record);
        assert_int_equal(lud_play_length(play), 4);
        unit_expect_result(play, "*", LUD_REASON_NONE);
        check_round_trip(record);
        lud_record_free(record);
    }
}

static void test_result_alone_ends_the_game(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *result;
        LudReason reason;
    } stated[] = {
        {"[Game \"pylos\"] 1a1 1-0", "1-0", LUD_REASON_RESIGNED},
        {"[Game \"pylos\"][Reason \"time\"] 1a1 0-1", "0-1", LUD_REASON_TIME},
        {"[Game \"pylos\"][Result \"1/2-1/2\"] 1a1", "1/2-1/2", LUD_REASON_AGREED_DRAW},
        {"[Game \"oware\"] F f 24-24", "24-24", LUD_REASON_AGREED_FINISH},
        {"[Game \"oware:cycle=split\"][Position \"4-4-4-4-4-4-4-4-4-4-4-3-0-1-S\"] 23.5-24.5",
         "23.5-24.5", LUD_REASON_AGREED_FINISH},
    };
    for (size_t i = 0; i < sizeof stated / sizeof stated[0]; i++) {
        LudRecord *record = read_text(stated[i].text);
        unit_expect_result(lud_record_play(record), stated[i].result, stated[i].reason);
        check_round_trip(record);
        lud_record_free(record);
    }
}

static void test_several_records_in_a_file(void **unused)
{
    (void)unused;
    static const char text[] = "[Game \"oware\"]\n1. F f *\n\n[Game \"pylos\"]\n1. 1a1 1-0\n"
                               "[Game \"six\"]\n0,1\n[Game \"dados\"]\n8:c5\n\n \n";
    static const char *const games[] = {"oware", "pylos", "six", "dados"};
    const char *at = text;
    for (int i = 0; i < 4; i++) {
        assert_true(lud_record_has_more(at, strlen(at)));
        LudRecord *record = NULL;
        size_t consumed = 0;
        assert_int_equal(lud_record_read(at, strlen(at), &record, &consumed, NULL), LUD_OK);
        assert_string_equal(lud_play_rules(lud_record_play(record))->game->name, games[i]);
        lud_record_free(record);
        at += consumed;
    }
    assert_false(lud_record_has_more(at, strlen(at)));
}

/* -- strict --------------------------------------------------------------------------------------
 */

static void test_errors_say_where_and_what(void **unused)
{
    (void)unused;
    expect_refused("[Game \"oware\"]\n\n1. F f\n2. F e *\n", 4, 2, "A B C D E");
    expect_refused("[Game \"oware\"]\n\n1. F f\n2. F e *\n", 4, 2, "F");
    expect_refused("[Game \"oware\"]\n\n1. F f 2. Z", 3, 2, "Z");
    expect_refused("[Game \"chess\"]\n\n1. e4", 1, 0, "oware, pylos, six, dados");
    expect_refused("[South \"Ana\"]\n\n1. F", 1, 0, "Game");
    expect_refused("", 1, 0, "Game");
    expect_refused("[Game \"oware\"]\n[Position \"1-2-3\"]\n", 2, 0, "");
    expect_refused("[Game \"oware\"]\n[Game \"oware\"]\n", 2, 0, "twice");
    expect_refused("[Game \"oware\"]\n[South \"Ana]\n", 2, 0, "tag");
    expect_refused("[Game \"oware\"]\n\n{ never closed", 3, 0, "brace");
    expect_refused("[Game \"oware\"]\n\nF @2:bored", 3, 1, "@2:bored");
    expect_refused("[Game \"pylos\"]\n\n1a1 @1:resigned 1b1", 3, 1, "1b1");
    expect_refused("[Game \"dados\"]\n\n1. 8:c5 8:c5", 3, 1, "c5");
}

static void test_stated_results_must_be_true(void **unused)
{
    (void)unused;
    expect_refused("[Game \"oware\"]\n[Result \"0-1\"]\n\nC 1-0\n", 5, 0, "0-1");
    expect_refused("[Game \"oware\"]\n[Reason \"boredom\"]\n\nC 1-0\n", 5, 0, "boredom");
    lud_record_free(read_text("[Game \"oware\"]\n[Reason \"agreed-finish\"]\n\nC c 1/2-1/2\n"));
    expect_refused("[Game \"pylos\"]\n\n1a1 @1:resigned 1-0", 3, 0, "0-1");
    expect_refused("[Game \"pylos\"]\n[Reason \"summit\"]\n\n1a1 @1:resigned 0-1", 4, 0,
                   "resigned");
    expect_refused("[Game \"oware\"]\n\nF f 30-18", 3, 0, "30-18");
}

static void test_bytes_of_any_kind_are_survived(void **unused)
{
    (void)unused;
    static const char bytes[] = "[Game \"oware\"]\n\0\xff\xfe F\0f {\0} \x01";
    LudRecord *record = NULL;
    LudError err;
    LudStatus status = lud_record_read(bytes, sizeof bytes - 1, &record, NULL, &err);
    assert_true((status == LUD_OK) == (record != NULL));
    lud_record_free(record);
}

/* -- the object ----------------------------------------------------------------------------------
 */

static void test_what_stands_between_records(void **unused)
{
    (void)unused;
    const char *text =
        "[Game \"oware\"]\n\nC 1-0 {a short game} \n \xef\xbb\xbf[Game \"six\"]\n\n*\n";
    LudRecord *record;
    size_t consumed, size = strlen(text);
    assert_int_equal(lud_record_read(text, size, &record, &consumed, NULL), LUD_OK);
    assert_string_equal(lud_record_comment(record, 1), "a short game");
    lud_record_free(record);
    assert_true(lud_record_has_more(text + consumed, size - consumed));
    record = read_text(text + consumed);
    assert_string_equal(lud_play_rules(lud_record_play(record))->game->name, "six");
    lud_record_free(record);
}

/* Text that would take minutes if every addition looked at all that came before. */
static void test_hostile_records_are_quick(void **unused)
{
    (void)unused;
    enum { MANY = 300000 };
    char *text = malloc(MANY * 24), *at = text;
    assert_non_null(text);
    at += sprintf(at, "[Game \"oware\"]\n");
    char *after_game = at;
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "[T%d \"\"]\n", i);
    expect_refused(text, 257, 0, "256");
    at = after_game;
    for (int i = 0; i < MANY; i++)
        at += sprintf(at, "{a}");
    LudRecord *record = read_text(text);
    assert_int_equal(strlen(lud_record_comment(record, 0)), 2 * MANY - 1);
    lud_record_free(record);
    free(text);
}

static void test_tags(void **unused)
{
    (void)unused;
    LudRecord *record = lud_record_new(unit_play("oware", NULL));
    const char *name, *value;
    assert_false(lud_record_tag_at(record, 0, &name, &value));
    assert_int_equal(lud_record_set_tag(record, "North", "Eva", NULL), LUD_OK);
    assert_int_equal(lud_record_set_tag(record, "Round", "1", NULL), LUD_OK);
    assert_int_equal(lud_record_set_tag(record, "North", "Eva\nMar", NULL), LUD_OK);
    assert_string_equal(lud_record_tag(record, "North"), "Eva Mar");
    assert_true(lud_record_tag_at(record, 1, &name, &value));
    assert_string_equal(name, "Round");
    assert_int_equal(lud_record_set_tag(record, "North", NULL, NULL), LUD_OK);
    assert_null(lud_record_tag(record, "North"));
    assert_true(lud_record_tag_at(record, 0, &name, &value));
    assert_string_equal(name, "Round");
    static const char *const bad[] = {"", "1st", "two words", "Ñ", "Game", "Result"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_not_equal(lud_record_set_tag(record, bad[i], "x", NULL), LUD_OK);
    LudRules rules = variants_rules("oware"), team = variants_rules("dados:players=4");
    assert_string_equal(lud_record_player_tag(&rules, 1), "North");
    assert_string_equal(lud_record_player_tag(&team, 2), "Seat3");
    lud_record_free(record);
}

static void test_comments(void **unused)
{
    (void)unused;
    LudRecord *record = lud_record_new(unit_play("oware", NULL));
    unit_play_words(lud_record_play(record), "F f");
    assert_int_equal(lud_record_set_comment(record, 2, "end", NULL), LUD_OK);
    assert_int_not_equal(lud_record_set_comment(record, 3, "past", NULL), LUD_OK);
    assert_int_not_equal(lud_record_set_comment(record, -1, "before", NULL), LUD_OK);
    assert_null(lud_record_comment(record, 1));
    assert_string_equal(lud_record_comment(record, 2), "end");
    assert_int_equal(lud_record_set_comment(record, 2, NULL, NULL), LUD_OK);
    assert_null(lud_record_comment(record, 2));
    lud_record_set_comment(record, 0, "its own", NULL);
    assert_int_equal(lud_record_set_comment(record, 0, lud_record_comment(record, 0), NULL),
                     LUD_OK);
    assert_string_equal(lud_record_comment(record, 0), "its own");
    LudPlay *play = lud_record_take_play(record);
    assert_int_equal(lud_play_length(play), 2);
    assert_int_equal(lud_record_set_comment(record, 0, "late", NULL), LUD_ENOTNOW);
    assert_null(lud_record_write(record));
    lud_record_free(record);
    lud_play_free(play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_game_reads_back),
        cmocka_unit_test(test_comments_and_tags_read_back),
        cmocka_unit_test(test_canonical_text),
        cmocka_unit_test(test_lines_are_short),
        cmocka_unit_test(test_three_players_drop_out),
        cmocka_unit_test(test_open_roll_is_kept),
        cmocka_unit_test(test_white_space_and_numbers_are_forgiven),
        cmocka_unit_test(test_result_alone_ends_the_game),
        cmocka_unit_test(test_several_records_in_a_file),
        cmocka_unit_test(test_errors_say_where_and_what),
        cmocka_unit_test(test_stated_results_must_be_true),
        cmocka_unit_test(test_bytes_of_any_kind_are_survived),
        cmocka_unit_test(test_what_stands_between_records),
        cmocka_unit_test(test_hostile_records_are_quick),
        cmocka_unit_test(test_tags),
        cmocka_unit_test(test_comments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
