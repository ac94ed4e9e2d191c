/* Where windows cross: the cells on which one tile does several things at once. */
#ifndef LUD_SIX_CROSSINGS_H
#define LUD_SIX_CROSSINGS_H

#include "six_windows.h"

/* Of one colour, empty cells next to a tile … */
typedef struct SixCrossings {
    int fives; /* … where a tile would be the fifth in a window without the other's tiles */
    int forks; /* … in two such windows or more */
    int mixed; /* … in one, and the fourth in another */
} SixCrossings;

#define six_crossings LUD_DUAL(six_crossings)

/* `notes` says quickly that there are none. */
SixCrossings six_crossings(const SixState *s, const SixNotes *notes, int side);

#endif
