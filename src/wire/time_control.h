/* How long players may think, in words: a clock for each, or so many days for each move. */
#ifndef LUD_WIRE_TIME_CONTROL_H
#define LUD_WIRE_TIME_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

typedef enum TimeKind {
    TIME_FREE, /* as long as they like */
    TIME_LIVE, /* a clock that runs while a player thinks */
    TIME_DAYS, /* so long for each move, by the calendar */
} TimeKind;

typedef struct TimeControl {
    TimeKind kind;
    int64_t base_ms, increment_ms; /* TIME_LIVE: for the game, and after each turn */
    int64_t move_ms;               /* TIME_DAYS */
} TimeControl;

enum { TIME_CONTROL_TEXT = 48 };

/* Reads "15m+5s", "1h30m", "90s", "10:00+5", "3d"; false if it is no such thing. */
bool time_control_read(const char *text, TimeControl *time);
/* Writes it: "5m+3s", "3d"; "" if there is no limit. */
void time_control_print(const TimeControl *time, char text[TIME_CONTROL_TEXT]);

#endif
