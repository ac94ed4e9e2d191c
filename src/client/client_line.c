#include "client/client_line.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

struct ClientLine {
    int fd;
    SSL_CTX *trust;
    SSL *tls; /* NULL: in the clear */
};

static LudStatus fail(const ClientUrl *url, const char *sentence, LudError *err)
{
    return lud_error_set(err, LUD_EFILE, sentence, url->host, url->port, (char *)NULL);
}

static LudStatus fail_late(const ClientUrl *url, LudError *err)
{
    static_assert(CLIENT_LINE_PATIENCE_S == 10, "the sentence says so");
    return fail(url,
                LUD_MESSAGE("{1}, port {2}, said nothing for 10 seconds. See whether the address "
                            "is right, and whether something in between keeps it from you."),
                err);
}

/* A socket on which nothing takes for ever: connecting, either, by which Linux means sending. Short
 * messages do not wait for more. */
static int open_socket(const struct addrinfo *address)
{
    const struct timeval patience = {.tv_sec = CLIENT_LINE_PATIENCE_S};
    const int yes = 1;
    int fd = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return fd;
}

/* The first address of the name that answers, or -1; `is_late` if the last one kept silent. */
static int connect_to(const ClientUrl *url, bool *is_late)
{
    const struct addrinfo wanted = {.ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    int fd = -1;
    if (getaddrinfo(url->host, url->port, &wanted, &list) != 0)
        return -1;
    for (struct addrinfo *at = list; at && fd < 0; at = at->ai_next) {
        fd = open_socket(at);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) != 0) {
            *is_late = errno == EINPROGRESS || errno == ETIMEDOUT;
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    return fd;
}

static bool shake_hands(SSL *tls, bool *is_late)
{
    int result = SSL_connect(tls);
    int fault = result == 1 ? SSL_ERROR_NONE : SSL_get_error(tls, result);
    *is_late = fault == SSL_ERROR_WANT_READ || fault == SSL_ERROR_WANT_WRITE;
    return result == 1;
}

static bool start_tls(ClientLine *line, const ClientUrl *url, bool *is_late)
{
    line->trust = SSL_CTX_new(TLS_client_method());
    if (!line->trust || SSL_CTX_set_default_verify_paths(line->trust) != 1)
        return false;
    SSL_CTX_set_verify(line->trust, SSL_VERIFY_PEER, NULL);
    line->tls = SSL_new(line->trust);
    return line->tls && SSL_set1_host(line->tls, url->host) == 1 &&
           SSL_set_tlsext_host_name(line->tls, url->host) == 1 &&
           SSL_set_fd(line->tls, line->fd) == 1 && shake_hands(line->tls, is_late);
}

LudStatus client_line_open(ClientLine **line, const ClientUrl *url, LudError *err)
{
    ClientLine *made = calloc(1, sizeof *made);
    if (!made)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    bool is_late = false;
    made->fd = connect_to(url, &is_late);
    bool is_open = made->fd >= 0;
    if (!is_open || (url->is_secure && !start_tls(made, url, &is_late))) {
        client_line_close(made);
        if (is_late)
            return fail_late(url, err);
        return is_open ? fail(url,
                              LUD_MESSAGE("{1}, port {2}, can't show that it is who it says it "
                                          "is."),
                              err)
                       : fail(url, LUD_MESSAGE("Nobody answers at {1}, port {2}."), err);
    }
    *line = made;
    return LUD_OK;
}

bool client_line_send(ClientLine *line, const char *bytes, size_t size)
{
    while (size > 0) {
        long sent = line->tls ? SSL_write(line->tls, bytes, (int)size)
                              : (long)send(line->fd, bytes, size, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

static bool is_ready(ClientLine *line, int wait_ms)
{
    struct pollfd waiting = {.fd = line->fd, .events = POLLIN};
    return (line->tls && SSL_pending(line->tls) > 0) || poll(&waiting, 1, wait_ms) > 0;
}

long client_line_read(ClientLine *line, char *bytes, size_t room, int wait_ms)
{
    if (!is_ready(line, wait_ms))
        return 0;
    long size =
        line->tls ? SSL_read(line->tls, bytes, (int)room) : (long)recv(line->fd, bytes, room, 0);
    return size > 0 ? size : -1;
}

void client_line_close(ClientLine *line)
{
    if (!line)
        return;
    SSL_free(line->tls);
    SSL_CTX_free(line->trust);
    if (line->fd >= 0)
        close(line->fd);
    free(line);
}
