#include "server/connection.h"

#include <linux/sockios.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "server/hall_errand.h"
#include "server/http_talk.h"
#include "server/socket_frames.h"
#include "server/tls_talk.h"

/* So much of what an ended conversation still sends is read, so that it may read our last words. */
enum { DISCARD_MOST = 262144 };

static uv_stream_t *stream_of(Connection *connection)
{
    return (uv_stream_t *)&connection->stream;
}

static uv_handle_t *handle_of(Connection *connection)
{
    return (uv_handle_t *)&connection->stream;
}

static uint64_t now_ms(const Connection *connection)
{
    return uv_now(&connection->door->loop);
}

/* -- beginning and end ------------------------------------------------------------------------- */

static void free_handle(uv_handle_t *handle)
{
    free(handle->data);
}

/* Once the loop has let go of it, and no other thread works for it. */
static void free_if_done(Connection *connection)
{
    if (!connection->is_gone || connection->has_errand || connection->awaits_dismissal ||
        connection->is_watching)
        return;
    head_reader_end(&connection->reader);
    hall_errand_drop(connection->expected);
    free(connection->asked);
    free(connection->tail);
    socket_frames_end(connection);
    tls_talk_end(connection->tls);
    free(connection->rest);
    free(connection);
}

/* Another door needed the room. Who is being answered by now may read that. */
static void on_dismissal(Parcel *parcel)
{
    Connection *connection = RING_OWNER(Connection, dismissal, parcel);
    connection->visit.is_dismissed = false;
    if (connection->awaits_dismissal) {
        connection->awaits_dismissal = false;
        connection->door->awaited--;
        free_if_done(connection);
    } else if (connection->stage == STAGE_READING) {
        connection_close(connection);
    } else {
        connection->is_unwanted = true;
    }
}

/* Lets it in; an address that has its share gives up one of its own for that. */
static bool enter(Connection *made)
{
    Visit *leaver;
    if (!guests_enter(&made->door->house->guests, &made->visit, made->sender, !made->is_from_proxy,
                      &leaver))
        return false;
    if (leaver)
        door_dismiss(made->door, leaver);
    return true;
}

static void set_client(Connection *connection, const NetAddress *client)
{
    connection->sender = net_address_sender(client);
    net_address_print(client, connection->address);
}

void connection_believe(Connection *connection, const Forwarding *said)
{
    const Proxies *proxies = &connection->door->house->proxies;
    NetAddress client = connection->peer;
    if (connection->is_from_proxy) {
        proxies_find_client(proxies, said, &client);
        set_client(connection, &client);
    }
    connection->scheme = connection->tls             ? SCHEME_SECURE
                         : connection->is_from_proxy ? proxies_find_scheme(said)
                                                     : SCHEME_UNKNOWN;
}

bool connection_count_socket(Connection *connection)
{
    bool is_anothers = connection->sender != net_address_sender(&connection->peer);
    return !is_anothers ||
           guests_move(&connection->door->house->guests, &connection->visit, connection->sender);
}

void connection_open(Door *door, int socket, const NetAddress *peer)
{
    Connection *made = calloc(1, sizeof *made);
    if (!made || uv_tcp_init(&door->loop, &made->stream) != 0) {
        guests_give_back(&door->house->guests);
        free(made);
        close(socket);
        return;
    }
    made->stream.data = made;
    made->door = door;
    made->peer = *peer;
    made->is_from_proxy = proxies_have(&door->house->proxies, peer);
    set_client(made, peer);
    made->dismissal.arrive = on_dismissal;
    bool is_open = uv_tcp_open(&made->stream, socket) == 0;
    if (!is_open) {
        guests_give_back(&door->house->guests);
        close(socket);
    }
    if (!is_open || !enter(made)) {
        uv_close(handle_of(made), free_handle);
        return;
    }
    atomic_fetch_add(&door->house->figures.connections, 1);
    ring_add_last(&door->present, &made->present);
    http_talk_start(made);
    connection_wait(made, PATIENCE_HEAD);
    if (door->house->tls && !tls_talk_start(made))
        connection_close(made);
    connection_go_on(made);
}

static void on_closed(uv_handle_t *handle)
{
    Connection *connection = handle->data;
    connection->is_gone = true;
    free_if_done(connection);
}

