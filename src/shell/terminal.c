#include "shell/terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum { USUAL_COLUMNS = 80 };

/* A process has one terminal and one set of signal handlers, so these are static. */
static volatile sig_atomic_t stop_signal, suspend_signal;
static sigset_t waiting_mask; /* what is blocked while waiting: only what the caller blocked */
static struct termios usual_mode;
static volatile sig_atomic_t is_raw;
static void (*volatile stop_hook)(void *context);
static void *volatile stop_context;

static void keep_signal(int number)
{
    if (number == SIGTSTP)
        suspend_signal = number;
    else
        stop_signal = number;
    if (stop_signal && stop_hook)
        stop_hook(stop_context);
}

void terminal_on_stop(void (*stop)(void *context), void *context)
{
    stop_hook = NULL; /* never a new function with an old context */
    stop_context = context;
    stop_hook = stop;
}

void terminal_watch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGTSTP};
    sigset_t ours;
    sigemptyset(&ours);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction old, action = {.sa_handler = keep_signal};
        sigemptyset(&action.sa_mask);
        /* Without the editor nothing has to be tidied up before the program is suspended. */
        if (numbers[i] == SIGTSTP && !terminal_can_edit())
            continue;
        if (sigaction(numbers[i], NULL, &old) != 0 || old.sa_handler == SIG_IGN)
            continue;
        sigaction(numbers[i], &action, NULL);
        sigaddset(&ours, numbers[i]);
    }
    sigprocmask(SIG_BLOCK, &ours, &waiting_mask);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        if (sigismember(&ours, numbers[i]))
            sigdelset(&waiting_mask, numbers[i]);
    }
}

int terminal_signal(void)
{
    struct timespec at_once = {0, 0};
    if (!stop_signal)
        pselect(0, NULL, NULL, NULL, &at_once, &waiting_mask);
    return stop_signal;
}

void terminal_admit_signals(bool is_admitted)
{
    static sigset_t usual_mask;
    if (is_admitted)
        sigprocmask(SIG_SETMASK, &waiting_mask, &usual_mask);
    else
        sigprocmask(SIG_SETMASK, &usual_mask, NULL);
}

bool terminal_can_edit(void)
{
    const char *term = getenv("TERM");
    return term && *term && strcmp(term, "dumb") != 0 && isatty(STDIN_FILENO) &&
           isatty(STDOUT_FILENO);
}

int terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return USUAL_COLUMNS;
}

bool terminal_raw_begin(void)
{
    static bool is_registered;
    if (is_raw)
        return true;
    if (tcgetattr(STDIN_FILENO, &usual_mode) != 0)
        return false;
    if (!is_registered)
        is_registered = atexit(terminal_raw_end) == 0;
    struct termios mode = usual_mode;
    mode.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    mode.c_iflag &= ~(tcflag_t)(IXON | ISTRIP);
    mode.c_cc[VMIN] = 1;
    mode.c_cc[VTIME] = 0;
    if (tcsetattr(STDIN_FILENO, TCSADRAIN, &mode) != 0)
        return false;
    is_raw = 1;
    return true;
}

void terminal_raw_end(void)
{
    if (is_raw)
        tcsetattr(STDIN_FILENO, TCSADRAIN, &usual_mode);
    is_raw = 0;
}

static void suspend(void)
{
    bool was_raw = is_raw;
    terminal_raw_end();
    suspend_signal = 0;
    raise(SIGSTOP);
    if (was_raw)
        terminal_raw_begin();
}

TerminalEvent terminal_wait(int64_t deadline_ms)
{
    for (;;) {
        if (stop_signal)
            return TERMINAL_SIGNAL;
        if (suspend_signal) {
            suspend();
            return TERMINAL_RESUMED;
        }
        int64_t left_ms = deadline_ms - terminal_now_ms();
        if (deadline_ms >= 0 && left_ms <= 0)
            return TERMINAL_TIMEOUT;
        struct timespec left = {.tv_sec = (time_t)(left_ms / 1000),
                                .tv_nsec = (long)(left_ms % 1000) * 1000000};
        fd_set input;
        FD_ZERO(&input);
        FD_SET(STDIN_FILENO, &input);
        int ready = pselect(STDIN_FILENO + 1, &input, NULL, NULL, deadline_ms < 0 ? NULL : &left,
                            &waiting_mask);
        /* A failure other than an interruption will show again, as the end of input, on reading. */
        if (ready > 0 || (ready < 0 && errno != EINTR))
            return TERMINAL_READY;
    }
}

int64_t terminal_now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
