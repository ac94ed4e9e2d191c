#include "base/crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

/* Looks for the next piece before a thread goes to sleep: some microseconds. */
enum { GLANCES = 4000 };

typedef struct Hand {
    pthread_t thread;
    BaseCrew *crew;
    int share;
} Hand;

struct BaseCrew {
    int count;
    int started; /* hands that run, besides the caller */
    pid_t process;
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    atomic_uint piece; /* grows by one with each */
    atomic_int busy;   /* hands that have not yet finished it */
    bool is_over;
    void (*work)(void *context, int share);
    void *context;
    Hand hands[];
};

static void glance(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

/* Waits for a piece that is not `last`; returns its number. */
static unsigned wait_for_piece(BaseCrew *crew, unsigned last)
{
    for (int i = 0; i < GLANCES; i++) {
        unsigned piece = atomic_load_explicit(&crew->piece, memory_order_acquire);
        if (piece != last)
            return piece;
        glance();
    }
    pthread_mutex_lock(&crew->lock);
    unsigned piece;
    while ((piece = atomic_load(&crew->piece)) == last)
        pthread_cond_wait(&crew->begins, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
    return piece;
}

static void say_finished(BaseCrew *crew)
{
    if (atomic_fetch_sub(&crew->busy, 1) != 1)
        return;
    pthread_mutex_lock(&crew->lock);
    pthread_cond_signal(&crew->ends);
    pthread_mutex_unlock(&crew->lock);
}

static void *serve(void *argument)
{
    Hand *hand = argument;
    BaseCrew *crew = hand->crew;
    /* The first piece is given only when all hands are there. */
    for (unsigned piece = 0;;) {
        piece = wait_for_piece(crew, piece);
        if (crew->is_over)
            return NULL;
        crew->work(crew->context, hand->share);
        say_finished(crew);
    }
}

/* Signals are for the thread that waits for them, so the new ones let them pass. */
static void start_hands(BaseCrew *crew)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    crew->started = 0;
    for (int i = 0; i < crew->count - 1; i++) {
        Hand *hand = &crew->hands[i];
        *hand = (Hand){.crew = crew, .share = i + 1};
        if (pthread_create(&hand->thread, NULL, serve, hand) != 0)
            break;
        crew->started++;
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Makes everything new, also what a fork left in an unknown state. */
static void begin(BaseCrew *crew)
{
    crew->process = getpid();
    pthread_mutex_init(&crew->lock, NULL);
    pthread_cond_init(&crew->begins, NULL);
    pthread_cond_init(&crew->ends, NULL);
    atomic_init(&crew->piece, 0);
    atomic_init(&crew->busy, 0);
    start_hands(crew);
}

BaseCrew *base_crew_new(int count)
{
    BaseCrew *crew = calloc(1, sizeof *crew + (size_t)count * sizeof crew->hands[0]);
    if (!crew)
        return NULL;
    crew->count = count;
    begin(crew);
    return crew;
}

static void give_piece(BaseCrew *crew)
{
    atomic_store(&crew->busy, crew->started);
    pthread_mutex_lock(&crew->lock);
    atomic_fetch_add_explicit(&crew->piece, 1, memory_order_release);
    pthread_cond_broadcast(&crew->begins);
    pthread_mutex_unlock(&crew->lock);
}

static void wait_for_hands(BaseCrew *crew)
{
    for (int i = 0; i < GLANCES; i++) {
        if (atomic_load_explicit(&crew->busy, memory_order_acquire) == 0)
            break;
        glance();
    }
    pthread_mutex_lock(&crew->lock);
    while (atomic_load(&crew->busy) > 0)
        pthread_cond_wait(&crew->ends, &crew->lock);
    pthread_mutex_unlock(&crew->lock);
}

void base_crew_run(BaseCrew *crew, void (*work)(void *context, int share), void *context)
{
    if (crew->count > 1 && crew->process != getpid())
        begin(crew);
    crew->work = work;
    crew->context = context;
    if (crew->started > 0)
        give_piece(crew);
    work(context, 0);
    for (int share = crew->started + 1; share < crew->count; share++)
        work(context, share);
    if (crew->started > 0)
        wait_for_hands(crew);
}

void base_crew_free(BaseCrew *crew)
{
    if (!crew)
        return;
    if (crew->process == getpid()) {
        crew->is_over = true;
        give_piece(crew);
        for (int i = 0; i < crew->started; i++)
            pthread_join(crew->hands[i].thread, NULL);
        pthread_cond_destroy(&crew->begins);
        pthread_cond_destroy(&crew->ends);
        pthread_mutex_destroy(&crew->lock);
    }
    free(crew);
}
