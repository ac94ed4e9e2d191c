#include "base/workers.h"

#ifdef __wasi__

int base_workers_run(int count, void (*work)(void *context, int index), void *context)
{
    (void)count;
    work(context, 0);
    return 1;
}

void base_workers_yield(void) {}

#else

#include <pthread.h>
#include <signal.h>

enum { WORKERS_MOST = 256, STACK_BYTES = 8 << 20 };

typedef struct Worker {
    pthread_t thread;
    void (*work)(void *context, int index);
    void *context;
    int index;
} Worker;

static void *start(void *argument)
{
    Worker *worker = argument;
    worker->work(worker->context, worker->index);
    return NULL;
}

/* Signals are for the thread that waits for them, so the new ones let them pass. */
static int start_all(Worker *workers, int count)
{
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return 0;
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int started = 0;
    while (started < count &&
           pthread_create(&workers[started].thread, &attributes, start, &workers[started]) == 0)
        started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return started;
}

int base_workers_run(int count, void (*work)(void *context, int index), void *context)
{
    Worker workers[WORKERS_MOST];
    int others = (count < WORKERS_MOST ? count : WORKERS_MOST) - 1;
    for (int i = 0; i < others; i++)
        workers[i] = (Worker){.work = work, .context = context, .index = i + 1};
    int started = others > 0 ? start_all(workers, others) : 0;
    work(context, 0);
    for (int i = 0; i < started; i++)
        pthread_join(workers[i].thread, NULL);
    return started + 1;
}

void base_workers_yield(void)
{
    sched_yield(); /* pthread.h declares it, by POSIX.1-2008 */
}

#endif
