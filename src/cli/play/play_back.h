/* Undo and redo. */
#ifndef LUD_CLI_PLAY_PLAY_BACK_H
#define LUD_CLI_PLAY_PLAY_BACK_H

#include "cli/play/play_session.h"

void back_undo(Session *session, const char *operand);
void back_redo(Session *session, const char *operand);

#endif
