/* Rows by r, each half a cell further right than the one above it. Where the width allows every
 * cell carries its name; else the rows are labelled at both ends. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/columns.h"
#include "shell/language.h"

enum {
    MOST_TILES = 42,
    SPAN = 48, /* 42 connected tiles and the cells around them span at most 44 */
    NAME_BYTES = 32,
};

typedef struct Tile {
    int q, r;
    char colour;
} Tile;

typedef struct SixSketch {
    Tile tile[MOST_TILES];
    int tiles;
    int hand[2];
} SixSketch;

/* The cells from (q0, r0) on that are tiles ('r', 'b'), empty neighbours ('.') or nothing. */
typedef struct Grid {
    int q0, r0, q_count, r_count;
    char cell[SPAN][SPAN]; /* r, q */
    bool is_new[SPAN][SPAN];
} Grid;

static const char *read_number(const char *at, int *number)
{
    char *end;
    long value = strtol(at, &end, 10);
    *number = value < -99999 ? -99999 : value > 99999 ? 99999 : (int)value;
    return end;
}

static const char *read_tiles(const char *at, char colour, SixSketch *sketch)
{
    const char marker[] = {colour, ':', '\0'};
    const char *start = strstr(at, marker);
    if (!start)
        return at;
    at = start + 2;
    while (*at && *at != ' ' && sketch->tiles < MOST_TILES) {
        Tile tile = {.colour = colour};
        const char *comma = read_number(at, &tile.q);
        if (comma == at || *comma != ',')
            break;
        const char *end = read_number(comma + 1, &tile.r);
        if (end == comma + 1)
            break;
        sketch->tile[sketch->tiles++] = tile;
        at = end + (*end == ';');
    }
    return at;
}

static void read_sketch(const char *text, SixSketch *sketch)
{
    *sketch = (SixSketch){0};
    text = read_tiles(text, 'r', sketch);
    text = read_tiles(text, 'b', sketch);
    text += strspn(text, " ");
    const char *dash = read_number(text, &sketch->hand[0]);
    if (*dash == '-')
        read_number(dash + 1, &sketch->hand[1]);
}

/* Lays the tiles on the grid with their empty neighbours; false if they are too far apart, which no
 * position that can be is. */
static bool fill_grid(const SixSketch *sketch, Grid *grid)
{
    memset(grid, 0, sizeof *grid);
    int q1 = INT_MIN, r1 = INT_MIN;
    grid->q0 = grid->r0 = INT_MAX;
    for (int i = 0; i < sketch->tiles; i++) {
        const Tile *t = &sketch->tile[i];
        grid->q0 = t->q - 1 < grid->q0 ? t->q - 1 : grid->q0;
        grid->r0 = t->r - 1 < grid->r0 ? t->r - 1 : grid->r0;
        q1 = t->q + 1 > q1 ? t->q + 1 : q1;
        r1 = t->r + 1 > r1 ? t->r + 1 : r1;
    }
    if (sketch->tiles == 0 || q1 - grid->q0 >= SPAN || r1 - grid->r0 >= SPAN)
        return false;
    grid->q_count = q1 - grid->q0 + 1;
    grid->r_count = r1 - grid->r0 + 1;
    static const int ring[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}};
    for (int i = 0; i < sketch->tiles; i++) {
        int q = sketch->tile[i].q - grid->q0, r = sketch->tile[i].r - grid->r0;
        grid->cell[r][q] = sketch->tile[i].colour;
        for (int k = 0; k < 6; k++) {
            char *near = &grid->cell[r + ring[k][1]][q + ring[k][0]];
            if (!*near)
                *near = '.';
        }
    }
    return true;
}

/* Marks where tiles came or went; cells that only became neighbours are not news. */
static void mark_new(Grid *grid, const char *before_text)
{
    SixSketch before;
    read_sketch(before_text, &before);
    for (int r = 0; r < grid->r_count; r++) {
        for (int q = 0; q < grid->q_count; q++) {
            char was = '.';
            for (int i = 0; i < before.tiles; i++) {
                if (before.tile[i].q == q + grid->q0 && before.tile[i].r == r + grid->r0)
                    was = before.tile[i].colour;
            }
            grid->is_new[r][q] = grid->cell[r][q] && grid->cell[r][q] != was;
        }
    }
}

static void draw_tile(FILE *out, const DrawStyle *style, char cell, bool is_new)
{
    if (cell == 'r')
        draw_text(out, style, INK_RED, is_new, draw_glyph(style, "⬢", "R"));
    else if (cell == 'b')
        draw_text(out, style, INK_STRONG, is_new, draw_glyph(style, "⬡", "B"));
    else
        draw_text(out, style, INK_FAINT, is_new, draw_glyph(style, "·", "."));
}

static void cell_name(const Grid *grid, int q, int r, char *name)
{
    snprintf(name, NAME_BYTES, "%d,%d", q + grid->q0, r + grid->r0);
}

