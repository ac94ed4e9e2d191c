/* Characters and numbers in a line: UTF-8 and digits. */
#ifndef LUD_SHELL_LINE_TEXT_H
#define LUD_SHELL_LINE_TEXT_H

#include <stddef.h>

/* The columns that a character takes on the screen. */
int line_char_columns(const char *at, size_t size);
/* The columns of a whole string. */
int line_columns(const char *text);

/* Reads digits only (no sign, no space) into `value`, at most `most`; returns the first character
 * after them, or NULL if there is no digit or the number is larger. */
const char *line_number(const char *at, int most, int *value);

#endif
