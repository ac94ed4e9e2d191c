/* What the texts of positions and of moves have in common. */
#ifndef LUD_SIX_TEXT_H
#define LUD_SIX_TEXT_H

#include "six.h"

enum { SIX_CELL_TEXT = 24 };

/* A cell in the players' coordinates. */
typedef struct SixPlace {
    int32_t q, r;
} SixPlace;

/* Reads "q,r", each at most `farthest` from 0; returns what follows, or NULL. */
const char *six_place_read(const char *at, int farthest, SixPlace *place);
/* Writes it (SIX_CELL_TEXT bytes) and returns the length. */
int six_place_print(SixPlace place, char *text);

static inline SixPlace six_place_of(const SixState *s, int cell)
{
    return (SixPlace){s->q + six_cell_row(cell), s->r + six_cell_column(cell)};
}

#endif
