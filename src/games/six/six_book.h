/* The book of Six: positions of the opening whose value is proved. */
#ifndef LUD_SIX_BOOK_H
#define LUD_SIX_BOOK_H

#include "six_board.h"

/* As LudGameForcing.symmetric_key: up to translation, the twelve symmetries of the grid and an
 * exchange of the colours. */
uint64_t six_symmetric_key(const LudState *s);
/* As LudGameForcing.known. */
bool six_book_known(const LudState *s, int *plies);

#endif
