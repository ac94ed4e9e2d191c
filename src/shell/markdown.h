/* Markdown made readable on a terminal. */
#ifndef LUD_SHELL_MARKDOWN_H
#define LUD_SHELL_MARKDOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Prints headings, **strong** and *stressed* words without their marks, bold or in italics if
 * colour is allowed; drawings (indented or between ``` lines) as they are. */
void markdown_print(FILE *out, const char *text, bool has_colour);

#endif
