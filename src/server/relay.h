/* The way between the halls of several servers: calls are handed on, and games followed, through a
 * broker. Without one, or while it is away, whoever is asked takes the game: slower, as safe. */
#ifndef LUD_SERVER_RELAY_H
#define LUD_SERVER_RELAY_H

#include "online/hall.h"

typedef struct Relay Relay;

/* `broker` may be NULL. Games may be followed at once, but nothing is heard before relay_start. */
LudStatus relay_open(Relay **relay, const char *broker, const char *server, LudError *err);
/* For the settings of the hall. */
const HallLinks *relay_links(const Relay *relay);
const char *relay_server(const Relay *relay);
/* Connects the hall to the others. */
LudStatus relay_start(Relay *relay, Hall *hall, LudError *err);
/* Hears nothing any more, before the hall is closed; calls that are under way are answered. */
void relay_stop(Relay *relay);
/* Tells the others that this server's games are free, and ends. NULL is allowed. */
void relay_close(Relay *relay);

typedef struct RelayFigures {
    bool is_connected;
    int64_t forwarded, taken_over, lost; /* calls */
    int64_t told, heard;                 /* of games */
} RelayFigures;

void relay_figures(Relay *relay, RelayFigures *figures);

#endif