void connection_close(Connection *connection)
{
    if (connection->stage == STAGE_CLOSED)
        return;
    if (connection->stage == STAGE_RESTING)
        ring_remove(&connection->resting);
    if (connection->tls && connection->stage != STAGE_SENDING)
        tls_talk_part(connection);
    connection->stage = STAGE_CLOSED;
    if (!guests_leave(&connection->door->house->guests, &connection->visit)) {
        connection->awaits_dismissal = true;
        connection->door->awaited++;
    }
    ring_remove(&connection->present);
    if (connection->protocol->closed)
        connection->protocol->closed(connection);
    uv_close(handle_of(connection), on_closed);
    door_see_off(connection->door);
}

void connection_part(Connection *connection)
{
    connection->is_unwanted = true;
    if (connection->stage == STAGE_READING)
        connection->protocol->part(connection);
}

bool connection_end_errand(Connection *connection)
{
    bool is_alive = connection->stage != STAGE_CLOSED;
    connection->has_errand = false;
    free_if_done(connection);
    return is_alive;
}

void connection_end_watch(Connection *connection)
{
    connection->is_watching = false;
    free_if_done(connection);
}

/* -- reading ----------------------------------------------------------------------------------- */

/* All connections read into one place: what it holds is taken or copied before the next reads. */
static void find_place(uv_handle_t *handle, size_t wanted, uv_buf_t *place)
{
    Connection *connection = handle->data;
    (void)wanted;
    *place = uv_buf_init(connection->door->bytes, sizeof connection->door->bytes);
}

static void discard(Connection *connection, size_t size)
{
    connection->discarded += size;
    if (connection->discarded > DISCARD_MOST)
        connection_close(connection);
}

static void on_read(uv_stream_t *stream, ssize_t size, const uv_buf_t *place)
{
    Connection *connection = stream->data;
    if (size < 0) {
        connection_close(connection);
        return;
    }
    if (connection->stage == STAGE_READING && connection->tls)
        tls_talk_take(connection, place->base, (size_t)size);
    else if (connection->stage == STAGE_READING)
        connection->protocol->take(connection, place->base, (size_t)size);
    else if (connection->stage == STAGE_LINGERING)
        discard(connection, (size_t)size);
    connection_go_on(connection);
}

void connection_keep(Connection *connection, const char *bytes, size_t size)
{
    connection->rest = malloc(size);
    if (!connection->rest) {
        connection_close(connection);
        return;
    }
    memcpy(connection->rest, bytes, size);
    connection->rest_size = size;
}

/* What was kept comes before what is still sealed. */
static void take_rest(Connection *connection)
{
    while (connection->rest && connection->stage == STAGE_READING) {
        char *rest = connection->rest;
        connection->rest = NULL;
        connection->protocol->take(connection, rest, connection->rest_size);
        free(rest);
        if (connection->tls)
            tls_talk_go_on(connection);
    }
}

void connection_go_on(Connection *connection)
{
    if (connection->tls)
        tls_talk_go_on(connection);
    take_rest(connection);
    bool reads = connection->stage == STAGE_READING || connection->stage == STAGE_LINGERING;
    if (connection->stage == STAGE_CLOSED || reads == connection->is_reading)
        return;
    connection->is_reading = reads;
    if (!reads)
        uv_read_stop(stream_of(connection));
    else if (uv_read_start(stream_of(connection), find_place, on_read) != 0)
        connection_close(connection);
}

void connection_wait(Connection *connection, uint64_t patience_ms)
{
    connection->stage = STAGE_READING;
    connection->until_ms = now_ms(connection) + patience_ms;
}

/* -- sending ----------------------------------------------------------------------------------- */

static void drop_unsent(Connection *connection)
{
    free(connection->unsent_head);
    lud_free(connection->unsent_owned);
    connection->unsent_head = connection->unsent_owned = NULL;
}

static void on_sent(uv_write_t *write, int status)
{
    Connection *connection = write->data;
    drop_unsent(connection);
    if (connection->stage == STAGE_CLOSED)
        return;
    if (status != 0)
        connection_close(connection);
    else
        connection->protocol->sent(connection);
}

/* Bytes that the other end has not taken, whether they wait here or in the system. */
static size_t count_unsent(Connection *connection)
{
    int fd, of_system = 0;
    if (uv_fileno(handle_of(connection), &fd) == 0 && ioctl(fd, SIOCOUTQ, &of_system) != 0)
        of_system = 0;
    return uv_stream_get_write_queue_size(stream_of(connection)) + (size_t)of_system;
}

void connection_wait_for_room(Connection *connection)
{
    connection->stage = STAGE_SENDING;
    connection->until_ms = now_ms(connection) + PATIENCE_SENDING;
    connection->unsent = count_unsent(connection);
}

