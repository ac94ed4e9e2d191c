/* Everything that has an address: the page and the questions. */
#ifndef LUD_SERVER_SITE_H
#define LUD_SERVER_SITE_H

#include "server/api.h"

typedef struct Site {
    const char *page; /* a directory, or NULL: what is built in */
    Api api;
} Site;

void site_answer(Site *site, const Request *request, Reply *reply);

#endif
