#include "shell/line_input.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include <ludoteca/characters.h>

#include "shell/terminal.h"

enum { ESCAPE_MS = 50 }; /* a key's sequence arrives at once, a lone Escape stays alone */

void line_input_open(LineInput *input)
{
    *input = (LineInput){.is_edited = terminal_can_edit(), .is_echoed = !isatty(STDIN_FILENO)};
}

void line_input_close(LineInput *input)
{
    edit_free(&input->edit);
}

static void fill_buffer(LineInput *input)
{
    ssize_t got;
    do
        got = read(STDIN_FILENO, input->buffer, sizeof input->buffer);
    while (got < 0 && errno == EINTR);
    input->start = 0;
    input->end = got > 0 ? (size_t)got : 0;
    input->is_at_end = got <= 0;
}

static LineStatus status_of(TerminalEvent event)
{
    return event == TERMINAL_SIGNAL ? LINE_SIGNAL : LINE_TIMEOUT;
}

/* Waits for keys, redrawing as needed; true when some are in the buffer. */
static bool wait_for_keys(LineInput *input, int64_t deadline_ms, LineStatus *status)
{
    LineEdit *edit = &input->edit;
    for (;;) {
        edit_draw(edit, stdout);
        int64_t escape_ms = edit->key == KEY_ESCAPE ? terminal_now_ms() + ESCAPE_MS : -1;
        bool is_short = escape_ms >= 0 && (deadline_ms < 0 || escape_ms < deadline_ms);
        TerminalEvent event = terminal_wait(is_short ? escape_ms : deadline_ms);
        if (event == TERMINAL_TIMEOUT && is_short) {
            edit_forget_escape(edit);
            continue;
        }
        if (event == TERMINAL_RESUMED)
            continue;
        if (event != TERMINAL_READY) {
            *status = status_of(event);
            return false;
        }
        fill_buffer(input);
        if (input->is_at_end)
            *status = LINE_END;
        return !input->is_at_end;
    }
}

static LineStatus read_edited(LineInput *input, const LineCompleter *completer, const char *prompt,
                              int64_t deadline_ms)
{
    LineEdit *edit = &input->edit;
    edit_begin(edit, prompt, completer);
    for (;;) {
        LineStatus status;
        if (input->start == input->end && !wait_for_keys(input, deadline_ms, &status))
            return status;
        while (input->start < input->end) {
            unsigned char byte = (unsigned char)input->buffer[input->start++];
            EditResult result = edit_byte(edit, stdout, byte);
            if (result == EDIT_MORE)
                continue;
            if (result == EDIT_END)
                return LINE_END;
            edit->cursor = edit->length;
            edit_draw(edit, stdout);
            edit_remember(edit);
            return LINE_READ;
        }
    }
}

static LineStatus read_plain(LineInput *input, const char *prompt, int64_t deadline_ms)
{
    LineEdit *edit = &input->edit;
    edit->length = 0;
    bool is_cut = false, is_complete = false;
    fputs(prompt, stdout);
    if (fflush(stdout) != 0 || ferror(stdout))
        return LINE_END; /* nobody sees the question, so nobody will answer */
    while (!is_complete && !input->is_at_end) {
        if (input->start == input->end) {
            TerminalEvent event = terminal_wait(deadline_ms);
            if (event == TERMINAL_SIGNAL || event == TERMINAL_TIMEOUT)
                return status_of(event);
            if (event == TERMINAL_READY)
                fill_buffer(input);
        }
        while (input->start < input->end && !is_complete) {
            char c = input->buffer[input->start++];
            if (c == '\n')
                is_complete = true;
            else if (edit->length < LINE_BYTES - 1)
                edit->text[edit->length++] = c;
            else
                is_cut = true;
        }
    }
    if (!is_complete && edit->length == 0)
        return LINE_END;
    if (edit->length > 0 && edit->text[edit->length - 1] == '\r')
        edit->length--;
    lud_text_clean(edit->text, edit->length);
    edit->text[edit->length] = '\0';
    return is_cut ? LINE_TOO_LONG : LINE_READ;
}

LineStatus line_read(LineInput *input, const char *prompt, const LineCompleter *completer,
                     int64_t deadline_ms, const char **line)
{
    LineStatus status;
    if (input->is_edited && terminal_raw_begin()) {
        status = read_edited(input, completer, prompt, deadline_ms);
        terminal_raw_end();
        fputc('\n', stdout);
    } else {
        status = read_plain(input, prompt, deadline_ms);
        if (status == LINE_READ && input->is_echoed)
            fputs(input->edit.text, stdout);
        if (status != LINE_READ || input->is_echoed)
            fputc('\n', stdout);
    }
    *line = status == LINE_READ ? input->edit.text : "";
    return status;
}
