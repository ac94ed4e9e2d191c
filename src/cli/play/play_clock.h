/* Clocks as text. */
#ifndef LUD_CLI_PLAY_PLAY_CLOCK_H
#define LUD_CLI_PLAY_PLAY_CLOCK_H

#include "cli/play/play_session.h"

/* "14:05", under ten seconds "0:09.4". */
void clock_text(int64_t left_ms, char label[LABEL_BYTES]);
/* Reads "15m+5s", "90s", "10:00+5", or "3d" for each move; false if it is no such thing. */
bool clock_read(const char *text, int64_t *base_ms, int64_t *increment_ms);

#endif
