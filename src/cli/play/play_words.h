/* What players, boards and results look like. */
#ifndef LUD_CLI_PLAY_PLAY_WORDS_H
#define LUD_CLI_PLAY_PLAY_WORDS_H

#include "cli/play/play_session.h"

/* "Ana (South)", or just "South". */
void words_seat(const Session *session, int seat, char label[LABEL_BYTES]);
/* Prints the board and what must be known beside it. */
void words_show_board(Session *session);
/* Says who played what last, the move written as the game writes it. */
void words_show_last_move(const Session *session);
/* One of several things to choose from, with its number. */
void words_show_choice(int number, const char *text);
void words_show_result(const Session *session);
void words_show_score(const Session *session, const LudMatch *match);
/* Prints sentences; on a terminal lines are broken between words. */
void words_say(const char *text);
/* Prints what the library says, in the reader's language. */
void words_show_error(const LudError *err);
/* Prints the legal moves that begin with `start`, not more than a screen takes. */
void words_show_moves(Session *session, const char *start);

#endif
