/* Lines from a person or a pipe, whichever standard input is. */
#ifndef LUD_SHELL_LINE_INPUT_H
#define LUD_SHELL_LINE_INPUT_H

#include <stdint.h>

#include "shell/line_edit.h"

typedef enum LineStatus {
    LINE_READ,
    LINE_TOO_LONG, /* a line was there but is not given */
    LINE_END,      /* no more lines will come */
    LINE_SIGNAL,   /* a signal asks to stop: terminal_signal() */
    LINE_TIMEOUT,  /* the deadline passed; what was typed is lost */
} LineStatus;

typedef struct LineInput {
    bool is_edited; /* a capable terminal at both ends */
    bool is_echoed; /* input that nobody typed here is repeated, so that the output reads well */
    bool is_at_end;
    char buffer[4096];
    size_t start, end;
    LineEdit edit; /* the line itself, however it is read */
} LineInput;

void line_input_open(LineInput *input);
void line_input_close(LineInput *input);

/* Prints the prompt and reads a line, without its end and with everything unprintable replaced.
 * `line` stays valid until the next call. `completer` may be NULL; `deadline_ms` as in
 * terminal_wait. */
LineStatus line_read(LineInput *input, const char *prompt, const LineCompleter *completer,
                     int64_t deadline_ms, const char **line);

#endif
