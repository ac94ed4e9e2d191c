#include "cli/draw/draw.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/columns.h"
#include "shell/language.h"
#include "shell/report.h"

static const struct {
    const char *game;
    void (*draw)(const Drawing *drawing);
} own_drawings[] = {
    {"oware", draw_oware},
    {"pylos", draw_pylos},
    {"six", draw_six},
    {"dados", draw_dados},
};

static bool is_changed(const LudView *before, const LudCell *cell)
{
    const LudCell *was = lud_view_find(before, cell->name);
    if (!was)
        return cell->count > 0;
    return was->count != cell->count || was->side != cell->side;
}

static void mark_new(Drawing *drawing, const LudState *before_state)
{
    static LudView before;
    lud_view(drawing->game, before_state, &before);
    for (int i = 0; i < drawing->view->cell_count; i++)
        drawing->is_new[i] = is_changed(&before, &drawing->view->cells[i]);
    for (int side = 0; side < LUD_MAX_SIDES; side++)
        drawing->is_held_new[side] = drawing->view->held[side] != before.held[side];
}

void draw_board(FILE *out, const LudGame *game, const LudState *s, DrawStyle style)
{
    static LudView view;
    Drawing drawing = {.out = out, .style = &style, .game = game, .state = s, .view = &view};
    if (style.columns <= 0)
        style.columns = 80;
    lud_view(game, s, &view);
    if (style.before)
        mark_new(&drawing, style.before);
    for (size_t i = 0; i < sizeof own_drawings / sizeof own_drawings[0]; i++) {
        if (strcmp(own_drawings[i].game, game->name) == 0) {
            own_drawings[i].draw(&drawing);
            return;
        }
    }
    draw_cells(&drawing);
}

void draw_text(FILE *out, const DrawStyle *style, DrawInk ink, bool is_new, const char *text)
{
    static const char *const codes[] = {
        [INK_PLAIN] = "0",    [INK_FAINT] = "2",   [INK_STRONG] = "1",    [INK_RED] = "1;31",
        [INK_GREEN] = "1;32", [INK_BLUE] = "1;34", [INK_YELLOW] = "1;33", [INK_CYAN] = "1;36",
    };
    bool has_code = style->colour && (ink != INK_PLAIN || is_new);
    if (has_code)
        fprintf(out, "\033[%s%sm", codes[ink], is_new ? ";4" : "");
    fputs(text, out);
    if (has_code)
        fputs("\033[0m", out);
}

const char *draw_glyph(const DrawStyle *style, const char *unicode, const char *ascii)
{
    return style->unicode ? unicode : ascii;
}

void draw_spaces(FILE *out, int count)
{
    for (int i = 0; i < count; i++)
        fputc(' ', out);
}

void draw_place(FILE *out, const DrawStyle *style, int *at, int width)
{
    enum { MARGIN = 2, GAP = 4 };
    bool is_wrapped = *at > 0 && *at + GAP + width >= style->columns;
    if (is_wrapped) {
        fputc('\n', out);
        *at = 0;
    }
    int gap = *at == 0 ? MARGIN : GAP;
    draw_spaces(out, gap);
    *at += gap + width;
}

void draw_held(const Drawing *drawing, DrawMark mark)
{
    enum { TEXT_BYTES = 256 };
    const LudView *view = drawing->view;
    bool is_marked = mark && !drawing->style->is_spoken;
    int at = 0;
    for (int side = 0; view->held_name && side < view->sides; side++) {
        char number[16], held[TEXT_BYTES], text[2 * TEXT_BYTES];
        snprintf(number, sizeof number, "%d", view->held[side]);
        report_filled(held, sizeof held, lud_view_held_text(drawing->game, view->held[side]),
                      number, NULL);
        snprintf(text, sizeof text, "%s: %s", draw_side(drawing, side), held);
        draw_place(drawing->out, drawing->style, &at, columns_of(text) + (is_marked ? 2 : 0));
        if (is_marked) {
            mark(drawing, side);
            fputc(' ', drawing->out);
        }
        fputs(text, drawing->out);
    }
    if (view->held_name)
        fputc('\n', drawing->out);
}

const LudCell *draw_cell_at(const Drawing *drawing, int x, int y, int level)
{
    for (int i = 0; i < drawing->view->cell_count; i++) {
        const LudCell *cell = &drawing->view->cells[i];
        if (cell->x == x && cell->y == y && cell->level == level)
            return cell;
    }
    return NULL;
}

bool draw_is_new(const Drawing *drawing, const LudCell *cell)
{
    return drawing->is_new[cell - drawing->view->cells];
}

static int compare_places(const void *a, const void *b)
{
    const LudCell *first = *(const LudCell *const *)a, *second = *(const LudCell *const *)b;
    return first->y != second->y ? first->y - second->y : first->x - second->x;
}

bool draw_sort(const Drawing *drawing, int level, DrawRows *rows)
{
    *rows = (DrawRows){.least_x = INT_MAX, .most_x = INT_MIN};
    for (int i = 0; i < drawing->view->cell_count; i++) {
        const LudCell *cell = &drawing->view->cells[i];
        int length = columns_of(cell->name);
        if (cell->level != level)
            continue;
        rows->cell[rows->count++] = cell;
        rows->least_x = cell->x < rows->least_x ? cell->x : rows->least_x;
        rows->most_x = cell->x > rows->most_x ? cell->x : rows->most_x;
        rows->longest_name = length > rows->longest_name ? length : rows->longest_name;
    }
    qsort(rows->cell, (size_t)rows->count, sizeof rows->cell[0], compare_places);
    return rows->count > 0;
}

const char *draw_side(const Drawing *drawing, int side)
{
    return _(drawing->game->side_names[side]);
}
