/* Who is connected: how many connections each address has, and which of them have waited longest,
 * so that nobody's silence takes another's place. All doors share them, from their threads. */
#ifndef LUD_SERVER_GUESTS_H
#define LUD_SERVER_GUESTS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "server/ring.h"

/* Those who come from one address. */
typedef struct Guest {
    uint64_t sender;
    int count;
    Link waiting; /* a ring: its connections that wait for a request, the longest first */
} Guest;

/* What a connection needs to be counted; a member of it. */
typedef struct Visit {
    Guest *guest;              /* NULL: it does not count any more */
    Link among_all, among_own; /* in the two rings while it waits */
    uint64_t since_ms;         /* when it began to wait */
    bool is_waiting;
    bool is_dismissed; /* and whoever dismissed it is about to tell its door */
} Visit;

typedef struct Guests {
    pthread_mutex_t lock;
    int most, most_each; /* connections; most_each 0: any number for one address */
    int count;
    Link waiting; /* as above, of everybody */
    void *tree;   /* of Guest, by sender */
} Guests;

void guests_start(Guests *guests, int most, int most_each);
/* Takes a place for somebody who is about to come in; false if there is none. */
bool guests_reserve(Guests *guests);
void guests_give_back(Guests *guests);
/* How many there are. */
int guests_count(Guests *guests);
/* Dismisses the visit that waits longest of all, if that is since then: it does not count from now
 * on, and its door must be told. NULL: none. */
Visit *guests_dismiss_longest(Guests *guests, uint64_t since_ms);
/* Counts a visit, for which a place was taken. If the address has its share, `leaver` becomes the
 * visit of its own that waits longest, which is dismissed for that; else NULL. False, and the place
 * is given back, if none of its own waits, or if memory ran out. An address that is not `limited`
 * may have any number. */
bool guests_enter(Guests *guests, Visit *visit, uint64_t sender, bool is_limited, Visit **leaver);
/* Counts it as another address's from now on; false if that has its share, or memory ran out. */
bool guests_move(Guests *guests, Visit *visit, uint64_t sender);
/* The visit begins to wait for a request, or no longer does. */
void guests_wait(Guests *guests, Visit *visit, uint64_t now_ms);
void guests_stop_waiting(Guests *guests, Visit *visit);
/* False if it was dismissed, which its door has yet to hear. */
bool guests_leave(Guests *guests, Visit *visit);

#endif