/* The leftmost and rightmost half column that any cell takes, and the longest name. */
static void measure(const Grid *grid, int *first, int *last, int *longest)
{
    *first = INT_MAX;
    *last = INT_MIN;
    *longest = 0;
    for (int r = 0; r < grid->r_count; r++) {
        for (int q = 0; q < grid->q_count; q++) {
            if (!grid->cell[r][q])
                continue;
            char name[NAME_BYTES];
            cell_name(grid, q, r, name);
            int half = 2 * q + r, length = (int)strlen(name);
            *first = half < *first ? half : *first;
            *last = half > *last ? half : *last;
            *longest = length > *longest ? length : *longest;
        }
    }
}

/* Every cell with its name behind it. */
static void draw_named(FILE *out, const DrawStyle *style, const Grid *grid, int first, int half)
{
    for (int r = 0; r < grid->r_count; r++) {
        int at = 0;
        for (int q = 0; q < grid->q_count; q++) {
            if (!grid->cell[r][q])
                continue;
            char name[NAME_BYTES];
            cell_name(grid, q, r, name);
            int column = 2 + (2 * q + r - first) * half;
            draw_spaces(out, column - at);
            draw_tile(out, style, grid->cell[r][q], grid->is_new[r][q]);
            fputc(' ', out);
            draw_text(out, style, INK_FAINT, false, name);
            at = column + 2 + (int)strlen(name);
        }
        fputc('\n', out);
    }
}

/* The r of a row at the left edge, and the q of its first cell right before that cell. */
static void draw_row_label(FILE *out, const DrawStyle *style, int r, int q, int column)
{
    char r_label[NAME_BYTES], q_label[NAME_BYTES];
    int r_length = snprintf(r_label, sizeof r_label, "  r=%d", r);
    int q_length = snprintf(q_label, sizeof q_label, "q=%d ", q);
    draw_text(out, style, INK_FAINT, false, r_label);
    draw_spaces(out, column - r_length - q_length);
    draw_text(out, style, INK_FAINT, false, q_label);
}

/* Two columns a cell; a row begins with its r and has the q of its first and last cell at its ends.
 */
static void draw_compact(FILE *out, const DrawStyle *style, const Grid *grid, int first)
{
    enum { MARGIN = 18 };
    for (int r = 0; r < grid->r_count; r++) {
        int q_first = -1, q_last = -1;
        for (int q = 0; q < grid->q_count; q++) {
            if (grid->cell[r][q]) {
                q_first = q_first < 0 ? q : q_first;
                q_last = q;
            }
        }
        if (q_first < 0)
            continue;
        int column = MARGIN + 2 * q_first + r - first;
        draw_row_label(out, style, r + grid->r0, q_first + grid->q0, column);
        for (int q = q_first; q <= q_last; q++) {
            if (grid->cell[r][q])
                draw_tile(out, style, grid->cell[r][q], grid->is_new[r][q]);
            else
                fputc(' ', out);
            fputc(' ', out);
        }
        char label[NAME_BYTES];
        snprintf(label, sizeof label, "q=%d", q_last + grid->q0);
        draw_text(out, style, INK_FAINT, false, label);
        fputc('\n', out);
    }
}

static void draw_mark(FILE *out, const DrawStyle *style, int side)
{
    draw_tile(out, style, side == 0 ? 'r' : 'b', false);
}

static void draw_hands(FILE *out, const LudRules *rules, const DrawStyle *style,
                       const SixSketch *sketch)
{
    char texts[2][DRAW_TALLY_BYTES];
    for (int side = 0; side < 2; side++) {
        int hand = sketch->hand[side];
        snprintf(texts[side], sizeof texts[side],
                 n_("%d tile in hand", "%d tiles in hand", (unsigned long)hand), hand);
    }
    draw_tally(out, style, rules, 2, texts, draw_mark);
}

/* "Red: 0,0 2,-1": the cells of a colour, filled to the width. */
static void say_tiles(FILE *out, const LudRules *rules, const DrawStyle *style,
                      const SixSketch *sketch, int side)
{
    char line[MOST_TILES * NAME_BYTES + 64];
    int used = snprintf(line, 64, "%s:", _(rules->game->side_names[side]));
    for (int i = 0; i < sketch->tiles; i++) {
        const Tile *tile = &sketch->tile[i];
        if ((tile->colour == 'b') == (side == 1))
            used += snprintf(line + used, NAME_BYTES, " %d,%d", tile->q, tile->r);
    }
    columns_fill(out, line, 0, 2, style->columns - 1);
}

void draw_six(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style)
{
    SixSketch sketch;
    Grid grid;
    read_sketch(text, &sketch);
    if (style->is_spoken) {
        say_tiles(out, rules, style, &sketch, 0);
        say_tiles(out, rules, style, &sketch, 1);
        draw_hands(out, rules, style, &sketch);
        return;
    }
    if (!fill_grid(&sketch, &grid)) {
        fprintf(out, "  %s\n", text);
        return;
    }
    if (style->before)
        mark_new(&grid, style->before);
    int first, last, longest;
    measure(&grid, &first, &last, &longest);
    int half = (longest + 5) / 2; /* a cell is its mark and its name, and two spaces follow */
    if (2 + (last - first) * half + 2 + longest <= style->columns)
        draw_named(out, style, &grid, first, half);
    else
        draw_compact(out, style, &grid, first);
    draw_hands(out, rules, style, &sketch);
}
