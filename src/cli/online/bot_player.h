/* Whoever thinks for a bot: our engine, or another program. */
#ifndef LUD_CLI_ONLINE_BOT_PLAYER_H
#define LUD_CLI_ONLINE_BOT_PLAYER_H

#include <stdatomic.h>

#include "cli/match/match_uci.h"

typedef struct BotPlayer {
    MatchPlayer player;
    MatchSetup setup; /* what a program is told: the rules */
    LudEngine *engine;
    Program program;
    const atomic_bool *is_stopping;
} BotPlayer;

/* Chooses a move for the seat whose turn it is. A clock that runs is kept in mind. */
LudStatus bot_player_choose(BotPlayer *player, const LudPlay *play, char word[LUD_MOVE_TEXT],
                            LudError *err);
void bot_player_end(BotPlayer *player);

#endif
