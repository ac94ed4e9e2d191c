/* The server without a network: header fields, how much an address may ask, and a page of a few
 * files (data/page), built in as the real one is. */
#include <stdio.h>
#include <string.h>

#include "server/http_fields.h"
#include "server/page.h"
#include "server/page_files.h"
#include "server/rate_limit.h"
#include "server/table_shelf.h"
#include "server/tables_host.h"
#include "support/unit.h"

enum { SECOND_US = 1000000 };

/* -- fields ------------------------------------------------------------------------------------ */

static void test_encodings(void **unused)
{
    static const struct {
        const char *list;
        bool gzip, brotli;
    } cases[] = {
        {"", false, false},
        {"gzip", true, false},
        {"gzip, deflate, br", true, true},
        {"GZip;q=1.0 ,\tBR;q=0.1", true, true},
        {"gzip;q=0", false, false},
        {"gzip ; q=0.000, br", false, true},
        {"gzip;q=0.010", true, false},
        {"*", true, true},
        {"*;q=0", false, false},
        {"br;q=0, *", true, false},
        {"x-gzip, brotli, gzi, gzipp", false, false},
        {",,gzip", true, false},
        {"gzip;q=", true, false},
        {"gzip;q", true, false},
        {"identity", false, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (http_accepts(cases[i].list, "gzip") != cases[i].gzip ||
            http_accepts(cases[i].list, "br") != cases[i].brotli)
            fail_msg("Accept-Encoding: %s", cases[i].list);
    }
}

static void test_tags(void **unused)
{
    static const char tag[] = "\"a1\"";
    static const char *const same[] = {"\"a1\"",          "W/\"a1\"",    "\"b\", \"a1\"",
                                       "\"x,y\",\"a1\"",  " \t, \"a1\"", "*",
                                       "\"b\" , W/\"a1\""};
    static const char *const others[] = {"",          "a1", "\"a\"", "\"a12\"",
                                         "\"b, \"a1", "W/", "\"",    ",,"};
    (void)unused;
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        if (!http_tag_matches(same[i], tag))
            fail_msg("%s names %s", same[i], tag);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (http_tag_matches(others[i], tag))
            fail_msg("%s does not name %s", others[i], tag);
    }
}

static void test_names(void **unused)
{
    (void)unused;
    assert_true(http_is_hashed("/data/some_weights-Bx3_k-9Z.weights"));
    assert_false(http_is_hashed("/dat/some_weights-Bx3_k-9Z.weights"));
    assert_true(http_is_hashed("/assets/main-Bx3_k-9Z.js"));
    assert_true(http_is_hashed("/assets/a/b-12345678.woff2"));
    assert_true(http_is_hashed("/assets/x-a-bC_d-e.css"));
    assert_false(http_is_hashed("/assets/oware-tutorial.css")); /* a word of eight letters */
    assert_false(http_is_hashed("/assets/main-Bx3_k9Z.js"));    /* seven */
    assert_false(http_is_hashed("/assets/Bx3_k-9Z.js"));
    assert_false(http_is_hashed("/main-Bx3_k-9Z.js"));
    assert_false(http_is_hashed("/assets/-Bx3_k-9Z"));
    assert_false(http_is_hashed("/assets/.x"));
    assert_false(http_is_hashed("/assets/main-Bx3_k-9Z.d/x"));
    assert_string_equal(http_media_type("/a.b/engine.wasm"), "application/wasm");
    assert_string_equal(http_media_type("/a.html/x"), "application/octet-stream");
    assert_string_equal(http_media_type("/x.HTML"), "application/octet-stream");
}

