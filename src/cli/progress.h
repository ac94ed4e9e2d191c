/* A bar on standard error that grows while people wait; only where standard error is a terminal. */
#ifndef LUD_CLI_PROGRESS_H
#define LUD_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    bool is_shown;
    int64_t started_ms, drawn_ms;
} Progress;

void progress_begin(Progress *progress);
/* Draws it anew if enough time has passed since the last time. */
void progress_show(Progress *progress, int done, int total);
/* Removes it. */
void progress_end(Progress *progress);

#endif
