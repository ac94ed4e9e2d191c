/* Which addresses belong to the whole internet, and not to this machine or a network around it:
 * addresses that strangers name are only connected to if they do. */
#ifndef LUD_POST_PUBLIC_ADDRESS_H
#define LUD_POST_PUBLIC_ADDRESS_H

#include <netinet/in.h>
#include <stdbool.h>
#include <sys/socket.h>

/* Of IPv4 or IPv6; any other kind is not. */
bool address_is_public(const struct sockaddr *address);

#endif
