/* The server's door without a network: targets, hosts, and who has to make room. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "server/guests.h"
#include "server/hello_guard.h"
#include "server/hosts.h"
#include "server/target.h"
#include "support/unit.h"

/* -- targets ----------------------------------------------------------------------------------- */

/* "host path argument argument", or "-" for what can't be read. */
static void describe_target(const char *target, Method method, char text[256])
{
    char copy[2048];
    const char *authority;
    Request request = {.method = method};
    snprintf(copy, sizeof copy, "%s", target);
    if (!target_read(copy, &request, &authority)) {
        strcpy(text, "-");
        return;
    }
    int length = snprintf(text, 256, "%s %s", authority ? authority : ".", request.path);
    for (int i = 0; i < request.argument_count && i < REQUEST_ARGUMENTS; i++)
        length += snprintf(text + length, (size_t)(256 - length), " %s", request.arguments[i]);
}

static void test_targets(void **unused)
{
    static const char *const cases[][2] = {
        {"/", ". /"},
        {"/a/b?x=1&y=2", ". /a/b x=1 y=2"},
        {"/%61%2Fb?x=%26%3d+%2B", ". /a/b x=&= +"},
        {"/a+b?c", ". /a+b c"},
        {"/?&&x=1&", ". / x=1"},
        {"/?", ". /"},
        {"/a?b?c", ". /a b?c"},
        {"/%c3%b1", ". /\xc3\xb1"},
        {"http://h:80/p?q", "h:80 /p q"},
        {"HTTPS://h", "h /"},
        {"http://h?q=1", "h / q=1"},
        {"http:///p", " /p"},
        {"/%", "-"},
        {"/%4", "-"},
        {"/%zz", "-"},
        {"/%00", "-"},
        {"/%0d%0aX", "-"},
        {"/%7f", "-"},
        {"/?a=%1b", "-"},
        {"/?a=%0", "-"},
        {"", "-"},
        {"a", "-"},
        {"*", "-"},
        {"other:80", "-"},
        {"ftp://h/", "-"},
    };
    char text[256];
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        describe_target(cases[i][0], METHOD_GET, text);
        assert_string_equal(text, cases[i][1]);
    }
    describe_target("*", METHOD_OPTIONS, text);
    assert_string_equal(text, ". *");
}

static void test_long_target(void **unused)
{
    char target[1200];
    const char *authority;
    Request request = {0};
    (void)unused;
    memset(target, 'a', sizeof target);
    target[0] = '/';
    target[1023] = '\0';
    assert_true(target_read(target, &request, &authority) && !request.is_path_too_long);
    target[1023] = 'a';
    target[1024] = '\0';
    assert_true(target_read(target, &request, &authority) && request.is_path_too_long);
}

static void test_many_arguments(void **unused)
{
    char target[] = "/?a&b&c&d&e&f&g&h&i&j";
    const char *authority;
    Request request = {0};
    (void)unused;
    assert_true(target_read(target, &request, &authority));
    assert_int_equal(request.argument_count, 10);
    assert_string_equal(request.arguments[REQUEST_ARGUMENTS - 1], "h");
}

/* -- hosts ------------------------------------------------------------------------------------- */

