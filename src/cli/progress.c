#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/terminal.h"

enum { BAR_COLUMNS = 30, PAUSE_MS = 100 };

void progress_begin(Progress *progress)
{
    *progress = (Progress){.is_shown = isatty(STDERR_FILENO), .started_ms = terminal_now_ms()};
}

void progress_show(Progress *progress, int done, int total)
{
    int64_t now = terminal_now_ms();
    if (!progress->is_shown || total <= 0 || (now - progress->drawn_ms < PAUSE_MS && done < total))
        return;
    progress->drawn_ms = now;
    int filled = (int)((int64_t)done * BAR_COLUMNS / total);
    int64_t left_ms = done > 0 ? (now - progress->started_ms) * (total - done) / done : 0;
    char bar[BAR_COLUMNS + 1];
    for (int i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i < filled ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r[%s] %d/%d ", bar, done, total);
    if (done > 0)
        fprintf(stderr, _("%lld s left  "), (long long)(left_ms / 1000));
    fflush(stderr);
}

void progress_end(Progress *progress)
{
    if (progress->is_shown)
        fprintf(stderr, "\r%*s\r", BAR_COLUMNS + 40, "");
    progress->is_shown = false;
}
