/* Addresses of machines, IPv4 and IPv6. */
#ifndef LUD_SERVER_NET_ADDRESS_H
#define LUD_SERVER_NET_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One of IPv4 that comes as one of IPv6 is one of IPv4 here. */
typedef struct NetAddress {
    unsigned char bytes[16]; /* of IPv4 the first four, and zeros */
    bool is_v4;
} NetAddress;

NetAddress net_address_of(const struct sockaddr *socket_address);
/* Reads "192.0.2.1" or "2001:db8::1", also as "192.0.2.1:80", "[2001:db8::1]" or
 * "[2001:db8::1]:80". */
bool net_address_read(const char *text, size_t length, NetAddress *address);
void net_address_print(const NetAddress *address, char text[INET6_ADDRSTRLEN]);
/* A number that is the same for the same address. Machines of one network of IPv6 count as one:
 * whoever has one of its addresses has 2^64. */
uint64_t net_address_sender(const NetAddress *address);

/* All addresses whose first bits are the same. */
typedef struct NetRange {
    NetAddress first;
    int bits;
} NetRange;

/* Reads "10.1.0.0/16" or "2001:db8::/32", of which all that is left of "/" must be in the bits that
 * count; or an address as above, which is a range by itself. */
bool net_range_read(const char *text, size_t length, NetRange *range);
bool net_range_has(const NetRange *range, const NetAddress *address);

#endif
