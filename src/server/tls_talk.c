#include "server/tls_talk.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "server/hello_guard.h"
#include "server/http_talk.h"
#include "server/tls_filter.h"

enum { AT_ONCE = 4 * TLS_RECORD_BYTES }; /* plain bytes that are sealed before they are sent */

typedef struct Piece {
    const char *bytes;
    size_t size;
} Piece;

struct TlsTalk {
    TlsFilter filter;
    HelloGuard guard;
    bool was_heard; /* of the other end */
    Piece left[2];  /* plain bytes that are still to be sealed and sent */
    char *head;     /* a copy of the first, for free() */
    char *owned;    /* where the second are, for lud_free() */
    Text sealed;    /* being sent */
};

static uv_stream_t *stream_of(Connection *connection)
{
    return (uv_stream_t *)&connection->stream;
}

/* Whoever comes through one of our proxies is for that to limit. */
static bool may_greet(const Connection *connection)
{
    House *house = connection->door->house;
    if (connection->is_from_proxy ||
        rate_limit_take(&house->greetings, connection->sender, base_time_us()) == 0)
        return true;
    atomic_fetch_add(&house->figures.greetings_refused, 1);
    return false;
}

bool tls_talk_start(Connection *connection)
{
    TlsTalk *made = may_greet(connection) ? calloc(1, sizeof *made) : NULL;
    if (!made || !tls_filter_start(&made->filter, connection->door->house->tls)) {
        free(made);
        return false;
    }
    connection->tls = made;
    return true;
}

static void forget_sent(TlsTalk *talk)
{
    free(talk->head);
    lud_free(talk->owned);
    text_free(&talk->sealed);
    talk->head = talk->owned = NULL;
    talk->sealed = (Text){0};
    talk->left[0] = talk->left[1] = (Piece){0};
}

void tls_talk_end(TlsTalk *talk)
{
    if (!talk)
        return;
    forget_sent(talk);
    tls_filter_end(&talk->filter);
    free(talk);
}

/* -- reading ----------------------------------------------------------------------------------- */

/* Sends what is to be sent now: greetings, tickets, alerts, which are short and for which an honest
 * end has room. Whether there was. */
static bool send_at_once(Connection *connection)
{
    Text out = tls_filter_take_out(&connection->tls->filter);
    uv_buf_t part = uv_buf_init(out.bytes, (unsigned)out.length);
    bool is_sent = !out.failed && (out.length == 0 || uv_try_write(stream_of(connection), &part,
                                                                   1) == (int)out.length);
    text_free(&out);
    return is_sent;
}

/* What came is no TLS, or says that no more will come. */
static void end(Connection *connection)
{
    if (connection->tls->filter.is_broken)
        connection_linger(connection); /* so that the alert may be read */
    else
        connection_close(connection);
}

void tls_talk_go_on(Connection *connection)
{
    TlsTalk *talk = connection->tls;
    while (!connection->rest && connection->stage == STAGE_READING &&
           tls_filter_has_more(&talk->filter)) {
        char *plain = connection->door->plain;
        int got = tls_filter_read(&talk->filter, plain);
        if (!send_at_once(connection))
            connection_close(connection);
        else if (got > 0)
            connection->protocol->take(connection, plain, (size_t)got);
        else if (got < 0)
            end(connection);
    }
}

/* TLS begins with the number 22, HTTP with a letter. */
static bool is_clear(const TlsTalk *talk, char first)
{
    return !talk->was_heard && first >= 'A' && first <= 'Z';
}

void tls_talk_take(Connection *connection, const char *bytes, size_t size)
{
    TlsTalk *talk = connection->tls;
    if (size > 0 && is_clear(talk, *bytes)) {
        tls_talk_end(talk);
        connection->tls = NULL;
        http_talk_refuse_clear(connection);
        return;
    }
    talk->was_heard |= size > 0;
    if (!tls_filter_is_open(&talk->filter) && !hello_guard_admits(&talk->guard, bytes, size)) {
        connection_close(connection);
        return;
    }
    tls_filter_give(&talk->filter, bytes, size);
    tls_talk_go_on(connection);
    if (connection->stage != STAGE_CLOSED && !tls_filter_keep(&talk->filter))
        connection_close(connection);
}

