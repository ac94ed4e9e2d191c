/* Any board: its cells where they lie, each with its name and what is there. For games that nobody
 * has drawn yet. */
#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/columns.h"
#include "shell/language.h"

enum { CELL_BYTES = LUD_CELL_TEXT + 32 };

/* A shape of its own for each side. */
static const struct {
    const char *glyph, *letter;
    DrawInk ink;
} pieces[LUD_MAX_SIDES] = {{"●", "1", INK_GREEN}, {"■", "2", INK_BLUE}, {"▲", "3", INK_RED}};

static void draw_mark(const Drawing *drawing, int side)
{
    const DrawStyle *style = drawing->style;
    draw_text(drawing->out, style, pieces[side].ink, false,
              draw_glyph(style, pieces[side].glyph, pieces[side].letter));
}

/* "A:4" where cells hold heaps; else "c5", with the number that is printed there. */
static void cell_text(const Drawing *drawing, const LudCell *cell, char text[CELL_BYTES])
{
    if (drawing->view->has_heaps)
        snprintf(text, CELL_BYTES, "%s:%d", cell->name, cell->count);
    else if (cell->number)
        snprintf(text, CELL_BYTES, "%s=%d", cell->name, cell->number);
    else
        snprintf(text, CELL_BYTES, "%s", cell->name);
}

/* What lies here, as one character: a piece, room for one, or nothing that could be used. */
static void draw_piece(const Drawing *drawing, const LudCell *cell)
{
    const DrawStyle *style = drawing->style;
    bool is_new = draw_is_new(drawing, cell);
    if (cell->count > 0 && cell->side != LUD_NOBODY)
        draw_text(drawing->out, style, pieces[cell->side].ink, is_new,
                  draw_glyph(style, pieces[cell->side].glyph, pieces[cell->side].letter));
    else if (cell->is_open)
        draw_text(drawing->out, style, INK_PLAIN, is_new, draw_glyph(style, "·", "."));
    else
        draw_text(drawing->out, style, INK_FAINT, false, draw_glyph(style, "×", "x"));
    fputc(' ', drawing->out);
}

static void draw_cell(const Drawing *drawing, const LudCell *cell)
{
    char text[CELL_BYTES];
    cell_text(drawing, cell, text);
    bool is_heap = drawing->view->has_heaps;
    if (!is_heap)
        draw_piece(drawing, cell);
    DrawInk ink = is_heap && cell->count > 0 ? INK_STRONG : INK_FAINT;
    draw_text(drawing->out, drawing->style, ink, is_heap && draw_is_new(drawing, cell), text);
}

static int cell_columns(const Drawing *drawing, const LudCell *cell)
{
    char text[CELL_BYTES];
    cell_text(drawing, cell, text);
    return (drawing->view->has_heaps ? 0 : 2) + columns_of(text);
}

static int widest(const Drawing *drawing)
{
    int most = 0;
    for (int i = 0; i < drawing->view->cell_count; i++) {
        int columns = cell_columns(drawing, &drawing->view->cells[i]);
        most = columns > most ? columns : most;
    }
    return most;
}

/* A row takes as many columns for half a cell as keep the widest ones apart; where that is too much
 * for the terminal, cells follow each other. */
static void draw_level(const Drawing *drawing, const DrawRows *rows)
{
    enum { MARGIN = 2, GAP = 2 };
    int wide = widest(drawing), half = (wide + GAP + 1) / 2;
    bool fits = MARGIN + (rows->most_x - rows->least_x) * half + wide <= drawing->style->columns;
    for (int i = 0; i < rows->count;) {
        int y = rows->cell[i]->y, at = 0;
        for (; i < rows->count && rows->cell[i]->y == y; i++) {
            const LudCell *cell = rows->cell[i];
            int columns = cell_columns(drawing, cell);
            if (fits) {
                int column = MARGIN + (cell->x - rows->least_x) * half;
                draw_spaces(drawing->out, column - at);
                at = column + columns;
            } else {
                draw_place(drawing->out, drawing->style, &at, columns);
            }
            draw_cell(drawing, cell);
        }
        fputc('\n', drawing->out);
    }
}

/* "A 4, B 0, …", "c5 Green, d5 open, …": row after row. */
static void say_rows(const Drawing *drawing, const DrawRows *rows)
{
    for (int i = 0; i < rows->count;) {
        int y = rows->cell[i]->y;
        for (bool is_first = true; i < rows->count && rows->cell[i]->y == y;
             i++, is_first = false) {
            const LudCell *cell = rows->cell[i];
            fprintf(drawing->out, "%s%s", is_first ? "" : ", ", cell->name);
            if (cell->number)
                fprintf(drawing->out, " %d", cell->number);
            if (drawing->view->has_heaps)
                fprintf(drawing->out, " %d", cell->count);
            else if (cell->count > 0 && cell->side != LUD_NOBODY)
                fprintf(drawing->out, " %s", draw_side(drawing, cell->side));
            else if (cell->is_open)
                fprintf(drawing->out, " %s", _("open"));
        }
        fputc('\n', drawing->out);
    }
}

void draw_cells(const Drawing *drawing)
{
    DrawRows rows;
    char position[LUD_STATE_TEXT];
    if (drawing->view->cell_count == 0) {
        drawing->game->text.state_print(drawing->state, position);
        fprintf(drawing->out, "%s\n", position);
        return;
    }
    bool has_levels = drawing->view->cells[drawing->view->cell_count - 1].level > 0;
    for (int level = 0; draw_sort(drawing, level, &rows); level++) {
        if (has_levels) {
            fprintf(drawing->out, _("Level %d"), level + 1);
            fputc('\n', drawing->out);
        }
        if (drawing->style->is_spoken)
            say_rows(drawing, &rows);
        else
            draw_level(drawing, &rows);
    }
    draw_held(drawing, drawing->view->has_heaps ? NULL : draw_mark);
}
