#include "base/background.h"

#include <stddef.h>

#ifdef __wasi__

Background *base_background_start(void (*work)(void *context), void *context)
{
    (void)work;
    (void)context;
    return NULL;
}

void base_background_join(Background *background)
{
    (void)background;
}

#else

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

struct Background {
    pthread_t thread;
    void (*work)(void *context);
    void *context;
};

static void *start(void *argument)
{
    Background *background = argument;
    background->work(background->context);
    return NULL;
}

/* Signals are for the thread that waits for them. */
Background *base_background_start(void (*work)(void *context), void *context)
{
    Background *background = malloc(sizeof *background);
    if (!background)
        return NULL;
    *background = (Background){.work = work, .context = context};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int fault = pthread_create(&background->thread, NULL, start, background);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fault == 0)
        return background;
    free(background);
    return NULL;
}

void base_background_join(Background *background)
{
    if (!background)
        return;
    pthread_join(background->thread, NULL);
    free(background);
}

#endif