/* -- sending ----------------------------------------------------------------------------------- */

static bool has_left(const TlsTalk *talk)
{
    return talk->left[0].size + talk->left[1].size > 0;
}

/* Seals the next of what is left. */
static bool seal_some(TlsTalk *talk)
{
    size_t room = AT_ONCE;
    for (Piece *piece = talk->left; piece < talk->left + 2; piece++) {
        size_t part = piece->size < room ? piece->size : room;
        if (part > 0 && !tls_filter_seal(&talk->filter, piece->bytes, part))
            return false;
        piece->bytes += part;
        piece->size -= part;
        room -= part;
    }
    return true;
}

/* The head is the caller's, who does not wait. */
static bool keep_head(TlsTalk *talk)
{
    if (talk->left[0].size == 0 || talk->head)
        return true;
    talk->head = malloc(talk->left[0].size);
    if (!talk->head)
        return false;
    memcpy(talk->head, talk->left[0].bytes, talk->left[0].size);
    talk->left[0].bytes = talk->head;
    return true;
}

static bool send_on(Connection *connection);

static void on_sent(uv_write_t *write, int status)
{
    Connection *connection = write->data;
    if (connection->stage == STAGE_CLOSED)
        return; /* what it held goes with it */
    text_free(&connection->tls->sealed);
    connection->tls->sealed = (Text){0};
    if (status != 0)
        connection_close(connection);
    else if (send_on(connection))
        connection->protocol->sent(connection);
}

/* Has the rest of what was sealed sent when there is room for it. */
static bool send_later(Connection *connection, Text sealed, size_t gone)
{
    uv_buf_t part = uv_buf_init(sealed.bytes + gone, (unsigned)(sealed.length - gone));
    connection->tls->sealed = sealed;
    connection->write.data = connection;
    return keep_head(connection->tls) &&
           uv_write(&connection->write, stream_of(connection), &part, 1, on_sent) == 0;
}

/* Seals and sends until all is gone, or the other end has to take some first, or it was closed. */
static bool send_on(Connection *connection)
{
    TlsTalk *talk = connection->tls;
    while (has_left(talk)) {
        bool is_sealed = seal_some(talk);
        Text sealed = tls_filter_take_out(&talk->filter);
        uv_buf_t part = uv_buf_init(sealed.bytes, (unsigned)sealed.length);
        int gone = is_sealed ? uv_try_write(stream_of(connection), &part, 1) : UV_ENOMEM;
        if (gone == (int)sealed.length) {
            text_free(&sealed);
        } else if (gone < 0 && gone != UV_EAGAIN) {
            text_free(&sealed);
            connection_close(connection);
            return false;
        } else {
            talk->filter.is_broken = !send_later(connection, sealed, gone > 0 ? (size_t)gone : 0);
            if (talk->filter.is_broken)
                connection_close(connection);
            else
                connection_wait_for_room(connection);
            return false;
        }
    }
    forget_sent(talk);
    return true;
}

bool tls_talk_send(Connection *connection, const char *head, size_t head_size, const char *bytes,
                   size_t size, char *owned)
{
    TlsTalk *talk = connection->tls;
    talk->left[0] = (Piece){head, head_size};
    talk->left[1] = (Piece){bytes, size};
    talk->owned = owned;
    return send_on(connection);
}

void tls_talk_hint(Connection *connection, const char *bytes, size_t size)
{
    if (!tls_filter_seal(&connection->tls->filter, bytes, size) || !send_at_once(connection))
        connection_close(connection);
}

void tls_talk_part(Connection *connection)
{
    tls_filter_part(&connection->tls->filter);
    send_at_once(connection);
}
