/* Boards as text. A drawing needs nothing but a position's public notation. */
#ifndef LUD_CLI_DRAW_DRAW_H
#define LUD_CLI_DRAW_DRAW_H

#include <stdbool.h>
#include <stdio.h>

#include <ludoteca/game.h>

/* Without colour and Unicode everything is ASCII; nothing is ever told by colour alone. */
typedef struct DrawStyle {
    bool colour;
    bool unicode;
    bool is_spoken;     /* labelled lines instead of a drawing, for those who listen to them */
    int columns;        /* width to fit in where a board can choose; 0: 80 */
    const char *before; /* with colour: cells that differ from this position stand out; or NULL */
} DrawStyle;

/* Draws the board with what belongs beside it (stores, reserves, hands), but not whose turn it is
 * nor a pending roll. Positions as state_print writes them. */
void draw_board(FILE *out, const LudRules *rules, const char *position_text, DrawStyle style);

#endif