static void test_hosts(void **unused)
{
    static const Hosts hosts = {
        .bind = "eth7", .given = "play.example,Other.Example", .own = "garden"};
    static const char *const ours[] = {"127.0.0.1",
                                       "127.0.0.1:8080",
                                       "[::1]",
                                       "[::1]:80",
                                       "203.0.113.9:1",
                                       "localhost",
                                       "LOCALHOST:8080",
                                       "a.localhost:1",
                                       "localhost.",
                                       "garden",
                                       "Garden.local:80",
                                       "play.example",
                                       "other.example:443",
                                       "play.example.",
                                       "eth7"};
    static const char *const others[] = {"",
                                         "evil.example",
                                         "localhost.evil.example",
                                         "127.0.0.1.evil.example",
                                         "play",
                                         "play.example.evil",
                                         "xlocalhost",
                                         "[::1",
                                         "[::1]x",
                                         "127.0.0.1:80x",
                                         "127.0.0.1:999999",
                                         "a,b",
                                         "gardens",
                                         "garden.localx",
                                         ".",
                                         "127.1 ",
                                         "play.example,other.example",
                                         "a,.localhost",
                                         "a b.localhost",
                                         "a/.localhost",
                                         "a@b.localhost"};
    (void)unused;
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++) {
        if (!hosts_know(&hosts, ours[i]))
            fail_msg("%s is ours", ours[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (hosts_know(&hosts, others[i]))
            fail_msg("%s is not ours", others[i]);
    }
    static const Hosts open_house = {.given = "*"}, bare = {.own = ""};
    assert_true(hosts_know(&open_house, "anything.example"));
    assert_false(hosts_know(&open_house, ""));
    assert_false(hosts_know(&bare, ".local"));
}

static void test_origins(void **unused)
{
    (void)unused;
    assert_true(hosts_is_same_origin("http://127.0.0.1:8080", "127.0.0.1:8080", SCHEME_UNKNOWN));
    assert_true(hosts_is_same_origin("https://Play.example", "play.example", SCHEME_UNKNOWN));
    assert_false(hosts_is_same_origin("http://127.0.0.1:8081", "127.0.0.1:8080", SCHEME_UNKNOWN));
    assert_false(hosts_is_same_origin("http://127.0.0.1", "127.0.0.1:8080", SCHEME_UNKNOWN));
    assert_false(hosts_is_same_origin("null", "null", SCHEME_UNKNOWN));
    assert_false(hosts_is_same_origin("http://a.example.evil", "a.example", SCHEME_UNKNOWN));
}

/* -- greetings --------------------------------------------------------------------------------- */

/* Whether greetings of these lengths are admitted, in records of so many bytes that come in parts
 * of so many. */
static bool admits(const size_t *lengths, int count, size_t record, size_t part)
{
    HelloGuard guard = {0};
    static char content[40000], wire[200000];
    size_t size = 0, travels = 0;
    for (int i = 0; i < count; i++) {
        const char head[] = {1, 0, (char)(lengths[i] >> 8), (char)lengths[i]};
        memcpy(content + size, head, sizeof head);
        memset(content + size + sizeof head, 1, lengths[i]);
        size += sizeof head + lengths[i];
    }
    for (size_t at = 0; at < size; at += record) {
        size_t left = size - at < record ? size - at : record;
        const char head[] = {22, 3, 1, (char)(left >> 8), (char)left};
        memcpy(wire + travels, head, sizeof head);
        memcpy(wire + travels + sizeof head, content + at, left);
        travels += sizeof head + left;
    }
    for (size_t at = 0; at < travels; at += part) {
        if (!hello_guard_admits(&guard, wire + at, travels - at < part ? travels - at : part))
            return false;
    }
    return true;
}

static void test_greetings(void **unused)
{
    static const size_t sizes[] = {1, 2, 3, 5, 100, 16384};
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        size_t record = sizes[i] < 5 ? 100 + sizes[i] : sizes[i];
        assert_true(admits((const size_t[]){500, 16384}, 2, record, sizes[i]));
        assert_false(admits((const size_t[]){16385}, 1, record, sizes[i]));
        assert_false(admits((const size_t[]){0, 500, 16385}, 3, record, sizes[i]));
    }
}

/* -- guests ------------------------------------------------------------------------------------ */

static bool enter(Guests *guests, Visit *visit, uint64_t sender, Visit **leaver)
{
    assert_true(guests_reserve(guests));
    return guests_enter(guests, visit, sender, true, leaver);
}

