/* The address at which a browser's push service takes notices for it. It comes from strangers. */
#ifndef LUD_POST_PUSH_ENDPOINT_H
#define LUD_POST_PUSH_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    ENDPOINT_TEXT = 1024,
    POST_HOST_TEXT = 256, /* a name of a machine, its end included */
    HTTPS_PORT = 443,
    POST_LAST_PORT = 65535,
};

typedef struct PushEndpoint {
    char host[POST_HOST_TEXT];
    int port;
    char path[ENDPOINT_TEXT]; /* with its parameters; "/" at least */
} PushEndpoint;

/* Reads https://HOST[:PORT][/PATH]: a name or an IPv4 address, no user, no fragment, nothing but
 * visible ASCII. False if it is anything else. */
bool push_endpoint_read(const char *text, PushEndpoint *endpoint);
/* Reads HOST[:PORT] of `size` bytes; without one the port is `usual`. */
bool push_endpoint_read_host(const char *text, size_t size, int usual, char host[POST_HOST_TEXT],
                             int *port);
/* Whether two hosts may be one owner's: the same number, or names that end in the same two words.
 * Whoever has a name has any number of names below it. */
bool push_endpoint_are_alike(const char *one, const char *other);

#endif
