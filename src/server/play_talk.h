/* Requests about games between people: what has to be right before the hall is asked. */
#ifndef LUD_SERVER_PLAY_TALK_H
#define LUD_SERVER_PLAY_TALK_H

#include "server/connection.h"

/* Answers a request to an address of play_has(), at once or later, after its content if need be. */
void play_talk_start(Connection *connection, const Request *request);
/* The content that it waited for is there, or can't be had: HEAD_WHOLE, or what it is instead. */
void play_talk_content(Connection *connection, HeadOutcome outcome);

#endif
