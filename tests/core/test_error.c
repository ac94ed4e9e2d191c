/* Error messages: filled, cut, cleaned and translated; and what the name parser says. */
#include <string.h>

#include "support/unit.h"

static void test_arguments_are_filled_in(void **unused)
{
    (void)unused;
    LudError err;
    char text[256];
    LudStatus status = lud_error_set(&err, LUD_EMOVE, "{2} before {1}, {1} again. {9} {", "one",
                                     "two", (char *)NULL);
    assert_int_equal(status, LUD_EMOVE);
    assert_int_equal(err.status, LUD_EMOVE);
    size_t length = lud_error_text(&err, NULL, text, sizeof text);
    assert_string_equal(text, "two before one, one again. {9} {");
    assert_int_equal(length, strlen(text));
}

static void test_no_place_for_an_error_is_fine(void **unused)
{
    (void)unused;
    assert_int_equal(lud_error_set(NULL, LUD_EUSAGE, "{1}", "x", (char *)NULL), LUD_EUSAGE);
}

static void test_short_buffers_are_terminated(void **unused)
{
    (void)unused;
    LudError err;
    char text[8] = "garbage";
    lud_error_set(&err, LUD_EMOVE, "0123456789 {1}", "abc", (char *)NULL);
    assert_int_equal(lud_error_text(&err, NULL, text, 5), 14);
    assert_string_equal(text, "0123");
    assert_int_equal(lud_error_text(&err, NULL, text, 1), 14);
    assert_string_equal(text, "");
    assert_int_equal(lud_error_text(&err, NULL, NULL, 0), 14);
}

static void test_any_input_may_be_quoted(void **unused)
{
    (void)unused;
    static char huge[1 << 20];
    memset(huge, 'x', sizeof huge - 1);
    LudError err;
    char text[2048];
    lud_error_set(&err, LUD_EMOVE, "<{1}> <{2}>", huge,
                  "a\x1b[31m\n\xff\x9b"
                  "\u202e\u2066\u061c\xc2\x9b\u200f"
                  "é",
                  (char *)NULL);
    size_t length = lud_error_text(&err, NULL, text, sizeof text);
    assert_true(length < 700 && length == strlen(text));
    for (const char *at = text; *at; at++)
        assert_true((unsigned char)*at >= ' ');
    assert_non_null(strstr(text, "<a?[31m????????????????é>"));
    assert_null(strchr(text, '\xff'));
}

static const char *into_spanish(const char *english)
{
    return strcmp(english, "{1} beats {2}") == 0 ? "{2} pierde contra {1}" : english;
}

static void test_messages_can_be_translated(void **unused)
{
    (void)unused;
    LudError err;
    char text[64];
    lud_error_set(&err, LUD_EMOVE, "{1} beats {2}", "Ana", "Luis", (char *)NULL);
    lud_error_text(&err, into_spanish, text, sizeof text);
    assert_string_equal(text, "Luis pierde contra Ana");
}

static void test_bad_names_are_answered_with_good_ones(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *words;
    } bad[] = {
        {"chess", "oware, pylos, six, dados"},
        {"", "oware, pylos, six, dados"},
        {"oware:", "slam"},
        {"oware:speed=fast", "slam, cycle"},
        {"oware:slam=wild", "keep, forfeit, nocapture, awari"},
        {"oware:slam", "slam="},
        {"oware:slam=keep,", "slam"},
        {"oware:slam=keep,slam=keep", "twice"},
        {"dados:players=5", "2, 3, 4"},
        {"pylos:variant=expert,base=3", "expert"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        LudRules rules = {0};
        LudError err;
        assert_int_equal(lud_rules_parse(bad[i].name, &rules, &err), LUD_EUSAGE);
        unit_expect_message(&err, LUD_EUSAGE, bad[i].words);
        assert_null(rules.game);
    }
}

static void test_open_options_are_settled(void **unused)
{
    (void)unused;
    static const struct {
        const char *name, *key, *value, *printed;
    } good[] = {
        {"dados", "line", "6", "dados"},
        {"dados:players=3", "line", "5", "dados:players=3"},
        {"dados:players=4", "line", "6", "dados:players=4"},
        {"dados:line=6,players=2", "line", "6", "dados"},
        {"oware:cycle=own,slam=keep", "slam", "keep", "oware"},
        {"six:first=b", "first", "b", "six:first=b"},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        LudRules rules;
        char text[LUD_RULES_TEXT];
        assert_int_equal(lud_rules_parse(good[i].name, &rules, NULL), LUD_OK);
        assert_string_equal(lud_rules_value(&rules, good[i].key), good[i].value);
        assert_null(lud_rules_value(&rules, "no-such-key"));
        lud_rules_print(&rules, text);
        assert_string_equal(text, good[i].printed);
    }
}

static void test_games_are_found(void **unused)
{
    (void)unused;
    assert_null(lud_game_find("chess"));
    assert_null(lud_game_at(-1));
    assert_null(lud_game_at(lud_game_count()));
    for (int i = 0; i < lud_game_count(); i++) {
        const LudGame *game = lud_game_at(i);
        assert_ptr_equal(lud_game_find(game->name), game);
        assert_true(strlen(lud_game_prose(game, "es")) > 500);
        assert_true(strlen(lud_game_prose(game, "en")) > 500);
        assert_string_not_equal(lud_game_prose(game, "es"), lud_game_prose(game, "en"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arguments_are_filled_in),
        cmocka_unit_test(test_no_place_for_an_error_is_fine),
        cmocka_unit_test(test_short_buffers_are_terminated),
        cmocka_unit_test(test_any_input_may_be_quoted),
        cmocka_unit_test(test_messages_can_be_translated),
        cmocka_unit_test(test_bad_names_are_answered_with_good_ones),
        cmocka_unit_test(test_open_options_are_settled),
        cmocka_unit_test(test_games_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
