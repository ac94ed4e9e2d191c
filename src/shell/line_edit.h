/* A line being typed at a terminal: cursor keys, history, completion. Knows bytes and columns, but
 * neither reads nor waits. */
#ifndef LUD_SHELL_LINE_EDIT_H
#define LUD_SHELL_LINE_EDIT_H

#include <stdbool.h>
#include <stdio.h>

enum { LINE_BYTES = 4352, LINE_HISTORY = 100 };

/* Writes to `words`, each followed by a line break, what a line that begins with `typed` may be. */
typedef struct LineCompleter {
    void (*complete)(void *context, const char *typed, FILE *words);
    void *context;
} LineCompleter;

typedef enum EditResult { EDIT_MORE, EDIT_DONE, EDIT_END } EditResult;

typedef struct LineEdit {
    const char *prompt;
    const LineCompleter *completer; /* or NULL */
    char text[LINE_BYTES];
    size_t length, cursor; /* bytes */
    enum { KEY_PLAIN, KEY_ESCAPE, KEY_SEQUENCE } key;
    char sequence[8]; /* what came after Escape and [ */
    size_t sequence_length;
    char pending[4]; /* bytes of a character that is not complete yet */
    size_t pending_length;
    char *history[LINE_HISTORY];
    int history_count, history_at; /* history_at == history_count: the new line */
    char *unfinished;              /* the new line while an old one is shown */
} LineEdit;

/* Begins a new line; the history stays. */
void edit_begin(LineEdit *edit, const char *prompt, const LineCompleter *completer);
/* Takes one byte from the keyboard. */
EditResult edit_byte(LineEdit *edit, FILE *out, unsigned char byte);
/* Escape was pressed alone: nothing followed it. */
void edit_forget_escape(LineEdit *edit);
/* Shows prompt, line and cursor on the current row of the screen. */
void edit_draw(const LineEdit *edit, FILE *out);
/* Adds the line to the history. */
void edit_remember(LineEdit *edit);
void edit_free(LineEdit *edit);

#endif
