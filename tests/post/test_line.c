/* Which addresses strangers may have this program connect to, and what it makes of answers. */
#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock_time.h"
#include "post/http_answer.h"
#include "post/post_line.h"
#include "post/public_address.h"
#include "support/unit.h"

/* -- addresses --------------------------------------------------------------------------------- */

static bool is_public(const char *text)
{
    struct sockaddr_in four = {.sin_family = AF_INET};
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return address_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return address_is_public((const struct sockaddr *)&six);
}

/* Both ends of each network, and their neighbours. */
static void test_addresses(void **unused)
{
    static const char *const inside[] = {
        "0.0.0.0",
        "0.255.255.255",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.1.1",
        "127.0.0.1",
        "127.255.0.1",
        "169.254.169.254",
        "172.16.0.0",
        "172.31.9.9",
        "192.0.0.1",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:127.0.0.1",
        "::ffff:8.8.8.8",
        "::127.0.0.1",
        "fe80::1",
        "fc00::1",
        "fd12::1",
        "ff02::1",
        "2001:db8::1",
        "2001::1",
        "2001:1ff::1",
        "2002:7f00:1::",
        "3fff:1::1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "100::1",
        "4000::1",
    };
    static const char *const outside[] = {
        "1.0.0.0",     "8.8.8.8",       "9.255.255.255", "11.0.0.0",         "100.63.255.255",
        "100.128.0.0", "126.1.1.1",     "128.0.0.1",     "169.253.1.1",      "172.15.1.1",
        "172.32.0.0",  "192.0.1.1",     "192.167.1.1",   "192.169.1.1",      "198.17.1.1",
        "198.20.0.0",  "223.255.255.1", "2600::1",       "2001:200::1",      "2a00:1450:4009::200e",
        "2001:db9::1", "2003::1",       "3fff:ffff::1",  "64:ff9b::808:808",
    };
    (void)unused;
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
        if (is_public(inside[i]))
            fail_msg("%s is public", inside[i]);
    }
    for (size_t i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        if (!is_public(outside[i]))
            fail_msg("%s is not public", outside[i]);
    }
    assert_false(address_is_public(&(struct sockaddr){.sa_family = AF_UNIX}));
}

/* -- connecting -------------------------------------------------------------------------------- */

/* A socket of this machine that others could connect to. */
static int listen_here(int *port)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof here;
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_int_equal(bind(listener, (const struct sockaddr *)&here, size), 0);
    assert_int_equal(listen(listener, 4), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&here, &size), 0);
    *port = ntohs(here.sin_port);
    return listener;
}

static LineOutcome try_host(const char *host, int port, bool anywhere)
{
    PostLine line;
    LineOutcome outcome = post_line_connect(&line, host, port, anywhere, base_time_us() + 3000000);
    post_line_close(&line);
    return outcome;
}

/* Nobody gets in by another spelling of this machine. */
static void test_own_machine(void **unused)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "127.1",      "2130706433",
                                        "0x7f.1",    "0",         "0177.0.0.1", "0x7f000001"};
    int port, listener = listen_here(&port);
    (void)unused;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        assert_int_not_equal(try_host(names[i], port, false), LINE_OPEN);
    assert_int_equal(try_host("127.0.0.1", port, false), LINE_FORBIDDEN);
    assert_true(accept(listener, NULL, NULL) < 0);
    assert_int_equal(try_host("127.0.0.1", port, true), LINE_OPEN);
    int guest = accept(listener, NULL, NULL);
    assert_true(guest >= 0);
    close(guest);
    close(listener);
    assert_int_equal(try_host("127.0.0.1", port, true), LINE_SILENT);
}

static void test_end_of_time(void **unused)
{
    int port, listener = listen_here(&port);
    char byte;
    PostLine line;
    (void)unused;
    int64_t start_us = base_time_us();
    assert_int_equal(post_line_connect(&line, "127.0.0.1", port, true, start_us + 200000),
                     LINE_OPEN);
    assert_int_equal(post_line_read(&line, &byte, 1), 0);
    assert_in_range((base_time_us() - start_us) / 1000, 150, 5000);
    assert_false(post_line_write(&line, "x", 1));
    post_line_close(&line);
    close(listener);
}

/* -- answers ----------------------------------------------------------------------------------- */

/* Reads it in pieces of so many bytes. */
static HttpAnswer read_pieces(const char *text, size_t piece)
{
    HttpAnswer answer;
    size_t size = strlen(text);
    http_answer_begin(&answer);
    for (size_t at = 0; at < size; at += piece) {
        size_t count = size - at < piece ? size - at : piece;
        if (!http_answer_read(&answer, text + at, count))
            break;
    }
    return answer;
}

static void expect_answer(const char *text, int status, int retry_s)
{
    static const size_t pieces[] = {1, 7, 10000};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) {
        HttpAnswer answer = read_pieces(text, pieces[i]);
        assert_int_equal(answer.status, status);
        assert_int_equal(answer.retry_s, retry_s);
    }
}

static void test_answers(void **unused)
{
    (void)unused;
    expect_answer("HTTP/1.1 201 Created\r\nLocation: /x\r\n\r\n", 201, 0);
    expect_answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 410 Gone\r\n\r\n", 410, 0);
    expect_answer("HTTP/1.1 429 Slow\r\nretry-AFTER: 17\r\n\r\n", 429, 17);
    expect_answer("HTTP/1.1 503 No\r\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n", 503, 0);
    expect_answer("HTTP/1.1 503 No\r\nRetry-After: 99999999999\r\nX: y\r\n\r\n", 503, 0);
    expect_answer("hello\r\n\r\n", 0, 0);
    expect_answer("HTTP/1.1 200 OK\r\nX: y", 0, 0);
    expect_answer("", 0, 0);
}

static void test_endless_answer(void **unused)
{
    HttpAnswer answer;
    size_t size = 0;
    (void)unused;
    http_answer_begin(&answer);
    bool goes_on = http_answer_read(&answer, "HTTP/1.1 200 OK\r\nX: ", 20);
    while (goes_on && size < 1000000) {
        goes_on = http_answer_read(&answer, "xxxxxxxxxxxxxxxx", 16);
        size += 16;
    }
    assert_in_range(size, 8000, 100000);
    assert_int_equal(answer.status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),      cmocka_unit_test(test_own_machine),
        cmocka_unit_test(test_end_of_time),    cmocka_unit_test(test_answers),
        cmocka_unit_test(test_endless_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
