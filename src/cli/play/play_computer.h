/* The computer's moves and its advice. */
#ifndef LUD_CLI_PLAY_PLAY_COMPUTER_H
#define LUD_CLI_PLAY_PLAY_COMPUTER_H

#include "cli/play/play_session.h"

/* Plays for the computer, and for a person who has lost the turn and so has only one choice. */
void computer_move(Session *session, int seat);
void computer_hint(Session *session, const char *operand);
void computer_analyse(Session *session, const char *operand);
/* Whether to suggest finishing, also by what tables know. */
LudOffer computer_offer(const Session *session);
/* Ends the engines, as when another game is put on the table. */
void computer_forget(Session *session);

#endif
