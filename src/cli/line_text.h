/* Characters and numbers in a line: UTF-8 and digits. */
#ifndef LUD_CLI_LINE_TEXT_H
#define LUD_CLI_LINE_TEXT_H

#include <stddef.h>

/* The bytes of the printable character that starts at `at` (`size` bytes are there), or 0 if there
 * is none: control codes, broken or overlong sequences. */
size_t line_char_size(const char *at, size_t size);
/* How many bytes a character takes whose first byte this is; 0 if none can start so. */
size_t line_char_promise(unsigned char first);
/* The columns that a character takes on the screen. */
int line_char_columns(const char *at, size_t size);
/* The columns of a whole string. */
int line_columns(const char *text);
/* Replaces everything unprintable by '?', in place; tabs become spaces. */
void line_clean(char *text, size_t size);

/* Reads digits only (no sign, no space) into `value`, at most `most`; returns the first character
 * after them, or NULL if there is no digit or the number is larger. */
const char *line_number(const char *at, int most, int *value);

#endif
