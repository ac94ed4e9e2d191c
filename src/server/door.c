#define _GNU_SOURCE /* accept4 */
#include "server/door.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/connection.h"
#include "server/game_talk.h"
#include "server/socket_frames.h"

enum {
    WATCH_MS = 500,
    FAIR_WAIT_MS = 500,
    AT_ONCE = 64,
    END_MS = 500, /* for those who get an answer, or are told of the end, when it comes */
};

typedef union Address {
    struct sockaddr any;
    struct sockaddr_in v4;
    struct sockaddr_in6 v6;
} Address;

/* -- listening --------------------------------------------------------------------------------- */

/* The first address of an interface, IPv4 before IPv6. */
static bool find_interface(const char *name, Address *address)
{
    struct ifaddrs *list = NULL;
    bool is_found = false;
    if (getifaddrs(&list) != 0)
        return false;
    static const sa_family_t families[] = {AF_INET, AF_INET6};
    for (int i = 0; i < 2 && !is_found; i++) {
        for (struct ifaddrs *at = list; at && !is_found; at = at->ifa_next) {
            if (!at->ifa_addr || at->ifa_addr->sa_family != families[i] ||
                strcmp(at->ifa_name, name) != 0)
                continue;
            memcpy(address, at->ifa_addr, i == 0 ? sizeof address->v4 : sizeof address->v6);
            is_found = true;
        }
    }
    freeifaddrs(list);
    return is_found;
}

static bool find_address(const char *bind, Address *address)
{
    memset(address, 0, sizeof *address);
    if (strcmp(bind, "localhost") == 0)
        bind = "127.0.0.1";
    if (inet_pton(AF_INET, bind, &address->v4.sin_addr) == 1)
        address->any.sa_family = AF_INET;
    else if (inet_pton(AF_INET6, bind, &address->v6.sin6_addr) == 1)
        address->any.sa_family = AF_INET6;
    else
        return find_interface(bind, address);
    return true;
}

/* What connections inherit: the system holds little for each, whatever the other end does not read
 * or we do not, and short answers do not wait for more. */
static void set_manners(int fd)
{
    int yes = 1, sending = 131072, receiving = 65536;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &sending, sizeof sending);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receiving, sizeof receiving);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

