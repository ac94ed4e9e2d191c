/* What the program says about itself. Those that print return the exit status. */
#ifndef LUD_CLI_COMMANDS_HELP_H
#define LUD_CLI_COMMANDS_HELP_H

#include <ludoteca/game.h>

#include "shell/arguments.h"

int help_version(void);
/* The list of subcommands (`commands` is ended by NULL). */
int help_program(const Command *const *commands);
/* A subcommand that does not exist: names the nearest and all others, on stderr. */
int help_unknown(const Command *const *commands, const char *name);
/* Writes a game with an option, such as the help shows it: `GAME:key=value`. */
void help_example(char text[LUD_RULES_TEXT]);

#endif
