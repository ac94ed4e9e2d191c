/* Messages of a game's WebSocket, as docs/ONLINE.md describes them. */
#ifndef LUD_SERVER_GAME_MESSAGE_H
#define LUD_SERVER_GAME_MESSAGE_H

#include "server/connection.h"
#include "server/play_routes.h"

typedef struct GameMessage {
    HallVerb verb; /* HALL_LOOK for a token alone */
    char token[HALL_TOKEN_TEXT];
    char *body; /* for free(); NULL: none */
    char *ref;  /* as JSON, for free(); NULL: none */
} GameMessage;

/* Reads one. False, with a problem as the reply, if it is something else; `ref` may be there even
 * then. */
bool game_message_read(const char *text, GameMessage *message, Reply *reply);
/* {"type": "reply", …} for free(); NULL when out of memory. */
char *game_message_reply(const char *ref, const Reply *reply);
/* A line for the log; `word` is the last of the address that could have been used instead. */
void game_message_log(const Connection *connection, const char *word, const Reply *reply);

#endif
