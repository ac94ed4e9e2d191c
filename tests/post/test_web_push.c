/* What is sent to push services, byte by byte: the example that RFC 8291 publishes, and the form of
 * everything else. tests/post/test_postman.py reads it with another implementation. */
#include <stdio.h>
#include <string.h>

#include "post/web_push.h"
#include "support/unit.h"

/* RFC 8291, appendix A. */
static const char plaintext[] = "When I grow up, I want to be a watermelon";
static const char sender_keys[] =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8."
    "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
static const char receiver_key[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char receiver_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";
static const char salt_text[] = "DGv6ra1nlYgDCS1FRnbzlw";
static const char sealed[] =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN";
static const char endpoint[] = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV";

static PushSubscription subscribe(void)
{
    PushSubscription subscription;
    assert_int_equal(
        web_push_subscription(&subscription, endpoint, receiver_key, receiver_auth, NULL), LUD_OK);
    return subscription;
}

static void test_published_example(void **unused)
{
    PushSubscription subscription = subscribe();
    PushKeys keys;
    unsigned char salt[PUSH_SALT], body[PUSH_BODY];
    char text[BASE64_TEXT(PUSH_BODY)];
    (void)unused;
    assert_true(web_push_keys_parse(sender_keys, &keys));
    assert_true(base64_read_url(salt_text, salt, sizeof salt));
    size_t size = web_push_seal(&subscription, plaintext, salt, &keys, body);
    base64_write_url(body, size, text);
    assert_string_equal(text, sealed);
}

static void test_keys(void **unused)
{
    PushKeys made, read, other;
    char text[PUSH_KEYS_TEXT], public_text[PUSH_PUBLIC_TEXT];
    (void)unused;
    assert_int_equal(web_push_make_keys(&made, NULL), LUD_OK);
    assert_int_equal(web_push_make_keys(&other, NULL), LUD_OK);
    assert_memory_not_equal(&made, &other, sizeof made);
    web_push_keys_print(&made, text);
    assert_true(web_push_keys_parse(text, &read));
    assert_memory_equal(&made, &read, sizeof made);
    web_push_public_text(&made, public_text);
    assert_memory_equal(text, public_text, PUSH_PUBLIC_TEXT - 1);
    /* keys that do not belong together, a point beside the curve, half of a text, nothing */
    memcpy(read.private_key, other.private_key, PUSH_PRIVATE);
    web_push_keys_print(&read, text);
    assert_false(web_push_keys_parse(text, &read));
    assert_false(push_key_is_point((const unsigned char *)"\4"
                                                          "0123456789abcdef0123456789abcdef"
                                                          "0123456789abcdef0123456789abcdef"));
    assert_false(web_push_keys_parse(public_text, &read));
    assert_false(web_push_keys_parse("", &read));
}

static void expect_endpoint(const char *text, const char *host, int port, const char *path)
{
    PushEndpoint read;
    assert_true(push_endpoint_read(text, &read));
    assert_string_equal(read.host, host);
    assert_int_equal(read.port, port);
    assert_string_equal(read.path, path);
}

static void test_endpoints(void **unused)
{
    static const char *const wrong[] = {
        "",
        "https://",
        "https:///x",
        "http://push.example.net/x",
        "HTTPS://push.example.net/x",
        "https://user@push.example.net/x",
        "https://push.example.net:443@10.0.0.1/x",
        "https://push.example.net:0/x",
        "https://push.example.net:65536/x",
        "https://push.example.net:+1/x",
        "https://push.example.net:/x",
        "https://[::1]/x",
        "https://push..example.net/x",
        "https://.example.net/x",
        "https://example.net./x",
        "https://-a.example.net/x",
        "https://a-.example.net/x",
        "https://ex\xc3\xa1mple.net/x",
        "https://push.example.net/x y",
        "https://push.example.net/x\r\nHost: other",
        "https://push.example.net/x\ny",
        "https://push.example.net/x#y",
        "https://push.example.net?x",
        "https://push.example.net/\xc3\xa1",
        "https://push.example.net\\@10.0.0.1/",
    };
    char longest[2000] = "https://a.example/";
    PushEndpoint read;
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        if (push_endpoint_read(wrong[i], &read))
            fail_msg("%s is taken", wrong[i]);
    }
    memset(longest + strlen(longest), 'a', sizeof longest - strlen(longest) - 1);
    assert_false(push_endpoint_read(longest, &read));
    longest[ENDPOINT_TEXT - 1] = '\0';
    assert_true(push_endpoint_read(longest, &read));
    expect_endpoint("https://push.example.net", "push.example.net", 443, "/");
    expect_endpoint("https://Push.example.net:8443/a/b?c=d&e=%20", "Push.example.net", 8443,
                    "/a/b?c=d&e=%20");
}

