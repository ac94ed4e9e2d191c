/* Heads of requests and of replies, and the content of requests. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/reply_head.h"
#include "server/request_head.h"
#include "support/unit.h"

/* -- heads ------------------------------------------------------------------------------------- */

/* Reads one head, in pieces of so many bytes; what follows it is left in `rest`. */
static HeadOutcome read_head(HeadReader *reader, const char *text, size_t piece, const char **rest)
{
    HeadOutcome outcome = HEAD_PART;
    head_reader_start(reader);
    while (*text && outcome == HEAD_PART) {
        size_t size = strlen(text), taken = 0;
        outcome = head_reader_take(reader, text, size < piece ? size : piece, &taken);
        text += taken;
    }
    *rest = text;
    return outcome;
}

static void test_head(void **unused)
{
    static const char text[] =
        "GET /a?b HTTP/1.1\r\nHost: h:1\r\nACCEPT-ENCODING: gzip\r\n"
        "accept-encoding:  br \r\nX-Long-Name-Of-No-Consequence-At-All: 1\r\n"
        "If-None-Match: \"x\"\r\n\r\nGET /next";
    (void)unused;
    for (size_t piece = 1; piece < sizeof text; piece++) {
        HeadReader reader;
        const char *rest;
        assert_int_equal(read_head(&reader, text, piece, &rest), HEAD_WHOLE);
        const RequestHead *head = reader.head;
        assert_string_equal(head->target.bytes, "/a?b");
        assert_string_equal(head->host, "h:1");
        assert_string_equal(head->accept_encoding, "gzip,br");
        assert_string_equal(head->if_none_match, "\"x\"");
        assert_true(head->is_kept && !head->is_old && !head->has_content && !head->is_upgrade);
        assert_int_equal(head->host_count, 1);
        assert_string_equal(rest, "GET /next");
        head_reader_end(&reader);
    }
}

