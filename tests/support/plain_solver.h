/* Exhaustive solution of a small ending: every position that can be reached is laid out, and wins
 * are worked out backwards from the ends. Slow, plain, and nothing shared with src/search. */
#ifndef LUD_TESTS_PLAIN_SOLVER_H
#define LUD_TESTS_PLAIN_SOLVER_H

#include <stdbool.h>

#include <ludoteca/judging.h>

/* In how many plies a side (0 or 1) can force an end that is a win, or at least a draw, for it,
 * whatever the other does; -1: it can't. Repetition forces nothing. */
typedef struct PlainValue {
    int win[2], draw[2];
    int positions;
} PlainValue;

/* Of games with two sides and no chance; seeds that only circle are an end. False if more than
 * `most` positions can be reached. */
bool plain_solve(const LudGame *game, const LudState *root, int most, PlainValue *value);

/* The game's true value for the side to move, 1 win, 0 draw, -1 loss, when a position that recurs
 * on the line ends it at once: by trying all lines. False if that takes more than `most` visits. */
bool plain_true_value(const LudGame *game, const LudState *root, long most, int *value);

/* Whether the side to move can force a win within `plies`, by trying everything. */
bool plain_wins_within(const LudGame *game, const LudState *root, int plies);

#endif
