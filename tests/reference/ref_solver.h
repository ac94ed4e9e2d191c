/* Exhaustive solutions of small endings for two sides without chance: all positions that can be
 * reached are laid out as a graph, and values are worked out by going through it until nothing
 * changes any more. Shares nothing with src/search. */
#ifndef LUD_TESTS_REF_SOLVER_H
#define LUD_TESTS_REF_SOLVER_H

#include <ludoteca/game.h>

typedef struct RefGraph RefGraph;

/* What play that never ends is worth, to side 0: 1 a win, 0 a draw, -1 a loss; the same for all
 * positions of an epoch that lead to each other. */
typedef int (*RefEndless)(const LudGame *game, const LudState *s);

/* A graph of at most `most` positions. */
RefGraph *ref_graph_new(const LudGame *game, int most);
void ref_graph_free(RefGraph *graph);

/* Adds a position and all that can follow. Its number, or -1 if there is no more room, after which
 * the graph is of no use. */
int ref_graph_add(RefGraph *graph, const LudState *s);
int ref_graph_count(const RefGraph *graph);
void ref_graph_state(const RefGraph *graph, int node, LudState *s);

/* Solves all of it: the outcome for side 0, 1, 0 or -1, of each position if play that never ends is
 * worth `endless`. `outcomes` has a place for each. */
void ref_graph_solve(const RefGraph *graph, RefEndless endless, signed char *outcomes);

/* In how many plies `side` can force an end of the game that is `least` (1: a win, 0: a draw) or
 * better for it, whatever the other does and without help from repetition; -1: it can't. */
void ref_graph_forces(const RefGraph *graph, int side, int least, int *plies);

/* The same for one position and both sides. */
typedef struct RefValue {
    int win[2], draw[2];
} RefValue;

/* False if more than `most` positions can be reached. */
bool ref_solve(const LudGame *game, const LudState *root, int most, RefValue *value);

/* The game's true value for the side to move, 1 win, 0 draw, -1 loss, when a position that recurs
 * on the line ends it at once: by trying all lines. False if that takes more than `most` visits. */
bool ref_true_value(const LudGame *game, const LudState *root, long most, int *value);

/* The value for side 0 of a game as it is really played, which came by the `past` (oldest first,
 * 300 positions at most) to `s`: by trying all lines, with the rules' own count of occurrences.
 * False if that takes more than `most` visits. */
bool ref_played_value(const LudGame *game, const LudState *past, int past_count, const LudState *s,
                      long most, int *value);

#endif
