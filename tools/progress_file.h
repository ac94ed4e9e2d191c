/* What a long run has found, line by line in a file, so that it can be killed at any moment and go
 * on where it was. */
#ifndef LUD_PROGRESS_FILE_H
#define LUD_PROGRESS_FILE_H

#include <stdio.h>

enum { PROGRESS_LINE_MOST = 256 };

/* Calls `take` for every whole line, without its end, and opens the file for adding more, without
 * what a kill left of a last one. Lines of PROGRESS_LINE_MOST characters and more are passed over.
 * NULL if the file can't be read or written; one that is missing is made. */
FILE *progress_open(const char *path, void (*take)(void *context, const char *line), void *context);

#endif
