/* Saving. */
#ifndef LUD_CLI_PLAY_PLAY_SAVE_H
#define LUD_CLI_PLAY_PLAY_SAVE_H

#include "cli/play/play_session.h"

/* Marks the records that this program may write over when the game goes on: its own. */
#define SAVE_SOURCE_TAG  "Source"
#define SAVE_SOURCE_NAME "ludoteca play"

void save_command(Session *session, const char *operand);
/* Checks --save before anything is played. Returns 0, or after a message an exit status. */
int save_check(Session *session);
/* Brings the file that the game lives in up to date, if there is one. */
void save_automatically(Session *session);
/* Keeps a finished game, also one that had no file. */
void save_result(Session *session);
/* Keeps the game that is left and says where; false if nothing could be written. */
bool save_for_later(Session *session);
/* Keeps the game that makes room for the one in `loaded`, but neither there nor in a file that was
 * saved by hand. */
bool save_before_loading(Session *session, const char *loaded);
/* A path as a person typed it: without quotes, the tilde expanded. False after a message. */
bool save_typed_path(const char *typed, char path[PATH_BYTES]);

#endif
