/* One question over HTTP/1.1 and its answer, each on a line of its own. */
#ifndef LUD_CLIENT_CLIENT_HTTP_H
#define LUD_CLIENT_CLIENT_HTTP_H

#include "client/client_line.h"

typedef struct ClientAsk {
    const ClientUrl *url;
    const char *method, *path;
    const char *body; /* JSON; NULL: none */
} ClientAsk;

/* The status and the content of the answer, zero-terminated, for lud_free. The token of the url, if
 * it has one, goes along. Fails only if no answer came. */
LudStatus client_ask(const ClientAsk *ask, int *status, char **content, LudError *err);

#endif
