/* The questions that programs ask, under /api/v1; docs/SERVER.md describes them. */
#ifndef LUD_SERVER_API_H
#define LUD_SERVER_API_H

#include "server/exchange.h"
#include "server/rate_limit.h"
#include "server/table_shelf.h"

typedef struct Api {
    RateLimit limit;
    TableShelf shelf;
} Api;

/* Where questions are asked over a WebSocket. */
#define API_SOCKET "/api/v1/socket"

/* Whether a path belongs to it. */
bool api_has(const char *path);
/* Whether the content of a request is read, which is one of POST then. */
bool api_reads_content(const Request *request);
/* The methods that are understood at one of its addresses. */
const char *api_allows(const char *path);
/* Whether the sender may ask now; else it is told to wait. */
bool api_admits(Api *api, const Request *request, Reply *reply);
/* Whether the answer needs no look at tables. */
bool api_is_at_hand(const Request *request);
/* From any number of threads at once. */
void api_answer(Api *api, const Request *request, Reply *reply);

#endif
