/* Taking a saved game up again. */
#ifndef LUD_CLI_PLAY_PLAY_LOAD_H
#define LUD_CLI_PLAY_PLAY_LOAD_H

#include "cli/play/play_session.h"

void load_command(Session *session, const char *operand);
/* Puts the last game of a file on the table. Returns 0, or after a message an exit status. */
int load_file(Session *session, const char *path);

#endif
