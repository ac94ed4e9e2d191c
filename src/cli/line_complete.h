/* Words that a typed line may become. They stand in a text, each followed by a line break. */
#ifndef LUD_CLI_LINE_COMPLETE_H
#define LUD_CLI_LINE_COMPLETE_H

#include <stdio.h>

#include "base/text.h"

/* How many words there are; `common` gets the longest beginning that all share. */
int line_common_start(const Text *words, char *common, size_t size);
/* Prints the words in columns below the line, not more than a screen takes. */
void line_list_words(const Text *words, FILE *out, int columns);

#endif