static void test_ranges(void **unused)
{
    static const struct {
        const char *range;
        uint64_t size;
        RangeKind kind;
        uint64_t first, last;
    } cases[] = {
        {"bytes=0-0", 10, RANGE_GOOD, 0, 0},
        {"bytes=3-", 10, RANGE_GOOD, 3, 9},
        {"BYTES=3-99", 10, RANGE_GOOD, 3, 9},
        {"bytes=-3", 10, RANGE_GOOD, 7, 9},
        {"bytes=-30", 10, RANGE_GOOD, 0, 9},
        {"bytes=4999999999-5000000001", 6000000000, RANGE_GOOD, 4999999999, 5000000001},
        {"bytes=10-", 10, RANGE_BAD, 0, 0},
        {"bytes=0-", 0, RANGE_BAD, 0, 0},
        {"bytes=-5", 0, RANGE_BAD, 0, 0},
        {"bytes=-0", 10, RANGE_BAD, 0, 0},
        {"bytes=4-3", 10, RANGE_BAD, 0, 0},
        {"bytes=0-1,3-4", 10, RANGE_BAD, 0, 0},
        {"bytes=0-1 ", 10, RANGE_BAD, 0, 0},
        {"bytes=18446744073709551616-", 10, RANGE_BAD, 0, 0},
        {"bytes=", 10, RANGE_BAD, 0, 0},
        {"bytes", 10, RANGE_NONE, 0, 0},
        {"items=0-1", 10, RANGE_NONE, 0, 0},
        {"", 10, RANGE_NONE, 0, 0},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t first = 0, last = 0;
        RangeKind kind = http_range(cases[i].range, cases[i].size, &first, &last);
        bool is_right = kind == cases[i].kind &&
                        (kind != RANGE_GOOD || (first == cases[i].first && last == cases[i].last));
        if (!is_right)
            fail_msg("%s of %d bytes", cases[i].range, (int)cases[i].size);
    }
}

/* -- another place for tables ------------------------------------------------------------------ */

static void test_tables_host(void **unused)
{
    static const char *const good[][2] = {
        {"https://tables.example.org/ludoteca", "https://tables.example.org/ludoteca/"},
        {"https://a-b.example:8443", "https://a-b.example:8443/"},
        {"https://example.org/a_b/~c/1.2/", "https://example.org/a_b/~c/1.2/"},
        {"http://localhost", "http://localhost/"},
        {"http://127.0.0.1:9000/x", "http://127.0.0.1:9000/x/"},
    };
    static const char *const bad[] = {
        "", "h", "tables", "/tables", "ftp://example.org/", "HTTPS://example.org", "'self'",
        /* where bytes could be changed on the way */
        "http://example.org/", "http://localhost.example.org/", "http://127.0.0.11/",
        /* more than one host, or none */
        "https://", "https:///x", "https://*", "https://*.example.org", "https://a..b/",
        "https://a.org./", "https://-a.org", "https://a-.org", "https://[::1]/", "https://ñ.org/",
        "https://u:p@example.org/", "https://exa mple.org", "https://a.org https://b.org",
        "https://a.org:0/", "https://a.org:65536/", "https://a.org:/", "https://a.org:4x/",
        "https://a.org:-1/", "https://a.org:000000443/",
        /* what would go on in the policy, or in the next field */
        "https://a.org/;x", "https://a.org/; script-src *", "https://a.org/a,b",
        "https://a.org/a b", "https://a.org/'none'", "https://a.org/\r\nx: y", "https://a.org/%2e",
        "https://a.org/?x", "https://a.org/#x", "https://a.org/../x", "https://a.org//x"};
    char place[TABLES_HOST_TEXT], text[300] = "https://";
    LudError err;
    (void)unused;
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_int_equal(tables_host_read(good[i][0], place, &err), LUD_OK);
        assert_string_equal(place, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (tables_host_read(bad[i], place, &err) != LUD_EUSAGE)
            fail_msg("%s is accepted", bad[i]);
    }
    memset(text + 8, 'a', TABLES_HOST_TEXT - 2 - 8);
    assert_int_equal(tables_host_read(text, place, &err), LUD_OK);
    assert_int_equal(strlen(place), TABLES_HOST_TEXT - 1);
    strcat(text, "a");
    assert_int_equal(tables_host_read(text, place, &err), LUD_EUSAGE);
}

/* -- how much one may ask ---------------------------------------------------------------------- */

