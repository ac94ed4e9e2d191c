/* A hall that does as it is told, for tests of the server. */
#ifndef LUD_TESTS_PUPPET_HALL_H
#define LUD_TESTS_PUPPET_HALL_H

#include <pthread.h>

#include "online/hall.h"

struct Hall {
    Store *store;
    pthread_mutex_t lock;
    HallWatcher *watcher; /* the last that came */
    HallCall *held;       /* a call that waits to be answered */
    int asked;            /* how often more was asked for */
    int left;             /* watchers that went */
    HallOutcome outcome;  /* of calls */
    HallOutcome welcome;  /* of watchers */
    bool holds;           /* calls wait until they are released */
};

extern struct Hall puppet_hall;

/* Answers a call that was held. */
void puppet_finish(HallCall *call);

/* Tells the last watcher something of so many bytes; false if it has gone. */
bool puppet_tell(size_t size);
/* The same, of which there is more. */
bool puppet_tell_page(size_t size, bool has_more);

#endif
