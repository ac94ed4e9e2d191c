/* The terminal as a device, signals that ask the program to stop, and the time. */
#ifndef LUD_SHELL_TERMINAL_H
#define LUD_SHELL_TERMINAL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum TerminalEvent {
    TERMINAL_READY,   /* there is input, or its end */
    TERMINAL_TIMEOUT, /* the deadline passed */
    TERMINAL_SIGNAL,  /* terminal_signal() says which */
    TERMINAL_RESUMED, /* the program was suspended and goes on: what was on the line is gone */
} TerminalEvent;

/* From now on SIGINT, SIGQUIT, SIGTERM and SIGHUP only arrive while waiting below, and are kept
 * instead of ending the program. Signals that the caller had ignored stay ignored. */
void terminal_watch_signals(void);
/* The last such signal, including one that is pending; 0 if there was none. */
int terminal_signal(void);

/* Lets those signals interrupt a system call that may take for ever, such as opening a pipe. */
void terminal_admit_signals(bool is_admitted);

/* Has `stop(context)` called from the signal handler when such a signal arrives: for work that has
 * to be told. It may only do what a signal handler may. NULL: nothing. */
void terminal_on_stop(void (*stop)(void *context), void *context);

/* Whether both ends are a terminal that can move its cursor. */
bool terminal_can_edit(void);
int terminal_columns(void);

/* Single keys without echo, and back. The second is also done when the program exits. */
bool terminal_raw_begin(void);
void terminal_raw_end(void);

/* Waits for standard input until `deadline_ms` in the time below; negative: without limit. */
TerminalEvent terminal_wait(int64_t deadline_ms);

/* Milliseconds of a clock that never jumps. */
int64_t terminal_now_ms(void);

#endif
