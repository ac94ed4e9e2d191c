/* HTTP/1.0 and 1.1 on a connection: one request after the other, each answered before the next is
 * looked at. */
#ifndef LUD_SERVER_HTTP_TALK_H
#define LUD_SERVER_HTTP_TALK_H

#include "server/connection.h"

void http_talk_start(Connection *connection);
/* Replies to the request whose head was read. */
void http_talk_reply(Connection *connection, const Request *request, Reply *reply);
/* Tells whoever speaks plainly where TLS is spoken, which is over then. */
void http_talk_refuse_clear(Connection *connection);
/* It waits for a request, or the rest of one, and may have to make room. */
void http_talk_wait_visibly(Connection *connection);

#endif
