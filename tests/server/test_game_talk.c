/* The server with a hall that does as it is told: what each of its outcomes becomes, who does not
 * read, and connections that die while the hall still works for them. */
#define _DEFAULT_SOURCE /* usleep */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/puppet_hall.h"
#include "server/server.h"
#include "support/scratch.h"
#include "support/unit.h"

#define GAME  "/api/v1/play/abcdefgh12345678"
#define FIELD "Host: 127.0.0.1\r\n"

/* -- a server and its clients ------------------------------------------------------------------ */

static LudServer *server;
static pthread_t thread;
static char folder[SCRATCH_PATH];

static void *run(void *context)
{
    (void)context;
    lud_server_run(server);
    return NULL;
}

static int start(void **unused)
{
    LudError err;
    (void)unused;
    signal(SIGPIPE, SIG_IGN); /* as the program does */
    scratch_make(folder);
    const LudServerSettings settings = {.tables = "", .data = folder, .needs_data = true};
    if (lud_server_new(&server, &settings, &err) != LUD_OK ||
        lud_server_open(server, false, &err) != LUD_OK)
        return -1;
    return pthread_create(&thread, NULL, run, NULL);
}

static int stop(void **unused)
{
    (void)unused;
    lud_server_stop(server);
    pthread_join(thread, NULL);
    lud_server_free(server);
    scratch_remove(folder);
    return 0;
}

static int call_up(int room)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)lud_server_port(server)),
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    const struct timeval patience = {.tv_sec = 10};
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(fd >= 0);
    if (room > 0)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    assert_int_equal(connect(fd, (struct sockaddr *)&address, sizeof address), 0);
    return fd;
}

static void send_text(int fd, const char *text)
{
    assert_int_equal(send(fd, text, strlen(text), MSG_NOSIGNAL), (ssize_t)strlen(text));
}

/* Reads until this is in it, and not further; false if the other end closes before. */
static bool read_until(int fd, char *text, size_t size, const char *wanted)
{
    text[0] = '\0';
    for (size_t length = 0; !strstr(text, wanted); length++) {
        if (length + 1 >= size || recv(fd, text + length, 1, 0) != 1)
            return false;
        text[length + 1] = '\0';
    }
    return true;
}

/* Whether something comes true within some seconds. */
static bool wait_for(bool (*is_so)(int number), int number)
{
    bool has_come = false;
    for (int i = 0; i < 1000 && !has_come; i++) {
        pthread_mutex_lock(&puppet_hall.lock);
        has_come = is_so(number);
        pthread_mutex_unlock(&puppet_hall.lock);
        if (!has_come)
            usleep(5000);
    }
    return has_come;
}

static bool have_left(int number)
{
    return puppet_hall.left >= number;
}

static bool is_called(int unused)
{
    (void)unused;
    return puppet_hall.held != NULL;
}

static bool is_watched(int unused)
{
    (void)unused;
    return puppet_hall.watcher != NULL;
}

static int read_count(const int *count)
{
    pthread_mutex_lock(&puppet_hall.lock);
    int copy = *count;
    pthread_mutex_unlock(&puppet_hall.lock);
    return copy;
}

