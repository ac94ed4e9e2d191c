/* Words that a typed line may become. They stand in a text, each followed by a line break. */
#ifndef LUD_SHELL_LINE_COMPLETE_H
#define LUD_SHELL_LINE_COMPLETE_H

#include <stddef.h>
#include <stdio.h>

/* How many words there are; `common` gets the longest beginning that all share. */
int line_common_start(const char *words, char *common, size_t size);
/* Prints the words in columns below the line, not more than a screen takes. */
void line_list_words(const char *words, FILE *out, int columns);

#endif
