#include "shell/progress.h"

#include <stdio.h>
#include <unistd.h>

#include "shell/language.h"
#include "shell/terminal.h"

enum { BAR_COLUMNS = 30, NUMBERS_COLUMNS = 32, PAUSE_MS = 100 };

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
    /* A narrow terminal has no room for a bar, and a line that wraps can't be drawn over. */
    int columns = terminal_columns() - NUMBERS_COLUMNS < BAR_COLUMNS
                      ? terminal_columns() - NUMBERS_COLUMNS
                      : BAR_COLUMNS;
    int64_t left_ms = done > 0 ? (now - progress->started_ms) * (total - done) / done : 0;
    char bar[BAR_COLUMNS + 1] = "";
    for (int i = 0; i < columns; i++) {
        bar[i] = i < (int64_t)done * columns / total ? '#' : '.';
        bar[i + 1] = '\0';
    }
    fputc('\r', stderr);
    if (columns > 0)
        fprintf(stderr, "[%s] ", bar);
    fprintf(stderr, "%d/%d ", done, total);
    if (done > 0)
        fprintf(stderr, _("%lld s left  "), (long long)(left_ms / 1000));
    fflush(stderr);
}

/* "35 s", "4 min 10 s", "2 h 5 min". */
static void print_time(double seconds)
{
    long whole = (long)(seconds + 0.5);
    if (whole < 60)
        fprintf(stderr, _("%ld s left"), whole);
    else if (whole < 3600)
        fprintf(stderr, _("%ld min %ld s left"), whole / 60, whole % 60);
    else
        fprintf(stderr, _("%ld h %ld min left"), whole / 3600, whole % 3600 / 60);
}

void progress_show_work(Progress *progress, const char *what, uint64_t done, uint64_t total)
{
    int64_t now = terminal_now_ms();
    if (!progress->has_begun) {
        progress->has_begun = true;
        progress->began_with = done;
        progress->started_ms = now;
    }
    if (!progress->is_shown || total == 0 || now - progress->drawn_ms < PAUSE_MS)
        return;
    progress->drawn_ms = now;
    double share = (double)done / (double)total,
           seconds = (double)(now - progress->started_ms) / 1e3;
    double fresh = (double)(done - progress->began_with);
    char bar[BAR_COLUMNS + 1];
    for (int i = 0; i < BAR_COLUMNS; i++)
        bar[i] = i < (int)(share * BAR_COLUMNS) ? '#' : '.';
    bar[BAR_COLUMNS] = '\0';
    fprintf(stderr, "\r%s [%s] %3.0f %% ", what, bar, 100 * share);
    if (fresh > 0 && seconds > 0) {
        fprintf(stderr, _("%.2f million a second, "), fresh / seconds / 1e6);
        print_time((double)(total - done) * seconds / fresh);
    }
    fputs("   ", stderr);
    fflush(stderr);
}

void progress_end(Progress *progress)
{
    if (progress->is_shown)
        fprintf(stderr, "\r%*s\r", terminal_columns() - 1, "");
    progress->is_shown = false;
}
