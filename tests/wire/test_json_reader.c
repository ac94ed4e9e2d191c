/* JSON as it is read: what is JSON and what is not, to the letter. */
#include <stdlib.h>
#include <string.h>

#include "support/unit.h"
#include "wire/json_reader.h"

static JsonTree tree;
static char room[4096];

static LudStatus read_bytes(const char *text, size_t size)
{
    LudError err;
    memcpy(room, text, size);
    room[size] = '\0';
    return json_read(&tree, room, size, &err);
}

static void expect_text(const char *json, const char *wanted)
{
    assert_int_equal(read_bytes(json, strlen(json)), LUD_OK);
    assert_int_equal(tree.values[0].kind, JSON_TEXT);
    assert_string_equal(tree.values[0].text, wanted);
}

static void test_members(void **unused)
{
    (void)unused;
    static const char text[] =
        " {\"number\": 12, \"move\":\"C\",\"list\":[1, -2.5e+3,true,false,null,{}, []]}\n";
    assert_int_equal(read_bytes(text, strlen(text)), LUD_OK);
    const JsonValue *whole = &tree.values[0];
    int64_t number = 0;
    assert_true(json_integer(json_member(whole, "number"), 1, 12, &number));
    assert_int_equal(number, 12);
    assert_string_equal(json_member(whole, "move")->text, "C");
    const JsonValue *list = json_member(whole, "list");
    assert_int_equal(json_length(list), 7);
    assert_string_equal(list->first->next->text, "-2.5e+3");
    assert_int_equal(list->first->next->next->kind, JSON_TRUE);
    assert_null(json_member(whole, "nothing"));
    assert_null(json_member(list, "number"));
}

/* One of another kind is as good as none. */
static void test_members_of_a_kind(void **unused)
{
    (void)unused;
    static const char text[] = "{\"name\":\"Eva\",\"age\":7,\"plays\":true,\"sleeps\":false}";
    assert_int_equal(read_bytes(text, strlen(text)), LUD_OK);
    const JsonValue *whole = &tree.values[0];
    assert_string_equal(json_text_of(whole, "name"), "Eva");
    assert_null(json_text_of(whole, "age"));
    assert_null(json_text_of(whole, "nothing"));
    assert_null(json_text_of(NULL, "name"));
    assert_true(json_flag_of(whole, "plays"));
    assert_false(json_flag_of(whole, "sleeps"));
    assert_false(json_flag_of(whole, "name"));
    assert_false(json_flag_of(whole, "nothing"));
    assert_int_equal(json_number_of(whole, "age", 7), 7);
    assert_int_equal(json_number_of(whole, "age", 8), 7);
    assert_int_equal(json_number_of(whole, "age", 9), 8);
    assert_int_equal(json_number_of(whole, "name", 1), 0);
    assert_int_equal(json_number_of(whole, "nothing", 0), -1);
}

static void test_copies(void **unused)
{
    (void)unused;
    static const char text[] = "{\"name\":\"Eva\",\"age\":7}";
    char copy[5] = "####";
    assert_int_equal(read_bytes(text, strlen(text)), LUD_OK);
    const JsonValue *whole = &tree.values[0];
    assert_false(json_copy_of(whole, "name", copy, 3));
    assert_false(json_copy_of(whole, "age", copy, sizeof copy));
    assert_false(json_copy_of(whole, "nothing", copy, sizeof copy));
    assert_string_equal(copy, "####");
    assert_true(json_copy_of(whole, "name", copy, 4));
    assert_string_equal(copy, "Eva");
}

static void test_integers(void **unused)
{
    (void)unused;
    int64_t number;
    static const char *const whole[] = {"0", "-1", "9223372036854775807", "-9223372036854775808"};
    static const char *const others[] = {"1.0", "1e2", "9223372036854775808", "\"1\"", "null"};
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        assert_int_equal(read_bytes(whole[i], strlen(whole[i])), LUD_OK);
        assert_true(json_integer(&tree.values[0], INT64_MIN, INT64_MAX, &number));
        assert_int_equal(number, strtoll(whole[i], NULL, 10));
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        assert_int_equal(read_bytes(others[i], strlen(others[i])), LUD_OK);
        assert_false(json_integer(&tree.values[0], INT64_MIN, INT64_MAX, &number));
    }
    assert_int_equal(read_bytes("7", 1), LUD_OK);
    assert_false(json_integer(&tree.values[0], 8, 9, &number));
    assert_false(json_integer(&tree.values[0], 1, 6, &number));
    assert_false(json_integer(NULL, 0, 9, &number));
}

static void test_texts(void **unused)
{
    (void)unused;
    expect_text("\"\"", "");
    expect_text("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t");
    expect_text("\"\\u0041\\u00e9\\u20ac\\ud83c\\udfb2\"", "A\u00e9\u20ac\U0001f3b2");
    expect_text("\"\u00e9\u20ac\U0001f3b2\"", "\u00e9\u20ac\U0001f3b2");
}

static void test_refused(void **unused)
{
    (void)unused;
    static const char *const wrong[] = {
        "",
        " ",
        "{",
        "[",
        "}",
        "[1",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1,\"a\":2}",
        "{\"a\":1,\"\\u0061\":2}",
        "'a'",
        "\"a",
        "\"a\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "\"\\udc00\"",
        "\"\\ud800\\u0041\"",
        "\"\\ud800\\ud800\"",
        "\"\t\"",
        "\"\x7f\xff\"",
        "\"\xc0\x80\"",
        "\"\xed\xa0\x80\"",
        "01",
        "-",
        "-01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "+1",
        "0x1",
        "NaN",
        "nul",
        "truth",
        "True",
        "1 2",
        "{} {}",
        "// x\n1",
        ("\xef\xbb\xbf"
         "1"),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (read_bytes(wrong[i], strlen(wrong[i])) == LUD_OK)
            fail_msg("read as JSON: %s", wrong[i]);
    }
    assert_int_not_equal(read_bytes("1\0", 2), LUD_OK);
    assert_int_not_equal(read_bytes("\"a\0b\"", 5), LUD_OK);
}

static void test_limits(void **unused)
{
    (void)unused;
    char text[1024] = "";
    for (int depth = 1; depth <= JSON_DEPTH + 1; depth++) {
        memset(text, '[', (size_t)depth);
        memset(text + depth, ']', (size_t)depth);
        assert_int_equal(read_bytes(text, 2 * (size_t)depth) == LUD_OK, depth <= JSON_DEPTH);
    }
    for (int count = JSON_VALUES - 1; count <= JSON_VALUES; count++) {
        strcpy(text, "[0");
        for (int i = 1; i < count; i++)
            strcat(text, ",0");
        strcat(text, "]");
        assert_int_equal(read_bytes(text, strlen(text)) == LUD_OK, count + 1 <= JSON_VALUES);
    }
}

/* The message tells where to look. */
static void test_place(void **unused)
{
    (void)unused;
    LudError err;
    char text[] = "{\"a\": 1, b}", sentence[256];
    assert_int_equal(json_read(&tree, text, strlen(text), &err), LUD_EUSAGE);
    lud_error_text(&err, NULL, sentence, sizeof sentence);
    assert_non_null(strstr(sentence, "byte 10"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_members), cmocka_unit_test(test_members_of_a_kind),
        cmocka_unit_test(test_copies),  cmocka_unit_test(test_integers),
        cmocka_unit_test(test_texts),   cmocka_unit_test(test_refused),
        cmocka_unit_test(test_limits),  cmocka_unit_test(test_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