static void test_rate(void **unused)
{
    static RateLimit limit = {.lock = PTHREAD_MUTEX_INITIALIZER, .rate = 5};
    int64_t now_us = 77;
    int taken = 0;
    (void)unused;
    while (rate_limit_take(&limit, 1, now_us) == 0)
        taken++;
    assert_int_equal(taken, 5 * RATE_BURST_S);
    assert_int_equal(rate_limit_take(&limit, 1, now_us), 1);
    assert_int_equal(rate_limit_take(&limit, 2, now_us), 0); /* others are not concerned */
    now_us += SECOND_US;
    for (int i = 0; i < 5; i++)
        assert_int_equal(rate_limit_take(&limit, 1, now_us), 0);
    assert_int_equal(rate_limit_take(&limit, 1, now_us), 1);
    now_us += (int64_t)1000 * SECOND_US; /* a bucket does not overflow */
    for (taken = 0; rate_limit_take(&limit, 1, now_us) == 0;)
        taken++;
    assert_int_equal(taken, 5 * RATE_BURST_S);
}

/* Nothing is too much for a bucket, but what was too much is waited for; nor is more lent while
 * something is owed. */
static void test_rate_of_many(void **unused)
{
    static RateLimit limit = {.lock = PTHREAD_MUTEX_INITIALIZER, .rate = 2};
    int64_t now_us = 77;
    (void)unused;
    assert_int_equal(rate_limit_take_many(&limit, 1, 100, now_us), 0);
    int owed_s = 100 / limit.rate - RATE_BURST_S;
    assert_int_equal(rate_limit_take_many(&limit, 1, 100, now_us), owed_s + 1);
    assert_int_equal(rate_limit_take(&limit, 1, now_us), owed_s + 1);
    assert_int_equal(rate_limit_take(&limit, 2, now_us), 0);
    now_us += (int64_t)(owed_s + 1) * SECOND_US;
    assert_int_equal(rate_limit_take(&limit, 1, now_us), 0);
    assert_int_equal(rate_limit_take(&limit, 1, now_us), 0);
    assert_int_equal(rate_limit_take(&limit, 1, now_us), 1);
}

/* Newcomers must not be held to account for those whose place they take, and whoever asks too much
 * is not forgotten because of those who ask little. */
static void test_many_senders(void **unused)
{
    static RateLimit limit = {.lock = PTHREAD_MUTEX_INITIALIZER, .rate = 1};
    (void)unused;
    while (rate_limit_take(&limit, 99, 1) == 0)
        ;
    for (uint64_t sender = 1000; sender < 1000 + 2 * RATE_BUCKETS; sender++)
        assert_int_equal(rate_limit_take(&limit, sender, 2), 0);
    assert_int_not_equal(rate_limit_take(&limit, 99, 3), 0);
}

static void test_no_limit(void **unused)
{
    static RateLimit limit = {.lock = PTHREAD_MUTEX_INITIALIZER};
    (void)unused;
    for (int i = 0; i < 100000; i++)
        assert_int_equal(rate_limit_take(&limit, 1, 1), 0);
}

/* -- tables ------------------------------------------------------------------------------------ */

/* The rules of Pylos by number, 40 in all: the small pyramid has no expert variant. */
static LudRules number_rules(int number)
{
    static const char *const variants[] = {"standard", "child", "expert"};
    char text[LUD_RULES_TEXT];
    LudRules rules;
    LudError err;
    bool is_small = number >= 24;
    int rest = is_small ? number - 24 : number, kinds = is_small ? 2 : 3;
    snprintf(text, sizeof text, "pylos:variant=%s,second=%s,recovery=%s,reserve=%s,base=%d",
             variants[rest % kinds], rest / kinds & 1 ? "any" : "free",
             rest / kinds & 2 ? "must" : "may", rest / kinds & 4 ? "lose" : "raise",
             is_small ? 3 : 4);
    assert_int_equal(lud_rules_parse(text, &rules, &err), LUD_OK);
    return rules;
}

/* More rules than the shelf has places, all held at once: nobody gets another's tables, and those
 * whose place was taken stay open for whoever holds them. */
