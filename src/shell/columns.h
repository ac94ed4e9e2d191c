/* Lining text up in columns, counting characters and not bytes. */
#ifndef LUD_SHELL_COLUMNS_H
#define LUD_SHELL_COLUMNS_H

#include <stdio.h>

/* How many columns a UTF-8 text takes (one for each character). */
int columns_of(const char *text);
/* Prints text and then spaces up to `width` columns. */
void columns_print(FILE *out, const char *text, int width);
/* Prints text filled to lines of at most `right` columns, each but the first starting with `left`
 * spaces; `at` is the column where the first begins. Ends with a line break. */
void columns_fill(FILE *out, const char *text, int at, int left, int right);

#endif
