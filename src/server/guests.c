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

/* -- with the lock held ------------------------------------------------------------------------ */

static void stop_waiting(Visit *visit)
{
    if (!visit->is_waiting)
        return;
    ring_remove(&visit->among_all);
    ring_remove(&visit->among_own);
    visit->is_waiting = false;
}

static void forget_if_gone(Guests *guests, Guest *guest)
{
    if (guest->count > 0)
        return;
    tdelete(guest, &guests->tree, compare_senders);
    free(guest);
}

/* The visit does not count any more. */
static void discount(Guests *guests, Visit *visit)
{
    Guest *guest = visit->guest;
    stop_waiting(visit);
    visit->guest = NULL;
    guest->count--;
    guests->count--;
    forget_if_gone(guests, guest);
}

static Visit *dismiss(Guests *guests, Visit *visit)
{
    discount(guests, visit);
    visit->is_dismissed = true;
    return visit;
}

/* Whether the guest may have one more, for which one of its own may have to leave. */
static bool has_share_left(Guests *guests, Guest *guest, Visit **leaver)
{
    if (guests->most_each == 0 || guest->count < guests->most_each)
        return true;
    Link *first = guest->waiting.after;
    if (first == &guest->waiting)
        return false;
    *leaver = RING_OWNER(Visit, among_own, first);
    return true;
}

static bool enter(Guests *guests, Visit *visit, uint64_t sender, bool is_limited, Visit **leaver)
{
    Guest *guest = find_or_make(guests, sender);
    if (!guest || (is_limited && !has_share_left(guests, guest, leaver)))
        return false;
    visit->guest = guest;
    guest->count++; /* before the other goes, so that the guest stays */
    if (*leaver)
        dismiss(guests, *leaver);
    return true;
}

/* -- coming and going -------------------------------------------------------------------------- */

void guests_start(Guests *guests, int most, int most_each)
{
    *guests = (Guests){.most = most, .most_each = most_each};
    pthread_mutex_init(&guests->lock, NULL);
    ring_start(&guests->waiting);
}

bool guests_reserve(Guests *guests)
{
    pthread_mutex_lock(&guests->lock);
    bool has_room = guests->count < guests->most;
    guests->count += has_room;
    pthread_mutex_unlock(&guests->lock);
    return has_room;
}

void guests_give_back(Guests *guests)
{
    pthread_mutex_lock(&guests->lock);
    guests->count--;
    pthread_mutex_unlock(&guests->lock);
}

int guests_count(Guests *guests)
{
    pthread_mutex_lock(&guests->lock);
    int count = guests->count;
    pthread_mutex_unlock(&guests->lock);
    return count;
}

Visit *guests_dismiss_longest(Guests *guests, uint64_t since_ms)
{
    Visit *longest = NULL;
    pthread_mutex_lock(&guests->lock);
    Link *first = guests->waiting.after;
    if (first != &guests->waiting)
        longest = RING_OWNER(Visit, among_all, first);
    longest = longest && longest->since_ms <= since_ms ? dismiss(guests, longest) : NULL;
    pthread_mutex_unlock(&guests->lock);
    return longest;
}

bool guests_enter(Guests *guests, Visit *visit, uint64_t sender, bool is_limited, Visit **leaver)
{
    *visit = (Visit){0};
    *leaver = NULL;
    pthread_mutex_lock(&guests->lock);
    bool is_in = enter(guests, visit, sender, is_limited, leaver);
    guests->count -= !is_in;
    pthread_mutex_unlock(&guests->lock);
    return is_in;
}

static bool move(Guests *guests, Visit *visit, uint64_t sender)
{
    Guest *from = visit->guest, *to = from ? find_or_make(guests, sender) : NULL;
    if (!from || from == to)
        return true;
    if (!to || (guests->most_each > 0 && to->count >= guests->most_each))
        return false;
    stop_waiting(visit);
    visit->guest = to;
    to->count++;
    from->count--;
    forget_if_gone(guests, from);
    return true;
}

bool guests_move(Guests *guests, Visit *visit, uint64_t sender)
{
    pthread_mutex_lock(&guests->lock);
    bool is_moved = move(guests, visit, sender);
    pthread_mutex_unlock(&guests->lock);
    return is_moved;
}

void guests_wait(Guests *guests, Visit *visit, uint64_t now_ms)
{
    pthread_mutex_lock(&guests->lock);
    if (visit->guest && !visit->is_waiting) {
        ring_add_last(&guests->waiting, &visit->among_all);
        ring_add_last(&visit->guest->waiting, &visit->among_own);
        visit->since_ms = now_ms;
        visit->is_waiting = true;
    }
    pthread_mutex_unlock(&guests->lock);
}

void guests_stop_waiting(Guests *guests, Visit *visit)
{
    pthread_mutex_lock(&guests->lock);
    stop_waiting(visit);
    pthread_mutex_unlock(&guests->lock);
}

bool guests_leave(Guests *guests, Visit *visit)
{
    pthread_mutex_lock(&guests->lock);
    if (visit->guest)
        discount(guests, visit);
    bool is_free = !visit->is_dismissed;
    pthread_mutex_unlock(&guests->lock);
    return is_free;
}
