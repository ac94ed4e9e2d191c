/* One seat of one online game, played to its end: a client as any program can be one.
 *
 * It follows the game by its events, which the same code takes that the server's store is read
 * with, and says what it does over the same socket. A lost connection is taken up again where it
 * broke off; what was sent twice counts once. */
#ifndef LUD_CLI_ONLINE_BOT_GAME_H
#define LUD_CLI_ONLINE_BOT_GAME_H

#include "cli/online/bot_player.h"
#include "client/client_url.h"

/* Plays the seat of the url's token. When it returns LUD_OK the game is over; `next` is the game
 * that follows it, or "", for which it waits a little if it goes on. LUD_ESTOPPED if it was told to
 * stop. */
LudStatus bot_game_play(const ClientUrl *url, BotPlayer *player, bool goes_on, char next[URL_ID],
                        LudError *err);

#endif
