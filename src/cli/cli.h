/* What the subcommands share. */
#ifndef LUD_CLI_CLI_H
#define LUD_CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include <ludoteca/ludoteca.h>

#include "shell/arguments.h"
#include "shell/language.h"
#include "shell/report.h"
#include "shell/style.h"

/* The subcommands. Each is a table row with its options and its function (cmd_games …), which
 * returns the exit status; the row and the function live in the subcommand's own file. */
extern const Command games_command, rules_command, show_command, moves_command, perft_command,
    play_command, replay_command, convert_command, analyse_command, review_command, bench_command,
    engine_command, match_command, tables_command, serve_command, server_backup_command,
    server_copy_command, verify_dice_command, bot_command, server_admin_command, solve_command,
    verify_proof_command, train_command;

/* Reads GAME[:key=value…]. Returns 0, or after a message on stderr the exit status. */
int cli_rules(const char *text, LudRules *rules);
/* Prints a game's rules in the reader's language, and what the chosen options mean. */
void rules_print(const LudRules *rules, Style style);

#endif
