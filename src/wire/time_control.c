#include "wire/time_control.h"

#include <stdio.h>
#include <string.h>

enum { MOST_SECONDS = 7 * 24 * 3600, MOST_DAYS = 60, DAY_MS = 24 * 3600 * 1000 };

/* -- reading ----------------------------------------------------------------------------------- */

/* Digits, with leading zeros; NULL if there are none, or it is more than `most`. */
static const char *read_digits(const char *at, int64_t most, int64_t *number)
{
    const char *start = at;
    *number = 0;
    for (; *at >= '0' && *at <= '9' && *number <= most; at++)
        *number = *number * 10 + (*at - '0');
    return at > start && *number <= most ? at : NULL;
}

/* Reads what follows the first number of "10:00" or "1:30:00". */
static const char *read_colons(const char *at, int64_t *seconds)
{
    for (int parts = 1; at && *at == ':' && parts < 3; parts++) {
        int64_t part;
        const char *digits = at + 1;
        at = read_digits(digits, 59, &part);
        if (at && at - digits != 2)
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
        const char *end = read_digits(at + 1, MOST_SECONDS, &number);
        if (!end)
            return at + 1;
        at = end;
    }
}

/* Reads a duration; a bare number means seconds, where it may be bare. */
static const char *read_duration(const char *at, bool may_be_bare, int64_t *ms)
{
    int64_t seconds;
    at = read_digits(at, MOST_SECONDS, &seconds);
    if (!at)
        return NULL;
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

static bool read_days(const char *text, TimeControl *time)
{
    int64_t days;
    const char *at = read_digits(text, MOST_DAYS, &days);
    if (!at || strcmp(at, "d") != 0 || days == 0)
        return false;
    *time = (TimeControl){.kind = TIME_DAYS, .move_ms = days * DAY_MS};
    return true;
}

bool time_control_read(const char *text, TimeControl *time)
{
    TimeControl read = {.kind = TIME_LIVE};
    if (read_days(text, time))
        return true;
    const char *at = read_duration(text, false, &read.base_ms);
    if (at && *at == '+')
        at = read_duration(at + 1, true, &read.increment_ms);
    if (!at || *at || read.base_ms <= 0)
        return false;
    *time = read;
    return true;
}

/* -- writing ----------------------------------------------------------------------------------- */

static int print_duration(int64_t ms, char *text, size_t size)
{
    long long seconds = ms / 1000;
    if (seconds >= 3600 && seconds % 3600 == 0)
        return snprintf(text, size, "%lldh", seconds / 3600);
    if (seconds >= 60 && seconds % 60 == 0)
        return snprintf(text, size, "%lldm", seconds / 60);
    return snprintf(text, size, "%llds", seconds);
}

void time_control_print(const TimeControl *time, char text[TIME_CONTROL_TEXT])
{
    text[0] = '\0';
    if (time->kind == TIME_DAYS)
        snprintf(text, TIME_CONTROL_TEXT, "%lldd", (long long)(time->move_ms / DAY_MS));
    if (time->kind != TIME_LIVE)
        return;
    int length = print_duration(time->base_ms, text, TIME_CONTROL_TEXT);
    text[length++] = '+';
    print_duration(time->increment_ms, text + length, TIME_CONTROL_TEXT - (size_t)length);
}