static int watch(int room)
{
    char text[4096];
    int fd = call_up(room);
    send_text(fd, "GET " GAME "/socket?after=3 HTTP/1.1\r\n" FIELD
                  "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n"
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    assert_true(read_until(fd, text, sizeof text, "\r\n\r\n"));
    assert_memory_equal(text, "HTTP/1.1 101 ", 13);
    return fd;
}

/* The same with one who is let in. */
static int watch_well(int room)
{
    int fd = watch(room);
    assert_true(wait_for(is_watched, 0));
    return fd;
}

static void set_hall(HallOutcome outcome, HallOutcome welcome, bool holds)
{
    pthread_mutex_lock(&puppet_hall.lock);
    puppet_hall.outcome = outcome;
    puppet_hall.welcome = welcome;
    puppet_hall.holds = holds;
    pthread_mutex_unlock(&puppet_hall.lock);
}

/* -- what outcomes become ---------------------------------------------------------------------- */

static void test_outcomes(void **unused)
{
    static const struct {
        HallOutcome outcome;
        const char *status, *wanted;
    } cases[] = {
        {HALL_DONE, "200", "{\"version\": 1}"},
        {HALL_MADE, "201", "{\"version\": 1}"},
        {HALL_MALFORMED, "400", "#malformed\""},
        {HALL_NO_SEAT, "401", "www-authenticate: Bearer\r\n"},
        {HALL_NOT_YOURS, "403", "#forbidden\""},
        {HALL_NO_GAME, "404", "#no-game\""},
        {HALL_CONFLICT, "409", "#conflict\""},
        {HALL_ILLEGAL, "422",
         "\"detail\": \"So it is.\", \"key\": \"So {1}.\", \"args\": [\"it is\"]"},
        {HALL_TOO_MANY, "429", "retry-after: 7\r\n"},
        {HALL_BROKEN, "500", "#server\""},
        {HALL_NO_STORE, "503", "#store\""},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[8192];
        set_hall(cases[i].outcome, HALL_DONE, false);
        int fd = call_up(0);
        send_text(fd, "POST " GAME "/moves HTTP/1.1\r\n" FIELD
                      "Connection: close\r\nContent-Length: 2\r\n\r\n{}");
        read_until(fd, text, sizeof text, "nothing of the kind");
        assert_memory_equal(text + 9, cases[i].status, 3);
        if (!strstr(text, cases[i].wanted))
            fail_msg("%s is not in %s", cases[i].wanted, text);
        assert_true(cases[i].outcome != HALL_BROKEN || !strstr(text, "So it is"));
        close(fd);
    }
    set_hall(HALL_DONE, HALL_DONE, false);
}

/* The code of the farewell with which a watcher is turned away. */
static void test_welcomes(void **unused)
{
    static const struct {
        HallOutcome outcome;
        int code;
    } cases[] = {{HALL_NO_GAME, 4404}, {HALL_TOO_MANY, 1013}, {HALL_NO_STORE, 1013}};
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned char frame[4];
        int before = read_count(&puppet_hall.left);
        set_hall(HALL_DONE, cases[i].outcome, false);
        int fd = watch(0);
        assert_int_equal(recv(fd, frame, sizeof frame, MSG_WAITALL), 4);
        assert_int_equal(frame[0], 0x88);
        assert_int_equal(frame[2] << 8 | frame[3], cases[i].code);
        close(fd);
        assert_true(wait_for(have_left, before + 1));
    }
    set_hall(HALL_DONE, HALL_DONE, false);
}

/* Who says a token when nobody can look it up is not left there as a stranger. */
static void test_tokens_that_come_too_early(void **unused)
{
    static const unsigned char token[] = {0x81, 0x81, 0, 0, 0, 0, 't'};
    unsigned char frame[4];
    int fd = watch_well(0), before = read_count(&puppet_hall.left);
    (void)unused;
    set_hall(HALL_NO_STORE, HALL_DONE, false);
    assert_int_equal(send(fd, token, sizeof token, MSG_NOSIGNAL), sizeof token);
    assert_int_equal(recv(fd, frame, sizeof frame, MSG_WAITALL), 4);
    assert_int_equal(frame[0], 0x88);
    assert_int_equal(frame[2] << 8 | frame[3], 1013);
    close(fd);
    assert_true(wait_for(have_left, before + 1));
    set_hall(HALL_DONE, HALL_DONE, false);
}

/* -- who does not read, and who dies ----------------------------------------------------------- */

static void test_slow_reader(void **unused)
{
    enum { NEWS = 1000, MOST = 4000000 };
    int slow = watch_well(4096), before = read_count(&puppet_hall.left);
    size_t told = 0;
    (void)unused;
    while (told < MOST && puppet_tell(NEWS)) {
        told += NEWS;
        usleep(20);
    }
    assert_true(told < MOST && told > 256000);
    assert_true(wait_for(have_left, before + 1));
    close(slow);
}

/* Everything arrives whole and in order, whatever its size, for one who reads. */
static void test_long_news(void **unused)
{
    static const size_t sizes[] = {1, 125, 126, 65535, 65536, 100000, 1};
    int fd = watch_well(0), before = read_count(&puppet_hall.left);
    (void)unused;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        assert_true(puppet_tell(sizes[i]));
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        static unsigned char bytes[100000];
        size_t follow = sizes[i] < 126 ? 0 : sizes[i] < 65536 ? 2 : 8, size = 0;
        assert_int_equal(recv(fd, bytes, 2 + follow, MSG_WAITALL), 2 + follow);
        assert_int_equal(bytes[0], 0x81);
        for (size_t j = 0; j < follow; j++)
            size = size << 8 | bytes[2 + j];
        assert_int_equal(follow ? size : bytes[1], sizes[i]);
        assert_int_equal(recv(fd, bytes, sizes[i], MSG_WAITALL), sizes[i]);
        assert_true(bytes[0] == 'n' && bytes[sizes[i] - 1] == 'n');
    }
    close(fd);
    assert_true(wait_for(have_left, before + 1));
}

static bool have_asked(int number)
{
    return puppet_hall.asked >= number;
}

