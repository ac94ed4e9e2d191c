/* What a NATS server says, taken apart: whole, in pieces, and what is not the protocol. */
#include <stdlib.h>
#include <string.h>

#include "broker/broker_address.h"
#include "broker/nats_reader.h"
#include "support/unit.h"

static long take(const char *text, NatsItem *item)
{
    return nats_read(text, strlen(text), item);
}

static void test_lines(void **unused)
{
    (void)unused;
    NatsItem item;
    assert_int_equal(take("PING\r\nPONG\r\n", &item), 6);
    assert_int_equal(item.kind, NATS_PING);
    assert_int_equal(take("pong\r\n", &item), 6);
    assert_int_equal(item.kind, NATS_PONG);
    assert_int_equal(take("+OK\r\n", &item), 5);
    assert_int_equal(item.kind, NATS_OK);
    assert_int_equal(take("INFO {\"a\": 1}\r\nrest", &item), 15);
    assert_int_equal(item.kind, NATS_INFO);
    assert_int_equal(item.size, 8);
    assert_memory_equal(item.body, "{\"a\": 1}", 8);
    assert_int_equal(take("-ERR 'Authorization Violation'\r\n", &item), 32);
    assert_int_equal(item.kind, NATS_ERROR);
    assert_memory_equal(item.body, "'Authorization Violation'", item.size);
}

static void test_messages(void **unused)
{
    (void)unused;
    NatsItem item;
    assert_int_equal(take("MSG a.b 7 5\r\nhello\r\nMSG", &item), 20);
    assert_int_equal(item.kind, NATS_MESSAGE);
    assert_string_equal(item.subject, "a.b");
    assert_string_equal(item.reply, "");
    assert_true(item.size == 5 && memcmp(item.body, "hello", 5) == 0 && item.status == 0);
    assert_int_equal(take("MSG a.b 7 back.to 0\r\n\r\n", &item), 23);
    assert_string_equal(item.reply, "back.to");
    assert_int_equal(item.size, 0);
    const char nobody[] = "HMSG inbox.1 3 16 16\r\nNATS/1.0 503\r\n\r\n\r\n";
    assert_int_equal(take(nobody, &item), strlen(nobody));
    assert_true(item.status == 503 && item.size == 0);
    const char both[] = "HMSG a 3 to.me 12 15\r\nNATS/1.0\r\n\r\nabc\r\n";
    assert_int_equal(take(both, &item), strlen(both));
    assert_string_equal(item.reply, "to.me");
    assert_true(item.status == 0 && item.size == 3 && memcmp(item.body, "abc", 3) == 0);
}

/* Every beginning of it is not enough. */
static void expect_patience(const char *text)
{
    NatsItem item;
    for (size_t size = 0; size < strlen(text); size++) {
        char *cut = malloc(size + 1); /* of its own, for the sanitizer */
        memcpy(cut, text, size);
        assert_int_equal(nats_read(cut, size, &item), 0);
        free(cut);
    }
    assert_int_equal(nats_read(text, strlen(text), &item), strlen(text));
}

static void test_pieces(void **unused)
{
    (void)unused;
    expect_patience("INFO {}\r\n");
    expect_patience("MSG a.b 7 back 12\r\nhello\r\nthe e\r\n");
    expect_patience("HMSG in 3 16 19\r\nNATS/1.0 503\r\n\r\nabc\r\n");
}

static void test_what_is_not_the_protocol(void **unused)
{
    (void)unused;
    static const char *const bad[] = {
        "\r\n",
        "PING\n",
        "HTTP/1.1 400 Bad Request\r\n",
        "MSG a 1\r\n",
        "MSG a 1 2 3 4\r\n",
        "MSG a 1 x\r\n\r\n",
        "MSG a 1 -1\r\n\r\n",
        "MSG a 1 99999999999999999999\r\n",
        "MSG a 1 3\r\nabcd\r\n",
        "HMSG a 1 5 3\r\nabc\r\n",
    };
    NatsItem item;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(take(bad[i], &item), -1);
    static char endless[NATS_LINE_MOST + 1];
    memset(endless, 'x', sizeof endless);
    assert_int_equal(nats_read(endless, sizeof endless, &item), -1);
    assert_int_equal(nats_read(endless, NATS_LINE_MOST - 1, &item), 0);
}

static void test_addresses(void **unused)
{
    (void)unused;
    BrokerAddress read[BROKER_ADDRESSES];
    assert_int_equal(broker_address_read("nats://one", read), 1);
    assert_string_equal(read[0].host, "one");
    assert_string_equal(read[0].port, "4222");
    assert_int_equal(broker_address_read("nats://u:p@ss@[::1]:77/,nats://t@two:9", read), 2);
    assert_string_equal(read[0].user, "u");
    assert_string_equal(read[0].password, "p@ss");
    assert_string_equal(read[0].host, "::1");
    assert_string_equal(read[0].port, "77");
    assert_string_equal(read[1].user, "t");
    assert_string_equal(read[1].password, "");
    static const char *const bad[] = {"",          "one",         "http://one",  "nats://",
                                      "nats://:1", "nats://a:",   "nats://a:0",  "nats://a:65536",
                                      "nats://a,", "nats://@one", "nats://[::1", "nats://u\"@one",
                                      "nats://a b"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_int_equal(broker_address_read(bad[i], read), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines),     cmocka_unit_test(test_messages),
        cmocka_unit_test(test_pieces),    cmocka_unit_test(test_what_is_not_the_protocol),
        cmocka_unit_test(test_addresses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
