/* The commands that players can type. */
#ifndef LUD_CLI_PLAY_PLAY_COMMANDS_H
#define LUD_CLI_PLAY_PLAY_COMMANDS_H

#include "cli/play/play_session.h"

typedef struct PlayCommand {
    const char *english, *spanish;
    const char *operand; /* what the help calls it; NULL: there is none */
    const char *about;
    void (*run)(Session *session, const char *operand);
} PlayCommand;

/* Ended by a row without a name. */
extern const PlayCommand play_commands[];

#endif
