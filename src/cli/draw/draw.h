/* Boards as text, drawn from their views (ludoteca/view.h). */
#ifndef LUD_CLI_DRAW_DRAW_H
#define LUD_CLI_DRAW_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include <ludoteca/game.h>

/* Without colour and Unicode everything is ASCII; nothing is ever told by colour alone. */
typedef struct DrawStyle {
    bool colour;
    bool unicode;
    bool is_spoken; /* labelled lines instead of a drawing, for those who listen to them */
    int columns;    /* width to fit in where a board can choose; 0: 80 */
    const LudState
        *before; /* with colour: cells that differ from this position stand out; or NULL */
} DrawStyle;

/* Draws the board with what belongs beside it (stores, reserves, hands), but not whose turn it is
 * nor a pending roll. */
void draw_board(FILE *out, const LudGame *game, const LudState *s, DrawStyle style);

#endif
