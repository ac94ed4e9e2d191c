/* A line to a server: bytes there and back, in the clear or over TLS. It blocks, and belongs to one
 * thread. */
#ifndef LUD_CLIENT_CLIENT_LINE_H
#define LUD_CLIENT_CLIENT_LINE_H

#include <stddef.h>
#include <stdint.h>

#include <ludoteca/game.h>

#include "client/client_url.h"

typedef struct ClientLine ClientLine; /* opaque */

/* How long the other end may keep silent while it is connected to, or in the midst of something;
 * each of its addresses, if it has several. */
enum { CLIENT_LINE_PATIENCE_S = 10 };

/* Connects; the certificate of a server that is to be secure must be one that this system trusts.
 */
LudStatus client_line_open(ClientLine **line, const ClientUrl *url, LudError *err);
/* Sends all of it; false if the other end is gone. */
bool client_line_send(ClientLine *line, const char *bytes, size_t size);
/* Waits for bytes: how many came, 0 if none did within `wait_ms`, -1 if the other end is gone. */
long client_line_read(ClientLine *line, char *bytes, size_t room, int wait_ms);
/* NULL is allowed. */
void client_line_close(ClientLine *line);

#endif
