#include "online/hall.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/clock_time.h"
#include "online/hall_object.h"

enum { LOOK_MS = 100, LATER_MS = 5, TIDY_MS = 30000 };

/* -- the inbox --------------------------------------------------------------------------------- */

void hall_post(Hall *hall, HallItem *item, void (*handle)(Hall *hall, HallItem *item))
{
    item->next = NULL;
    item->handle = handle;
    pthread_mutex_lock(&hall->lock);
    if (hall->last)
        hall->last->next = item;
    else
        hall->first = item;
    hall->last = item;
    pthread_cond_signal(&hall->filled);
    pthread_mutex_unlock(&hall->lock);
}

/* Puts what was to be done later before what has come since. */
static void add_later(Hall *hall, HallItem **items)
{
    while (hall->later) {
        HallItem *item = hall->later;
        hall->later = item->next;
        item->next = *items;
        *items = item;
    }
}

/* Waits until something is there or it is time to look at the clocks; false once it is closing and
 * nothing is left. */
static bool take_all(Hall *hall, HallItem **items)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (hall->later ? LATER_MS : LOOK_MS) * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&hall->lock);
    int waited = 0;
    while (!hall->first && !hall->is_closing && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&hall->filled, &hall->lock, &until);
    *items = hall->first;
    hall->first = hall->last = NULL;
    bool is_closing = hall->is_closing;
    pthread_mutex_unlock(&hall->lock);
    add_later(hall, items);
    return *items || !is_closing;
}

void hall_call(Hall *hall, HallCall *call)
{
    call->from = NULL;
    call->item.game = call->game;
    hall_post(hall, &call->item, hall_perform);
}

void hall_call_from(Hall *hall, HallWatcher *watcher, HallCall *call)
{
    call->from = watcher;
    call->item.game = watcher->game;
    hall_post(hall, &call->item, hall_perform);
}

void hall_take_over(Hall *hall, HallCall *call)
{
    call->item.by_force = true;
    hall_post(hall, &call->item, hall_perform);
}

void hall_call_again(Hall *hall, HallCall *call)
{
    hall_post(hall, &call->item, hall_perform);
}

static void pass_on(Hall *hall, HallItem *item)
{
    item->next = hall->answered;
    hall->answered = item;
}

void hall_answered(Hall *hall, HallCall *call)
{
    call->is_passed_on = true;
    call->item.game = NULL; /* which need not be this server's for that */
    hall_post(hall, &call->item, pass_on);
}

void hall_figures(Hall *hall, HallFigures *figures)
{
    pthread_mutex_lock(&hall->lock);
    *figures = hall->figures;
    pthread_mutex_unlock(&hall->lock);
}

/* -- the thread -------------------------------------------------------------------------------- */

/* By the calendar as it was when the hall opened, or as the store has told since: time never runs
 * backwards. */
int64_t hall_tell_time(const Hall *hall)
{
    int64_t time_ms = hall->boot_ms + (base_time_us() - hall->boot_us) / 1000;
    return time_ms > hall->now_ms ? time_ms : hall->now_ms;
}

/* In between only new games are counted, so that there never are too many. */
static LudStatus count_games(Hall *hall, LudError *err)
{
    return hall->store->kind->count_unended(hall->store, &hall->unended, err);
}

/* A few at a time, so that nobody waits; not while a batch is open. */
static void prune(Hall *hall)
{
    enum { PRUNE_MS = 60000, PRUNED_MOST = 50, NEVER = 0 };
    const int64_t day_ms = INT64_C(86400000);
    const HallSettings *settings = &hall->settings;
    int64_t over = settings->keep_over_days, open = settings->keep_open_days;
    int removed;
    if (hall->now_ms - hall->pruned_ms < PRUNE_MS)
        return;
    hall->pruned_ms = hall->now_ms;
    if (hall->settings.most_games > 0 && 2 * hall->unended > hall->settings.most_games)
        count_games(hall, NULL);
    if (over == NEVER && open == NEVER)
        return;
    hall->store->kind->prune(hall->store, over == NEVER ? 0 : hall->now_ms - over * day_ms,
                             open == NEVER ? 0 : hall->now_ms - open * day_ms, PRUNED_MOST,
                             &removed, NULL);
}

static void look(Hall *hall)
{
    if (hall->now_ms - hall->looked_ms < LOOK_MS)
        return;
    hall->looked_ms = hall->now_ms;
    hall_look_around(hall);
    hall->is_catching_up = false;
    hall_warn(hall);
}

/* Between batches, in which places may still have to be told something. */
static void tidy(Hall *hall)
{
    if (hall->now_ms - hall->tidied_ms < TIDY_MS)
        return;
    hall->tidied_ms = hall->now_ms;
    hall_tidy(hall);
}

