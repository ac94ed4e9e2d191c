/* Proxies in front of the server, which are believed when they say for whom they ask. Anybody else
 * may say so, too, and is not. */
#ifndef LUD_SERVER_PROXIES_H
#define LUD_SERVER_PROXIES_H

#include "server/hosts.h"
#include "server/net_address.h"

enum { PROXIES_MOST = 32 };

/* Start with {0}: none. */
typedef struct Proxies {
    NetRange ranges[PROXIES_MOST];
    int count;
} Proxies;

/* What a proxy says, in the fields of a request. */
typedef struct Forwarding {
    const char *x_for, *x_proto; /* X-Forwarded-For, X-Forwarded-Proto */
    const char *forwarded; /* Forwarded (RFC 7239), which counts if X-Forwarded-For is absent */
} Forwarding;

/* Reads addresses, or ranges of them, joined by commas; false if one is none, or there are too
 * many. */
bool proxies_read(Proxies *proxies, const char *list);
bool proxies_have(const Proxies *proxies, const NetAddress *address);
/* For whom a proxy of ours asks: the last who is not one, too. False if that is not said. */
bool proxies_find_client(const Proxies *proxies, const Forwarding *said, NetAddress *client);
/* How the client asked. */
Scheme proxies_find_scheme(const Forwarding *said);

#endif
