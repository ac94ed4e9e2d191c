/* Who is connected: how many connections each address has, and which of them have waited longest,
 * so that nobody's silence takes another's place. */
#ifndef LUD_SERVER_GUESTS_H
#define LUD_SERVER_GUESTS_H

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
    Guest *guest;
    Link among_all, among_own; /* in the two rings while it waits */
    uint64_t since_ms;         /* when it began to wait */
    bool is_waiting;
} Visit;

typedef struct Guests {
    int most, most_each; /* connections; most_each 0: any number for one address */
    int count;
    Link waiting; /* as above, of everybody */
    void *tree;   /* of Guest, by sender */
} Guests;

void guests_start(Guests *guests, int most, int most_each);
/* Whether this address has its share; `leaver` is then the visit of its own that waits longest and
 * should make room for one more, or NULL if none waits. */
bool guests_have_share(Guests *guests, uint64_t sender, Visit **leaver);
bool guests_are_full(const Guests *guests);
/* The visit that waits longest of all, if that is since then; NULL: none. */
Visit *guests_longest(Guests *guests, uint64_t since_ms);
/* Counts a visit; false if memory ran out. */
bool guests_enter(Guests *guests, Visit *visit, uint64_t sender);
/* The visit begins to wait for a request, or no longer does. */
void guests_wait(Guests *guests, Visit *visit, uint64_t now_ms);
void guests_stop_waiting(Visit *visit);
void guests_leave(Guests *guests, Visit *visit);

#endif
