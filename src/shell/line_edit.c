#include "shell/line_edit.h"

#include <stdlib.h>
#include <string.h>

#include <ludoteca/characters.h>

#include "shell/columns.h"
#include "shell/line_complete.h"
#include "shell/terminal.h"

/* Keys as control codes; arrows and friends come as sequences and are translated to them. */
enum {
    CTRL_A = 1,
    CTRL_B = 2,
    CTRL_D = 4,
    CTRL_E = 5,
    CTRL_F = 6,
    CTRL_H = 8,
    CTRL_K = 11,
    CTRL_L = 12,
    CTRL_N = 14,
    CTRL_P = 16,
    CTRL_U = 21,
    CTRL_W = 23,
    ESCAPE = 27,
    DELETE = 127,
};

void edit_begin(LineEdit *edit, const char *prompt, const LineCompleter *completer)
{
    edit->prompt = prompt;
    edit->completer = completer;
    edit->text[0] = '\0';
    edit->length = edit->cursor = 0;
    edit->key = KEY_PLAIN;
    edit->pending_length = 0;
    edit->history_at = edit->history_count;
    free(edit->unfinished);
    edit->unfinished = NULL;
}

static void replace(LineEdit *edit, size_t from, size_t to, const char *with, size_t size)
{
    if (edit->length - (to - from) + size >= LINE_BYTES)
        return;
    memmove(edit->text + from + size, edit->text + to, edit->length - to + 1);
    memcpy(edit->text + from, with, size);
    edit->length = edit->length - (to - from) + size;
    edit->cursor = from + size;
}

static size_t before_cursor(const LineEdit *edit)
{
    size_t at = edit->cursor;
    while (at > 0 && ((unsigned char)edit->text[--at] & 0xc0) == 0x80)
        continue;
    return at;
}

static size_t after_cursor(const LineEdit *edit)
{
    size_t size = lud_text_printable(edit->text + edit->cursor, edit->length - edit->cursor);
    return edit->cursor + size;
}

static size_t word_start(const LineEdit *edit)
{
    size_t at = edit->cursor;
    while (at > 0 && edit->text[at - 1] == ' ')
        at--;
    while (at > 0 && edit->text[at - 1] != ' ')
        at--;
    return at;
}

static void show_history(LineEdit *edit, int at)
{
    if (at < 0 || at > edit->history_count || at == edit->history_at)
        return;
    if (edit->history_at == edit->history_count) {
        free(edit->unfinished);
        edit->unfinished = strdup(edit->text);
    }
    edit->history_at = at;
    const char *line = at < edit->history_count ? edit->history[at] : edit->unfinished;
    if (line)
        replace(edit, 0, edit->length, line, strlen(line));
}

static void complete(LineEdit *edit, FILE *out)
{
    if (!edit->completer)
        return;
    char typed[LINE_BYTES];
    memcpy(typed, edit->text, edit->cursor);
    typed[edit->cursor] = '\0';
    char *words = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&words, &size);
    if (!memory)
        return;
    edit->completer->complete(edit->completer->context, typed, memory);
    if (fclose(memory) != 0) {
        free(words);
        return;
    }
    char common[LINE_BYTES];
    int count = line_common_start(words, common, sizeof common);
    if (count > 0 && strcmp(common, typed) != 0 && strlen(common) >= edit->cursor) {
        replace(edit, 0, edit->cursor, common, strlen(common));
    } else if (count > 1) {
        edit_draw(edit, out);
        line_list_words(words, out, terminal_columns());
    } else if (count == 0) {
        fputc('\a', out);
    }
    free(words);
}

static EditResult take_control(LineEdit *edit, FILE *out, int key)
{
    switch (key) {
    case '\r':
    case '\n':
        return EDIT_DONE;
    case CTRL_A:
        edit->cursor = 0;
        break;
    case CTRL_E:
        edit->cursor = edit->length;
        break;
    case CTRL_B:
        edit->cursor = before_cursor(edit);
        break;
    case CTRL_F:
        edit->cursor = after_cursor(edit);
        break;
    case CTRL_D:
        if (edit->length == 0)
            return EDIT_END;
        replace(edit, edit->cursor, after_cursor(edit), "", 0);
        break;
    case CTRL_H:
    case DELETE:
        replace(edit, before_cursor(edit), edit->cursor, "", 0);
        break;
    case CTRL_K:
        replace(edit, edit->cursor, edit->length, "", 0);
        break;
    case CTRL_U:
        replace(edit, 0, edit->cursor, "", 0);
        break;
    case CTRL_W:
        replace(edit, word_start(edit), edit->cursor, "", 0);
        break;
    case CTRL_P:
        show_history(edit, edit->history_at - 1);
        break;
    case CTRL_N:
        show_history(edit, edit->history_at + 1);
        break;
    case CTRL_L:
        fputs("\033[H\033[2J", out);
        break;
    case '\t':
        complete(edit, out);
        break;
    default:
        break;
    }
    return EDIT_MORE;
}

