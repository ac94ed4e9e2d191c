/* What becomes of the other tiles when one is lifted. */
#ifndef LUD_SIX_GROUPS_H
#define LUD_SIX_GROUPS_H

#include "six_patch.h"

enum { SIX_MAX_GROUPS = 3 }; /* neighbours of a cell that touch each other are one group */

typedef struct SixLift {
    bool separates;                /* false: all tiles stay, and the rest is unset */
    int choices;                   /* groups that are largest: one may stay */
    SixCells stay[SIX_MAX_GROUPS]; /* those groups, the one with the lowest cell first; rows from
                                    * two before the tiles to two after them are set */
} SixLift;

/* The same in a patch. */
typedef struct SixSplit {
    int choices;
    SixPatch stay[SIX_MAX_GROUPS];
} SixSplit;

#define six_lift  LUD_DUAL(six_lift)
#define six_split LUD_DUAL(six_split)

/* Lifts the tile at `cell`; the position itself remains as it is. */
void six_lift(const SixState *s, int cell, SixLift *lift);

/* Lifts the tile at a row and column of the patch of all tiles, `count` in number. Returns whether
 * that separates the others; `split` is set only then. */
bool six_split(const SixPatch *occupied, int count, int row, int column, SixSplit *split);

#endif