static void test_kept_heads(void **unused)
{
    static const struct {
        const char *text;
        HeadOutcome outcome;
        bool is_kept, has_content, is_upgrade;
    } cases[] = {
        {"GET / HTTP/1.1\r\n\r\n", HEAD_WHOLE, true, false, false},
        {"GET / HTTP/1.1\r\nConnection: close\r\n\r\n", HEAD_WHOLE, false, false, false},
        {"GET / HTTP/1.0\r\n\r\n", HEAD_WHOLE, false, false, false},
        {"GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", HEAD_WHOLE, true, false, false},
        {"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n", HEAD_WHOLE, false, true, false},
        {"POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", HEAD_WHOLE, true, false, false},
        {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", HEAD_WHOLE, false, true, false},
        {"GET / HTTP/1.1\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n", HEAD_WHOLE, true, false,
         true},
        {"CONNECT a:80 HTTP/1.1\r\n\r\n", HEAD_WHOLE, false, false, false},
        {"GET / HTTP/1.1\r\nContent-Length: 123456789012345678901234567890123456\r\n\r\n",
         HEAD_BROKEN, false, false, false},
        {"GET / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n", HEAD_BROKEN, false,
         false, false},
        {"GET / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", HEAD_BROKEN,
         false, false, false},
        {"GET / HTTP/1.1\r\nHost : x\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"GET / HTTP/1.1\nHost: x\n\n", HEAD_BROKEN, false, false, false},
        {"GET / HTTP/1.1\r\nX: a\r\n Content-Length: 5\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"GET / HTTP/1.1\r\nX: a\r\n\tb\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"POST / HTTP/1.1\r\nX: a\rContent-Length: 5\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"POST / HTTP/1.1\rContent-Length: 5\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"POST / HTTP/1.1\r\nX:\rContent-Length: 5\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"POST / HTTP/1.1\r\nX: a\r\rContent-Length: 5\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"POST / HTTP/1.1\r\nContent-Length: 5\r\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\rX: a\r\n\r\n", HEAD_BROKEN, false, false,
         false},
        {"GET / HTTP/1.1\r\nX:\r\nY: a \r\n\r\n", HEAD_WHOLE, true, false, false},
        {"GET / HTTP/9.9\r\n\r\n", HEAD_VERSION, false, false, false},
        {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", HEAD_VERSION, false, false, false},
        {"BREW / HTTP/1.1\r\n\r\n", HEAD_BROKEN, false, false, false},
        {"\x16\x03\x01", HEAD_BROKEN, false, false, false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        HeadReader reader;
        const char *rest;
        HeadOutcome outcome = read_head(&reader, cases[i].text, SIZE_MAX, &rest);
        if (outcome != cases[i].outcome)
            fail_msg("%s: %d", cases[i].text, outcome);
        if (outcome == HEAD_WHOLE && (reader.head->is_kept != cases[i].is_kept ||
                                      reader.head->has_content != cases[i].has_content ||
                                      reader.head->is_upgrade != cases[i].is_upgrade))
            fail_msg("%s", cases[i].text);
        head_reader_end(&reader);
    }
}

/* -- content ----------------------------------------------------------------------------------- */

/* Reads a request with its content, in pieces. */
static HeadOutcome read_content(HeadReader *reader, const char *text, size_t piece,
                                const char **rest)
{
    HeadOutcome outcome = read_head(reader, text, piece, &text);
    *rest = text;
    if (outcome != HEAD_WHOLE)
        return outcome;
    assert_true(reader->head->has_content);
    head_reader_expect_content(reader);
    for (outcome = HEAD_PART; *text && outcome == HEAD_PART;) {
        size_t size = strlen(text), taken = 0;
        outcome = head_reader_take(reader, text, size < piece ? size : piece, &taken);
        text += taken;
    }
    *rest = text;
    return outcome;
}

#define POST      "POST /p HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer t\r\n"
#define IN_CHUNKS POST "Transfer-Encoding: chunked\r\n\r\n"

static void test_content(void **unused)
{
    static const struct {
        const char *text;
        HeadOutcome outcome;
        const char *content;
        bool is_kept;
    } cases[] = {
        {POST "Content-Length: 5\r\n\r\nhelloGET /", HEAD_WHOLE, "hello", true},
        {POST "Content-Length: 5\r\nConnection: close\r\n\r\nhelloGET /", HEAD_WHOLE, "hello",
         false},
        {POST "Content-Length: 5\r\n\r\nhell", HEAD_PART, "hell", false},
        {IN_CHUNKS "3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\nGET /", HEAD_WHOLE, "hello", true},
        {IN_CHUNKS "5;a=b\r\nhello\r\n0\r\nHost: x\r\nContent-Length: 3\r\n\r\nGET /", HEAD_WHOLE,
         "hello", true},
        {IN_CHUNKS "5\r\nhello\r\n", HEAD_PART, "hello", false},
        {IN_CHUNKS "5\nhello\n0\n\n", HEAD_BROKEN, "", false},
        {IN_CHUNKS "5\r\nhelloX\r\n", HEAD_BROKEN, "hello", false},
        {IN_CHUNKS "-5\r\nhello\r\n0\r\n\r\n", HEAD_BROKEN, "", false},
        {IN_CHUNKS "0x5\r\nhello\r\n0\r\n\r\n", HEAD_BROKEN, "", false},
        {IN_CHUNKS " 5\r\nhello\r\n0\r\n\r\n", HEAD_BROKEN, "", false},
        {IN_CHUNKS "ffffffffffffffffff\r\nhello\r\n0\r\n\r\n", HEAD_BROKEN, "", false},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (size_t piece = 1; piece < 64; piece += piece < 4 ? 1 : 55) {
            HeadReader reader;
            const char *rest;
            HeadOutcome outcome = read_content(&reader, cases[i].text, piece, &rest);
            const RequestHead *head = reader.head;
            if (outcome != cases[i].outcome)
                fail_msg("%s: %d", cases[i].text, outcome);
            assert_string_equal(head->content.bytes ? head->content.bytes : "", cases[i].content);
            assert_string_equal(head->host, "h"); /* whatever follows the chunks */
            assert_string_equal(head->authorization, "Bearer t");
            assert_int_equal(head->method, METHOD_POST);
            assert_int_equal(head->is_kept, cases[i].is_kept);
            if (outcome == HEAD_WHOLE)
                assert_string_equal(rest, "GET /");
            head_reader_end(&reader);
        }
    }
}

/* After content comes the next request. */
static void test_content_and_more(void **unused)
{
    HeadReader reader;
    const char *rest;
    size_t taken;
    (void)unused;
    assert_int_equal(
        read_content(&reader, POST "Content-Length: 2\r\n\r\nab" POST "\r\n", 9, &rest),
        HEAD_WHOLE);
    head_reader_next(&reader);
    assert_int_equal(head_reader_take(&reader, rest, strlen(rest), &taken), HEAD_WHOLE);
    assert_true(reader.head->is_kept && !reader.head->has_content && !reader.head->content.bytes);
    head_reader_end(&reader);
}

/* Too much of it, at once, bit by bit, or in what surrounds it. */
static void test_long_content(void **unused)
{
    static char text[4 * CONTENT_WIRE_BYTES];
    HeadReader reader;
    const char *rest;
    (void)unused;
    for (int extra = 0; extra < 2; extra++) {
        int length =
            snprintf(text, sizeof text, POST "Content-Length: %d\r\n\r\n", CONTENT_BYTES + extra);
        memset(text + length, 'x', CONTENT_BYTES + 1);
        text[length + CONTENT_BYTES + extra] = '\0';
        assert_int_equal(read_content(&reader, text, 5000, &rest), extra ? HEAD_LONG : HEAD_WHOLE);
        head_reader_end(&reader);
    }
    strcpy(text, IN_CHUNKS);
    for (size_t length = strlen(text); length < sizeof text - 16; length += 6)
        strcpy(text + length, "1\r\nx\r\n");
    assert_int_equal(read_content(&reader, text, 5000, &rest), HEAD_LONG);
    assert_true(rest - text < 2 * CONTENT_WIRE_BYTES);
    head_reader_end(&reader);
    int length = snprintf(text, sizeof text, IN_CHUNKS "1;");
    memset(text + length, 'x', sizeof text - (size_t)length - 1);
    assert_int_equal(read_content(&reader, text, 5000, &rest), HEAD_LONG);
    head_reader_end(&reader);
}

/* A head of exactly so many bytes. */
static char *make_head(size_t size)
{
    static const char start[] = "GET / HTTP/1.1\r\nX: ", end[] = "\r\n\r\n";
    char *text = malloc(size + 1);
    assert_non_null(text);
    memset(text, 'a', size);
    memcpy(text, start, strlen(start));
    memcpy(text + size - strlen(end), end, sizeof end);
    return text;
}

static void test_long_heads(void **unused)
{
    (void)unused;
    for (size_t piece = 1000; piece < 30000; piece += 9500) {
        for (size_t size = HEAD_BYTES - 1; size <= HEAD_BYTES + 1; size++) {
            HeadReader reader;
            const char *rest;
            char *text = make_head(size);
            assert_int_equal(read_head(&reader, text, piece, &rest),
                             size <= HEAD_BYTES ? HEAD_WHOLE : HEAD_LONG);
            head_reader_end(&reader);
            free(text);
        }
    }
}

/* What is too long to be sensible reads as empty, and does not spoil its neighbours. */
static void test_long_fields(void **unused)
{
    char text[4096];
    HeadReader reader;
    const char *rest;
    (void)unused;
    int length = snprintf(text, sizeof text, "GET / HTTP/1.1\r\nHost: ");
    memset(text + length, 'h', 2000);
    strcpy(text + length + 2000, "\r\nUpgrade: x\r\n\r\n");
    assert_int_equal(read_head(&reader, text, 7, &rest), HEAD_WHOLE);
    assert_string_equal(reader.head->host, "");
    assert_int_equal(reader.head->host_count, 1);
    assert_string_equal(reader.head->upgrade, "x");
    head_reader_end(&reader);
}

static void test_reply_heads(void **unused)
{
    const HeadSetting plain = {0}, secure = {.is_secure = true};
    char text[REPLY_HEAD_BYTES];
    Reply reply = {.status = 200, .type = "text/plain", .caching = "no-cache", .size = 12};
    (void)unused;
    size_t length = reply_head_write(&reply, STAYS, &plain, text);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(text, "HTTP/1.1 200 OK\r\ndate: ", 23);
    assert_non_null(strstr(text, "\r\ncontent-length: 12\r\n"));
    assert_null(strstr(text, "\r\nconnection:"));
    assert_string_equal(text + length - 4, "\r\n\r\n");
    reply_head_write(&reply, CLOSES, &secure, text);
    assert_non_null(strstr(text, "\r\nconnection: close\r\n"));
    reply_head_write(&reply, STAYS_AND_SAYS_SO, &plain, text);
    assert_non_null(strstr(text, "\r\nconnection: keep-alive\r\n"));
    reply = (Reply){.status = 304, .tag = "\"t\""};
    reply_head_write(&reply, STAYS, &plain, text);
    assert_null(strstr(text, "content-length"));
    assert_non_null(strstr(text, "\r\netag: \"t\"\r\n"));
    assert_non_null(strstr(text, "connect-src 'self'; worker-src"));
    assert_non_null(strstr(text, "\r\ncross-origin-resource-policy: same-origin\r\n"));
    assert_null(strstr(text, "access-control-"));
}

static void test_shared_heads(void **unused)
{
    const HeadSetting setting = {.tables_from = "https://tables.example.org/ludoteca/"};
    char text[REPLY_HEAD_BYTES];
    Reply reply = {.status = 206,
                   .type = "application/octet-stream",
                   .range = "bytes 5-9/5000000000",
                   .takes_ranges = true,
                   .is_shared = true,
                   .size = 5,
                   .following = 4999999995};
    (void)unused;
    reply_head_write(&reply, STAYS, &setting, text);
    assert_non_null(strstr(text, "\r\ncontent-length: 5000000000\r\n"));
    assert_non_null(strstr(text, "\r\ncontent-range: bytes 5-9/5000000000\r\n"));
    assert_non_null(strstr(text, "\r\naccept-ranges: bytes\r\n"));
    assert_non_null(strstr(text, "\r\naccess-control-allow-origin: *\r\n"));
    assert_non_null(strstr(text, "\r\ncross-origin-resource-policy: cross-origin\r\n"));
    assert_null(strstr(text, "access-control-allow-headers"));
    assert_non_null(
        strstr(text, "connect-src 'self' https://tables.example.org/ludoteca/; worker-src"));
    reply = (Reply){.status = 204, .allow = "GET", .is_shared = true};
    reply_head_write(&reply, STAYS, &setting, text);
    assert_non_null(strstr(text, "\r\naccess-control-allow-headers: if-none-match, if-range, "));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_head),         cmocka_unit_test(test_kept_heads),
        cmocka_unit_test(test_content),      cmocka_unit_test(test_content_and_more),
        cmocka_unit_test(test_long_content), cmocka_unit_test(test_long_heads),
        cmocka_unit_test(test_long_fields),  cmocka_unit_test(test_reply_heads),
        cmocka_unit_test(test_shared_heads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
