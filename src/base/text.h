/* Building text in fixed or growing buffers. */
#ifndef LUD_BASE_TEXT_H
#define LUD_BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* A growing string; `failed` once memory ran out, after which it takes no more. Start with {0}. */
typedef struct Text {
    char *bytes; /* always terminated, or NULL while nothing was added */
    size_t length, capacity;
    bool failed;
} Text;

void text_add(Text *text, const char *string);
void text_add_bytes(Text *text, const char *bytes, size_t size);
void text_printf(Text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Gives the string away, for free(); NULL if memory ran out. An empty text gives "". */
char *text_take(Text *text);
void text_free(Text *text);

/* Reads digits only (no sign, no space, no needless zeros: a number has one spelling) into `value`,
 * at most `limit` (itself at most 10^8); returns the first character after them, or NULL if there
 * is no such number. */
const char *text_read_number(const char *at, int limit, int *value);

#endif
