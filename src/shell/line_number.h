/* Numbers in a line. */
#ifndef LUD_SHELL_LINE_NUMBER_H
#define LUD_SHELL_LINE_NUMBER_H

#include <stddef.h>

/* Reads digits only (no sign, no space) into `value`, at most `most`; returns the first character
 * after them, or NULL if there is no digit or the number is larger. */
const char *line_number(const char *at, int most, int *value);

#endif
