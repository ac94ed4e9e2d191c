/* Online games as records, with all that it takes to check their dice. */
#ifndef LUD_ONLINE_ONLINE_RECORD_H
#define LUD_ONLINE_ONLINE_RECORD_H

#include "online/online_game.h"

/* The record as text, for lud_free; NULL when out of memory. */
char *online_record_write(const OnlineGame *game);

#endif
