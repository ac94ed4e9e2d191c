/* HTTP through libwebsockets: requests in, replies out, part by part. */
#ifndef LUD_SERVER_TRANSPORT_H
#define LUD_SERVER_TRANSPORT_H

#include <libwebsockets.h>

#include "server/site.h"

/* What the transport needs; it is the user pointer of the host. */
typedef struct Transport {
    Site *site;
    void (*log)(void *context, const char *line); /* NULL: none */
    void *log_context;
} Transport;

/* The most bytes that the head of a request may have. */
enum { TRANSPORT_HEAD_BYTES = 16384 };

extern const struct lws_protocols transport_protocols[];

#endif
