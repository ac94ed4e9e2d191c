/* The page: files that are built in, or those of a directory. */
#ifndef LUD_SERVER_PAGE_H
#define LUD_SERVER_PAGE_H

#include "server/exchange.h"

/* Answers a request for a file; `folder` is NULL for what is built in. */
void page_answer(const char *folder, const Request *request, Reply *reply);

#endif
