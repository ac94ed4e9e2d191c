/* A WebSocket (RFC 6455) to a game: text messages there and back. */
#ifndef LUD_CLIENT_CLIENT_SOCKET_H
#define LUD_CLIENT_CLIENT_SOCKET_H

#include "client/client_line.h"

typedef struct ClientSocket ClientSocket; /* opaque */

LudStatus client_socket_open(ClientSocket **socket, const ClientUrl *url, const char *path,
                             LudError *err);
bool client_socket_send(ClientSocket *socket, const char *message);
/* The next message, zero-terminated, for lud_free, in `message`; NULL if none came within
 * `wait_ms`. False once the other end is gone. */
bool client_socket_read(ClientSocket *socket, int wait_ms, char **message);
/* NULL is allowed. */
void client_socket_close(ClientSocket *socket);

#endif
