/* What the drawings of the games share. */
#ifndef LUD_CLI_DRAW_DRAW_PARTS_H
#define LUD_CLI_DRAW_DRAW_PARTS_H

#include "cli/draw/draw.h"

enum { DRAW_TALLY_BYTES = 64 };

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

/* Prints text in an ink, underlined if it is new; without colour just the text. */
void draw_text(FILE *out, const DrawStyle *style, DrawInk ink, bool is_new, const char *text);
/* The text that the style can show. */
const char *draw_glyph(const DrawStyle *style, const char *unicode, const char *ascii);
void draw_spaces(FILE *out, int count);
/* Goes to where the next of several short texts stands: after a gap or, where the width does not
 * take it, on a new line. `at` is the column, 0 at first; `width` the columns of the text. */
void draw_place(FILE *out, const DrawStyle *style, int *at, int width);
/* "Light: 13 balls in reserve", with the side's mark before it where there is a drawing. */
typedef void (*DrawMark)(FILE *out, const DrawStyle *style, int side);
void draw_tally(FILE *out, const DrawStyle *style, const LudRules *rules, int sides,
                char texts[][DRAW_TALLY_BYTES], DrawMark mark);

void draw_oware(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style);
void draw_pylos(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style);
void draw_six(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style);
void draw_dados(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style);

#endif
