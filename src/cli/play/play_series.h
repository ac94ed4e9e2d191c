/* A series of games: played, announced, kept. */
#ifndef LUD_CLI_PLAY_PLAY_SERIES_H
#define LUD_CLI_PLAY_PLAY_SERIES_H

#include "cli/play/play_session.h"

/* Plays the whole series; returns the exit status. */
int series_play(Session *session);
/* Whether anybody but the computer plays. */
bool series_has_person(const Session *session);
/* Whether there is more to play: in this game or in its series. */
bool series_is_unfinished(const Session *session);
/* Says what is played and by whom. */
void series_announce(const Session *session);
/* Keeps the text of a finished game of the series; false when out of memory. */
bool series_keep_earlier(Session *session, const char *text);
/* Puts a game on the table in place of the current one; the session owns it. */
void series_set_record(Session *session, LudRecord *record);

#endif
