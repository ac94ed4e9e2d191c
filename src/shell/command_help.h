/* What a command's --help says, from its table. */
#ifndef LUD_SHELL_COMMAND_HELP_H
#define LUD_SHELL_COMMAND_HELP_H

#include "shell/arguments.h"

enum { HELP_RIGHT_EDGE = 96 };

/* One line and more for each option, lined up. */
void command_help_rows(const OptionRow *rows);
/* A command with its options; returns the exit status. */
int command_help(const Command *command);

#endif
