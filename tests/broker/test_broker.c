/* Two servers of one house and a real NATS server, which with_nats.py has started, and which is
 * stopped and started again on demand. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>

#include "base/clock_time.h"
#include "base/text.h"
#include "broker/broker.h"
#include "support/unit.h"

enum { PATIENCE_MS = 20000 };

/* What one of them has heard, as text. */
typedef struct Ear {
    Broker *broker;
    pthread_mutex_t lock;
    Text heard;
    int changes, messages;
    bool is_connected, answers;
} Ear;

static void hear(void *context, const BrokerMessage *message)
{
    Ear *ear = context;
    pthread_mutex_lock(&ear->lock);
    ear->messages++;
    if (ear->heard.length < 4096)
        text_printf(&ear->heard, "%s=%.*s%s ", message->subject, (int)message->size, message->body,
                    message->is_unheard ? "(nobody)" : "");
    bool answers = ear->answers;
    pthread_mutex_unlock(&ear->lock);
    if (answers && message->reply[0])
        broker_send(ear->broker, message->reply, NULL, "yes", 3);
}

static void change(void *context, bool is_connected)
{
    Ear *ear = context;
    pthread_mutex_lock(&ear->lock);
    ear->is_connected = is_connected;
    ear->changes++;
    pthread_mutex_unlock(&ear->lock);
}

static Ear one, two;

static bool has_heard(Ear *ear, const char *text)
{
    pthread_mutex_lock(&ear->lock);
    bool has = ear->heard.bytes && strstr(ear->heard.bytes, text);
    pthread_mutex_unlock(&ear->lock);
    return has;
}

static int count_heard(Ear *ear)
{
    pthread_mutex_lock(&ear->lock);
    int messages = ear->messages;
    pthread_mutex_unlock(&ear->lock);
    return messages;
}

static bool await_heard(Ear *ear, const char *text)
{
    for (int waited = 0; waited < PATIENCE_MS && !has_heard(ear, text); waited += 5)
        base_nap_ms(5);
    return has_heard(ear, text);
}

static bool await_state(Ear *ear, bool is_connected)
{
    for (int waited = 0; waited < PATIENCE_MS; waited += 5) {
        if (broker_is_connected(ear->broker) == is_connected)
            return true;
        base_nap_ms(5);
    }
    return false;
}

static void open_ear(Ear *ear, const char *address)
{
    const BrokerSettings settings = {.address = address ? address : getenv("LUDOTECA_TEST_BROKER"),
                                     .name = "test",
                                     .hears_itself = true,
                                     .hear = hear,
                                     .change = change,
                                     .context = ear};
    *ear = (Ear){0};
    pthread_mutex_init(&ear->lock, NULL);
    assert_int_equal(broker_open(&ear->broker, &settings, NULL), LUD_OK);
}

static void close_ear(Ear *ear)
{
    broker_close(ear->broker);
    text_free(&ear->heard);
    pthread_mutex_destroy(&ear->lock);
}

static int open_case(void **unused)
{
    (void)unused;
    open_ear(&one, NULL);
    open_ear(&two, NULL);
    assert_true(await_state(&one, true) && await_state(&two, true));
    return 0;
}

static int close_case(void **unused)
{
    (void)unused;
    close_ear(&one);
    close_ear(&two);
    return 0;
}

static bool tell(Ear *ear, const char *subject, const char *reply, const char *text)
{
    return broker_send(ear->broker, subject, reply, text, strlen(text));
}

static void test_what_is_told_is_heard(void **unused)
{
    (void)unused;
    assert_true(broker_listen(two.broker, "t.games.*"));
    assert_true(broker_listen(two.broker, "t.mark"));
    /* Listening has been asked for once this comes back to the one who asked. */
    assert_true(tell(&two, "t.mark", NULL, "ready") && await_heard(&two, "t.mark=ready"));
    assert_true(tell(&one, "t.games.a", NULL, "first") && tell(&one, "t.other", NULL, "no") &&
                tell(&one, "t.games.b", NULL, ""));
    assert_true(await_heard(&two, "t.games.a=first t.games.b= "));
    assert_false(has_heard(&two, "t.other"));
    broker_ignore(two.broker, "t.games.*");
    assert_true(tell(&two, "t.mark", NULL, "again") && await_heard(&two, "t.mark=again"));
    assert_true(tell(&one, "t.games.c", NULL, "late") && tell(&one, "t.mark", NULL, "end"));
    assert_true(await_heard(&two, "t.mark=end"));
    assert_false(has_heard(&two, "late"));
}

