/* What those who look after a server ask: whether it lives, whether it is ready, its figures. */
#ifndef LUD_SERVER_STATUS_TALK_H
#define LUD_SERVER_STATUS_TALK_H

#include "server/connection.h"

/* Whether a path is for them. */
bool status_talk_has(const char *path);
/* Answers such a request, at once or later. */
void status_talk_start(Connection *connection, const Request *request);

#endif