static void test_shares(void **unused)
{
    Guests guests;
    Visit visits[5], *leaver = NULL;
    (void)unused;
    guests_start(&guests, 4, 2);
    for (int i = 0; i < 3; i++)
        assert_true(enter(&guests, &visits[i], i < 2 ? 7 : 8, &leaver) && !leaver);
    assert_false(enter(&guests, &visits[3], 7, &leaver)); /* both are busy */
    guests_wait(&guests, &visits[1], 10);
    guests_wait(&guests, &visits[0], 20);
    guests_wait(&guests, &visits[2], 5);
    assert_true(enter(&guests, &visits[3], 7, &leaver) && leaver == &visits[1]);
    assert_int_equal(guests.count, 3); /* one came, one is told to go */
    assert_false(guests_leave(&guests, &visits[1]));
    visits[1].is_dismissed = false;
    assert_true(guests_leave(&guests, &visits[1]));
    assert_int_equal(guests.count, 3);
    assert_true(enter(&guests, &visits[1], 9, &leaver) && !leaver);
    assert_false(guests_reserve(&guests)); /* all places are taken */
    assert_null(guests_dismiss_longest(&guests, 19));
    assert_ptr_equal(guests_dismiss_longest(&guests, 20), &visits[0]); /* in the order they began */
    guests_stop_waiting(&guests, &visits[2]);
    assert_null(guests_dismiss_longest(&guests, UINT64_MAX));
    guests_wait(&guests, &visits[0], 30); /* who is dismissed does not wait */
    assert_null(guests_dismiss_longest(&guests, UINT64_MAX));
    assert_true(guests_reserve(&guests));
    guests_give_back(&guests);
    for (int i = 0; i < 4; i++)
        assert_int_equal(guests_leave(&guests, &visits[i]), i != 0);
    assert_int_equal(guests.count, 0);
    assert_null(guests.tree);
}

/* Proxies come in any number; who comes through them counts as who they are. */
static void test_moves(void **unused)
{
    Guests guests;
    Visit visits[5], *leaver = NULL;
    (void)unused;
    guests_start(&guests, 9, 2);
    for (int i = 0; i < 5; i++) {
        assert_true(guests_reserve(&guests));
        assert_true(guests_enter(&guests, &visits[i], 1, false, &leaver) && !leaver);
    }
    guests_wait(&guests, &visits[0], 10);
    assert_true(guests_move(&guests, &visits[0], 7));
    assert_null(guests_dismiss_longest(&guests, UINT64_MAX)); /* it does not wait any more */
    assert_true(guests_move(&guests, &visits[1], 7));
    assert_false(guests_move(&guests, &visits[2], 7)); /* who has their share */
    assert_true(guests_move(&guests, &visits[2], 1));  /* who it is */
    assert_true(guests_leave(&guests, &visits[0]));
    assert_true(guests_move(&guests, &visits[2], 7));
    assert_true(guests_move(&guests, &visits[0], 7)); /* who has left counts for nobody */
    assert_int_equal(guests.count, 4);
    for (int i = 1; i < 5; i++)
        assert_true(guests_leave(&guests, &visits[i]));
    assert_null(guests.tree);
}

/* Against plain counting, over random comings and goings. */
static void test_many_guests(void **unused)
{
    enum { VISITS = 200, SENDERS = 7, SHARE = 9 };
    static Visit visits[VISITS];
    bool is_in[VISITS] = {false};
    int counts[SENDERS] = {0};
    unsigned dice = 1;
    Guests guests;
    (void)unused;
    guests_start(&guests, VISITS, SHARE);
    for (int step = 0; step < 20000; step++) {
        Visit *leaver = NULL;
        dice = dice * 1103515245 + 12345;
        int i = (int)(dice >> 16) % VISITS, sender = i % SENDERS;
        if (is_in[i]) {
            assert_true(guests_leave(&guests, &visits[i]));
            is_in[i] = false;
            counts[sender]--;
            continue;
        }
        bool is_full = counts[sender] >= SHARE;
        is_in[i] = enter(&guests, &visits[i], (uint64_t)sender, &leaver);
        counts[sender] += is_in[i];
        assert_true(is_in[i] ? is_full == (leaver != NULL) : is_full);
        if (leaver) {
            assert_int_equal((leaver - visits) % SENDERS, sender);
            is_in[leaver - visits] = leaver->is_dismissed = false;
            counts[sender]--;
        }
        if (is_in[i] && dice & 1 << 12)
            guests_wait(&guests, &visits[i], (uint64_t)step);
    }
    for (int i = 0; i < VISITS; i++) {
        if (is_in[i])
            guests_leave(&guests, &visits[i]);
    }
    assert_int_equal(guests.count, 0);
    assert_null(guests.tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_targets),        cmocka_unit_test(test_long_target),
        cmocka_unit_test(test_many_arguments), cmocka_unit_test(test_hosts),
        cmocka_unit_test(test_origins),        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_many_guests),    cmocka_unit_test(test_moves),
        cmocka_unit_test(test_greetings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
