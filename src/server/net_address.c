#include "server/net_address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { NETWORK_BYTES = 8, IPV4_BYTES = 4, MAPPED_AT = 12, WITH_PORT = 64 };

static NetAddress of_v4(const void *bytes)
{
    NetAddress address = {.is_v4 = true};
    memcpy(address.bytes, bytes, IPV4_BYTES);
    return address;
}

static NetAddress of_v6(const struct in6_addr *v6)
{
    NetAddress address = {0};
    if (IN6_IS_ADDR_V4MAPPED(v6))
        return of_v4(v6->s6_addr + MAPPED_AT);
    memcpy(address.bytes, v6, sizeof address.bytes);
    return address;
}

NetAddress net_address_of(const struct sockaddr *socket_address)
{
    if (socket_address->sa_family == AF_INET)
        return of_v4(&((const struct sockaddr_in *)socket_address)->sin_addr);
    return of_v6(&((const struct sockaddr_in6 *)socket_address)->sin6_addr);
}

/* -- as text ----------------------------------------------------------------------------------- */

static bool is_port(const char *text)
{
    size_t digits = *text ? strspn(text + 1, "0123456789") : 0;
    return *text == '\0' || (*text == ':' && digits > 0 && digits <= 5 && text[digits + 1] == '\0');
}

/* Cuts brackets and a port off. */
static bool take_port_off(char **text)
{
    bool is_bracketed = **text == '[';
    char *colon = strchr(*text, ':');
    char *end = is_bracketed ? strchr(*text, ']') : colon && !strchr(colon + 1, ':') ? colon : NULL;
    if (!end)
        return !is_bracketed;
    *text += is_bracketed;
    bool is_right = is_port(end + is_bracketed);
    *end = '\0';
    return is_right;
}

bool net_address_read(const char *text, size_t length, NetAddress *address)
{
    char copy[WITH_PORT], *name = copy;
    struct in6_addr v6;
    struct in_addr v4;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    bool is_bracketed = copy[0] == '[';
    if (!take_port_off(&name))
        return false;
    if (!is_bracketed && inet_pton(AF_INET, name, &v4) == 1)
        *address = of_v4(&v4);
    else if (inet_pton(AF_INET6, name, &v6) == 1)
        *address = of_v6(&v6);
    else
        return false;
    return true;
}

void net_address_print(const NetAddress *address, char text[INET6_ADDRSTRLEN])
{
    if (!inet_ntop(address->is_v4 ? AF_INET : AF_INET6, address->bytes, text, INET6_ADDRSTRLEN))
        text[0] = '\0';
}

/* -- comparing --------------------------------------------------------------------------------- */

bool net_address_is(const NetAddress *a, const NetAddress *b)
{
    return a->is_v4 == b->is_v4 && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

uint64_t net_address_sender(const NetAddress *address)
{
    return XXH3_64bits(address->bytes, address->is_v4 ? IPV4_BYTES : NETWORK_BYTES);
}
