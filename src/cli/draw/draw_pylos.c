/* The levels side by side, rank 1 of each on the bottom line. */
#include <stdio.h>

#include "cli/draw/draw_parts.h"
#include "shell/language.h"

/* As many levels as the base has cells to a side. */
static int count_levels(const Drawing *drawing)
{
    return drawing->view->cells[drawing->view->cell_count - 1].level + 1;
}

static const LudCell *ball_at(const Drawing *drawing, int level, int rank, int file)
{
    int base = count_levels(drawing);
    return draw_cell_at(drawing, 2 * file + level, 2 * (base - 1 - rank) - level, level);
}

static void draw_ball(const Drawing *drawing, int side, bool is_new)
{
    const DrawStyle *style = drawing->style;
    if (side == 0)
        draw_text(drawing->out, style, INK_YELLOW, is_new, draw_glyph(style, "○", "w"));
    else
        draw_text(drawing->out, style, INK_CYAN, is_new, draw_glyph(style, "●", "b"));
}

static void draw_mark(const Drawing *drawing, int side)
{
    draw_ball(drawing, side, false);
}

static void draw_cell(const Drawing *drawing, const LudCell *cell)
{
    const DrawStyle *style = drawing->style;
    bool is_new = draw_is_new(drawing, cell);
    if (cell->side != LUD_NOBODY)
        draw_ball(drawing, cell->side, is_new);
    else if (cell->is_open)
        draw_text(drawing->out, style, INK_PLAIN, is_new, draw_glyph(style, "·", "."));
    else
        draw_text(drawing->out, style, INK_FAINT, false, draw_glyph(style, "×", "x"));
}

/* A level takes as many columns as its heading or its cells, and a gap. */
static int level_width(int side)
{
    int cells = 2 + 2 * side;
    int heading = 9;
    return (cells > heading ? cells : heading) + 4;
}

static void draw_headings(const Drawing *drawing, int levels)
{
    fputs("  ", drawing->out);
    for (int level = 0; level < levels; level++) {
        char heading[64];
        int length = snprintf(heading, sizeof heading, _("Level %d"), level + 1);
        draw_text(drawing->out, drawing->style, INK_FAINT, false, heading);
        if (level + 1 < levels)
            draw_spaces(drawing->out, level_width(levels - level) - length);
    }
    fputc('\n', drawing->out);
}

static void draw_rank(const Drawing *drawing, int levels, int rank)
{
    fputs("  ", drawing->out);
    for (int level = 0; level < levels && rank < levels - level; level++) {
        int side = levels - level;
        const char label[] = {(char)('1' + rank), '\0'};
        draw_text(drawing->out, drawing->style, INK_FAINT, false, label);
        for (int file = 0; file < side; file++) {
            fputc(' ', drawing->out);
            draw_cell(drawing, ball_at(drawing, level, rank, file));
        }
        if (rank < side - 1)
            draw_spaces(drawing->out, level_width(side) - 1 - 2 * side);
    }
    fputc('\n', drawing->out);
}

static void draw_files(const Drawing *drawing, int levels)
{
    fputs("  ", drawing->out);
    for (int level = 0; level < levels; level++) {
        int side = levels - level;
        char line[16] = " ";
        for (int file = 0; file < side; file++)
            snprintf(line + 1 + 2 * file, 3, " %c", 'a' + file);
        draw_text(drawing->out, drawing->style, INK_FAINT, false, line);
        if (level + 1 < levels)
            draw_spaces(drawing->out, level_width(side) - 1 - 2 * side);
    }
    fputc('\n', drawing->out);
}

/* "Level 1, rank 2: a Light, b open, …". What nothing supports yet is not worth a word. */
static void say_rank(const Drawing *drawing, int side, int level, int rank)
{
    bool is_begun = false;
    for (int file = 0; file < side; file++) {
        const LudCell *cell = ball_at(drawing, level, rank, file);
        if (cell->side == LUD_NOBODY && !cell->is_open)
            continue;
        if (!is_begun)
            fprintf(drawing->out, _("Level %d, rank %d:"), level + 1, rank + 1);
        fprintf(drawing->out, "%s %c %s", is_begun ? "," : "", 'a' + file,
                cell->side == LUD_NOBODY ? _("open") : draw_side(drawing, cell->side));
        is_begun = true;
    }
    if (is_begun)
        fputc('\n', drawing->out);
}

void draw_pylos(const Drawing *drawing)
{
    const DrawStyle *style = drawing->style;
    int levels = count_levels(drawing);
    if (style->is_spoken) {
        for (int level = 0; level < levels; level++) {
            for (int rank = levels - level - 1; rank >= 0; rank--)
                say_rank(drawing, levels - level, level, rank);
        }
        draw_held(drawing, draw_mark);
        return;
    }
    draw_headings(drawing, levels);
    for (int rank = levels - 1; rank >= 0; rank--)
        draw_rank(drawing, levels, rank);
    draw_files(drawing, levels);
    draw_held(drawing, draw_mark);
    fprintf(drawing->out, "  %s %s    %s %s\n", draw_glyph(style, "·", "."), _("open"),
            draw_glyph(style, "×", "x"), _("not yet supported"));
}
