#include "base/crew.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock_time.h"
#include "base/folder.h"

/* How long a thread looks for what it waits for before it goes to sleep, from which it would take
 * longer to wake up than many a piece lasts: for the next piece, which comes when the caller has
 * thought, and for the others to finish the shares that they have. It does not offer its processor
 * to anybody meanwhile (sched_yield): often it would get it back some microseconds late. A crew of
 * more threads than the machine runs at once would keep its own from working, so it sleeps soon. */
enum {
    PIECE_PATIENCE_US = 2000,
    END_PATIENCE_US = 100,
    CROWDED_PATIENCE_US = 20,
    GLANCES = 64, /* for a look at the clock */
};

/* A piece of work is a number of shares. Everyone begins with a stretch of them that is the same in
 * every piece, so that what it works on is still in its cache, and then takes what others have
 * left: who wakes up late finds less to do, or nothing, and nobody waits for him. */
typedef struct CrewHand {
    /* Which shares of the stretch nobody has taken yet. On a cache line of its own. */
    _Alignas(64) _Atomic uint64_t open;
    BaseCrew *crew;
    pthread_t thread; /* not of the first, which is the caller's */
} CrewHand;

struct BaseCrew {
    int count;
    int started; /* threads that run, besides the caller's */
    pid_t process;
    pthread_mutex_t lock;
    pthread_cond_t begins, ends;
    bool is_crowded;
    atomic_int sleepers;   /* threads that wait for `begins`, or are about to */
    atomic_bool is_asleep; /* the caller waits for `ends`, or is about to */
    atomic_bool is_over;
    _Atomic uint32_t piece; /* the last one given */
    atomic_int left;        /* shares that have not been finished */
    int shares;
    void (*work)(void *context, int share);
    void *context;
    CrewHand hands[];
};

/* -- waiting ----------------------------------------------------------------------------------- */

static void glance(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
}

static bool has_begun(BaseCrew *crew, uint32_t last)
{
    return atomic_load(&crew->piece) != last;
}

static bool has_ended(BaseCrew *crew, uint32_t piece)
{
    (void)piece;
    return atomic_load(&crew->left) == 0;
}

/* Looks until it has happened, or until patience ends. */
static bool sees(BaseCrew *crew, bool (*has_happened)(BaseCrew *, uint32_t), uint32_t piece,
                 int patience_us)
{
    int64_t end_us = base_time_us() + (crew->is_crowded ? CROWDED_PATIENCE_US : patience_us);
    do {
        for (int i = 0; i < GLANCES; i++) {
            if (has_happened(crew, piece))
                return true;
            glance();
        }
    } while (base_time_us() < end_us);
    return false;
}

/* -- what is open ------------------------------------------------------------------------------ */

/* The number of the piece, and which shares of a stretch nobody has taken yet, in one word. */
enum { STRETCH_BITS = 20, PIECE_BITS = 24 };
#define STRETCH_MASK ((UINT64_C(1) << STRETCH_BITS) - 1)
#define BEGIN_ONE    (UINT64_C(1) << STRETCH_BITS)

static uint64_t open_all(uint32_t piece, int length)
{
    return (uint64_t)piece << 2 * STRETCH_BITS | (uint64_t)length;
}

static uint32_t piece_of(uint64_t open)
{
    return (uint32_t)(open >> 2 * STRETCH_BITS);
}

static int begin_of(uint64_t open)
{
    return (int)(open >> STRETCH_BITS & STRETCH_MASK);
}

static int end_of(uint64_t open)
{
    return (int)(open & STRETCH_MASK);
}

/* -- shares ------------------------------------------------------------------------------------ */

static int stretch_begin(const BaseCrew *crew, int shares, int hand)
{
    return (int)((int64_t)shares * hand / crew->count);
}

/* A share of a hand's stretch, or -1 if none is left: the owner's from its end, anybody else's from
 * its beginning, so that it is the same ones that change hands as long as one thread is slower than
 * another. As long as one is not finished the piece is not over, so that whoever has taken it may
 * look at everything else. */
static int take_share(BaseCrew *crew, int hand, uint32_t piece, bool is_own)
{
    uint64_t open = atomic_load(&crew->hands[hand].open);
    while (piece_of(open) == piece && begin_of(open) < end_of(open)) {
        uint64_t less = is_own ? open - 1 : open + BEGIN_ONE;
        if (atomic_compare_exchange_weak(&crew->hands[hand].open, &open, less))
            return stretch_begin(crew, crew->shares, hand) +
                   (is_own ? end_of(open) - 1 : begin_of(open));
    }
    return -1;
}

/* Returns how many shares it did. */
static int do_stretch(BaseCrew *crew, int hand, uint32_t piece, bool is_own)
{
    int done = 0;
    for (int share; (share = take_share(crew, hand, piece, is_own)) >= 0; done++)
        crew->work(crew->context, share);
    return done;
}

