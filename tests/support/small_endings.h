/* Positions near the end of a game, few enough to be solved in full. */
#ifndef LUD_TESTS_SMALL_ENDINGS_H
#define LUD_TESTS_SMALL_ENDINGS_H

#include <stdbool.h>

#include <ludoteca/judging.h>

/* Each makes a position that is not over, or returns false if this attempt led to none. */

/* Oware: one to `most` seeds anywhere, stores that differ by a few. */
bool ending_of_oware(const LudRules *rules, LudRandom *random, int most, LudState *s);
/* Any game without chance: `plies` random moves, none of which ends it. */
bool ending_by_play(const LudRules *rules, LudRandom *random, int plies, LudState *s);

#endif
