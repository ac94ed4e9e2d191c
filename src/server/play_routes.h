/* The addresses of games between people, under /api/v1/play; docs/ONLINE.md describes them. */
#ifndef LUD_SERVER_PLAY_ROUTES_H
#define LUD_SERVER_PLAY_ROUTES_H

#include "online/hall.h"
#include "server/exchange.h"

typedef struct PlayRoute {
    HallVerb verb;
    char game[HALL_ID_TEXT]; /* "" where there is none */
    bool is_socket;          /* a WebSocket is there, and no verb */
    const char *allow;       /* the methods that are understood there */
} PlayRoute;

typedef enum PlayFound {
    PLAY_NOTHING,      /* there is nothing at this address */
    PLAY_OTHER_METHOD, /* there is, but not for this method */
    PLAY_FOUND,
} PlayFound;

/* Whether a path belongs to them. */
bool play_has(const char *path);
/* Where a request leads. */
PlayFound play_find(Method method, const char *path, PlayRoute *route);
/* What can be done in a game, by the last word of its address; false: nothing of this name. */
bool play_find_verb(const char *word, HallVerb *verb);
/* That word; "" for others. */
const char *play_word(HallVerb verb);
/* Writes a path without what only those concerned may know: the names of games. */
void play_hide_game(char *path);

#endif
