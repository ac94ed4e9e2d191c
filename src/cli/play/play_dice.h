/* Dice, thrown here or by the players. */
#ifndef LUD_CLI_PLAY_PLAY_DICE_H
#define LUD_CLI_PLAY_PLAY_DICE_H

#include "cli/play/play_session.h"

/* Throws the dice, or asks what they show. */
void dice_roll(Session *session);
/* Shows the throws that decided who starts. */
void dice_show_roll_off(const Session *session);
/* Asks who starts, where the players throw their own dice. */
bool dice_ask_starter(Session *session);
/* Reads "8", "3 5" or "3+5" into a total; 0 if it is none of them. */
int dice_read_total(const char *line);

#endif
