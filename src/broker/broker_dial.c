#include "broker/broker_dial.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_MS = 2000 };

static bool is_ready(int file)
{
    struct pollfd line = {.fd = file, .events = POLLOUT};
    int fault = 0;
    socklen_t size = sizeof fault;
    return poll(&line, 1, PATIENCE_MS) == 1 &&
           getsockopt(file, SOL_SOCKET, SO_ERROR, &fault, &size) == 0 && fault == 0;
}

static int connect_to(const struct addrinfo *address)
{
    const int on = 1;
    int file = socket(address->ai_family, address->ai_socktype, address->ai_protocol);
    if (file < 0)
        return -1;
    /* Small messages must not wait for larger ones. */
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    bool is_connected =
        fcntl(file, F_SETFD, FD_CLOEXEC) == 0 && fcntl(file, F_SETFL, O_NONBLOCK) == 0 &&
        (connect(file, address->ai_addr, address->ai_addrlen) == 0 || errno == EINPROGRESS) &&
        is_ready(file);
    if (is_connected)
        return file;
    close(file);
    return -1;
}

int broker_dial(const char *host, const char *port)
{
    const struct addrinfo wanted = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *found = NULL;
    int file = -1;
    if (getaddrinfo(host, port, &wanted, &found) != 0)
        return -1;
    for (const struct addrinfo *at = found; at && file < 0; at = at->ai_next)
        file = connect_to(at);
    freeaddrinfo(found);
    return file;
}