static void work(void *context)
{
    Hall *hall = context;
    HallItem *items;
    while (take_all(hall, &items)) {
        hall->now_ms = hall_tell_time(hall);
        house_keep(hall);
        house_prepare(hall, items);
        for (HallItem *at = items, *next; at; at = next) {
            next = at->next;
            at->handle(hall, at);
        }
        look(hall);
        hall_commit(hall);
        tidy(hall);
        prune(hall);
    }
}

/* -- opening and closing ----------------------------------------------------------------------- */

static LudStatus fail_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

typedef struct Names {
    char (*ids)[STORE_ID_TEXT];
    int count, capacity;
    bool has_failed;
} Names;

static void add_name(void *context, const StoreGame *game)
{
    enum { FIRST_ROOM = 64 };
    Names *names = context;
    if (names->count == names->capacity) {
        int capacity = names->capacity > 0 ? 2 * names->capacity : FIRST_ROOM;
        void *larger = realloc(names->ids, (size_t)capacity * sizeof *names->ids);
        names->has_failed |= !larger;
        if (!larger)
            return;
        names->ids = larger;
        names->capacity = capacity;
    }
    memcpy(names->ids[names->count++], game->id, STORE_ID_TEXT);
}

/* Clocks run on and computers think on in games that were being played when the server stopped. Of
 * several servers nobody is kept from them for long: each takes some, now and then. */
static LudStatus wake_games(Hall *hall, LudError *err)
{
    const StoreQuery query = {.list = STORE_LIST_ORPHANS, .until_ms = 1, .limit = INT32_MAX};
    Names names = {0};
    hall->now_ms = hall_tell_time(hall);
    hall->batch = 1;
    house_keep(hall);
    LudStatus status = LUD_OK;
    if (!hall->settings.links)
        status = hall->store->kind->list(hall->store, &query, add_name, &names, err);
    for (int i = 0; i < names.count; i++) {
        Place *place;
        if (hall_find(hall, names.ids[i], &place) != HALL_DONE)
            continue; /* one that can't be read keeps nobody else from playing */
        hall_advance(hall, place);
        desk_ask(hall, place);
    }
    free(names.ids);
    hall_commit(hall);
    return status == LUD_OK && names.has_failed ? fail_memory(err) : status;
}

static LudStatus start_time(Hall *hall, LudError *err)
{
    LudStatus status = hall->store->kind->tell_time(hall->store, &hall->boot_ms, err);
    hall->boot_ms += hall->settings.ahead_ms;
    hall->able_ms = hall->boot_ms;
    hall->boot_us = base_time_us();
    return status;
}

static bool start_lock(Hall *hall)
{
    pthread_condattr_t steady;
    pthread_condattr_init(&steady);
    pthread_condattr_setclock(&steady, CLOCK_MONOTONIC);
    bool is_ready = pthread_mutex_init(&hall->lock, NULL) == 0 &&
                    pthread_cond_init(&hall->filled, &steady) == 0;
    pthread_condattr_destroy(&steady);
    return is_ready;
}

static LudStatus start(Hall *hall, LudError *err)
{
    if (!desk_open(hall))
        return fail_memory(err);
    LudStatus status = start_time(hall, err);
    if (status == LUD_OK)
        status = wake_games(hall, err);
    if (status == LUD_OK)
        status = count_games(hall, err);
    if (status != LUD_OK)
        return status;
    hall->thread = base_background_start(work, hall);
    return hall->thread ? LUD_OK : fail_memory(err);
}

LudStatus hall_open(Hall **opened, const HallSettings *settings, LudError *err)
{
    Hall *hall = calloc(1, sizeof *hall);
    if (!hall || !secret_ready() || !start_lock(hall)) {
        settings->store->kind->close(settings->store);
        free(hall);
        return fail_memory(err);
    }
    hall->settings = *settings;
    hall->store = settings->store;
    LudStatus status = start(hall, err);
    if (status == LUD_OK)
        *opened = hall;
    else
        hall_close(hall);
    return status;
}

void hall_close(Hall *hall)
{
    if (!hall)
        return;
    desk_close(hall);
    pthread_mutex_lock(&hall->lock);
    hall->is_closing = true;
    pthread_cond_signal(&hall->filled);
    pthread_mutex_unlock(&hall->lock);
    base_background_join(hall->thread);
    house_leave(hall);
    desk_free(hall);
    hall_free_places(hall);
    hall->store->kind->close(hall->store);
    free(hall->deliveries);
    pthread_cond_destroy(&hall->filled);
    pthread_mutex_destroy(&hall->lock);
    free(hall);
}
