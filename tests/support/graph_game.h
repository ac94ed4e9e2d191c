/* A game made for cycles: a token walks along the arrows of a small random graph. Positions recur
 * all the time, by many ways, which real games show only now and then. */
#ifndef LUD_TESTS_GRAPH_GAME_H
#define LUD_TESTS_GRAPH_GAME_H

#include <ludoteca/judging.h>

enum { GRAPH_NODES = 24, GRAPH_ARROWS = 3 };

/* A game for two sides whose arrows, ends and values follow from `seed`. With `limit` 2 a
 * repetition is won, drawn or lost by the position, with 3 it is a draw. With `has_epochs` some
 * arrows can't be walked back. */
void graph_rules(LudRules *rules, LudGame *game, uint32_t seed, int limit, bool has_epochs);

#endif
