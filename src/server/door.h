/* The network's side of the server: listens, lets in, keeps the time. There are several doors, each
 * with a thread of its own and the connections that it let in. */
#ifndef LUD_SERVER_DOOR_H
#define LUD_SERVER_DOOR_H

#include <stdatomic.h>
#include <uv.h>

#include "server/figures.h"
#include "server/guests.h"
#include "server/hosts.h"
#include "server/mailbox.h"
#include "server/proxies.h"
#include "server/rate_limit.h"
#include "server/site.h"
#include "server/tls_keys.h"

/* Who may see the figures. */
typedef enum MetricsFor {
    METRICS_FOR_THIS_MACHINE,
    METRICS_FOR_ALL,
    METRICS_FOR_NOBODY,
} MetricsFor;

/* What all doors share. */
typedef struct House {
    Site *site;
    Hosts hosts;
    Proxies proxies;
    void (*log)(void *context, const char *line);        /* NULL: none */
    void (*renewed)(void *context, const LudError *err); /* NULL: nobody wants to know */
    void *log_context;
    int socket; /* that listens */
    Guests guests;
    atomic_int errands; /* questions on other threads */
    Figures figures;
    MetricsFor metrics;
    TlsKeys *tls;        /* NULL: it speaks plainly */
    RateLimit greetings; /* of TLS, which take more of a processor than most questions */
} House;

typedef struct Door {
    House *house;
    uv_loop_t loop;
    uv_poll_t listening;
    uv_timer_t watch; /* runs while somebody is there */
    uv_async_t stopping, renewing;
    uv_work_t renewal;
    bool is_renewing, has_newer_keys; /* asked again while the keys are being read */
    Mailbox mailbox;
    int awaited;    /* parcels that are sure to come */
    Link present;   /* a ring of all connections */
    Link resting;   /* a ring of those that have had their turn and have more to say */
    Link addressed; /* a ring of game talks that were told something */
    uv_prepare_t turning;
    uv_idle_t waking; /* runs while somebody rests */
    unsigned turn;    /* of the loop */
    bool is_closed, is_accepting;
    char bytes[16384]; /* what is being read, for one connection at a time */
    char plain[16384]; /* the same, once it is unsealed */
} Door;

/* A socket that listens on an address and a port, 0 for any that is free; or -1. */
int door_listen(const char *bind, int port);
/* The port that a socket listens on. */
int door_port(int socket);

/* Opens one, of a house that is ready. False if the system lacks something. */
bool door_open(Door *door, House *house);
/* Serves until it is stopped and every connection has ended. */
void door_run(Door *door);
/* Afterwards; door_stop must not be called any more. */
void door_close(Door *door);
/* Has a connection rest until the others have had their turn, by its link. */
void door_rest(Door *door, Link *link);
/* Has whoever was dismissed leave, wherever they came in. */
void door_dismiss(Door *door, Visit *visit);
/* Somebody left: if newcomers had to wait outside, they need not any more. */
void door_see_off(Door *door);
/* Has door_run return soon, after those who are there were told; from a signal handler, too. */
void door_stop(Door *door);

/* Has certificate and key read anew, of which there must be some; from a signal handler, too. */
void door_renew(Door *door);

#endif
