#define _GNU_SOURCE /* close_range */
#include "post/post_keeper.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock_time.h"
#include "post/post_filter.h"

enum {
    OWN_SOCKET = 3,
    MOST_DESCRIPTORS = 65536,
    SHORTEST_NAP_MS = 50,
    LONGEST_NAP_MS = 30000,
    LONG_LIFE_US = 60 * 1000000, /* after such a one there is no hurry, and no fault to suspect */
};

/* -- leaving the server's world ---------------------------------------------------------------- */

/* What the server does on signals is not for this process; the terminal's are for the server, whose
 * end it will notice. */
static void forget_signals(void)
{
    sigset_t none;
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Keeps one socket, and standard error for the worst. */
static bool forget_files(int socket)
{
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0 ||
        (socket != OWN_SOCKET && dup2(socket, OWN_SOCKET) < 0))
        return false;
    if (syscall(SYS_close_range, OWN_SOCKET + 1, ~0U, 0) != 0) {
        for (int file = OWN_SOCKET + 1; file < MOST_DESCRIPTORS; file++)
            close(file);
    }
    return true;
}

static bool settle_down(int socket, const KeeperSettings *settings)
{
    const struct rlimit no_core = {0, 0}; /* which would hold passwords */
    setsid();
    forget_signals();
    if (!forget_files(socket))
        return false;
    setrlimit(RLIMIT_CORE, &no_core);
    if (settings->confine)
        settings->confine(settings->context);
    post_filter_enter(true);
    return true;
}

/* -- one process after the other --------------------------------------------------------------- */

static _Noreturn void work(const KeeperSettings *settings, pid_t keeper, _Atomic uint64_t *taken)
{
    OfficeSettings office = settings->office;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != keeper) /* it has ended meanwhile */
        _exit(EXIT_FAILURE);
    setenv("RES_OPTIONS", "timeout:3 attempts:2", 0); /* names are not worth more time, either */
    office.delivery.trust = post_line_trust();
    if (!office.delivery.trust)
        _exit(EXIT_FAILURE);
    post_filter_enter(false);
    _exit(office_run(OWN_SOCKET, &office, taken) ? EXIT_SUCCESS : EXIT_FAILURE);
}

/* Whether the process came to a good end. */
static bool run_once(const KeeperSettings *settings, _Atomic uint64_t *taken)
{
    int status = 0;
    pid_t keeper = getpid(), worker = fork();
    if (worker == 0)
        work(settings, keeper, taken);
    while (worker > 0 && waitpid(worker, &status, 0) < 0) {
        if (errno != EINTR)
            return false;
    }
    return worker > 0 && WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

static int choose_nap_ms(int last_ms, int64_t life_us)
{
    int next_ms = life_us > LONG_LIFE_US || last_ms == 0 ? SHORTEST_NAP_MS : last_ms * 4;
    return next_ms < LONGEST_NAP_MS ? next_ms : LONGEST_NAP_MS;
}

_Noreturn void keeper_run(int socket, const KeeperSettings *settings)
{
    int nap_ms = 0;
    _Atomic uint64_t *taken =
        mmap(NULL, sizeof *taken, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (taken == MAP_FAILED || !settle_down(socket, settings))
        _exit(EXIT_FAILURE);
    for (;;) {
        int64_t began_us = base_time_us();
        if (run_once(settings, taken))
            _exit(EXIT_SUCCESS);
        const PostAnswer answer = {.number = atomic_load(taken), .outcome = POST_RESTARTED};
        if (send(OWN_SOCKET, &answer, sizeof answer, MSG_NOSIGNAL) < 0 && errno == EPIPE)
            _exit(EXIT_SUCCESS); /* the server has gone, too */
        nap_ms = choose_nap_ms(nap_ms, base_time_us() - began_us);
        base_nap_ms(nap_ms);
    }
}
