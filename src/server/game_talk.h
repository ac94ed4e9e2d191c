/* A game over a WebSocket: what happens in it goes out, what is done in it comes in. */
#ifndef LUD_SERVER_GAME_TALK_H
#define LUD_SERVER_GAME_TALK_H

#include "server/connection.h"

/* Whether a request asks for that. */
bool game_talk_is_wanted(const RequestHead *head, const Request *request);
void game_talk_start(Connection *connection, const Request *request);
/* Passes on what one of the door's `addressed` was told. */
void game_talk_pass_on(Link *link);

#endif
