/* What a line means. */
#ifndef LUD_CLI_PLAY_PLAY_INPUT_H
#define LUD_CLI_PLAY_PLAY_INPUT_H

#include "cli/play/play_session.h"

/* Does what a line says: a move or the beginning of one, or a command. */
void input_take(Session *session, const char *line);
/* The same after the end of a game, when only commands make sense. */
void input_take_command(Session *session, const char *line);
/* Completes moves and commands; the context is the session. */
void input_complete(void *context, const char *typed, FILE *words);

#endif
