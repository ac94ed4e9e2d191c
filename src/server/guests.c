#include "server/guests.h"

#include <search.h>
#include <stddef.h>
#include <stdlib.h>

/* -- addresses --------------------------------------------------------------------------------- */

static int compare_senders(const void *a, const void *b)
{
    uint64_t left = ((const Guest *)a)->sender, right = ((const Guest *)b)->sender;
    return (left > right) - (left < right);
}

static Guest *find(Guests *guests, uint64_t sender)
{
    Guest key = {.sender = sender};
    Guest **found = tfind(&key, &guests->tree, compare_senders);
    return found ? *found : NULL;
}

static Guest *find_or_make(Guests *guests, uint64_t sender)
{
    Guest *guest = find(guests, sender);
    if (guest)
        return guest;
    guest = calloc(1, sizeof *guest);
    if (!guest)
        return NULL;
    guest->sender = sender;
    ring_start(&guest->waiting);
    if (!tsearch(guest, &guests->tree, compare_senders)) {
        free(guest);
        return NULL;
    }
    return guest;
}

/* -- coming and going -------------------------------------------------------------------------- */

void guests_start(Guests *guests, int most, int most_each)
{
    *guests = (Guests){.most = most, .most_each = most_each};
    ring_start(&guests->waiting);
}

bool guests_are_full(const Guests *guests)
{
    return guests->count >= guests->most;
}

Visit *guests_longest(Guests *guests, uint64_t since_ms)
{
    Link *first = guests->waiting.after;
    if (first == &guests->waiting)
        return NULL;
    Visit *visit = RING_OWNER(Visit, among_all, first);
    return visit->since_ms <= since_ms ? visit : NULL;
}

bool guests_have_share(Guests *guests, uint64_t sender, Visit **leaver)
{
    Guest *guest = guests->most_each > 0 ? find(guests, sender) : NULL;
    if (!guest || guest->count < guests->most_each)
        return false;
    Link *first = guest->waiting.after;
    *leaver = first == &guest->waiting ? NULL : RING_OWNER(Visit, among_own, first);
    return true;
}

bool guests_enter(Guests *guests, Visit *visit, uint64_t sender)
{
    *visit = (Visit){.guest = find_or_make(guests, sender)};
    if (!visit->guest)
        return false;
    visit->guest->count++;
    guests->count++;
    return true;
}

void guests_wait(Guests *guests, Visit *visit, uint64_t now_ms)
{
    if (visit->is_waiting)
        return;
    ring_add_last(&guests->waiting, &visit->among_all);
    ring_add_last(&visit->guest->waiting, &visit->among_own);
    visit->since_ms = now_ms;
    visit->is_waiting = true;
}

void guests_stop_waiting(Visit *visit)
{
    if (!visit->is_waiting)
        return;
    ring_remove(&visit->among_all);
    ring_remove(&visit->among_own);
    visit->is_waiting = false;
}

void guests_leave(Guests *guests, Visit *visit)
{
    guests_stop_waiting(visit);
    guests->count--;
    if (--visit->guest->count > 0)
        return;
    tdelete(visit->guest, &guests->tree, compare_senders);
    free(visit->guest);
}
