/* A crew does every share of every piece once, however uneven they are and whoever is late. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <unistd.h>

#include <ludoteca/random.h>

#include "base/crew.h"
#include "base/sanitized.h"
#include "support/tap.h"

enum { MOST_SHARES = 300, PIECES = 2000, MOST_THREADS = 5 };

typedef struct Piece {
    atomic_int done[MOST_SHARES];
    int slow; /* a share that takes longer than all others */
    atomic_uint sum;
    pthread_t caller;
    atomic_int by_caller;
} Piece;

static void do_share(void *context, int share)
{
    Piece *piece = context;
    unsigned sum = 0;
    for (unsigned i = 0; i < (share == piece->slow ? 20000u : 20u); i++)
        sum += i * i;
    atomic_fetch_add(&piece->sum, sum);
    atomic_fetch_add(&piece->done[share], 1);
    if (pthread_equal(piece->caller, pthread_self()))
        atomic_fetch_add(&piece->by_caller, 1);
}

/* How many shares were not done exactly once. */
static int count_faults(Piece *piece, BaseCrew *crew, int shares, int slow)
{
    int faults = 0;
    piece->slow = slow;
    piece->caller = pthread_self();
    for (int i = 0; i < MOST_SHARES; i++)
        atomic_store(&piece->done[i], 0);
    base_crew_run(crew, shares, do_share, piece);
    for (int i = 0; i < MOST_SHARES; i++)
        faults += atomic_load(&piece->done[i]) != (i < shares);
    return faults;
}

static void check_pieces(int threads)
{
    static Piece piece;
    LudRandom random;
    BaseCrew *crew = base_crew_new(threads);
    int faults = 0;
    lud_random_seed(&random, (uint64_t)threads);
    for (int i = 0; i < tap_scaled(PIECES); i++) {
        int shares = (int)lud_random_below(&random, MOST_SHARES + 1);
        faults += count_faults(&piece, crew, shares, (int)lud_random_below(&random, MOST_SHARES));
    }
    base_crew_free(crew);
    tap_report(faults == 0, "%d threads: every share once, %d faults", threads, faults);
}

/* The others stand still in the child, as if they would never wake up. */
static void check_fork(void)
{
    static Piece piece;
    if (BASE_IS_SANITIZED) {
        tap_note("not forked: the thread sanitizer ends a forked process that starts threads");
        return;
    }
    BaseCrew *crew = base_crew_new(3);
    int status = -1, faults = count_faults(&piece, crew, MOST_SHARES, 0);
    pid_t child = fork();
    if (child == 0)
        _exit(count_faults(&piece, crew, MOST_SHARES, 7) > 0);
    tap_report(child > 0 && waitpid(child, &status, 0) == child && status == 0 && faults == 0,
               "a forked process has a crew of its own");
    base_crew_free(crew);
}

/* A share of somebody who is held up for long is not waited for, but all others are taken. */
static void check_help(void)
{
    static Piece piece;
    BaseCrew *crew = base_crew_new(2);
    int faults = 0, most = 0;
    for (int i = 0; i < tap_scaled(PIECES); i++) {
        atomic_store(&piece.by_caller, 0);
        faults += count_faults(&piece, crew, 64, 63); /* the first that the other takes */
        int by_caller = atomic_load(&piece.by_caller);
        most = by_caller > most ? by_caller : most;
    }
    base_crew_free(crew);
    tap_report(faults == 0 && most > 32, "who is done helps: %d of 64 shares at most", most);
}

int main(void)
{
    for (int threads = 1; threads <= MOST_THREADS; threads++)
        check_pieces(threads);
    check_fork();
    check_help();
    return tap_finish();
}
