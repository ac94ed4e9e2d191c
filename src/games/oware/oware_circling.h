/* Seeds that only circle: is there anything left to capture? Both answers are exact. */
#ifndef LUD_OWARE_CIRCLING_H
#define LUD_OWARE_CIRCLING_H

#include "oware_board.h"

enum { OWARE_MOST_UNFORCED = 8 }; /* seeds on the board up to which oware_is_unforced looks */

/* No sequence of legal moves by both sides together contains a capture, and play could go on for
 * ever. Takes nanoseconds unless only two seeds are left. False if the game is over. */
bool oware_is_circling(const Oware *o);

/* A capture could still happen, but neither side can bring one about, whoever makes it, against
 * every defence. Takes up to some milliseconds. False if the game is over, or if more than
 * OWARE_MOST_UNFORCED seeds are on the board. */
bool oware_is_unforced(const Oware *o);

#endif
