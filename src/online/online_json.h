/* Online games as JSON, in the shapes of docs/ONLINE.md. */
#ifndef LUD_ONLINE_ONLINE_JSON_H
#define LUD_ONLINE_ONLINE_JSON_H

#include "online/online_game.h"
#include "online/online_secret.h"
#include "wire/json_writer.h"

typedef enum OnlinePresence {
    PRESENCE_UNKNOWN,
    PRESENCE_HERE,
    PRESENCE_AWAY,
    PRESENCE_LEFT
} OnlinePresence;

/* Who looks at a game, and when. */
typedef struct OnlineView {
    const OnlineGame *game;
    int64_t now_ms;
    int player;                 /* the one who asks, or ONLINE_NOBODY */
    char (*tokens)[TOKEN_TEXT]; /* of all players, to be told this once; or NULL */
} OnlineView;

/* Whether a player can be reached now. */
OnlinePresence online_presence(const OnlineGame *game, int player, int64_t now_ms);
/* "here" …; NULL if nothing is known. */
const char *online_presence_name(OnlinePresence presence);

/* The game as it stands, as JSON for lud_free; NULL when out of memory. */
char *online_json_game(const OnlineView *view);
/* What lists show of it; likewise. */
char *online_json_summary(const OnlineGame *game);
/* An entry of `moves`, by its ply; likewise. */
char *online_json_entry(const OnlineGame *game, int ply);

/* The members of an entry, of an object that is open. */
void online_put_entry(Json *json, int ply, const OnlineEntry *entry);
/* What each seat has left now, or null. */
void online_put_clocks(Json *json, const OnlineGame *game);
/* {"player": 1, "seat": 2}, or null. */
void online_put_you(Json *json, const OnlineGame *game, int player);
/* The throws that decided who begins: ["1 3 5", …], the seat and its two dice. */
void online_put_throws(Json *json, const FairThrow *throws, int count);

#endif
