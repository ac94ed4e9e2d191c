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

/* Whether a path belongs to it. */
bool api_has(const char *path);
void api_answer(Api *api, const Request *request, Reply *reply);

#endif
