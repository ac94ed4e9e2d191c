/* Clocks in words: what is read, and the one way in which it is written. */
#include <string.h>

#include "support/tap.h"
#include "wire/time_control.h"

static void check(const char *text, const char *wanted)
{
    TimeControl time = {.kind = TIME_FREE};
    char written[TIME_CONTROL_TEXT] = "none";
    if (time_control_read(text, &time))
        time_control_print(&time, written);
    tap_report(strcmp(written, wanted) == 0, "%s is %s", text, written);
}

int main(void)
{
    static const char *const rows[][2] = {
        {"5m+3s", "5m+3s"},
        {"90s", "90s+0s"},
        {"60s", "1m+0s"},
        {"59s", "59s+0s"},
        {"1h", "1h+0s"},
        {"1h30m", "90m+0s"},
        {"1h30m5s", "5405s+0s"},
        {"10:00+5", "10m+5s"},
        {"1:30:00", "90m+0s"},
        {"15m+5", "15m+5s"},
        {"1s", "1s+0s"},
        {"168h", "168h+0s"},
        {"604800s", "168h+0s"},
        {"604801s", "none"},
        {"169h", "none"},
        {"1d", "1d"},
        {"3d", "3d"},
        {"60d", "60d"},
        {"61d", "none"},
        {"0d", "none"},
        {"3d+1s", "none"},
        {"0s", "none"},
        {"", "none"},
        {"5", "none"},
        {"m", "none"},
        {"5m+", "none"},
        {"5m 3s", "none"},
        {"5s3m", "none"},
        {"10:60", "none"},
        {"10:0", "none"},
        {"-5m", "none"},
        {"99999999999999999999s", "none"},
        {"5m+700000s", "none"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        check(rows[i][0], rows[i][1]);
    TimeControl none = {.kind = TIME_FREE};
    char written[TIME_CONTROL_TEXT];
    time_control_print(&none, written);
    tap_report(written[0] == '\0', "no limit is nothing");
    return tap_finish();
}