/* Sends what is left when the other end has taken `gone` bytes at once. */
static bool send_later(Connection *connection, uv_buf_t parts[2], size_t gone)
{
    size_t of_head = gone < parts[0].len ? gone : parts[0].len;
    uv_buf_t left[2] = {
        uv_buf_init(NULL, (unsigned)(parts[0].len - of_head)),
        uv_buf_init(parts[1].base + (gone - of_head), (unsigned)(parts[1].len - (gone - of_head)))};
    if (left[0].len > 0) {
        left[0].base = connection->unsent_head = malloc(left[0].len);
        if (!connection->unsent_head)
            return false;
        memcpy(left[0].base, parts[0].base + of_head, left[0].len);
    }
    int first = left[0].len == 0;
    connection->write.data = connection;
    if (uv_write(&connection->write, stream_of(connection), left + first,
                 (unsigned)(2 - first - (left[1].len == 0)), on_sent) != 0)
        return false;
    connection_wait_for_room(connection);
    return true;
}

bool connection_send(Connection *connection, const char *head, size_t head_size, const char *bytes,
                     size_t size, char *owned)
{
    if (connection->tls)
        return tls_talk_send(connection, head, head_size, bytes, size, owned);
    uv_buf_t parts[2] = {uv_buf_init((char *)head, (unsigned)head_size),
                         uv_buf_init((char *)(bytes ? bytes : ""), (unsigned)size)};
    int gone = uv_try_write(stream_of(connection), parts, size > 0 ? 2 : 1);
    if (gone >= 0 && (size_t)gone == head_size + size) {
        lud_free(owned);
        return true;
    }
    connection->unsent_owned = owned;
    bool is_waiting = gone >= 0 || gone == UV_EAGAIN;
    if (!is_waiting || !send_later(connection, parts, gone > 0 ? (size_t)gone : 0)) {
        drop_unsent(connection);
        connection_close(connection);
    }
    return false;
}

void connection_hint(Connection *connection, const char *bytes, size_t size)
{
    if (connection->tls) {
        tls_talk_hint(connection, bytes, size);
        return;
    }
    uv_buf_t part = uv_buf_init((char *)bytes, (unsigned)size);
    int gone = uv_try_write(stream_of(connection), &part, 1);
    if (gone >= 0 ? (size_t)gone < size : gone != UV_EAGAIN)
        connection_close(connection);
}

static void on_shut_down(uv_shutdown_t *shutdown, int status)
{
    (void)shutdown;
    (void)status; /* if it failed the other end is gone, which reading will tell */
}

void connection_linger(Connection *connection)
{
    guests_stop_waiting(&connection->door->house->guests, &connection->visit);
    if (connection->tls)
        tls_talk_part(connection);
    connection->stage = STAGE_LINGERING;
    connection->until_ms = now_ms(connection) + PATIENCE_LINGER;
    if (uv_shutdown(&connection->shutdown, stream_of(connection), on_shut_down) != 0)
        connection_close(connection);
}

/* -- turns ------------------------------------------------------------------------------------- */

/* Requests that come all at once are answered a few at a time: everybody else would have to wait
 * for the last of them. */
bool connection_has_turn(Connection *connection)
{
    enum { ANSWERS_MOST = 4 };
    if (connection->turn != connection->door->turn) {
        connection->turn = connection->door->turn;
        connection->answers = 0;
    }
    if (connection->answers++ < ANSWERS_MOST)
        return true;
    connection_rest(connection);
    return false;
}

void connection_rest(Connection *connection)
{
    connection->stage = STAGE_RESTING;
    door_rest(connection->door, &connection->resting);
}

void connection_wake(Connection *connection)
{
    ring_remove(&connection->resting);
    connection->stage = STAGE_READING;
    if (connection->protocol->go_on)
        connection->protocol->go_on(connection);
    connection_go_on(connection);
}

/* -- patience ---------------------------------------------------------------------------------- */

/* Goes on only if the other end has taken a fair part since the last look. */
static void look_at_sending(Connection *connection)
{
    size_t left = count_unsent(connection);
    if (left + SENDING_LEAST > connection->unsent) {
        connection_close(connection);
        return;
    }
    connection->unsent = left;
    connection->until_ms = now_ms(connection) + PATIENCE_SENDING;
}

void connection_check_patience(Connection *connection, uint64_t now)
{
    bool is_ours = connection->stage == STAGE_ASKING || connection->stage == STAGE_RESTING;
    if (now < connection->until_ms || is_ours)
        return;
    if (connection->stage == STAGE_SENDING)
        look_at_sending(connection);
    else if (connection->stage == STAGE_READING)
        connection->protocol->late(connection);
    else
        connection_close(connection);
}
