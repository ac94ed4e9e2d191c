/* Seeds that only circle: is there anything left to capture? Both answers are exact. */
#ifndef LUD_OWARE_CIRCLING_H
#define LUD_OWARE_CIRCLING_H

#include "oware_board.h"

enum { OWARE_MOST_UNFORCED = 8 }; /* seeds on the board up to which oware_is_unforced looks */

/* Of a position with two seeds on the board: whether play could go on for ever. */
bool oware_circles_with_two(const Oware *o);

/* No sequence of legal moves by both sides together contains a capture, and play could go on for
 * ever. False if the game is over.
 *
 * Only two seeds can circle. One alone soon can't feed the opponent; and from every position of
 * three and more, under each value of `slam`, some sequence of moves captures, or all of them come
 * to an end: tests/proofs/oware_circling_proof.c goes through all cases. */
static inline bool oware_is_circling(const Oware *o)
{
    return oware_on_board(o) == 2 && oware_circles_with_two(o);
}

/* A capture could still happen, but neither side can bring one about, whoever makes it, against
 * every defence. Mostly takes less than a millisecond with up to six seeds and some with eight, at
 * worst some tens. False if the game is over, or if more than OWARE_MOST_UNFORCED seeds are on the
 * board. */
bool oware_is_unforced(const Oware *o);

#endif
