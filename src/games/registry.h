/* Which builds of the rules there are, for tests that compare them. */
#ifndef LUD_GAMES_REGISTRY_H
#define LUD_GAMES_REGISTRY_H

#include <ludoteca/game.h>

/* The portable build of a game, whatever this processor can do. */
const LudGame *lud_game_portable(int index);

#endif
