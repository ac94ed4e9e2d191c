/* Threats: what would end the game at once, and what has to be done about it. */
#ifndef LUD_SIX_THREATS_H
#define LUD_SIX_THREATS_H

#include "six_windows.h"

/* Five tiles of a colour, and the empty cell that completes their shape. */
typedef struct SixFive {
    int cell;
    int kind;
    int tile[SIX_SHAPE - 1];
} SixFive;

enum { SIX_MOST_FIVES = 64 };

static inline bool six_five_has(const SixFive *five, int cell)
{
    bool has = false;
    for (int i = 0; i < SIX_SHAPE - 1; i++)
        has |= five->tile[i] == cell;
    return has;
}

#define six_five_cells   LUD_DUAL(six_five_cells)
#define six_list_fives   LUD_DUAL(six_list_fives)
#define six_can_complete LUD_DUAL(six_can_complete)
#define six_winning      LUD_DUAL(six_winning)
#define six_urgent       LUD_DUAL(six_urgent)
#define six_noisy        LUD_DUAL(six_noisy)

/* The empty cells that would complete a shape of `side`, by row, then column; fills at most `most`
 * of them and returns how many. Such a cell always touches a tile of the shape, so it can be laid
 * on. `notes` says quickly that there are none. */
int six_five_cells(const SixState *s, const SixNotes *notes, int side, int *cells, int most);
/* All of them with their tiles, at most SIX_MOST_FIVES. */
int six_list_fives(const SixState *s, const SixNotes *notes, int side, SixFive *list);
/* Whether the player to move can complete this shape of its own: in the second round another tile
 * has to be lifted for it, and the five must stay. */
bool six_can_complete(const SixState *s, const SixFive *five);

/* As LudGameJudging.winning and LudGameJudging.urgent, for positions that are not over. */
LudMove six_winning(const SixState *s, const SixNotes *notes);
int six_urgent(const SixState *s, const SixNotes *notes, LudMove *list);
/* As LudGameJudging.noisy: in the first round the moves that threaten a shape, so that the opponent
 * has but one answer. */
int six_noisy(const SixState *s, const SixNotes *notes, LudMove *list);

#endif
