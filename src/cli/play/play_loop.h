/* Turn after turn, and asking for what is needed. */
#ifndef LUD_CLI_PLAY_PLAY_LOOP_H
#define LUD_CLI_PLAY_PLAY_LOOP_H

#include "cli/play/play_session.h"

/* Plays on until the game is over or the session ends. */
void loop_play(Session *session);
/* Asks for commands after the game; true when it goes on because its end was taken back. */
bool loop_ask_after_end(Session *session, bool has_next);
/* Asks a question: LINE_READ with the answer, or anything else, which then is already dealt with:
 * the session ended or a clock ran out. `completer` may be NULL. */
LineStatus loop_ask(Session *session, const char *prompt, const LineCompleter *completer,
                    const char **line);
/* Asks until the answer is yes or no; false when there is none. */
bool loop_ask_yes(Session *session, const char *question);
/* Tells the game what time it is, and the players what follows from it. */
void loop_tell_time(Session *session);
/* The seat to move or to roll; negative when the game is over. */
int loop_active_seat(const Session *session);
Player *loop_player_at(Session *session, int seat);
/* Whether a person is asked for something now: a move, or what the dice show. Nobody is asked to
 * pass, so that a lost turn costs no time. */
bool loop_waits_for_person(Session *session);

#endif
