/* What players do together, and giving up. */
#ifndef LUD_CLI_PLAY_PLAY_AGREE_H
#define LUD_CLI_PLAY_PLAY_AGREE_H

#include "cli/play/play_session.h"

void agree_draw(Session *session, const char *operand);
void agree_finish(Session *session, const char *operand);
void agree_resign(Session *session, const char *operand);
/* Tells the players once when the game suggests to finish. */
void agree_tell_offer(Session *session);

#endif
