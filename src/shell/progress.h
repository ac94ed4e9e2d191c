/* A bar on standard error that grows while people wait; only where standard error is a terminal. */
#ifndef LUD_SHELL_PROGRESS_H
#define LUD_SHELL_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Progress {
    bool is_shown;
    int64_t started_ms, drawn_ms;
    uint64_t began_with; /* work that was done when the first was shown */
    bool has_begun;
} Progress;

void progress_begin(Progress *progress);
/* Draws it anew if enough time has passed since the last time. */
void progress_show(Progress *progress, int done, int total);
/* The same for work of many equal parts, with how many of them are done in a second and how long
 * the rest will take. `what` is said first. */
void progress_show_work(Progress *progress, const char *what, uint64_t done, uint64_t total);
/* Removes it. */
void progress_end(Progress *progress);

#endif
