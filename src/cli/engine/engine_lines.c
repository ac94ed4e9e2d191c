#include "cli/engine/engine_lines.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHUNK_BYTES = 1 << 16 };

/* Makes room for another chunk and a zero byte behind what is there. */
static bool make_room(LineReader *reader)
{
    size_t held = reader->end - reader->begin;
    if (reader->begin > 0) {
        memmove(reader->bytes, reader->bytes + reader->begin, held);
        reader->begin = 0;
        reader->end = held;
    }
    if (reader->capacity - held > CHUNK_BYTES)
        return true;
    size_t capacity = 2 * reader->capacity + 2 * CHUNK_BYTES;
    char *bytes = realloc(reader->bytes, capacity);
    if (!bytes)
        return false;
    reader->bytes = bytes;
    reader->capacity = capacity;
    return true;
}

/* Takes a line from what was read; LINE_WAITED if there is none yet. */
static LineEvent take_line(LineReader *reader, char **line, size_t *size)
{
    size_t held = reader->end - reader->begin;
    char *start = reader->bytes ? reader->bytes + reader->begin : NULL;
    char *stop = held > 0 ? memchr(start, '\n', held) : NULL;
    if (!stop && held > ENGINE_LINE_MOST) {
        reader->begin = reader->end;
        reader->is_dropping = true;
    }
    if (!stop && (!reader->is_at_end || (held == 0 && !reader->is_dropping)))
        return LINE_WAITED;
    *size = stop ? (size_t)(stop - start) : held;
    reader->begin = stop ? reader->begin + *size + 1 : reader->end;
    bool is_too_long = reader->is_dropping || *size > ENGINE_LINE_MOST;
    reader->is_dropping = false;
    if (is_too_long || !start)
        return LINE_TOO_LONG;
    start[*size] = '\0';
    *line = start;
    return LINE_READ;
}

/* Waits for input; the other end of standard output counts only as far as it can go away. */
static LineEvent wait_for_input(int wait_ms)
{
    struct pollfd watched[] = {{.fd = STDIN_FILENO, .events = POLLIN}, {.fd = STDOUT_FILENO}};
    int count = poll(watched, 2, wait_ms);
    if (count < 0)
        return errno == EINTR ? LINE_WAITED : LINE_FAILED;
    if (watched[1].revents & (POLLERR | POLLHUP))
        return LINE_UNHEARD;
    return count > 0 ? LINE_READ : LINE_WAITED;
}

LineEvent line_next(LineReader *reader, int wait_ms, char **line, size_t *size)
{
    for (;;) {
        LineEvent event = take_line(reader, line, size);
        if (event != LINE_WAITED)
            return event;
        if (reader->is_at_end)
            return LINE_END;
        event = wait_for_input(wait_ms);
        if (event != LINE_READ)
            return event;
        if (!make_room(reader))
            return LINE_FAILED;
        ssize_t got = read(STDIN_FILENO, reader->bytes + reader->end, CHUNK_BYTES);
        if (got < 0 && errno != EINTR && errno != EAGAIN)
            return LINE_FAILED;
        if (got == 0)
            reader->is_at_end = true;
        if (got > 0)
            reader->end += (size_t)got;
    }
}

void line_reader_free(LineReader *reader)
{
    free(reader->bytes);
}

bool line_print(const char *text)
{
    flockfile(stdout);
    fputs(text, stdout);
    putc('\n', stdout);
    fflush(stdout);
    bool is_written = !ferror(stdout);
    funlockfile(stdout);
    return is_written;
}
