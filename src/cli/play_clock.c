/* Time controls and times, read and written. */
#include <stdio.h>
#include <string.h>

#include "cli/play_session.h"

void clock_text(int64_t left_ms, char label[LABEL_BYTES])
{
    long long seconds = left_ms / 1000;
    if (left_ms < 10000)
        snprintf(label, LABEL_BYTES, "0:%02lld.%lld", seconds, (long long)left_ms % 1000 / 100);
    else if (seconds < 3600)
        snprintf(label, LABEL_BYTES, "%lld:%02lld", seconds / 60, seconds % 60);
    else
        snprintf(label, LABEL_BYTES, "%lld:%02lld:%02lld", seconds / 3600, seconds / 60 % 60,
                 seconds % 60);
}

enum { LONGEST_SECONDS = 7 * 24 * 3600 };

/* Reads "1:30:00" or "10:00" after its first number. */
static const char *read_colons(const char *at, int *seconds)
{
    int parts = 1, part;
    while (*at == ':' && parts < 3) {
        const char *digits = at + 1;
        at = text_read_number(digits, 59, &part);
        if (!at || at - digits != 2)
            return NULL;
        *seconds = *seconds * 60 + part;
        parts++;
    }
    return at;
}

/* Reads a duration: "15m", "1h30m", "90s", "10:00", and where `is_bare_fine` also "5" in seconds.
 */
static const char *read_duration(const char *at, bool is_bare_fine, int64_t *ms)
{
    int number = 0, seconds = 0;
    const char *next = text_read_number(at, LONGEST_SECONDS, &number);
    if (!next)
        return NULL;
    if (*next == ':') {
        seconds = number;
        next = read_colons(next, &seconds);
    } else if (strchr("hms", *next) && *next) {
        for (const char *units = "hms"; next && *next && *next != '+';) {
            const char *unit = strchr(units, *next);
            if (!unit)
                return NULL;
            int factor = *unit == 'h' ? 3600 : *unit == 'm' ? 60 : 1;
            if (number > (LONGEST_SECONDS - seconds) / factor)
                return NULL;
            seconds += number * factor;
            units = unit + 1;
            at = next + 1;
            if (*at == '\0' || *at == '+') {
                next = at;
                break;
            }
            next = text_read_number(at, LONGEST_SECONDS, &number);
        }
    } else if (is_bare_fine) {
        seconds = number;
    } else {
        return NULL;
    }
    *ms = (int64_t)seconds * 1000;
    return seconds <= LONGEST_SECONDS ? next : NULL;
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
