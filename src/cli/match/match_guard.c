#include "cli/match/match_guard.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "shell/terminal.h"

enum { STRAYS_MS = 1000 };

/* A process has one set of children, so these are static. */
static int line = -1; /* to the watcher: groups that begin, and minus those that end */
static pid_t watcher;

/* -- the watcher ------------------------------------------------------------------------------- */

typedef struct Groups {
    pid_t *ids;
    size_t count, room;
} Groups;

static void note(Groups *groups, pid_t word)
{
    if (word < 0) {
        for (size_t i = 0; i < groups->count; i++) {
            if (groups->ids[i] == -word)
                groups->ids[i--] = groups->ids[--groups->count];
        }
        return;
    }
    if (groups->count == groups->room) {
        size_t room = 2 * groups->room + 16;
        pid_t *ids = realloc(groups->ids, room * sizeof *ids);
        if (!ids)
            return;
        groups->ids = ids;
        groups->room = room;
    }
    groups->ids[groups->count++] = word;
}

/* Reads until nobody is left to write, which is how a process learns that another is gone. */
static void watch(int from)
{
    Groups groups = {0};
    pid_t word;
    for (;;) {
        ssize_t size = read(from, &word, sizeof word);
        if (size == (ssize_t)sizeof word)
            note(&groups, word);
        else if (size >= 0 || errno != EINTR)
            break;
    }
    for (size_t i = 0; i < groups.count; i++)
        kill(-groups.ids[i], SIGKILL);
    _exit(EXIT_SUCCESS);
}

/* Whoever waits for the end of our output must not wait for the watcher, and what is meant for the
 * match is not for it. */
static void become_watcher(int from)
{
    static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        signal(numbers[i], SIG_IGN);
    setsid();
    int nothing = open("/dev/null", O_RDWR);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO && nothing >= 0; fd++)
        dup2(nothing, fd);
    watch(from);
}

bool guard_begin(void)
{
    int ends[2];
#ifdef __linux__
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    watcher = fork();
    if (watcher == 0) {
        close(ends[1]);
        become_watcher(ends[0]);
    }
    close(ends[0]);
    line = ends[1];
    if (watcher < 0) {
        int reason = errno;
        close(line);
        errno = reason;
    }
    return watcher > 0;
}

/* -- the match --------------------------------------------------------------------------------- */

static void tell(pid_t word)
{
    while (write(line, &word, sizeof word) < 0 && errno == EINTR)
        continue;
}

void guard_add(pid_t group)
{
    tell(group);
}

void guard_drop(pid_t group)
{
    tell(-group);
}

/* Ends those of our children that are no watcher; returns how many there were. */
static int end_children(void)
{
    char path[64];
    int pid, count = 0;
    snprintf(path, sizeof path, "/proc/self/task/%ld/children", (long)getpid());
    FILE *list = fopen(path, "r");
    while (list && fscanf(list, "%d", &pid) == 1) {
        if (pid == watcher)
            continue;
        kill(pid, SIGKILL);
        count++;
    }
    if (list)
        fclose(list);
    return count;
}

/* Those that programs put into groups of their own are ours once their parents have ended; and
 * theirs in turn. */
static void end_strays(void)
{
    int64_t deadline_ms = terminal_now_ms() + STRAYS_MS;
    while (end_children() > 0 && terminal_now_ms() < deadline_ms) {
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
    }
}

void guard_end(void)
{
    end_strays();
    close(line);
    line = -1;
    while (waitpid(watcher, NULL, 0) < 0 && errno == EINTR)
        continue;
}
