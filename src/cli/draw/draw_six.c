/* Rows by r, each half a cell further right than the one above it. Where the width allows every
 * cell carries its name; else the rows are labelled at both ends. */
#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/columns.h"
#include "shell/language.h"

enum { LABEL_BYTES = 32 };

static void draw_tile(const Drawing *drawing, int side, bool is_new)
{
    const DrawStyle *style = drawing->style;
    if (side == 0)
        draw_text(drawing->out, style, INK_RED, is_new, draw_glyph(style, "⬢", "R"));
    else if (side == 1)
        draw_text(drawing->out, style, INK_STRONG, is_new, draw_glyph(style, "⬡", "B"));
    else
        draw_text(drawing->out, style, INK_FAINT, is_new, draw_glyph(style, "·", "."));
}

static void draw_mark(const Drawing *drawing, int side)
{
    draw_tile(drawing, side, false);
}

/* Every cell with its name behind it. */
static void draw_named(const Drawing *drawing, const DrawRows *rows, int half)
{
    for (int i = 0; i < rows->count;) {
        int y = rows->cell[i]->y, at = 0;
        for (; i < rows->count && rows->cell[i]->y == y; i++) {
            const LudCell *cell = rows->cell[i];
            int column = 2 + (cell->x - rows->least_x) * half;
            draw_spaces(drawing->out, column - at);
            draw_tile(drawing, cell->side, draw_is_new(drawing, cell));
            fputc(' ', drawing->out);
            draw_text(drawing->out, drawing->style, INK_FAINT, false, cell->name);
            at = column + 2 + (int)strlen(cell->name);
        }
        fputc('\n', drawing->out);
    }
}

static int r_of(const LudCell *cell)
{
    return cell->y / 2;
}

static int q_of(const LudCell *cell)
{
    return (cell->x - r_of(cell)) / 2;
}

/* The r of a row at the left edge, and the q of its first cell right before that cell. */
static void draw_row_label(const Drawing *drawing, const LudCell *first, int column)
{
    char r_label[LABEL_BYTES], q_label[LABEL_BYTES];
    int r_length = snprintf(r_label, sizeof r_label, "  r=%d", r_of(first));
    int q_length = snprintf(q_label, sizeof q_label, "q=%d ", q_of(first));
    draw_text(drawing->out, drawing->style, INK_FAINT, false, r_label);
    draw_spaces(drawing->out, column - r_length - q_length);
    draw_text(drawing->out, drawing->style, INK_FAINT, false, q_label);
}

/* Two columns a cell; a row begins with its r and has the q of its first and last cell at its ends.
 */
static void draw_compact(const Drawing *drawing, const DrawRows *rows)
{
    enum { MARGIN = 18 };
    for (int i = 0; i < rows->count;) {
        const LudCell *first = rows->cell[i], *last = first;
        int at = MARGIN + first->x - rows->least_x;
        draw_row_label(drawing, first, at);
        for (; i < rows->count && rows->cell[i]->y == first->y; i++) {
            last = rows->cell[i];
            int column = MARGIN + last->x - rows->least_x;
            draw_spaces(drawing->out, column - at);
            draw_tile(drawing, last->side, draw_is_new(drawing, last));
            fputc(' ', drawing->out);
            at = column + 2;
        }
        char label[LABEL_BYTES];
        snprintf(label, sizeof label, "q=%d", q_of(last));
        draw_text(drawing->out, drawing->style, INK_FAINT, false, label);
        fputc('\n', drawing->out);
    }
}

/* "Red: 0,0 2,-1": the cells of a colour, filled to the width. */
static void say_tiles(const Drawing *drawing, int side)
{
    char line[LUD_MAX_CELLS * LUD_CELL_TEXT + 64];
    int used = snprintf(line, 64, "%s:", draw_side(drawing, side));
    for (int i = 0; i < drawing->view->cell_count; i++) {
        const LudCell *cell = &drawing->view->cells[i];
        if (cell->side == side)
            used += snprintf(line + used, sizeof line - (size_t)used, " %s", cell->name);
    }
    columns_fill(drawing->out, line, 0, 2, drawing->style->columns - 1);
}

void draw_six(const Drawing *drawing)
{
    if (drawing->style->is_spoken) {
        for (int side = 0; side < drawing->view->sides; side++)
            say_tiles(drawing, side);
        draw_held(drawing, draw_mark);
        return;
    }
    DrawRows rows;
    draw_sort(drawing, 0, &rows);
    int half = (rows.longest_name + 5) / 2; /* its mark and its name, and two spaces follow */
    int width = 2 + (rows.most_x - rows.least_x) * half + 2 + rows.longest_name;
    if (width <= drawing->style->columns)
        draw_named(drawing, &rows, half);
    else
        draw_compact(drawing, &rows);
    draw_held(drawing, draw_mark);
}