static void test_shelf(void **unused)
{
    enum { RULES = 40 };
    TableShelf shelf;
    Shelved *held[RULES];
    LudError err;
    (void)unused;
    table_shelf_start(&shelf, "");
    for (int i = 0; i < RULES; i++) {
        LudRules rules = number_rules(i);
        held[i] = table_shelf_take(&shelf, &rules, i, &err);
        assert_non_null(held[i]);
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(held[j], held[i]);
    }
    LudRules last = number_rules(RULES - 1), first = number_rules(0);
    Shelved *again = table_shelf_take(&shelf, &last, RULES, &err);
    assert_ptr_equal(again, held[RULES - 1]); /* kept */
    table_shelf_return(&shelf, again);
    again = table_shelf_take(&shelf, &last, (int64_t)100 * SECOND_US, &err);
    assert_ptr_not_equal(again, held[RULES - 1]); /* opened anew after a minute */
    table_shelf_return(&shelf, again);
    again = table_shelf_take(&shelf, &first, RULES, &err);
    assert_ptr_not_equal(again, held[0]); /* its place was taken */
    table_shelf_return(&shelf, again);
    for (int i = 0; i < RULES; i++) {
        assert_int_equal(lud_tables_reach(held[i]->tables, "value"), -1);
        table_shelf_return(&shelf, held[i]);
    }
    table_shelf_end(&shelf);
}

/* -- the page ---------------------------------------------------------------------------------- */

static Reply ask(const char *path, const char *accept_encoding, const char *if_none_match)
{
    Request request = {
        .path = path, .accept_encoding = accept_encoding, .if_none_match = if_none_match};
    Reply reply;
    page_answer(NULL, &request, &reply);
    return reply;
}

static void test_built_in(void **unused)
{
    (void)unused;
    assert_false(page_is_placeholder);
    assert_int_equal(page_file_count, 6); /* the map for debuggers stays behind */
    Reply plain = ask("/", "", "");
    assert_int_equal(plain.status, 200);
    assert_null(plain.encoding);
    assert_memory_equal(plain.bytes, "<!doctype html>\n", 16);
    assert_string_equal(plain.caching, "no-cache");
    Reply packed = ask("/index.html", "gzip", "");
    assert_string_equal(packed.encoding, "gzip");
    assert_true(packed.size < plain.size && packed.varies && plain.varies);
    assert_memory_equal(packed.bytes, "\x1f\x8b", 2);
    assert_string_not_equal(packed.tag, plain.tag);
    assert_int_equal(ask("/", "gzip", packed.tag).status, 304);
    assert_int_equal(ask("/", "", packed.tag).status, 200);
    assert_int_equal(ask("/assets/main-Bx3_k-9Z.js.map", "", "").status, 404);
    assert_int_equal(ask("/assets", "", "").status, 404);
}

static void test_kept(void **unused)
{
    (void)unused;
    static const char kept[] = "public, max-age=31536000, immutable";
    Reply script = ask("/assets/main-Bx3_k-9Z.js", "gzip, br", "");
    assert_string_equal(script.caching, kept);
    assert_string_equal(script.type, "text/javascript; charset=utf-8");
    assert_non_null(script.encoding);
    Reply engine = ask("/assets/engine-0aZ9-_bc.wasm", "gzip, br", "");
    assert_string_equal(engine.caching, kept);
    assert_string_equal(engine.type, "application/wasm");
    assert_null(engine.encoding); /* random bytes do not get smaller */
    assert_false(engine.varies);
    assert_int_equal(engine.size, 608);
    assert_memory_equal(engine.bytes, "\0asm\1\0\0\0", 8);
    assert_int_equal(ask("/assets/engine-0aZ9-_bc.wasm", "", engine.tag).status, 304);
    static const char *const asked_each_time[] = {"/sw.js", "/app.webmanifest",
                                                  "/assets/oware-tutorial.css"};
    for (int i = 0; i < 3; i++)
        assert_string_equal(ask(asked_each_time[i], "", "").caching, "no-cache");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_encodings),    cmocka_unit_test(test_tags),
        cmocka_unit_test(test_names),        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_tables_host),  cmocka_unit_test(test_rate),
        cmocka_unit_test(test_rate_of_many), cmocka_unit_test(test_many_senders),
        cmocka_unit_test(test_no_limit),     cmocka_unit_test(test_built_in),
        cmocka_unit_test(test_kept),         cmocka_unit_test(test_shelf),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
