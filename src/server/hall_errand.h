/* Calls of the hall for a connection: made on the network's thread, answered there, too, once the
 * hall has answered on its own. */
#ifndef LUD_SERVER_HALL_ERRAND_H
#define LUD_SERVER_HALL_ERRAND_H

#include "server/connection.h"
#include "server/play_routes.h"

typedef struct HallErrand {
    HallCall call;
    Request request; /* what it is called for; its path stays as long as the connection */
    Connection *connection;
    Parcel parcel;
    /* On the network's thread, unless the connection was closed meanwhile. */
    void (*answered)(struct HallErrand *errand);
} HallErrand;

/* A call that is about to be made; NULL when out of memory. */
HallErrand *hall_errand_new(Connection *connection, HallVerb verb, const char *game,
                            void (*answered)(HallErrand *errand));
/* Makes it, for a watcher or nobody (NULL). It is freed once it was answered. */
void hall_errand_run(HallErrand *errand, HallWatcher *watcher);
/* Frees one that was not made; NULL is allowed. */
void hall_errand_drop(HallErrand *errand);
/* What the hall has answered; the answer becomes the reply's. */
void hall_errand_reply(HallErrand *errand, Reply *reply);
/* What to reply where there is no hall. */
void hall_errand_refuse(Reply *reply);

#endif
