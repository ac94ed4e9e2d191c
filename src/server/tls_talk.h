/* TLS on a connection, between its stream and its protocol, which notices nothing of it. */
#ifndef LUD_SERVER_TLS_TALK_H
#define LUD_SERVER_TLS_TALK_H

#include "server/connection.h"

/* Begins it, as the house says; false if the address has begun too many, or memory is lacking. */
bool tls_talk_start(Connection *connection);
/* Takes bytes from the stream and feeds the protocol what it can take of them. */
void tls_talk_take(Connection *connection, const char *bytes, size_t size);
/* Feeds it what is left of them, unless it has a rest to take first. */
void tls_talk_go_on(Connection *connection);
/* As connection_send() and connection_hint(). */
bool tls_talk_send(Connection *connection, const char *head, size_t head_size, const char *bytes,
                   size_t size, char *owned);
void tls_talk_hint(Connection *connection, const char *bytes, size_t size);
/* Says that this is the end, if there is room for that. */
void tls_talk_part(Connection *connection);
/* NULL is allowed. */
void tls_talk_end(TlsTalk *talk);

#endif
