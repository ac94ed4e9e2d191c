/* Several halls of one process that share a database, and what can happen between them. */
#ifndef LUD_TESTS_HOUSE_CASE_H
#define LUD_TESTS_HOUSE_CASE_H

#include <stdatomic.h>

#include "online/hall_case.h"

/* A server of the house. The flags may be set at any time. */
typedef struct HouseServer {
    HallCase at; /* to be asked as any hall */
    HallLinks links;
    const char *name;
    Store *store;
    StoreKind kind;           /* the store's functions, of which some can fail */
    atomic_bool is_deaf;      /* it does not hear calls, which is known at once */
    atomic_bool is_mute;      /* what it tells of games is lost, */
    atomic_bool is_mum;       /* and its answers are: it counts as gone after some time */
    atomic_bool is_cut_off;   /* from the store, but for reading */
    atomic_bool is_unsure;    /* whether its commits, which are done, were done */
    atomic_bool is_dead;      /* neither renews its lease nor leaves */
    atomic_bool is_paused;    /* at the beginning of its next batch */
    atomic_bool pauses_after; /* … the one that it commits next */
    atomic_bool is_alone;     /* hears nothing of the others, and knows */
    atomic_int clock_ms;      /* how far its machine's clock is ahead when it starts */
    atomic_int handed_on;     /* calls */
    atomic_int taken_over;    /* likewise */
    atomic_int look_count;    /* batches */
    atomic_int follow_count;  /* games */
} HouseServer;

/* Joins the house whose database the environment names; ends the test if it can't. */
void house_case_open(HouseServer *server, const char *name);
void house_case_close(HouseServer *server);
/* Stops it at the beginning of a batch, and lets it go on. */
void house_case_pause(HouseServer *server);
void house_case_go_on(HouseServer *server);
/* Another way to the same database, as of a server that is not there. */
Store *house_case_store(void);

#endif
