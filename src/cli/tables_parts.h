/* The verbs of `ludoteca tables`. */
#ifndef LUD_CLI_TABLES_PARTS_H
#define LUD_CLI_TABLES_PARTS_H

#include "cli/cli.h"

enum { TABLES_MOST_SEEDS = 48, TABLES_MOST_EVERY = 1000000000, TABLES_SIZE_TEXT = 32 };

/* Each reads its options from the command's and returns the exit status. The game is the second
 * operand. */
int tables_build(const Arguments *arguments);
int tables_verify(const Arguments *arguments);
int tables_info(const Arguments *arguments);
int tables_probe(const Arguments *arguments);

/* The rules that the second operand names, of a game that has tables. EXIT_SUCCESS, or the status
 * after a message. */
int tables_rules(const Arguments *arguments, LudRules *rules);
/* "3.1 MB": as disks and memory are counted, by thousands. */
void tables_size(uint64_t bytes, char text[TABLES_SIZE_TEXT]);

#endif
