/* The files that a server needs, and being kept out of all others. */
#ifndef LUD_SERVER_OWN_PLACES_H
#define LUD_SERVER_OWN_PLACES_H

#include "server/server.h"

/* From now on this thread, and those that it starts, read nothing but tables, the page, what the
 * computer players know and the system's own files, and write nowhere but in the directory for
 * games, which is made if need be. False where the system can't. */
bool own_places_keep_to(const LudServerSettings *settings);
/* For the process that sends notices, as PostmanSettings.confine: what looking up names and knowing
 * whom to trust needs, and nothing of the server's. */
bool own_places_of_postman(void *unused);

#endif