/* "::" takes those of IPv4, too. */
static bool bind_to(int fd, Address *address, int port)
{
    int yes = 1, no = 0;
    bool is_v6 = address->any.sa_family == AF_INET6;
    address->v4.sin_port = htons((uint16_t)port); /* at the same place in both */
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (is_v6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    set_manners(fd);
    return bind(fd, &address->any, is_v6 ? sizeof address->v6 : sizeof address->v4) == 0 &&
           listen(fd, SOMAXCONN) == 0;
}

int door_listen(const char *bind, int port)
{
    Address address;
    if (!find_address(bind, &address))
        return -1;
    int fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && !bind_to(fd, &address, port)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

int door_port(int socket)
{
    Address address;
    socklen_t size = sizeof address;
    return getsockname(socket, &address.any, &size) == 0 ? ntohs(address.v4.sin_port) : -1;
}

/* -- letting in -------------------------------------------------------------------------------- */

void door_dismiss(Door *door, Visit *visit)
{
    Connection *connection = RING_OWNER(Connection, visit, visit);
    if (connection->door != door) {
        mailbox_post(&connection->door->mailbox, &connection->dismissal);
        return;
    }
    visit->is_dismissed = false; /* nobody else will tell */
    connection_close(connection);
}

/* Newcomers wait outside until somebody leaves or the watch comes by: to be told of them again and
 * again would burn a core. */
static void stop_accepting(Door *door)
{
    uv_poll_stop(&door->listening);
    door->is_accepting = false;
}

/* Where there is no more room somebody who has waited for long leaves. False if nobody has, or if
 * what they held is not there yet. */
static bool make_room(Door *door, bool needs_descriptor)
{
    uint64_t now_ms = uv_now(&door->loop);
    Visit *longest = now_ms < FAIR_WAIT_MS
                         ? NULL
                         : guests_dismiss_longest(&door->house->guests, now_ms - FAIR_WAIT_MS);
    bool is_own = longest && RING_OWNER(Connection, visit, longest)->door == door;
    if (longest)
        door_dismiss(door, longest);
    if (is_own || (longest && !needs_descriptor))
        return true;
    stop_accepting(door);
    return false;
}

/* Takes a place for a newcomer. */
static bool take_place(Door *door)
{
    while (!guests_reserve(&door->house->guests)) {
        if (!make_room(door, false))
            return false;
    }
    return true;
}

static bool is_lack(int error)
{
    return error == EMFILE || error == ENFILE || error == ENOBUFS || error == ENOMEM;
}

static void watch(uv_timer_t *timer);

static void on_arrival(uv_poll_t *poll, int status, int events)
{
    Door *door = poll->data;
    (void)status;
    (void)events;
    if (!uv_is_active((uv_handle_t *)&door->watch))
        uv_timer_start(&door->watch, watch, WATCH_MS, WATCH_MS);
    for (int i = 0; i < AT_ONCE && take_place(door); i++) {
        Address address;
        socklen_t size = sizeof address;
        int fd = accept4(door->house->socket, &address.any, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0) {
            NetAddress peer = net_address_of(&address.any);
            connection_open(door, fd, &peer);
            continue;
        }
        int error = errno;
        guests_give_back(&door->house->guests);
        if (!is_lack(error) || !make_room(door, true))
            return; /* it tells again if there is more */
    }
}

/* -- the watch --------------------------------------------------------------------------------- */

static void accept_again(Door *door)
{
    if (door->is_accepting)
        return;
    uv_poll_start(&door->listening, UV_READABLE, on_arrival);
    door->is_accepting = true;
}

static void watch(uv_timer_t *timer)
{
    Door *door = timer->data;
    uint64_t now_ms = uv_now(&door->loop);
    for (Link *at = door->present.after, *next; at != &door->present; at = next) {
        next = at->after;
        connection_check_patience(RING_OWNER(Connection, present, at), now_ms);
    }
    bool was_accepting = door->is_accepting;
    accept_again(door);
    if (was_accepting && door->present.after == &door->present)
        uv_timer_stop(timer);
}

/* -- turns ------------------------------------------------------------------------------------- */

static void on_turn(uv_prepare_t *turning)
{
    Door *door = turning->data;
    door->turn++;
}

/* Wakes those who rest, each once: who has to rest again comes after the others. */
static void wake(uv_idle_t *waking)
{
    Door *door = waking->data;
    Link resting = door->resting;
    door->turn++;
    if (resting.after == &door->resting) {
        uv_idle_stop(waking);
        return;
    }
    resting.after->before = resting.before->after = &resting;
    ring_start(&door->resting);
    while (resting.after != &resting)
        connection_wake(RING_OWNER(Connection, resting, resting.after));
}

void door_rest(Door *door, Link *link)
{
    ring_add_last(&door->resting, link);
    uv_idle_start(&door->waking, wake);
}

/* -- opening and closing ----------------------------------------------------------------------- */

/* Once nobody is there and nothing more is on its way the loop has nothing left to do. */
static void end_if_done(Door *door)
{
    bool is_empty = door->present.after == &door->present;
    if (!door->is_closed || !is_empty)
        return;
    if (!uv_is_closing((uv_handle_t *)&door->watch)) {
        uv_close((uv_handle_t *)&door->watch, NULL);
        uv_close((uv_handle_t *)&door->turning, NULL);
        uv_close((uv_handle_t *)&door->waking, NULL);
        uv_close((uv_handle_t *)&door->stopping, NULL);
        uv_close((uv_handle_t *)&door->renewing, NULL);
    }
    if (door->awaited == 0 && !uv_is_closing((uv_handle_t *)&door->mailbox.bell))
        mailbox_close(&door->mailbox);
}

void door_see_off(Door *door)
{
    if (door->is_closed)
        end_if_done(door);
    else
        accept_again(door);
}

static void close_all(uv_timer_t *timer)
{
    Door *door = timer->data;
    while (door->present.after != &door->present)
        connection_close(RING_OWNER(Connection, present, door->present.after));
}

/* Nobody is let in any more, and all are told to go; who does not is closed in the end. */
static void on_stop(uv_async_t *stopping)
{
    Door *door = stopping->data;
    if (door->is_closed)
        return;
    door->is_closed = true;
    uv_close((uv_handle_t *)&door->listening, NULL);
    for (Link *at = door->present.after, *next; at != &door->present; at = next) {
        next = at->after;
        connection_part(RING_OWNER(Connection, present, at));
    }
    uv_timer_start(&door->watch, close_all, END_MS, 0);
    end_if_done(door);
}

static void on_parcels(uv_async_t *bell)
{
    Door *door = bell->data;
    mailbox_empty(&door->mailbox);
    while (door->addressed.after != &door->addressed)
        game_talk_pass_on(door->addressed.after);
    end_if_done(door);
}

/* -- a new certificate ------------------------------------------------------------------------- */

static void read_keys(uv_work_t *work)
{
    const House *house = work->data;
    LudError err;
    bool is_read = tls_keys_read(house->tls, &err) == LUD_OK;
    tls_keys_leave_thread();
    if (house->renewed)
        house->renewed(house->log_context, is_read ? NULL : &err);
}

static void end_renewal(uv_work_t *work, int status);

/* The disk may be slow, so that another thread reads. */
static void begin_renewal(Door *door)
{
    door->renewal.data = door->house;
    door->is_renewing = uv_queue_work(&door->loop, &door->renewal, read_keys, end_renewal) == 0;
    door->has_newer_keys = false;
}

static void end_renewal(uv_work_t *work, int status)
{
    Door *door = RING_OWNER(Door, renewal, work);
    (void)status;
    door->is_renewing = false;
    if (door->has_newer_keys && !door->is_closed)
        begin_renewal(door);
}

/* What is being read may already be the old: who asks meanwhile gets another look. */
static void on_renew(uv_async_t *renewing)
{
    Door *door = renewing->data;
    if (door->is_closed)
        return;
    if (door->is_renewing)
        door->has_newer_keys = true;
    else
        begin_renewal(door);
}

void door_renew(Door *door)
{
    uv_async_send(&door->renewing);
}

/* -- getting ready ----------------------------------------------------------------------------- */

static void do_nothing(uv_work_t *work)
{
    (void)work;
}

static void ignore(uv_poll_t *poll, int status, int events)
{
    (void)poll;
    (void)status;
    (void)events;
}

/* libuv ends the process where memory lacks while it starts its threads or makes room for a
 * descriptor that is higher than all before, and opens one for itself with the first connection. So
 * it does all that now, and not when strangers come. */
static bool get_ready(Door *door, int most)
{
    static uv_work_t work;
    uv_poll_t highest;
    uv_tcp_t first;
    if (uv_tcp_init(&door->loop, &first) == 0)
        uv_close((uv_handle_t *)&first, NULL);
    int copy = fcntl(door->house->socket, F_DUPFD_CLOEXEC, most);
    if (copy >= 0 && uv_poll_init(&door->loop, &highest, copy) == 0) {
        uv_poll_start(&highest, UV_READABLE, ignore);
        uv_close((uv_handle_t *)&highest, NULL);
    }
    bool is_ready = uv_queue_work(&door->loop, &work, do_nothing, NULL) == 0;
    uv_run(&door->loop, UV_RUN_DEFAULT);
    if (copy >= 0)
        close(copy);
    return is_ready && socket_frames_are_ready();
}

/* Fails where memory or descriptors lack. */
static bool start_handles(Door *door)
{
    if (uv_timer_init(&door->loop, &door->watch) != 0 ||
        uv_prepare_init(&door->loop, &door->turning) != 0 ||
        uv_idle_init(&door->loop, &door->waking) != 0 ||
        uv_async_init(&door->loop, &door->stopping, on_stop) != 0 ||
        uv_async_init(&door->loop, &door->renewing, on_renew) != 0 ||
        !mailbox_open(&door->mailbox, &door->loop, on_parcels, door) ||
        uv_poll_init(&door->loop, &door->listening, door->house->socket) != 0)
        return false;
    door->watch.data = door->stopping.data = door->listening.data = door;
    door->turning.data = door->waking.data = door->renewing.data = door;
    return uv_prepare_start(&door->turning, on_turn) == 0;
}

bool door_open(Door *door, House *house)
{
    door->house = house;
    ring_start(&door->present);
    ring_start(&door->resting);
    ring_start(&door->addressed);
    if (uv_loop_init(&door->loop) != 0 || !get_ready(door, house->guests.most) ||
        !start_handles(door))
        return false; /* what it holds goes with the process, which can do nothing without it */
    accept_again(door);
    return true;
}

void door_stop(Door *door)
{
    uv_async_send(&door->stopping);
}

void door_run(Door *door)
{
    uv_run(&door->loop, UV_RUN_DEFAULT);
}

void door_close(Door *door)
{
    uv_loop_close(&door->loop);
}
