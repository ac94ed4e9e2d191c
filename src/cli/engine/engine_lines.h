/* Lines from standard input, read while a search runs elsewhere; and whole lines to standard output
 * from any thread. */
#ifndef LUD_CLI_ENGINE_ENGINE_LINES_H
#define LUD_CLI_ENGINE_ENGINE_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* More than any game takes to write down; what is longer is no command. */
enum { ENGINE_LINE_MOST = 1 << 20 };

typedef enum LineEvent {
    LINE_READ,
    LINE_TOO_LONG, /* it was dropped */
    LINE_WAITED,   /* nothing came in the time given */
    LINE_END,      /* standard input is closed */
    LINE_FAILED,   /* the same, because of an error in errno */
    LINE_UNHEARD,  /* nobody reads standard output any more */
} LineEvent;

/* Start with {0}. */
typedef struct LineReader {
    char *bytes;
    size_t begin, end, capacity; /* what was read and not yet taken lies between the first two */
    bool is_dropping;            /* the rest of a line that is too long */
    bool is_at_end;
} LineReader;

/* Waits for a line, at most `wait_ms` (-1: for ever), and for the reader of standard output going
 * away. The line has `size` bytes without its end, is terminated, and valid until the next call. */
LineEvent line_next(LineReader *reader, int wait_ms, char **line, size_t *size);
void line_reader_free(LineReader *reader);

/* Prints a line at once and as a whole, so that lines of several threads do not mix. False if it
 * could not be written. */
bool line_print(const char *text);

#endif
