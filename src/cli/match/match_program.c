#include "cli/match/match_program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "cli/match/match_guard.h"
#include "shell/terminal.h"

enum { SLICE_MS = 50, FAREWELL_MS = 500, SHORT_FAREWELL_MS = 100 };

/* Between pipe and fcntl no other thread may fork, or its child would hold our pipes open. */
static pthread_mutex_t start_lock = PTHREAD_MUTEX_INITIALIZER;

/* -- starting ---------------------------------------------------------------------------------- */

/* Cuts a command into words, in place; their number, or -1 where a quote never closes or there are
 * too many. */
static int split_words(char *at, char *words[PROGRAM_WORDS + 1])
{
    int count = 0;
    for (;;) {
        at += strspn(at, " \t");
        if (!*at)
            break;
        if (count == PROGRAM_WORDS)
            return -1;
        char *to = words[count++] = at, quote = '\0';
        for (; *at && (quote || (*at != ' ' && *at != '\t')); at++) {
            if (*at == '\\' && at[1] && quote != '\'')
                *to++ = *++at;
            else if (quote && *at == quote)
                quote = '\0';
            else if (!quote && (*at == '\'' || *at == '"'))
                quote = *at;
            else
                *to++ = *at;
        }
        if (quote)
            return -1;
        bool is_last = *at == '\0';
        *to = '\0';
        at += !is_last;
    }
    words[count] = NULL;
    return count;
}

typedef struct Pipes {
    int input[2], output[2], errors[2], report[2]; /* report: why exec failed */
} Pipes;

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++) {
        if (pair[i] >= 0)
            close(pair[i]);
        pair[i] = -1;
    }
}

static void close_pipes(Pipes *pipes)
{
    int reason = errno;
    close_pair(pipes->input);
    close_pair(pipes->output);
    close_pair(pipes->errors);
    close_pair(pipes->report);
    errno = reason;
}

