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

/* What the neighbours of all cells of a patch tell at once. */
typedef struct SixRings {
    SixPatch any;      /* cells next to a tile */
    SixPatch twice;    /* next to two or more */
    SixPatch doubtful; /* next to several runs of tiles: what lies there may connect them */
} SixRings;

static inline SixRings six_rings(SixPatch tiles)
{
    SixPatch before = six_patch_down(tiles), after = six_patch_up(tiles);
    /* The neighbours, in turn around the cell. */
    SixPatch n[6] = {after,  six_patch_lower(tiles, 1),  six_patch_lower(before, 1),
                     before, six_patch_higher(tiles, 1), six_patch_higher(after, 1)};
    SixPatch run = six_patch_minus(n[0], n[5]);
    SixRings rings = {n[0], six_patch_minus(tiles, tiles), six_patch_minus(tiles, tiles)};
    for (int i = 1; i < 6; i++) {
        SixPatch begins = six_patch_minus(n[i], n[i - 1]);
        rings.twice = six_patch_or(rings.twice, six_patch_and(rings.any, n[i]));
        rings.any = six_patch_or(rings.any, n[i]);
        rings.doubtful = six_patch_or(rings.doubtful, six_patch_and(run, begins));
        run = six_patch_or(run, begins);
    }
    return rings;
}

#define six_lift  LUD_DUAL(six_lift)
#define six_split LUD_DUAL(six_split)

/* Lifts the tile at `cell`; the position itself remains as it is. */
void six_lift(const SixState *s, int cell, SixLift *lift);

/* Lifts the tile at a row and column of the patch of all tiles, `count` in number. Returns whether
 * that separates the others; `split` is set only then. */
bool six_split(const SixPatch *occupied, int count, int row, int column, SixSplit *split);

#endif
