/* Which moves there are: listed, counted, or picked by number. */
#ifndef LUD_SIX_MOVES_H
#define LUD_SIX_MOVES_H

#include "six_graph.h"

enum {
    /* n connected tiles have at most 2n + 4 empty cells around them: each tile joins one with which
     * it shares two neighbours. So 41 tiles, in three groups at worst, offer 94 cells. */
    SIX_MAX_MOVES = SIX_TILES * 94,
};

#define six_moves_list      LUD_DUAL(six_moves_list)
#define six_moves_list_lift LUD_DUAL(six_moves_list_lift)
#define six_moves_count     LUD_DUAL(six_moves_count)
#define six_moves_pick      LUD_DUAL(six_moves_pick)

/* The moves of a position that is not over, in order of the cell lifted, the group that stays, the
 * cell laid on. */
int six_moves_list(const SixState *s, LudMove *list);
/* Second round: of these only those that lift the tile at `cell` and keep one of the groups. */
int six_moves_list_lift(const SixState *s, const SixGraph *graph, int cell, int choice,
                        LudMove *list);

/* How many there are, without listing them, where the tiles fit a patch. */
int six_moves_count(const SixState *s);
/* The one that lud_random_below(count) would pick from the list; the same. */
LudMove six_moves_pick(const SixState *s, LudRandom *random);

#endif
