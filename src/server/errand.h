/* Questions that take time or touch the disk, answered on another thread than the network's. */
#ifndef LUD_SERVER_ERRAND_H
#define LUD_SERVER_ERRAND_H

#include "server/connection.h"

/* Called on the network's thread with the reply, which becomes the callee's. */
typedef void (*ErrandDone)(Connection *connection, const Request *request, Reply *reply);

/* Has the site answer. What the request points to must stay as long as the connection; `done` is
 * not called if that is closed meanwhile. False if too many wait already. */
bool errand_run(Connection *connection, const Request *request, ErrandDone done);
/* What to reply then. */
void errand_refuse(Reply *reply);

#endif
