/* Drawing an outcome of LUD_CHANCE. */
#ifndef LUD_CORE_CHANCE_H
#define LUD_CORE_CHANCE_H

#include <ludoteca/game.h>

/* Draws by weight: laid out in order, each outcome holds as many tickets as it weighs. One number
 * is taken from `random`. */
LudMove chance_draw(const LudGame *game, const LudState *s, LudRandom *random);

#endif
