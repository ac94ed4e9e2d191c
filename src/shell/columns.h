/* Lining text up in columns, by what is drawn and not by bytes. */
#ifndef LUD_SHELL_COLUMNS_H
#define LUD_SHELL_COLUMNS_H

#include <stdio.h>

/* The columns that the character in UTF-8 at `at` takes, of which `size` bytes are there. */
int columns_of_character(const char *at, size_t size);
/* How many columns a text takes. */
int columns_of(const char *text);
/* Cuts a text that takes more columns than `width` (at least 3), so that "..." ends it. */
void columns_cut(char *text, int width);
/* Prints text and then spaces up to `width` columns. */
void columns_print(FILE *out, const char *text, int width);
/* Prints text filled to lines of at most `right` columns, each but the first starting with `left`
 * spaces; `at` is the column where the first begins. Ends with a line break. */
void columns_fill(FILE *out, const char *text, int at, int left, int right);

#endif
