/* A WebSocket (RFC 6455): the questions of /api/v1 as messages, answered in their order. */
#ifndef LUD_SERVER_SOCKET_TALK_H
#define LUD_SERVER_SOCKET_TALK_H

#include "server/connection.h"

/* Whether a request asks for one, at the place where there is one. */
bool socket_talk_is_wanted(const RequestHead *head, const Request *request);
/* Greets, and speaks nothing else from then on; or refuses. */
void socket_talk_start(Connection *connection, const Request *request);
/* Whether handshakes can be answered; to be asked once before any comes, because OpenSSL takes its
 * memory then. */
bool socket_talk_is_ready(void);
/* Frees what it holds, if it was ever started. */
void socket_talk_end(Connection *connection);

#endif
