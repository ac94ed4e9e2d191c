/* The verbs of `ludoteca tables`. */
#ifndef LUD_CLI_TABLES_TABLES_PARTS_H
#define LUD_CLI_TABLES_TABLES_PARTS_H

#include "cli/cli.h"
#include "shell/tables_words.h"

enum { TABLES_MOST_EVERY = 1000000000 };

/* Each reads its options from the command's and returns the exit status. The game is the second
 * operand. */
int tables_build(const Arguments *arguments);
int tables_verify(const Arguments *arguments);
int tables_info(const Arguments *arguments);
int tables_probe(const Arguments *arguments);

/* The rules that the second operand names, of a game that has tables. EXIT_SUCCESS, or the status
 * after a message. */
int tables_rules(const Arguments *arguments, LudRules *rules);

#endif
