#include "post/public_address.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Network4 {
    uint32_t base;
    int bits;
} Network4;

/* What IANA lists as not globally reachable, and what is not for single machines. */
static const Network4 special[] = {
    {0x00000000, 8},  /* this network */
    {0x0a000000, 8},  /* private */
    {0x64400000, 10}, /* shared by those behind one provider */
    {0x7f000000, 8},  /* this machine */
    {0xa9fe0000, 16}, /* this link; clouds keep secrets there */
    {0xac100000, 12}, /* private */
    {0xc0000000, 24}, /* protocols */
    {0xc0000200, 24}, /* documents */
    {0xc0586300, 24}, /* relays of 6to4 */
    {0xc0a80000, 16}, /* private */
    {0xc6120000, 15}, /* measurements */
    {0xc6336400, 24}, /* documents */
    {0xcb007100, 24}, /* documents */
    {0xe0000000, 3},  /* groups, the future, everybody */
};

static bool is_public4(uint32_t address)
{
    for (size_t i = 0; i < sizeof special / sizeof special[0]; i++) {
        if ((address ^ special[i].base) >> (32 - special[i].bits) == 0)
            return false;
    }
    return true;
}

static uint32_t read_32(const unsigned char *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* 2000::/3 without protocols (2001::/23), documents (2001:db8::/32, 3fff::/20) and 6to4
 * (2002::/16), which hides an IPv4 address; NAT64 (64:ff9b::/96) is as public as the one in it. */
static bool is_public6(const unsigned char bytes[16])
{
    static const unsigned char nat64[12] = {0, 0x64, 0xff, 0x9b};
    uint32_t first = read_32(bytes);
    if (memcmp(bytes, nat64, sizeof nat64) == 0)
        return is_public4(read_32(bytes + 12));
    if (first >> 29 != 1)
        return false;
    return first >> 9 != 0x20010000u >> 9 && first != 0x20010db8u && first >> 16 != 0x2002u &&
           first >> 12 != 0x3fff0000u >> 12;
}

bool address_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in four;
        memcpy(&four, address, sizeof four);
        return is_public4(ntohl(four.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 six;
        memcpy(&six, address, sizeof six);
        return is_public6(six.sin6_addr.s6_addr);
    }
    return false;
}
