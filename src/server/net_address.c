#include "server/net_address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { NETWORK_BYTES = 8, IPV4_BYTES = 4, IPV6_BYTES = 16, MAPPED_AT = 12, WITH_PORT = 64 };
enum { BYTE_BITS = 8 };

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

uint64_t net_address_sender(const NetAddress *address)
{
    return XXH3_64bits(address->bytes, address->is_v4 ? IPV4_BYTES : NETWORK_BYTES);
}

/* -- ranges ------------------------------------------------------------------------------------ */

static int bits_of(const NetAddress *address)
{
    return BYTE_BITS * (address->is_v4 ? IPV4_BYTES : IPV6_BYTES);
}

static bool is_alike(const NetAddress *a, const NetAddress *b, int bits)
{
    int whole = bits / BYTE_BITS, rest = bits % BYTE_BITS;
    if (memcmp(a->bytes, b->bytes, (size_t)whole) != 0)
        return false;
    return rest == 0 || (a->bytes[whole] ^ b->bytes[whole]) >> (BYTE_BITS - rest) == 0;
}

static bool has_no_more(const NetAddress *address, int bits)
{
    NetAddress cut = {0};
    int whole = bits / BYTE_BITS, rest = bits % BYTE_BITS;
    memcpy(cut.bytes, address->bytes, (size_t)whole);
    if (rest > 0)
        cut.bytes[whole] = (unsigned char)(address->bytes[whole] & 0xff << (BYTE_BITS - rest));
    return memcmp(cut.bytes, address->bytes, sizeof cut.bytes) == 0;
}

/* Digits only, from 1 to `most`; else 0. */
static int read_bits(const char *text, size_t length, int most)
{
    int bits = 0;
    if (length == 0 || length > 3)
        return 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return 0;
        bits = 10 * bits + (text[i] - '0');
    }
    return bits <= most ? bits : 0;
}

bool net_range_read(const char *text, size_t length, NetRange *range)
{
    NetRange read = {0};
    const char *slash = memchr(text, '/', length);
    size_t before = slash ? (size_t)(slash - text) : length;
    if (!net_address_read(text, before, &read.first))
        return false;
    read.bits = bits_of(&read.first);
    if (slash)
        read.bits = read_bits(slash + 1, length - before - 1, read.bits);
    if (read.bits == 0 || !has_no_more(&read.first, read.bits))
        return false;
    *range = read;
    return true;
}

bool net_range_has(const NetRange *range, const NetAddress *address)
{
    return range->first.is_v4 == address->is_v4 && is_alike(&range->first, address, range->bits);
}
