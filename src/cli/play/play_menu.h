/* The menu. */
#ifndef LUD_CLI_PLAY_PLAY_MENU_H
#define LUD_CLI_PLAY_PLAY_MENU_H

#include "cli/play/play_session.h"

/* Asks for everything; false if the person leaves. */
bool menu_ask(Session *session);

#endif