/* Bytes of a character gather until it is whole; what can't become one is dropped. */
static void take_text(LineEdit *edit, unsigned char byte)
{
    bool continues = (byte & 0xc0) == 0x80;
    if (continues != (edit->pending_length > 0)) {
        edit->pending_length = 0;
        if (continues)
            return;
    }
    edit->pending[edit->pending_length++] = (char)byte;
    size_t promise = lud_text_length((unsigned char)edit->pending[0]);
    if (promise > edit->pending_length)
        return;
    if (promise && lud_text_printable(edit->pending, promise) == promise)
        replace(edit, edit->cursor, edit->cursor, edit->pending, promise);
    edit->pending_length = 0;
}

/* What follows "Escape [" or "Escape O" for the keys that have no control code of their own. */
static int sequence_key(const char *sequence)
{
    static const struct {
        const char *sequence;
        int key;
    } keys[] = {
        {"A", CTRL_P}, {"B", CTRL_N},  {"C", CTRL_F},  {"D", CTRL_B},  {"H", CTRL_A},
        {"F", CTRL_E}, {"1~", CTRL_A}, {"7~", CTRL_A}, {"4~", CTRL_E}, {"8~", CTRL_E},
    };
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strcmp(keys[i].sequence, sequence) == 0)
            return keys[i].key;
    }
    return 0;
}

static void take_sequence(LineEdit *edit, FILE *out, unsigned char byte)
{
    if (edit->sequence_length + 1 < sizeof edit->sequence)
        edit->sequence[edit->sequence_length++] = (char)byte;
    if (byte < '@' || byte > '~')
        return;
    edit->sequence[edit->sequence_length] = '\0';
    edit->key = KEY_PLAIN;
    if (strcmp(edit->sequence, "3~") == 0) /* the Delete key; Control-D would end an empty line */
        replace(edit, edit->cursor, after_cursor(edit), "", 0);
    else
        take_control(edit, out, sequence_key(edit->sequence));
}

EditResult edit_byte(LineEdit *edit, FILE *out, unsigned char byte)
{
    if (edit->key == KEY_ESCAPE) {
        edit->key = byte == '[' || byte == 'O' ? KEY_SEQUENCE : KEY_PLAIN;
        edit->sequence_length = 0;
    } else if (edit->key == KEY_SEQUENCE && byte >= ' ') {
        take_sequence(edit, out, byte);
    } else if (byte == ESCAPE) {
        edit->key = KEY_ESCAPE;
        edit->pending_length = 0;
    } else if (byte < ' ' || byte == DELETE) {
        edit->key = KEY_PLAIN;
        edit->pending_length = 0;
        return take_control(edit, out, byte);
    } else {
        take_text(edit, byte);
    }
    return EDIT_MORE;
}

void edit_forget_escape(LineEdit *edit)
{
    edit->key = KEY_PLAIN;
}

/* The end of the prompt that leaves room for typing: more than one row could not be redrawn. */
static const char *visible_prompt(const LineEdit *edit, int columns)
{
    enum { LEAST_ROOM = 16 };
    const char *prompt = edit->prompt;
    while (*prompt && columns_of(prompt) > columns - LEAST_ROOM) {
        size_t size = lud_text_printable(prompt, strlen(prompt));
        prompt += size ? size : 1;
    }
    return prompt;
}

void edit_draw(const LineEdit *edit, FILE *out)
{
    int columns = terminal_columns();
    const char *prompt = visible_prompt(edit, columns);
    int prompt_columns = columns_of(prompt);
    int room = columns - prompt_columns - 1;
    room = room < 2 ? 2 : room;
    /* A line longer than the screen scrolls sideways, so that the cursor is always to be seen. */
    size_t first = 0;
    int to_cursor = 0;
    for (size_t at = 0; at < edit->cursor;) {
        to_cursor += columns_of_character(edit->text + at, edit->length - at);
        at += lud_text_printable(edit->text + at, edit->length - at);
        for (; to_cursor > room;
             first += lud_text_printable(edit->text + first, edit->length - first))
            to_cursor -= columns_of_character(edit->text + first, edit->length - first);
    }
    size_t last = first;
    for (int shown = 0; last < edit->length;) {
        shown += columns_of_character(edit->text + last, edit->length - last);
        if (shown > room)
            break;
        last += lud_text_printable(edit->text + last, edit->length - last);
    }
    fprintf(out, "\r%s%.*s\033[K", prompt, (int)(last - first), edit->text + first);
    if (prompt_columns + to_cursor > 0)
        fprintf(out, "\r\033[%dC", prompt_columns + to_cursor);
    fflush(out);
}

void edit_remember(LineEdit *edit)
{
    int count = edit->history_count;
    if (edit->length == 0 || (count > 0 && strcmp(edit->history[count - 1], edit->text) == 0))
        return;
    char *line = strdup(edit->text);
    if (!line)
        return;
    if (count == LINE_HISTORY) {
        free(edit->history[0]);
        memmove(edit->history, edit->history + 1, (LINE_HISTORY - 1) * sizeof edit->history[0]);
        edit->history_count--;
    }
    edit->history[edit->history_count++] = line;
}

void edit_free(LineEdit *edit)
{
    for (int i = 0; i < edit->history_count; i++)
        free(edit->history[i]);
    free(edit->unfinished);
    edit->history_count = 0;
    edit->unfinished = NULL;
}