static void test_owners(void **unused)
{
    static const struct {
        const char *one, *other;
        bool are_alike;
    } rows[] = {
        {"push.example.org", "push.example.org", true},
        {"a.example.org", "B.c.EXAMPLE.org", true},
        {"example.org", "a.example.org", true},
        {"example.org", "badexample.org", false},
        {"example.org", "example.net", false},
        {"localhost", "localhost", true},
        {"localhost", "org", false},
        {"192.0.2.1", "192.0.2.1", true},
        {"192.0.2.1", "198.51.2.1", false},
        {"", "", true},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        assert_int_equal(push_endpoint_are_alike(rows[i].one, rows[i].other), rows[i].are_alike);
}

static void test_subscriptions(void **unused)
{
    PushSubscription read;
    LudError err;
    char key[sizeof receiver_key];
    (void)unused;
    strcpy(key, receiver_key);
    key[40] = key[40] == 'A' ? 'B' : 'A'; /* no longer on the curve */
    assert_int_equal(web_push_subscription(&read, endpoint, key, receiver_auth, &err), LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "p256dh");
    assert_int_equal(web_push_subscription(&read, endpoint, receiver_key, "BTBZ", &err),
                     LUD_EUSAGE);
    assert_int_equal(web_push_subscription(&read, endpoint, "", receiver_auth, &err), LUD_EUSAGE);
    assert_int_equal(web_push_subscription(&read, "ftp://x", receiver_key, receiver_auth, &err),
                     LUD_EUSAGE);
    unit_expect_message(&err, LUD_EUSAGE, "https://");
}

static bool has(const Text *text, const char *part)
{
    return strstr(text->bytes, part) != NULL;
}

static void test_request(void **unused)
{
    PushSubscription subscription = subscribe();
    const PushNotice notice = {
        .payload = "{}", .topic = "game-1", .urgency = PUSH_HIGH, .ttl_s = 60};
    PushKeys keys;
    Text request = {0};
    (void)unused;
    assert_int_equal(web_push_make_keys(&keys, NULL), LUD_OK);
    assert_int_equal(web_push_request(&request, &keys, "mailto:a@example.org", &subscription,
                                      &notice, 1700000000, NULL),
                     LUD_OK);
    assert_true(has(&request, "POST /push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV HTTP/1.1\r\n"
                              "Host: push.example.net\r\nTTL: 60\r\nUrgency: high\r\n"
                              "Topic: game-1\r\nAuthorization: vapid t=eyJ"));
    /* the head of a body, its text with a mark, and its tag */
    assert_true(has(&request, "\r\nContent-Length: 105\r\n\r\n"));
    const char *body = strstr(request.bytes, "\r\n\r\n") + 4;
    assert_int_equal(request.length - (size_t)(body - request.bytes), 105);
    text_free(&request);
}

static void test_refused_notices(void **unused)
{
    PushSubscription subscription = subscribe();
    char large[PUSH_PAYLOAD + 2];
    PushKeys keys;
    (void)unused;
    memset(large, 'x', sizeof large - 1);
    large[sizeof large - 1] = '\0';
    const PushNotice wrong[] = {
        {.payload = large},
        {.payload = "{}", .ttl_s = -1},
        {.payload = "{}", .topic = "a b"},
        {.payload = "{}", .topic = "a\r\nX: y"},
        {.payload = "{}", .topic = ""},
        {.payload = "{}", .topic = "abcdefghijklmnopqrstuvwxyz1234567"},
    };
    assert_int_equal(web_push_make_keys(&keys, NULL), LUD_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        Text request = {0};
        assert_int_equal(web_push_request(&request, &keys, NULL, &subscription, &wrong[i], 0, NULL),
                         LUD_EUSAGE);
        assert_null(request.bytes);
    }
    large[PUSH_PAYLOAD] = '\0';
    Text request = {0};
    assert_int_equal(web_push_request(&request, &keys, NULL, &subscription, &wrong[0], 0, NULL),
                     LUD_OK);
    text_free(&request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_example), cmocka_unit_test(test_keys),
        cmocka_unit_test(test_endpoints),         cmocka_unit_test(test_owners),
        cmocka_unit_test(test_subscriptions),     cmocka_unit_test(test_request),
        cmocka_unit_test(test_refused_notices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