static bool open_pipes(Pipes *pipes)
{
    memset(pipes, -1, sizeof *pipes);
    int *pairs[] = {pipes->input, pipes->output, pipes->errors, pipes->report};
    for (int i = 0; i < 4; i++) {
        if (pipe(pairs[i]) != 0)
            return false;
        for (int end = 0; end < 2; end++)
            fcntl(pairs[i][end], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

/* In the child: only what is safe after a fork of a program with threads. */
static void become(char *words[], const Pipes *pipes, pid_t parent)
{
    sigset_t none;
    sigemptyset(&none);
    setpgid(0, 0); /* Ctrl-C is for us, and a whole group can be ended at once */
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if we are killed, at once */
#endif
    if (getppid() != parent) /* which has just happened */
        _exit(127);
    signal(SIGPIPE, SIG_DFL);
    static const int ours[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
        signal(ours[i], SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(pipes->input[0], STDIN_FILENO) >= 0 && dup2(pipes->output[1], STDOUT_FILENO) >= 0 &&
        dup2(pipes->errors[1], STDERR_FILENO) >= 0)
        execvp(words[0], words);
    int reason = errno;
    ssize_t written = write(pipes->report[1], &reason, sizeof reason);
    (void)written;
    _exit(127);
}

/* The reason why the child could not become the program; 0 if it could. */
static int exec_error(int fd)
{
    int reason = 0;
    ssize_t size;
    do
        size = read(fd, &reason, sizeof reason);
    while (size < 0 && errno == EINTR);
    return size == (ssize_t)sizeof reason ? reason : 0;
}

static bool start_words(Program *program, char *words[])
{
    Pipes pipes;
    pthread_mutex_lock(&start_lock);
    pid_t parent = getpid(), pid = open_pipes(&pipes) ? fork() : -1;
    if (pid == 0)
        become(words, &pipes, parent);
    pthread_mutex_unlock(&start_lock);
    if (pid < 0) {
        close_pipes(&pipes);
        return false;
    }
    setpgid(pid, pid); /* whoever of the two is first */
    guard_add(pid);
    close(pipes.report[1]);
    pipes.report[1] = -1;
    int reason = exec_error(pipes.report[0]);
    if (reason) {
        guard_drop(pid);
        waitpid(pid, NULL, 0);
        close_pipes(&pipes);
        errno = reason;
        return false;
    }
    *program = (Program){
        .pid = pid, .input = pipes.input[1], .output = pipes.output[0], .errors = pipes.errors[0]};
    pipes.input[1] = pipes.output[0] = pipes.errors[0] = -1;
    close_pipes(&pipes);
    fcntl(program->input, F_SETFL, O_NONBLOCK);
    fcntl(program->output, F_SETFL, O_NONBLOCK);
    fcntl(program->errors, F_SETFL, O_NONBLOCK);
    return true;
}

bool program_start(Program *program, const char *command)
{
    char *words[PROGRAM_WORDS + 1], *copy = strdup(command);
    if (!copy)
        return false;
    bool is_started = false;
    if (split_words(copy, words) > 0)
        is_started = start_words(program, words);
    else
        errno = EINVAL;
    int reason = errno;
    free(copy);
    errno = reason;
    return is_started;
}

/* -- ending ------------------------------------------------------------------------------------ */

/* Waits until the child has ended, and leaves it unburied, so that its number stays its own; false
 * if it has not by then. */
static bool await_end(const Program *program, int64_t deadline_ms)
{
    for (;;) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)program->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0 &&
            errno != EINTR)
            return true;
        if (info.si_pid == program->pid)
            return true;
        if (terminal_now_ms() >= deadline_ms)
            return false;
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

/* Keeps what the program writes to its standard error from blocking it; the last line stays. */
static void take_complaints(Program *program)
{
    char bytes[1024];
    ssize_t size;
    while ((size = read(program->errors, bytes, sizeof bytes)) > 0) {
        for (ssize_t i = 0; i < size; i++) {
            bool ends = bytes[i] == '\n';
            if (ends && program->complaint_length > 0)
                program->complaint_is_whole = true;
            if (ends)
                continue;
            if (program->complaint_is_whole)
                program->complaint_length = 0;
            program->complaint_is_whole = false;
            unsigned char c = (unsigned char)bytes[i];
            if (program->complaint_length + 1 < sizeof program->complaint)
                program->complaint[program->complaint_length++] =
                    (char)(c >= 0x20 && c < 0x7f ? c : '?');
            program->complaint[program->complaint_length] = '\0';
        }
    }
}

static void describe_death(Program *program, bool was_killed, int status)
{
    char how[64];
    if (was_killed)
        snprintf(how, sizeof how, "closed its output");
    else if (WIFSIGNALED(status))
        snprintf(how, sizeof how, "ended by signal %d", WTERMSIG(status));
    else
        snprintf(how, sizeof how, "ended with status %d", WEXITSTATUS(status));
    take_complaints(program);
    snprintf(program->death, sizeof program->death, "%s%s%s", how,
             program->complaint_length > 0 ? ": " : "", program->complaint);
}

/* Ends a program and whatever it has started in its group. Those come to us when their parents
 * have ended; nobody else would bury them. Returns the program's own status. */
static int end_group(pid_t group)
{
    int status = 0;
    kill(-group, SIGKILL);
    guard_drop(group);
    while (waitpid(group, &status, 0) < 0 && errno == EINTR)
        continue;
    while (waitpid(-group, NULL, 0) > 0 || errno == EINTR)
        continue;
    return status;
}

void program_end(Program *program, bool is_polite)
{
    if (program->pid <= 0)
        return;
    if (is_polite) {
        ssize_t written = write(program->input, "quit\n", 5);
        (void)written;
    }
    close(program->input);
    int64_t patience_ms = is_polite ? FAREWELL_MS : SHORT_FAREWELL_MS;
    bool has_ended = await_end(program, terminal_now_ms() + patience_ms);
    describe_death(program, !has_ended, end_group(program->pid));
    close(program->output);
    close(program->errors);
    program->pid = 0;
}

/* -- talking ----------------------------------------------------------------------------------- */

/* Waits for a descriptor in short slices, so that the end of the match is noticed, and listens to
 * complaints meanwhile. */
static ProgramEvent await(Program *program, int fd, short events, int64_t deadline_ms,
                          const atomic_bool *is_stopping)
{
    for (;;) {
        if (is_stopping && atomic_load(is_stopping))
            return PROGRAM_STOPPED;
        int64_t left = deadline_ms - terminal_now_ms();
        struct pollfd fds[2] = {{.fd = fd, .events = events},
                                {.fd = program->errors, .events = POLLIN}};
        int ready = poll(fds, 2, left <= 0 ? 0 : left < SLICE_MS ? (int)left : SLICE_MS);
        if (ready > 0 && fds[1].revents) {
            take_complaints(program);
            /* One that closed it would be ready for ever. */
            if (!fds[0].revents && fds[1].revents & POLLHUP)
                nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        }
        if (ready > 0 && fds[0].revents)
            return PROGRAM_OK;
        if (left <= 0)
            return PROGRAM_TIMEOUT;
    }
}

ProgramEvent program_send(Program *program, const char *line, int64_t deadline_ms,
                          const atomic_bool *is_stopping)
{
    size_t length = strlen(line), sent = 0;
    while (sent < length + 1) {
        const char *from = sent < length ? line + sent : "\n";
        size_t size = sent < length ? length - sent : 1;
        ssize_t written = write(program->input, from, size);
        if (written > 0) {
            sent += (size_t)written;
            continue;
        }
        if (written < 0 && errno != EAGAIN && errno != EINTR)
            return PROGRAM_GONE;
        ProgramEvent event = await(program, program->input, POLLOUT, deadline_ms, is_stopping);
        if (event != PROGRAM_OK)
            return event;
    }
    return PROGRAM_OK;
}

/* Moves a whole line from the buffer to `line`. One that is too long loses its end. */
static bool take_line(Program *program)
{
    char *end = memchr(program->buffer, '\n', program->buffered);
    bool is_full = program->buffered == sizeof program->buffer;
    if (!end && !is_full)
        return false;
    size_t length = end ? (size_t)(end - program->buffer) : program->buffered - 1;
    bool is_rest = program->skips_rest;
    program->skips_rest = !end;
    if (!is_rest) {
        memcpy(program->line, program->buffer, length);
        program->line[length] = '\0';
        program->line[strcspn(program->line, "\r")] = '\0';
    }
    size_t used = end ? length + 1 : program->buffered;
    program->buffered -= used;
    memmove(program->buffer, program->buffer + used, program->buffered);
    return !is_rest || (program->line[0] = '\0', true);
}

ProgramEvent program_read(Program *program, int64_t deadline_ms, const atomic_bool *is_stopping)
{
    while (!take_line(program)) {
        ssize_t size = read(program->output, program->buffer + program->buffered,
                            sizeof program->buffer - program->buffered);
        if (size > 0) {
            program->buffered += (size_t)size;
            continue;
        }
        if (size == 0 || (errno != EAGAIN && errno != EINTR))
            return PROGRAM_GONE;
        ProgramEvent event = await(program, program->output, POLLIN, deadline_ms, is_stopping);
        if (event != PROGRAM_OK)
            return event;
    }
    return PROGRAM_OK;
}
