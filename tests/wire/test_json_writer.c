/* JSON as it is written: commas, numbers, and strings of whatever bytes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/json_check.h"
#include "support/unit.h"
#include "wire/json_writer.h"

static void expect(Json *json, const char *wanted)
{
    char *text = json_take(json);
    assert_non_null(text);
    assert_string_equal(text, wanted);
    free(text);
}

static void test_brackets(void **unused)
{
    (void)unused;
    Json json = {0};
    json_open(&json, '{');
    json_put_integer(&json, "a", 1);
    json_put_open(&json, "b", '[');
    json_write_bool(&json, true);
    json_open(&json, '{');
    json_close(&json, '}');
    json_write_null(&json);
    json_close(&json, ']');
    json_put_known(&json, "c", false, 7);
    json_name(&json, "d");
    json_write_json(&json, "[1]", 3);
    json_close(&json, '}');
    expect(&json, "{\"a\": 1, \"b\": [true, {}, null], \"c\": null, \"d\": [1]}");
}

static void test_integers(void **unused)
{
    (void)unused;
    static const struct {
        int64_t number;
        const char *wanted;
    } cases[] = {{0, "0"},
                 {-7, "-7"},
                 {INT64_MAX, "9223372036854775807"},
                 {INT64_MIN, "-9223372036854775808"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Json json = {0};
        json_write_integer(&json, cases[i].number);
        expect(&json, cases[i].wanted);
    }
}

static void test_reals(void **unused)
{
    (void)unused;
    static const struct {
        double number;
        const char *wanted;
    } cases[] = {{0, "0.0"},
                 {-0.0, "0.0"},
                 {1, "1.0"},
                 {0.5, "0.5"},
                 {-0.25, "-0.25"},
                 {0.6035, "0.6035"},
                 {91.25, "91.25"},
                 {100, "100.0"},
                 {0.0001, "0.0001"},
                 {1.0 / 3, "0.333333"},
                 {0.05, "0.05"},
                 {1.05, "1.05"},
                 {552.1234, "552.123"},
                 {-2.944439, "-2.94444"},
                 {0.9999996, "1.0"},
                 {1234567.8, "1234568.0"},
                 {0.00000125, "0.00000125"},
                 {(double)INFINITY, "null"},
                 {(double)NAN, "null"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Json json = {0};
        json_write_real(&json, cases[i].number);
        expect(&json, cases[i].wanted);
    }
}

static void test_strings(void **unused)
{
    (void)unused;
    static const struct {
        const char *text, *wanted;
    } cases[] = {{"", "\"\""},
                 {"a\"b\\c/d", "\"a\\\"b\\\\c/d\""},
                 {"1\n2\t3\r\b\f", "\"1\\n2\\t3\\r\\b\\f\""},
                 {"\x1b[31m\x7f", "\"\\u001b[31m\\u007f\""},
                 {"se\xc3\xb1or \xe2\x88\x92 \xf0\x9f\x8e\xb2",
                  "\"se\xc3\xb1or \xe2\x88\x92 \xf0\x9f\x8e\xb2\""},
                 {"\xc2\x9b"
                  "1m",
                  "\"\\u009b1m\""},
                 {"\xe2\x80\xae", "\"\\u202e\""},
                 {"a\xff"
                  "b\xc3",
                  "\"a\xef\xbf\xbd"
                  "b\xef\xbf\xbd\""},
                 {NULL, "null"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Json json = {0};
        json_write_text(&json, cases[i].text);
        expect(&json, cases[i].wanted);
    }
}

/* Whatever the bytes, the answer is JSON. */
static void test_any_bytes(void **unused)
{
    (void)unused;
    for (int first = 1; first < 256; first++) {
        for (int second = 1; second < 256; second++) {
            const char text[] = {(char)first, (char)second, '\0'};
            Json json = {0};
            json_open(&json, '{');
            json_put_text(&json, text, text);
            json_close(&json, '}');
            char *answer = json_take(&json);
            assert_true(json_check_object(answer, strlen(answer)));
            free(answer);
        }
    }
}

/* The tests' own reader refuses what is none. */
static void test_check(void **unused)
{
    (void)unused;
    static const char *const bad[] = {"",
                                      "[]",
                                      "{\"a\" 1}",
                                      "{\"a\": 01}",
                                      "{a: 1}",
                                      "{\"a\": 1,}",
                                      "{\"a\": 1.}",
                                      "{\"a\": \"\\x\"}",
                                      "{} ",
                                      "{\"a\": \"\xff\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(json_check_object(bad[i], strlen(bad[i])));
    assert_int_equal(json_check_number("{\"status\": 404}", 15, "status"), 404);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brackets),  cmocka_unit_test(test_integers),
        cmocka_unit_test(test_reals),     cmocka_unit_test(test_strings),
        cmocka_unit_test(test_any_bytes), cmocka_unit_test(test_check),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
