/* The names by which this server is called. A page elsewhere may have its own name lead here (DNS
 * rebinding) and would then count as ours in a browser: so other names are not answered. */
#ifndef LUD_SERVER_HOSTS_H
#define LUD_SERVER_HOSTS_H

#include <stdbool.h>

enum { HOST_TEXT = 256 };

/* How a page was asked for, if that is known: TLS may end at a proxy that says nothing of it. */
typedef enum Scheme {
    SCHEME_UNKNOWN,
    SCHEME_PLAIN,
    SCHEME_SECURE,
} Scheme;

/* Start with {0}. */
typedef struct Hosts {
    const char *bind;    /* the address it listens on */
    const char *given;   /* more names, separated by commas; "*": any name; NULL: none */
    char own[HOST_TEXT]; /* this machine's name */
} Hosts;

/* Finds out this machine's name. */
void hosts_find_own(Hosts *hosts);
/* Whether the host of a request, with or without a port, is one of ours. Numbers always are: a
 * browser that shows them in its address bar was led astray by nobody. */
bool hosts_know(const Hosts *hosts, const char *host);
/* Whether an Origin is that of a page which came from `host`. */
bool hosts_is_same_origin(const char *origin, const char *host, Scheme scheme);

#endif
