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
#include <xxhash.h>

#include "server/connection.h"
#include "server/socket_talk.h"

enum { WATCH_MS = 500, FAIR_WAIT_MS = 500, AT_ONCE = 64 };

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

/* Machines of one network of IPv6 count as one: whoever has one of its addresses has 2^64. */
static uint64_t number_sender(const Address *address)
{
    enum { NETWORK_BYTES = 8, IPV4_BYTES = 4 };
    const uint8_t *v6 = address->v6.sin6_addr.s6_addr;
    if (address->any.sa_family == AF_INET)
        return XXH3_64bits(&address->v4.sin_addr, IPV4_BYTES);
    if (IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr))
        return XXH3_64bits(v6 + 12, IPV4_BYTES);
    return XXH3_64bits(v6, NETWORK_BYTES);
}

static void print_address(const Address *address, char text[INET6_ADDRSTRLEN])
{
    const void *bytes = &address->v6.sin6_addr;
    int family = address->any.sa_family;
    if (family == AF_INET)
        bytes = &address->v4.sin_addr;
    else if (IN6_IS_ADDR_V4MAPPED(&address->v6.sin6_addr)) {
        bytes = address->v6.sin6_addr.s6_addr + 12;
        family = AF_INET;
    }
    if (!inet_ntop(family, bytes, text, INET6_ADDRSTRLEN))
        text[0] = '\0';
}

static void dismiss(Visit *visit)
{
    connection_close(RING_OWNER(Connection, visit, visit));
}

/* An address that has its share gives up one of its own connections for the newcomer. */
static void admit(Door *door, int fd, const Address *address)
{
    Visit *leaver;
    char text[INET6_ADDRSTRLEN];
    uint64_t sender = number_sender(address);
    if (guests_have_share(&door->guests, sender, &leaver)) {
        if (!leaver) {
            close(fd);
            return;
        }
        dismiss(leaver);
    }
    print_address(address, text);
    connection_open(door, fd, sender, text);
}

/* Where there is no more room somebody who has waited for long leaves. If nobody has, newcomers
 * wait outside until somebody leaves or the watch comes by: to be told of them again and again
 * would burn a core. */
static bool make_room(Door *door)
{
    uint64_t now_ms = uv_now(&door->loop);
    Visit *longest =
        now_ms < FAIR_WAIT_MS ? NULL : guests_longest(&door->guests, now_ms - FAIR_WAIT_MS);
    if (longest) {
        dismiss(longest);
        return true;
    }
    uv_poll_stop(&door->listening);
    door->is_accepting = false;
    return false;
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
    for (int i = 0; i < AT_ONCE; i++) {
        if (guests_are_full(&door->guests) && !make_room(door))
            return;
        Address address;
        socklen_t size = sizeof address;
        int fd = accept4(door->socket, &address.any, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd >= 0)
            admit(door, fd, &address);
        else if (!is_lack(errno) || !make_room(door))
            return; /* it tells again if there is more */
    }
}

/* -- the watch --------------------------------------------------------------------------------- */

void door_accept_again(Door *door)
{
    if (door->is_accepting || door->is_closed)
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
    door_accept_again(door);
    if (door->guests.count == 0)
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

static void close_all(Door *door)
{
    if (door->is_closed)
        return;
    door->is_closed = true;
    while (door->present.after != &door->present)
        connection_close(RING_OWNER(Connection, present, door->present.after));
    uv_close((uv_handle_t *)&door->listening, NULL);
    uv_close((uv_handle_t *)&door->watch, NULL);
    uv_close((uv_handle_t *)&door->turning, NULL);
    uv_close((uv_handle_t *)&door->waking, NULL);
    uv_close((uv_handle_t *)&door->stopping, NULL);
}

static void on_stop(uv_async_t *stopping)
{
    close_all(stopping->data);
}

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
 * descriptor that is higher than all before. So it does both now, and not when strangers come. */
static bool get_ready(Door *door, int most)
{
    static uv_work_t work;
    uv_poll_t highest;
    int copy = fcntl(door->socket, F_DUPFD_CLOEXEC, most);
    if (copy >= 0 && uv_poll_init(&door->loop, &highest, copy) == 0) {
        uv_poll_start(&highest, UV_READABLE, ignore);
        uv_close((uv_handle_t *)&highest, NULL);
    }
    bool is_ready = uv_queue_work(&door->loop, &work, do_nothing, NULL) == 0;
    uv_run(&door->loop, UV_RUN_DEFAULT);
    if (copy >= 0)
        close(copy);
    return is_ready && socket_talk_is_ready();
}

/* Fails where memory or descriptors lack. */
static bool start_handles(Door *door)
{
    if (uv_timer_init(&door->loop, &door->watch) != 0 ||
        uv_prepare_init(&door->loop, &door->turning) != 0 ||
        uv_idle_init(&door->loop, &door->waking) != 0 ||
        uv_async_init(&door->loop, &door->stopping, on_stop) != 0 ||
        uv_poll_init(&door->loop, &door->listening, door->socket) != 0)
        return false;
    door->watch.data = door->stopping.data = door->listening.data = door;
    door->turning.data = door->waking.data = door;
    return uv_prepare_start(&door->turning, on_turn) == 0;
}

bool door_open(Door *door, int socket, int most, int most_each)
{
    door->socket = socket;
    ring_start(&door->present);
    ring_start(&door->resting);
    guests_start(&door->guests, most, most_each);
    if (uv_loop_init(&door->loop) != 0 || !get_ready(door, most) || !start_handles(door))
        return false; /* what it holds goes with the process, which can do nothing without it */
    door_accept_again(door);
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
