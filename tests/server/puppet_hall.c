#include "server/puppet_hall.h"

#include <stdlib.h>
#include <string.h>

#include "support/unit.h"

struct Hall puppet_hall = {.lock = PTHREAD_MUTEX_INITIALIZER};

LudStatus hall_open(Hall **hall, const HallSettings *settings, LudError *err)
{
    (void)err;
    puppet_hall.store = settings->store;
    *hall = &puppet_hall;
    return LUD_OK;
}

void hall_close(Hall *hall)
{
    if (hall)
        hall->store->kind->close(hall->store);
}

static char *say(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    assert_non_null(copy);
    return strcpy(copy, text);
}

void puppet_finish(HallCall *call)
{
    bool is_done = puppet_hall.outcome == HALL_DONE || puppet_hall.outcome == HALL_MADE;
    call->outcome = puppet_hall.outcome;
    call->answer = is_done ? say("{\"version\": 1}") : NULL;
    call->retry_s = puppet_hall.outcome == HALL_TOO_MANY ? 7 : 0;
    if (!is_done)
        lud_error_set(&call->err, LUD_EUSAGE, "So {1}.", "it is", (char *)NULL);
    call->done(call);
}

void hall_call(Hall *hall, HallCall *call)
{
    pthread_mutex_lock(&hall->lock);
    bool holds = hall->holds;
    if (holds)
        hall->held = call;
    pthread_mutex_unlock(&hall->lock);
    if (!holds)
        puppet_finish(call);
}

void hall_call_from(Hall *hall, HallWatcher *watcher, HallCall *call)
{
    (void)watcher;
    hall_call(hall, call);
}

void hall_watch(Hall *hall, HallWatcher *watcher)
{
    pthread_mutex_lock(&hall->lock);
    hall->watcher = watcher;
    HallOutcome welcome = hall->welcome;
    pthread_mutex_unlock(&hall->lock);
    if (welcome != HALL_DONE)
        watcher->gone(watcher, welcome);
}

void hall_watch_on(Hall *hall, HallWatcher *watcher)
{
    (void)watcher;
    pthread_mutex_lock(&hall->lock);
    hall->asked++;
    pthread_mutex_unlock(&hall->lock);
}

void hall_unwatch(Hall *hall, HallWatcher *watcher)
{
    pthread_mutex_lock(&hall->lock);
    hall->left++;
    if (hall->watcher == watcher)
        hall->watcher = NULL;
    pthread_mutex_unlock(&hall->lock);
    watcher->gone(watcher, HALL_DONE);
}

void hall_news_release(HallNews *news)
{
    if (atomic_fetch_sub(&news->readers, 1) == 1)
        free(news);
}

void hall_figures(Hall *hall, HallFigures *figures)
{
    (void)hall;
    *figures = (HallFigures){0};
}

/* Nobody shares its store, so that nothing comes from others. */
void hall_answered(Hall *hall, HallCall *call)
{
    (void)hall, (void)call;
    fail();
}

void hall_take_over(Hall *hall, HallCall *call)
{
    hall_answered(hall, call);
}

void hall_call_again(Hall *hall, HallCall *call)
{
    hall_answered(hall, call);
}

void hall_hear(Hall *hall, const char *game, const char *text, size_t size)
{
    (void)game, (void)text, (void)size;
    hall_answered(hall, NULL);
}

void hall_look_again(Hall *hall)
{
    hall_answered(hall, NULL);
}

bool puppet_tell_page(size_t size, bool has_more)
{
    pthread_mutex_lock(&puppet_hall.lock);
    HallWatcher *watcher = puppet_hall.watcher;
    if (watcher) {
        HallNews *news = malloc(sizeof *news + size);
        atomic_init(&news->readers, 1);
        news->has_more = has_more;
        news->size = size;
        memset(news->text, 'n', size);
        watcher->tell(watcher, news);
    }
    pthread_mutex_unlock(&puppet_hall.lock);
    return watcher != NULL;
}

bool puppet_tell(size_t size)
{
    return puppet_tell_page(size, false);
}
