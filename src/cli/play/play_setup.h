/* What the options of `play` ask for. */
#ifndef LUD_CLI_PLAY_PLAY_SETUP_H
#define LUD_CLI_PLAY_PLAY_SETUP_H

#include "cli/play/play_session.h"
#include "shell/arguments.h"

#define SETUP_MOST_SEED 999999999999999999L

/* Reads all options; false after a message if one is wrong. Without GAME only those that need no
 * game are read. */
bool setup_read(const Arguments *arguments, PlaySetup *setup);
/* Reads --players and --names over what is there; `rules` are known. */
bool setup_read_players(const Arguments *arguments, PlaySetup *setup);
/* Dice of one's own need a game with dice; false after a message. */
bool setup_check_dice(const PlaySetup *setup);
/* Gives names to those who need one: the computer, and everybody when seats change. */
void setup_name_players(PlaySetup *setup);
/* Starts the random players' generators. */
void setup_seed_players(PlaySetup *setup);
/* How many players the game has. */
int setup_seats(const LudRules *rules);

#endif
