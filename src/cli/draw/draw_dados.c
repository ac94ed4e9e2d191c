/* The board with the number of every square and the chip that lies on it. */
#include <stdio.h>

#include "cli/draw/draw_parts.h"
#include "shell/language.h"

enum { SIZE = 6 };

/* A shape of its own for each colour. */
static const struct {
    const char *glyph, *letter;
    DrawInk ink;
} chips[LUD_MAX_SIDES] = {{"●", "g", INK_GREEN}, {"■", "b", INK_BLUE}, {"▲", "r", INK_RED}};

static const LudCell *square_at(const Drawing *drawing, int row, int file)
{
    return draw_cell_at(drawing, 2 * file, 2 * row, 0);
}

static void draw_chip(const Drawing *drawing, int side, bool is_new)
{
    const DrawStyle *style = drawing->style;
    if (side == LUD_NOBODY)
        draw_text(drawing->out, style, INK_FAINT, is_new, draw_glyph(style, "·", "."));
    else
        draw_text(drawing->out, style, chips[side].ink, is_new,
                  draw_glyph(style, chips[side].glyph, chips[side].letter));
}

static void draw_mark(const Drawing *drawing, int side)
{
    draw_chip(drawing, side, false);
}

static void draw_rule(const Drawing *drawing, const char *unicode, const char *ascii)
{
    fputs("    ", drawing->out);
    draw_text(drawing->out, drawing->style, INK_FAINT, false,
              draw_glyph(drawing->style, unicode, ascii));
    fputc('\n', drawing->out);
}

static void draw_bar(const Drawing *drawing)
{
    draw_text(drawing->out, drawing->style, INK_FAINT, false, draw_glyph(drawing->style, "│", "|"));
}

static void draw_rank(const Drawing *drawing, int row)
{
    const char rank[2] = {(char)('0' + SIZE - row), '\0'};
    fputs("  ", drawing->out);
    draw_text(drawing->out, drawing->style, INK_FAINT, false, rank);
    fputc(' ', drawing->out);
    for (int file = 0; file < SIZE; file++) {
        const LudCell *square = square_at(drawing, row, file);
        draw_bar(drawing);
        fprintf(drawing->out, "%3d ", square->number);
        draw_chip(drawing, square->side, draw_is_new(drawing, square));
        fputc(' ', drawing->out);
    }
    draw_bar(drawing);
    fputc('\n', drawing->out);
}

/* "Rank 6: a 2 Green, b 3, …": each square with its number and whose chip lies there. */
static void say_ranks(const Drawing *drawing)
{
    for (int row = 0; row < SIZE; row++) {
        fprintf(drawing->out, _("Rank %d:"), SIZE - row);
        for (int file = 0; file < SIZE; file++) {
            const LudCell *square = square_at(drawing, row, file);
            fprintf(drawing->out, "%s %c %d", file > 0 ? "," : "", 'a' + file, square->number);
            if (square->side != LUD_NOBODY)
                fprintf(drawing->out, " %s", draw_side(drawing, square->side));
        }
        fputc('\n', drawing->out);
    }
}

void draw_dados(const Drawing *drawing)
{
    if (drawing->style->is_spoken) {
        say_ranks(drawing);
        draw_held(drawing, draw_mark);
        return;
    }
    draw_rule(drawing, "┌──────┬──────┬──────┬──────┬──────┬──────┐",
              "+------+------+------+------+------+------+");
    for (int row = 0; row < SIZE; row++) {
        if (row > 0)
            draw_rule(drawing, "├──────┼──────┼──────┼──────┼──────┼──────┤",
                      "+------+------+------+------+------+------+");
        draw_rank(drawing, row);
    }
    draw_rule(drawing, "└──────┴──────┴──────┴──────┴──────┴──────┘",
              "+------+------+------+------+------+------+");
    draw_text(drawing->out, drawing->style, INK_FAINT, false,
              "       a      b      c      d      e      f");
    fputc('\n', drawing->out);
    draw_held(drawing, draw_mark);
}
