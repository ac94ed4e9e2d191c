/* The board as South sees it. Each store lies at its owner's right, so North's is on the left. */
#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/language.h"

enum { ROW = 6, SOUTH = 0, NORTH = 1 };

/* Pit `i` from the left. */
static const LudCell *pit_at(const Drawing *drawing, int side, int i)
{
    return draw_cell_at(drawing, 2 * i, side == SOUTH ? 2 : 0, 0);
}

/* One horizontal line of the box. The middle one is open at the stores, which are two rows high. */
static void draw_rule(const Drawing *drawing, const char *unicode, const char *ascii)
{
    fputs("  ", drawing->out);
    draw_text(drawing->out, drawing->style, INK_FAINT, false,
              draw_glyph(drawing->style, unicode, ascii));
    fputc('\n', drawing->out);
}

static void draw_labels(const Drawing *drawing, int side)
{
    char line[64] = "         ";
    size_t used = strlen(line);
    for (int i = 0; i < ROW; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "   %s ",
                                 pit_at(drawing, side, i)->name);
    line[used - 1] = '\0';
    draw_text(drawing->out, drawing->style, INK_FAINT, false, line);
    fputc('\n', drawing->out);
}

static void draw_number(const Drawing *drawing, DrawInk ink, bool is_new, int number)
{
    char text[16];
    snprintf(text, sizeof text, "%2d", number);
    draw_text(drawing->out, drawing->style, ink, is_new, text);
}

static void draw_pit(const Drawing *drawing, const LudCell *pit)
{
    bool is_own = pit->side == drawing->view->seat;
    DrawInk ink = pit->count == 0 ? INK_FAINT : is_own ? INK_STRONG : INK_PLAIN;
    /* A pit that filled up is new; one that was emptied shows as empty anyway. */
    draw_number(drawing, ink, draw_is_new(drawing, pit) && pit->count > 0, pit->count);
}

static void draw_bar(const Drawing *drawing)
{
    draw_text(drawing->out, drawing->style, INK_FAINT, false, draw_glyph(drawing->style, "│", "|"));
}

/* The store at one end of a row, or the room that the other row's takes. */
static void draw_end(const Drawing *drawing, int side, bool is_here)
{
    enum { STORE_COLUMNS = 6 };
    if (!is_here) {
        draw_spaces(drawing->out, STORE_COLUMNS);
        return;
    }
    int seeds = drawing->view->held[side];
    fputs("  ", drawing->out);
    draw_number(drawing, INK_YELLOW, drawing->is_held_new[side] && seeds > 0, seeds);
    fputs("  ", drawing->out);
}

static void draw_row(const Drawing *drawing, int side)
{
    fputs("  ", drawing->out);
    draw_bar(drawing);
    draw_end(drawing, NORTH, side == NORTH);
    draw_bar(drawing);
    for (int i = 0; i < ROW; i++) {
        fputc(' ', drawing->out);
        draw_pit(drawing, pit_at(drawing, side, i));
        fputc(' ', drawing->out);
        draw_bar(drawing);
    }
    draw_end(drawing, SOUTH, side == SOUTH);
    draw_bar(drawing);
    fputc('\n', drawing->out);
}

/* "North, f to a: 4 4 4 4 4 4": both rows from the left as South sees them. */
static void say_row(const Drawing *drawing, int side)
{
    fprintf(drawing->out, side == SOUTH ? _("%s, A to F:") : _("%s, f to a:"),
            draw_side(drawing, side));
    for (int i = 0; i < ROW; i++)
        fprintf(drawing->out, " %d", pit_at(drawing, side, i)->count);
    fputc('\n', drawing->out);
}

void draw_oware(const Drawing *drawing)
{
    if (drawing->style->is_spoken) {
        say_row(drawing, NORTH);
        say_row(drawing, SOUTH);
        draw_held(drawing, NULL);
        return;
    }
    draw_labels(drawing, NORTH);
    draw_rule(drawing, "┌──────┬────┬────┬────┬────┬────┬────┬──────┐",
              "+------+----+----+----+----+----+----+------+");
    draw_row(drawing, NORTH);
    draw_rule(drawing, "│      ├────┼────┼────┼────┼────┼────┤      │",
              "|      +----+----+----+----+----+----+      |");
    draw_row(drawing, SOUTH);
    draw_rule(drawing, "└──────┴────┴────┴────┴────┴────┴────┴──────┘",
              "+------+----+----+----+----+----+----+------+");
    draw_labels(drawing, SOUTH);
    draw_held(drawing, NULL);
}
