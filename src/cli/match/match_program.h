/* Another program, spoken to line by line through its standard input and output. */
#ifndef LUD_CLI_MATCH_MATCH_PROGRAM_H
#define LUD_CLI_MATCH_MATCH_PROGRAM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum { PROGRAM_LINE = 4096, PROGRAM_WORDS = 64, PROGRAM_COMPLAINT = 160 };

typedef enum ProgramEvent {
    PROGRAM_OK,
    PROGRAM_GONE,    /* it ended, or closed its output */
    PROGRAM_TIMEOUT, /* the deadline passed */
    PROGRAM_STOPPED, /* the whole match is to end */
} ProgramEvent;

typedef struct Program {
    pid_t pid; /* 0: not running; it leads a process group of its own */
    int input, output, errors;
    char line[PROGRAM_LINE]; /* the last line that it said */
    char buffer[PROGRAM_LINE];
    size_t buffered;
    bool skips_rest;                   /* of a line that was too long */
    char complaint[PROGRAM_COMPLAINT]; /* the last line that it wrote to its standard error */
    size_t complaint_length;
    bool complaint_is_whole;
    char death[PROGRAM_COMPLAINT + 80]; /* after it is gone: how, and its complaint; English */
} Program;

/* Starts `command`, words separated by spaces; '…' and "…" keep spaces, \ the next character. On
 * failure false, with errno; EINVAL: a quote that never closes, or no word at all. */
bool program_start(Program *program, const char *command);
/* Sends a line, without its end. */
ProgramEvent program_send(Program *program, const char *line, int64_t deadline_ms,
                          const atomic_bool *is_stopping);
/* Waits for the next line until `deadline_ms` in the time of terminal_now_ms. */
ProgramEvent program_read(Program *program, int64_t deadline_ms, const atomic_bool *is_stopping);
/* Sends "quit", gives it a moment, and then sees that it and all that it started are gone. A
 * program that is not running is left alone. */
void program_end(Program *program, bool is_polite);

#endif
