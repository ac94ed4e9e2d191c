/* Time controls and times, read and written. */
#include <stdio.h>

#include "cli/play/play_clock.h"
#include "wire/time_control.h"

void clock_text(int64_t left_ms, char label[LABEL_BYTES])
{
    /* Rounded up, so that zero means that the time is over. */
    long long seconds = (left_ms + 999) / 1000;
    int tenths = left_ms < 10000 ? (int)(left_ms + 99) / 100 : 0;
    if (left_ms < 10000)
        snprintf(label, LABEL_BYTES, "0:%02d.%d", tenths / 10, tenths % 10);
    else if (seconds < 3600)
        snprintf(label, LABEL_BYTES, "%lld:%02lld", seconds / 60, seconds % 60);
    else
        snprintf(label, LABEL_BYTES, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                 seconds % 60);
}

bool clock_read(const char *text, int64_t *base_ms, int64_t *increment_ms)
{
    TimeControl time;
    if (!time_control_read(text, &time))
        return false;
    bool is_renewed = time.kind == TIME_DAYS;
    *base_ms = is_renewed ? time.move_ms : time.base_ms;
    *increment_ms = is_renewed ? CLOCK_RENEWED : time.increment_ms;
    return true;
}
