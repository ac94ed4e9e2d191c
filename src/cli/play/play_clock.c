/* Time controls and times, read and written. */
#include <stdio.h>
#include <string.h>

#include "cli/play/play_clock.h"
#include "shell/line_number.h"

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

enum { MOST_SECONDS = 7 * 24 * 3600 };

/* Reads what follows the first number of "10:00" or "1:30:00". */
static const char *read_colons(const char *at, int64_t *seconds)
{
    for (int parts = 1; *at == ':' && parts < 3; parts++) {
        int part = 0;
        const char *digits = at + 1;
        at = line_number(digits, 59, &part);
        if (!at || at - digits != 2)
            return NULL;
        *seconds = *seconds * 60 + part;
    }
    return at;
}

/* Reads what follows the first number of "90s" or "1h30m": its unit, then more numbers with ever
 * smaller units. */
static const char *read_units(const char *at, int64_t *seconds)
{
    static const int factors[] = {3600, 60, 1};
    int64_t number = *seconds;
    *seconds = 0;
    for (const char *all = "hms", *units = all;;) {
        const char *unit = *at ? strchr(units, *at) : NULL;
        if (!unit)
            return NULL;
        *seconds += number * factors[unit - all];
        units = unit + 1;
        int next = 0;
        const char *end = line_number(at + 1, MOST_SECONDS, &next);
        if (!end)
            return at + 1;
        number = next;
        at = end;
    }
}

/* Reads a duration; a bare number means seconds, where it may be bare. */
static const char *read_duration(const char *at, bool may_be_bare, int64_t *ms)
{
    int number = 0;
    at = line_number(at, MOST_SECONDS, &number);
    if (!at)
        return NULL;
    int64_t seconds = number;
    bool is_bare = *at == '\0' || *at == '+';
    if (*at == ':')
        at = read_colons(at, &seconds);
    else if (!is_bare)
        at = read_units(at, &seconds);
    else if (!may_be_bare)
        return NULL;
    *ms = seconds * 1000;
    return seconds <= MOST_SECONDS ? at : NULL;
}

bool clock_read(const char *text, int64_t *base_ms, int64_t *increment_ms)
{
    int64_t base = 0, increment = 0;
    const char *at = read_duration(text, false, &base);
    if (at && *at == '+')
        at = read_duration(at + 1, true, &increment);
    if (!at || *at || base <= 0)
        return false;
    *base_ms = base;
    *increment_ms = increment;
    return true;
}
