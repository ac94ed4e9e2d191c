#include "post/post_line.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock_time.h"
#include "post/public_address.h"

enum { CONNECT_MS = 4000 /* for one of several addresses */ };

SSL_CTX *post_line_trust(void)
{
    SSL_CTX *trust = SSL_CTX_new(TLS_client_method());
    if (!trust)
        return NULL;
    SSL_CTX_set_min_proto_version(trust, TLS1_2_VERSION);
    SSL_CTX_set_mode(trust, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_default_verify_paths(trust);
    return trust;
}

/* Waits until the socket can be read or written; false if time runs out. */
static bool await(const PostLine *line, short events)
{
    int64_t left_ms = (line->until_us - base_time_us() + 999) / 1000;
    struct pollfd watched = {.fd = line->socket, .events = events};
    return left_ms > 0 && poll(&watched, 1, (int)left_ms) > 0;
}

/* -- connecting -------------------------------------------------------------------------------- */

/* Whether the connection that was begun has come about. */
static bool finish_connect(PostLine *line)
{
    int fault = 0;
    socklen_t size = sizeof fault;
    int64_t until_us = line->until_us, soon_us = base_time_us() + CONNECT_MS * 1000LL;
    line->until_us = soon_us < until_us ? soon_us : until_us;
    bool is_open = await(line, POLLOUT) &&
                   getsockopt(line->socket, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 && fault == 0;
    line->until_us = until_us;
    return is_open;
}

static bool try_address(PostLine *line, const struct addrinfo *address)
{
    const int yes = 1;
    line->socket = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (line->socket < 0)
        return false;
    setsockopt(line->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(line->socket, address->ai_addr, address->ai_addrlen) == 0 ||
        (errno == EINPROGRESS && finish_connect(line)))
        return true;
    close(line->socket);
    line->socket = -1;
    return false;
}

LineOutcome post_line_connect(PostLine *line, const char *host, int port, bool anywhere,
                              int64_t until_us)
{
    const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    char service[16];
    LineOutcome outcome = LINE_SILENT;
    *line = (PostLine){.socket = -1, .until_us = until_us};
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &wanted, &found) != 0)
        return LINE_SILENT;
    for (const struct addrinfo *at = found; at && outcome != LINE_OPEN; at = at->ai_next) {
        if (!anywhere && !address_is_public(at->ai_addr))
            outcome = LINE_FORBIDDEN; /* unless another one answers */
        else if (try_address(line, at))
            outcome = LINE_OPEN;
    }
    freeaddrinfo(found);
    return outcome;
}

/* -- TLS --------------------------------------------------------------------------------------- */

/* After a call of libssl that did not succeed: whether to call it again. */
static bool may_repeat(PostLine *line, int result)
{
    switch (SSL_get_error(line->tls, result)) {
    case SSL_ERROR_WANT_READ:
        return await(line, POLLIN);
    case SSL_ERROR_WANT_WRITE:
        return await(line, POLLOUT);
    default:
        return false;
    }
}

/* A certificate must name the host, or its number. */
static bool expect_host(SSL *tls, const char *host)
{
    struct in_addr number;
    if (inet_pton(AF_INET, host, &number) == 1)
        return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(tls), host) == 1;
    SSL_set_hostflags(tls, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS);
    return SSL_set1_host(tls, host) == 1 && SSL_set_tlsext_host_name(tls, host) == 1;
}

bool post_line_secure(PostLine *line, SSL_CTX *trust, const char *host, bool checked)
{
    int result;
    line->tls = SSL_new(trust);
    if (!line->tls || SSL_set_fd(line->tls, line->socket) != 1 || !expect_host(line->tls, host))
        return false;
    SSL_set_verify(line->tls, checked ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, NULL);
    while ((result = SSL_connect(line->tls)) != 1) {
        if (!may_repeat(line, result))
            return false;
    }
    return true;
}

/* -- bytes ------------------------------------------------------------------------------------- */

/* How many of the bytes are on their way; 0 if the line is broken. */
static size_t write_some(PostLine *line, const char *bytes, size_t size)
{
    for (;;) {
        if (line->tls) {
            int sent = SSL_write(line->tls, bytes, (int)size);
            if (sent > 0)
                return (size_t)sent;
            if (!may_repeat(line, sent))
                return 0;
        } else {
            ssize_t sent = send(line->socket, bytes, size, MSG_NOSIGNAL);
            if (sent > 0)
                return (size_t)sent;
            if (errno != EAGAIN || !await(line, POLLOUT))
                return 0;
        }
    }
}

bool post_line_write(PostLine *line, const char *bytes, size_t size)
{
    while (size > 0) {
        size_t sent = base_time_us() < line->until_us ? write_some(line, bytes, size) : 0;
        if (sent == 0)
            return false;
        bytes += sent;
        size -= sent;
    }
    return true;
}

size_t post_line_read(PostLine *line, char *bytes, size_t room)
{
    while (base_time_us() < line->until_us) {
        if (line->tls) {
            int got = SSL_read(line->tls, bytes, (int)room);
            if (got > 0)
                return (size_t)got;
            if (!may_repeat(line, got))
                return 0;
        } else {
            ssize_t got = recv(line->socket, bytes, room, 0);
            if (got >= 0)
                return (size_t)got;
            if (errno != EAGAIN || !await(line, POLLIN))
                return 0;
        }
    }
    return 0;
}

void post_line_close(PostLine *line)
{
    if (line->tls)
        SSL_shutdown(line->tls); /* says goodbye, and does not wait for theirs */
    SSL_free(line->tls);
    if (line->socket >= 0)
        close(line->socket);
    *line = (PostLine){.socket = -1};
}