static void test_questions(void **unused)
{
    (void)unused;
    two.answers = true;
    assert_true(broker_listen(one.broker, "t.inbox") && broker_listen(two.broker, "t.two"));
    assert_true(broker_listen(two.broker, "t.sync") && tell(&two, "t.sync", NULL, "1"));
    assert_true(await_heard(&two, "t.sync=1"));
    assert_true(tell(&one, "t.two", "t.inbox", "there?") && await_heard(&one, "t.inbox=yes"));
    assert_true(tell(&one, "t.nobody", "t.inbox", "there?"));
    assert_true(await_heard(&one, "t.inbox=(nobody)"));
}

static void test_large_and_many(void **unused)
{
    (void)unused;
    enum { MANY = 20000 };
    static char large[1 << 20];
    memset(large, 'x', sizeof large);
    assert_true(broker_listen(two.broker, "t.large") && broker_listen(two.broker, "t.many"));
    assert_true(tell(&two, "t.many", NULL, "m") && await_heard(&two, "t.many=m"));
    assert_true(broker_send(one.broker, "t.large", NULL, large, sizeof large));
    assert_false(broker_send(one.broker, "t.large", NULL, large, sizeof large + 1));
    for (int i = 0; i < MANY; i++)
        assert_true(tell(&one, "t.many", NULL, "0123456789"));
    for (int waited = 0; waited < PATIENCE_MS && count_heard(&two) < MANY + 2; waited += 5)
        base_nap_ms(5);
    assert_int_equal(count_heard(&two), MANY + 2);
}

/* The process of the server; its keeper starts another one. */
static void kill_server(void)
{
    char line[32];
    FILE *file = fopen(getenv("LUDOTECA_TEST_BROKER_PID"), "r");
    assert_non_null(file);
    assert_non_null(fgets(line, sizeof line, file));
    fclose(file);
    assert_int_equal(kill((pid_t)atoi(line), SIGKILL), 0);
}

static void test_it_comes_back(void **unused)
{
    (void)unused;
    assert_true(broker_listen(two.broker, "t.kept"));
    kill_server();
    assert_true(await_state(&one, false) && await_state(&two, false));
    assert_false(tell(&one, "t.kept", NULL, "lost"));
    assert_true(await_state(&one, true) && await_state(&two, true));
    assert_true(tell(&two, "t.kept", NULL, "own") && await_heard(&two, "t.kept=own"));
    assert_true(tell(&one, "t.kept", NULL, "back") && await_heard(&two, "t.kept=back"));
    assert_false(has_heard(&two, "lost"));
    assert_true(one.changes == 3 && two.changes == 3);
}

/* Where nobody is it waits, and can be closed; the second address will do. */
static void test_nobody_there(void **unused)
{
    (void)unused;
    Ear alone;
    char both[256];
    open_ear(&alone, "nats://127.0.0.1:1");
    base_nap_ms(100);
    assert_false(broker_is_connected(alone.broker));
    close_ear(&alone);
    snprintf(both, sizeof both, "nats://127.0.0.1:1,%s", getenv("LUDOTECA_TEST_BROKER"));
    open_ear(&alone, both);
    assert_true(await_state(&alone, true));
    close_ear(&alone);
    Broker *none;
    LudError err = {0};
    const BrokerSettings bad = {.address = "redis://x", .name = "test"};
    assert_int_equal(broker_open(&none, &bad, &err), LUD_EUSAGE);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_case, close_case)

static int listen_somewhere(char address[64])
{
    struct sockaddr_in place = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof place;
    int door = socket(AF_INET, SOCK_STREAM, 0);
    assert_int_equal(bind(door, (struct sockaddr *)&place, sizeof place), 0);
    assert_int_equal(listen(door, 1), 0);
    assert_int_equal(getsockname(door, (struct sockaddr *)&place, &size), 0);
    snprintf(address, 64, "nats://127.0.0.1:%d", ntohs(place.sin_port));
    return door;
}

/* A server that says what it must, and reads no more: what waits for it has an end. */
static void test_one_that_takes_nothing(void **unused)
{
    (void)unused;
    enum { MOST = 200 };
    static const char welcome[] = "INFO {}\r\nPONG\r\n";
    static char large[1 << 20];
    char address[64];
    Ear ear;
    int door = listen_somewhere(address), sent = 0;
    open_ear(&ear, address);
    int line = accept(door, NULL, NULL);
    assert_int_equal(write(line, welcome, strlen(welcome)), (ssize_t)strlen(welcome));
    assert_true(await_state(&ear, true));
    while (sent < MOST && broker_send(ear.broker, "t.large", NULL, large, sizeof large)) {
        base_nap_ms(2); /* for the broker's thread to take it */
        sent++;
    }
    assert_true(sent > 10 && sent < MOST);
    close_ear(&ear);
    close(line);
    close(door);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_what_is_told_is_heard), CASE(test_questions),
        CASE(test_large_and_many),        CASE(test_it_comes_back),
        CASE(test_nobody_there),          cmocka_unit_test(test_one_that_takes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
