/* Players, clocks and series as tags of a record. */
#ifndef LUD_CLI_PLAY_PLAY_RECORD_H
#define LUD_CLI_PLAY_PLAY_RECORD_H

#include "cli/play/play_session.h"

/* Writes what the session knows into the tags of its record. */
bool record_describe(Session *session);
/* Takes players, clock and series over from the tags; `play` is the game itself. */
void record_adopt(Session *session, LudRecord *record);

#endif