/* Of a long game more is asked for once the reader has taken what there was, and not before. */
static void test_pages(void **unused)
{
    enum { NEWS = 1000, FILL = 250 }; /* more than the system holds for a reader */
    int fd = watch_well(4096), before = read_count(&puppet_hall.left),
        asked = read_count(&puppet_hall.asked);
    static char bytes[FILL * (NEWS + 4)];
    (void)unused;
    for (int i = 0; i < FILL; i++)
        assert_true(puppet_tell_page(NEWS, i == FILL - 1));
    usleep(100000);
    assert_int_equal(read_count(&puppet_hall.asked), asked);
    assert_int_equal(recv(fd, bytes, sizeof bytes, MSG_WAITALL), sizeof bytes);
    assert_true(wait_for(have_asked, asked + 1));
    close(fd);
    assert_true(wait_for(have_left, before + 1));
}

static void release_call(void)
{
    pthread_mutex_lock(&puppet_hall.lock);
    HallCall *held = puppet_hall.held;
    puppet_hall.held = NULL;
    puppet_hall.holds = false;
    pthread_mutex_unlock(&puppet_hall.lock);
    puppet_finish(held);
}

/* The hall answers somebody who is no longer there, over a socket and without. */
static void test_late_answers(void **unused)
{
    static const char frame[] = "\x81\x8d\0\0\0\0{\"do\":\"chat\"}";
    (void)unused;
    for (int i = 0; i < 2; i++) {
        int before = read_count(&puppet_hall.left), fd = i == 0 ? watch_well(0) : call_up(0);
        set_hall(HALL_DONE, HALL_DONE, true);
        if (i == 0)
            assert_int_equal(send(fd, frame, sizeof frame - 1, 0), sizeof frame - 1);
        else
            send_text(fd, "GET " GAME " HTTP/1.1\r\n" FIELD "\r\n");
        assert_true(wait_for(is_called, 0));
        close(fd);
        for (int j = 0; i == 0 && j < 1000 && read_count(&puppet_hall.left) == before; j++) {
            puppet_tell(10); /* which shows in the end that nobody is there */
            usleep(5000);
        }
        assert_true(i != 0 || read_count(&puppet_hall.left) == before + 1);
        release_call();
    }
    int fd = watch_well(0);
    assert_true(puppet_tell(3));
    char text[8];
    assert_int_equal(recv(fd, text, 5, MSG_WAITALL), 5);
    close(fd);
}

/* News go out while a call is being worked on, and its answer comes after them. */
static void test_news_meanwhile(void **unused)
{
    static const char frame[] = "\x81\x8d\0\0\0\0{\"do\":\"chat\"}";
    char text[256];
    int fd = watch_well(0);
    (void)unused;
    set_hall(HALL_DONE, HALL_DONE, true);
    assert_int_equal(send(fd, frame, sizeof frame - 1, 0), sizeof frame - 1);
    assert_true(wait_for(is_called, 0));
    assert_true(puppet_tell(3));
    assert_int_equal(recv(fd, text, 5, MSG_WAITALL), 5);
    assert_memory_equal(text, "\x81\x03nnn", 5);
    release_call();
    assert_true(read_until(fd, text, sizeof text, "\"answer\""));
    close(fd);
}

/* What was asked when the end comes is answered; then comes the farewell. The last test of all. */
static void test_end(void **unused)
{
    static const char frame[] = "\x81\x8d\0\0\0\0{\"do\":\"chat\"}";
    char text[256];
    unsigned char farewell[4];
    int asking = watch_well(0), before = read_count(&puppet_hall.left), idle = watch(0);
    (void)unused;
    set_hall(HALL_DONE, HALL_DONE, true);
    assert_int_equal(send(asking, frame, sizeof frame - 1, 0), sizeof frame - 1);
    assert_true(wait_for(is_called, 0));
    lud_server_stop(server);
    assert_int_equal(recv(idle, farewell, sizeof farewell, MSG_WAITALL), 4);
    assert_memory_equal(farewell, "\x88\x02\x03\xe9", 4); /* 1001 */
    release_call();
    assert_true(read_until(asking, text, sizeof text, "\"answer\": {\"version\": 1}}"));
    assert_int_equal(recv(asking, farewell, sizeof farewell, MSG_WAITALL), 4);
    assert_memory_equal(farewell, "\x88\x02\x03\xe9", 4);
    close(asking);
    close(idle);
    assert_true(wait_for(have_left, before + 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_welcomes),
        cmocka_unit_test(test_tokens_that_come_too_early),
        cmocka_unit_test(test_slow_reader),
        cmocka_unit_test(test_long_news),
        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_late_answers),
        cmocka_unit_test(test_news_meanwhile),
        cmocka_unit_test(test_end),
    };
    return cmocka_run_group_tests(tests, start, stop);
}
