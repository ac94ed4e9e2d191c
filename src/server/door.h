/* The network's side of the server: listens, lets in, keeps the time. */
#ifndef LUD_SERVER_DOOR_H
#define LUD_SERVER_DOOR_H

#include <uv.h>

#include "server/guests.h"
#include "server/hosts.h"
#include "server/site.h"

typedef struct Door {
    Site *site;
    Hosts hosts;
    void (*log)(void *context, const char *line); /* NULL: none */
    void *log_context;

    uv_loop_t loop;
    uv_poll_t listening;
    uv_timer_t watch; /* runs while somebody is there */
    uv_async_t stopping;
    int socket; /* that listens */
    Guests guests;
    Link present; /* a ring of all connections */
    Link resting; /* a ring of those that have had their turn and have more to say */
    uv_prepare_t turning;
    uv_idle_t waking; /* runs while somebody rests */
    unsigned turn;    /* of the loop */
    int errands;      /* questions on other threads */
    bool is_closed, is_accepting;
    char bytes[16384]; /* what is being read, for one connection at a time */
} Door;

/* A socket that listens on an address and a port, 0 for any that is free; or -1. */
int door_listen(const char *bind, int port);
/* The port that a socket listens on. */
int door_port(int socket);

/* Opens, with a socket that stays the caller's; `site`, `hosts` and `log` are set before. At most
 * so many connections in all, and of one address (0: any number). False if the system lacks
 * something.
 */
bool door_open(Door *door, int socket, int most, int most_each);
/* Serves until it is stopped, then ends every connection. */
void door_run(Door *door);
/* Afterwards; door_stop must not be called any more. */
void door_close(Door *door);
/* Has a connection rest until the others have had their turn, by its link. */
void door_rest(Door *door, Link *link);
/* Somebody left: if newcomers had to wait outside, they need not any more. */
void door_accept_again(Door *door);
/* Has door_run return soon; from a signal handler, too. */
void door_stop(Door *door);

#endif
