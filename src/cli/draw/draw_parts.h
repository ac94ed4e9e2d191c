/* What the drawings of the games share. */
#ifndef LUD_CLI_DRAW_DRAW_PARTS_H
#define LUD_CLI_DRAW_DRAW_PARTS_H

#include <ludoteca/view.h>

#include "cli/draw/draw.h"

typedef enum DrawInk {
    INK_PLAIN,
    INK_FAINT,  /* frames, labels, empty cells */
    INK_STRONG, /* what matters without belonging to a side */
    INK_RED,
    INK_GREEN,
    INK_BLUE,
    INK_YELLOW,
    INK_CYAN,
} DrawInk;

/* A drawing on its way out. */
typedef struct Drawing {
    FILE *out;
    const DrawStyle *style;
    const LudGame *game;
    const LudState *state;
    const LudView *view;
    bool is_new[LUD_MAX_CELLS]; /* cells that are not as they were */
    bool is_held_new[LUD_MAX_SIDES];
} Drawing;

/* Prints text in an ink, underlined if it is new; without colour just the text. */
void draw_text(FILE *out, const DrawStyle *style, DrawInk ink, bool is_new, const char *text);
/* The text that the style can show. */
const char *draw_glyph(const DrawStyle *style, const char *unicode, const char *ascii);
void draw_spaces(FILE *out, int count);
/* Goes to where the next of several short texts stands: after a gap or, where the width does not
 * take it, on a new line. `at` is the column, 0 at first; `width` the columns of the text. */
void draw_place(FILE *out, const DrawStyle *style, int *at, int width);

/* The side's piece as one character, e.g. to explain what belongs to whom. */
typedef void (*DrawMark)(const Drawing *drawing, int side);
/* "Light: 13 balls in reserve", with the side's mark before it where there is a drawing; `mark` may
 * be NULL. */
void draw_held(const Drawing *drawing, DrawMark mark);
/* The cell at this place, or NULL. */
const LudCell *draw_cell_at(const Drawing *drawing, int x, int y, int level);
bool draw_is_new(const Drawing *drawing, const LudCell *cell);
/* The cells of a level, row by row from the top, each from the left. */
typedef struct DrawRows {
    const LudCell *cell[LUD_MAX_CELLS];
    int count;
    int least_x, most_x;
    int longest_name;
} DrawRows;
/* False if the level has none. */
bool draw_sort(const Drawing *drawing, int level, DrawRows *rows);
/* A side's name in the reader's language. */
const char *draw_side(const Drawing *drawing, int side);

/* Any game that has a view. */
void draw_cells(const Drawing *drawing);
/* Those that have a drawing of their own. */
void draw_oware(const Drawing *drawing);
void draw_pylos(const Drawing *drawing);
void draw_six(const Drawing *drawing);
void draw_dados(const Drawing *drawing);

#endif