/* What is done is counted once, at the end: the count is the one thing that all threads write. Who
 * is asleep has said so before it looked for the last time, and is looked for after what it waits
 * for has happened: so either of the two sees the other. */
static void do_shares(BaseCrew *crew, int own, uint32_t piece)
{
    int done = 0;
    for (int i = 0; i < crew->count; i++)
        done += do_stretch(crew, (own + i) % crew->count, piece, i == 0);
    if (done > 0 && atomic_fetch_sub(&crew->left, done) == done && atomic_load(&crew->is_asleep)) {
        pthread_mutex_lock(&crew->lock);
        pthread_cond_signal(&crew->ends);
        pthread_mutex_unlock(&crew->lock);
    }
}

/* -- the threads ------------------------------------------------------------------------------- */

/* Waits for a piece that is not `last`; returns its number. */
static uint32_t wait_for_piece(BaseCrew *crew, uint32_t last)
{
    if (!sees(crew, has_begun, last, PIECE_PATIENCE_US)) {
        pthread_mutex_lock(&crew->lock);
        atomic_fetch_add(&crew->sleepers, 1);
        while (!has_begun(crew, last))
            pthread_cond_wait(&crew->begins, &crew->lock);
        atomic_fetch_sub(&crew->sleepers, 1);
        pthread_mutex_unlock(&crew->lock);
    }
    return atomic_load(&crew->piece);
}

static void *serve(void *argument)
{
    CrewHand *hand = argument;
    BaseCrew *crew = hand->crew;
    for (uint32_t piece = 0;;) {
        piece = wait_for_piece(crew, piece);
        if (atomic_load(&crew->is_over))
            return NULL;
        do_shares(crew, (int)(hand - crew->hands), piece);
    }
}

/* Signals are for the thread that waits for them, so the new ones let them pass. */
static void start_threads(BaseCrew *crew)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    crew->started = 0;
    while (crew->started < crew->count - 1) {
        CrewHand *hand = &crew->hands[crew->started + 1];
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
    atomic_store(&crew->piece, 0);
    atomic_store(&crew->left, 0);
    atomic_store(&crew->sleepers, 0);
    atomic_store(&crew->is_asleep, false);
    for (int i = 0; i < crew->count; i++) {
        crew->hands[i].crew = crew;
        atomic_store(&crew->hands[i].open, 0);
    }
    start_threads(crew);
}

/* -- the interface ----------------------------------------------------------------------------- */

BaseCrew *base_crew_new(int count)
{
    size_t size = sizeof(BaseCrew) + (size_t)count * sizeof(CrewHand);
    BaseCrew *crew = aligned_alloc(_Alignof(CrewHand), size);
    if (!crew)
        return NULL;
    memset(crew, 0, size);
    crew->count = count;
    crew->is_crowded = count > base_machine_threads();
    begin(crew);
    return crew;
}

/* Opens the next piece; returns its number. Nobody takes a share of the last one any more: all of
 * them are taken. */
static uint32_t give_piece(BaseCrew *crew, int shares)
{
    uint32_t piece = (atomic_load(&crew->piece) + 1) % (UINT32_C(1) << PIECE_BITS);
    crew->shares = shares;
    atomic_store(&crew->left, shares);
    for (int i = 0; i < crew->count; i++) {
        int length = stretch_begin(crew, shares, i + 1) - stretch_begin(crew, shares, i);
        atomic_store(&crew->hands[i].open, open_all(piece, length));
    }
    atomic_store(&crew->piece, piece);
    if (atomic_load(&crew->sleepers) > 0) {
        pthread_mutex_lock(&crew->lock);
        pthread_cond_broadcast(&crew->begins);
        pthread_mutex_unlock(&crew->lock);
    }
    return piece;
}

static void wait_for_end(BaseCrew *crew, uint32_t piece)
{
    if (sees(crew, has_ended, piece, END_PATIENCE_US))
        return;
    pthread_mutex_lock(&crew->lock);
    atomic_store(&crew->is_asleep, true);
    while (!has_ended(crew, piece))
        pthread_cond_wait(&crew->ends, &crew->lock);
    atomic_store(&crew->is_asleep, false);
    pthread_mutex_unlock(&crew->lock);
}

void base_crew_run(BaseCrew *crew, int shares, void (*work)(void *context, int share),
                   void *context)
{
    if (crew->count > 1 && crew->process != getpid())
        begin(crew);
    crew->work = work;
    crew->context = context;
    uint32_t piece = give_piece(crew, shares);
    do_shares(crew, 0, piece);
    wait_for_end(crew, piece);
}

void base_crew_free(BaseCrew *crew)
{
    if (!crew)
        return;
    if (crew->process == getpid()) {
        atomic_store(&crew->is_over, true);
        give_piece(crew, 0);
        for (int i = 0; i < crew->started; i++)
            pthread_join(crew->hands[i + 1].thread, NULL);
        pthread_cond_destroy(&crew->begins);
        pthread_cond_destroy(&crew->ends);
        pthread_mutex_destroy(&crew->lock);
    }
    free(crew);
}
