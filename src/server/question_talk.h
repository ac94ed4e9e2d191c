/* The questions of /api/v1 as messages of a WebSocket, answered in their order. */
#ifndef LUD_SERVER_QUESTION_TALK_H
#define LUD_SERVER_QUESTION_TALK_H

#include "server/connection.h"

/* Whether a request asks for that. */
bool question_talk_is_wanted(const RequestHead *head, const Request *request);
void question_talk_start(Connection *connection, const Request *request);

#endif
