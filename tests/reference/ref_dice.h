/* Plain expectimax and max^n for games with dice, written from the contract of search.h alone: no
 * table, no bounds, no order. */
#ifndef LUD_TESTS_REF_DICE_H
#define LUD_TESTS_REF_DICE_H

#include <ludoteca/search.h>

/* Values are kept this much finer than they are shown. */
enum { REF_FINE = 16 };

typedef struct RefDice {
    const LudGame *game;
    /* In place of the game's own evaluation if it is not NULL. */
    int (*evaluate)(const LudState *s, int side);
    uint64_t positions; /* visited so far */
} RefDice;

/* The value of a move for the side that makes it, `depth` >= 1 moves deep, this one counted. */
int ref_dice_move(RefDice *ref, const LudState *s, LudMove m, int depth);

/* The same for two sides with nothing rounded on the way: the true mean, in units of a value. */
double ref_dice_true(RefDice *ref, const LudState *s, LudMove m, int depth);

#endif
