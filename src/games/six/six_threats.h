/* Threats: what would end the game at once, and what has to be done about it. */
#ifndef LUD_SIX_THREATS_H
#define LUD_SIX_THREATS_H

#include "six_windows.h"

#define six_five_cells LUD_DUAL(six_five_cells)
#define six_winning    LUD_DUAL(six_winning)
#define six_urgent     LUD_DUAL(six_urgent)

/* The empty cells that would complete a shape of `side`, by row, then column; fills at most `most`
 * of them and returns how many. Such a cell always touches a tile of the shape, so it can be laid
 * on. `notes` says quickly that there are none. */
int six_five_cells(const SixState *s, const SixNotes *notes, int side, int *cells, int most);

/* As LudGame.winning and LudGame.urgent, for positions that are not over. */
LudMove six_winning(const SixState *s, const SixNotes *notes);
int six_urgent(const SixState *s, const SixNotes *notes, LudMove *list);

#endif
