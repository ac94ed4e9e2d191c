/* Proving tables right whose layers lead to each other both ways.
 *
 * With the distance to the end in every entry one look at each is enough: a win must be one ply
 * longer than the quickest loss that it leads to, a loss one longer than the slowest win that it
 * leads to, all of its moves leading to wins, and a draw must have a move to a draw and none to a
 * loss. A win in d plies is then true because one of the other player's in d - 1 is, down to ends
 * of the game; and what is drawn can't be won or lost, since the shortest of such would have been
 * found out. Positions are played forwards by the rules of the game; only their numbers are shared
 * with the builder. */
#ifndef LUD_TABLE_VERIFY_WHOLE_H
#define LUD_TABLE_VERIFY_WHOLE_H

#include "table_set.h"

/* As lud_tables_verify, for bare rules of such a game and its tables, which are open. */
LudStatus verify_whole(const LudRules *rules, LudTables *tables, const LudTableCheck *check,
                       uint64_t *checked, LudError *err);
/* Adds what that needs. */
void verify_whole_needs(const LudRules *rules, const LudTableCheck *check, LudTableNeeds *needs);

#endif
