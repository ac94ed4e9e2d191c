/* Where games are kept. */
#ifndef LUD_CLI_PLAY_PLAY_FILE_H
#define LUD_CLI_PLAY_PLAY_FILE_H

#include "cli/play/play_session.h"

#define FILE_SUFFIX ".ludo"

/* The directory for games without a file of their own: $XDG_DATA_HOME/ludoteca, or
 * ~/.local/share/ludoteca. False if there is none. */
bool file_directory(char path[DIRECTORY_BYTES]);
/* Whether two names lead to one file. */
bool file_is_same(const char *one, const char *other);
/* Whether a game could be saved there, and whether that would replace anything. Returns 0, or after
 * a message an exit status. */
int file_check_writable(const char *path, bool *holds_something);
/* Makes an empty file under a new name in the directory for saved games, which is made if need be.
 * Returns 0, or after a message an exit status. */
int file_new_path(const char *game, char path[PATH_BYTES]);

#endif
