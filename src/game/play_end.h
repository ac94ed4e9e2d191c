/* Between play.c and play_end.c. */
#ifndef LUD_GAME_PLAY_END_H
#define LUD_GAME_PLAY_END_H

#include "game/play_object.h"

/* Passes the turns of sides that are out; false when memory runs out. */
bool play_skip_dropped(LudPlay *play);

#endif
