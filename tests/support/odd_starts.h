/* Positions that ordinary random play seldom reaches, to begin from. */
#ifndef LUD_TESTS_ODD_STARTS_H
#define LUD_TESTS_ODD_STARTS_H

#include <ludoteca/judging.h>

/* Makes a position of these rules and returns true, or false if this attempt led to none; try
 * again. Oware: crowded pits, few seeds, an empty side. Six: both hands empty, the tiles in a heap,
 * in thin arms or few. Dados: full and nearly full boards, all chips in use. Pylos: some way into
 * a game that avoids its end. */
bool odd_start(const LudRules *rules, LudRandom *random, LudState *s);

#endif
