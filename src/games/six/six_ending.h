/* How a game of Six ends: by a row of six, a triangle of side three, a circle, or for want of
 * tiles. */
#ifndef LUD_SIX_ENDING_H
#define LUD_SIX_ENDING_H

#include "six_board.h"

#define six_shape_at LUD_DUAL(six_shape_at)
#define six_judge    LUD_DUAL(six_judge)

/* The shape that a colour's tiles form with the one at `cell`: a reason, or NONE. With several the
 * row is named before the triangle, the triangle before the circle. */
LudReason six_shape_at(const SixCells *tiles, int cell);

/* Judges a position in which `side` has made `shape` (or NONE). */
void six_judge(SixState *s, int side, LudReason shape);

#endif
