/* A game made for cycles: a token walks along the arrows of a small random graph. Positions recur
 * all the time, by many ways, which real games show only now and then. */
#ifndef LUD_TESTS_GRAPH_GAME_H
#define LUD_TESTS_GRAPH_GAME_H

#include <ludoteca/judging.h>

enum { GRAPH_NODES = 24, GRAPH_ARROWS = 3 };

/* What a graph may have besides; together they are as many kinds of graphs. */
enum {
    GRAPH_EPOCHS = 1, /* some arrows can't be walked back */
    GRAPH_AGAIN = 2,  /* after some arrows the same side moves again */
    GRAPH_DICE = 4,   /* after some arrows a roll moves the token on */
    GRAPH_HOOKS = 8,  /* its judging tells which moves win, are urgent, are noisy, promise much */
};

/* A game for two sides whose arrows, ends and values follow from `seed`. With `limit` 2 a
 * repetition is won, drawn or lost by the position, with 3 it is a draw. `kinds`: GRAPH_…; dice go
 * with no limit (0). */
void graph_rules(LudRules *rules, LudGame *game, uint32_t seed, int limit, unsigned kinds);

#endif
