/* The levels side by side, rank 1 of each on the bottom line. */
#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/language.h"

enum { MOST_LEVELS = 4 };

typedef struct PylosSketch {
    int levels;                                       /* as many as the base has cells to a side */
    char cell[MOST_LEVELS][MOST_LEVELS][MOST_LEVELS]; /* level, rank, file: w, b or . */
    bool is_new[MOST_LEVELS][MOST_LEVELS][MOST_LEVELS];
} PylosSketch;

static void read_sketch(const char *text, PylosSketch *sketch)
{
    memset(sketch, 0, sizeof *sketch);
    sketch->levels = (int)strcspn(text, "/|");
    if (sketch->levels > MOST_LEVELS)
        sketch->levels = MOST_LEVELS;
    for (int level = 0; level < sketch->levels; level++) {
        int side = sketch->levels - level;
        for (int i = 0; i < side * side; i++) {
            text += strspn(text, "/|");
            bool is_ball = *text == 'w' || *text == 'b';
            sketch->cell[level][i / side][i % side] = is_ball ? *text : '.';
            if (*text)
                text++;
        }
    }
}

static void mark_new(PylosSketch *sketch, const char *before_text)
{
    PylosSketch before;
    read_sketch(before_text, &before);
    for (int level = 0; level < MOST_LEVELS; level++) {
        for (int rank = 0; rank < MOST_LEVELS; rank++) {
            for (int file = 0; file < MOST_LEVELS; file++)
                sketch->is_new[level][rank][file] =
                    sketch->cell[level][rank][file] != before.cell[level][rank][file];
        }
    }
}

/* An empty cell takes a ball once it has the four below it. */
static bool is_open(const PylosSketch *sketch, int level, int rank, int file)
{
    if (level == 0)
        return true;
    const char(*below)[MOST_LEVELS] = sketch->cell[level - 1];
    return below[rank][file] != '.' && below[rank][file + 1] != '.' &&
           below[rank + 1][file] != '.' && below[rank + 1][file + 1] != '.';
}

static void draw_cell(FILE *out, const DrawStyle *style, const PylosSketch *sketch, int level,
                      int rank, int file)
{
    bool is_new = sketch->is_new[level][rank][file];
    switch (sketch->cell[level][rank][file]) {
    case 'w':
        draw_text(out, style, INK_YELLOW, is_new, draw_glyph(style, "○", "w"));
        break;
    case 'b':
        draw_text(out, style, INK_CYAN, is_new, draw_glyph(style, "●", "b"));
        break;
    default:
        if (is_open(sketch, level, rank, file))
            draw_text(out, style, INK_PLAIN, is_new, draw_glyph(style, "·", "."));
        else
            draw_text(out, style, INK_FAINT, false, draw_glyph(style, "×", "x"));
    }
}

/* A level takes as many columns as its heading or its cells, and a gap. */
static int level_width(int side)
{
    int cells = 2 + 2 * side;
    int heading = 9;
    return (cells > heading ? cells : heading) + 4;
}

static void draw_headings(FILE *out, const DrawStyle *style, int levels)
{
    fputs("  ", out);
    for (int level = 0; level < levels; level++) {
        char heading[64];
        int length = snprintf(heading, sizeof heading, _("Level %d"), level + 1);
        draw_text(out, style, INK_FAINT, false, heading);
        if (level + 1 < levels)
            draw_spaces(out, level_width(levels - level) - length);
    }
    fputc('\n', out);
}

static void draw_rank(FILE *out, const DrawStyle *style, const PylosSketch *sketch, int rank)
{
    fputs("  ", out);
    for (int level = 0; level < sketch->levels && rank < sketch->levels - level; level++) {
        int side = sketch->levels - level;
        draw_text(out, style, INK_FAINT, false, (char[]){(char)('1' + rank), '\0'});
        for (int file = 0; file < side; file++) {
            fputc(' ', out);
            draw_cell(out, style, sketch, level, rank, file);
        }
        if (rank < side - 1)
            draw_spaces(out, level_width(side) - 1 - 2 * side);
    }
    fputc('\n', out);
}

static void draw_files(FILE *out, const DrawStyle *style, int levels)
{
    fputs("  ", out);
    for (int level = 0; level < levels; level++) {
        int side = levels - level;
        char line[16] = " ";
        for (int file = 0; file < side; file++)
            snprintf(line + 1 + 2 * file, 3, " %c", 'a' + file);
        draw_text(out, style, INK_FAINT, false, line);
        if (level + 1 < levels)
            draw_spaces(out, level_width(side) - 1 - 2 * side);
    }
    fputc('\n', out);
}

static void draw_mark(FILE *out, const DrawStyle *style, int side)
{
    if (side == 0)
        draw_text(out, style, INK_YELLOW, false, draw_glyph(style, "○", "w"));
    else
        draw_text(out, style, INK_CYAN, false, draw_glyph(style, "●", "b"));
}

static void draw_reserves(FILE *out, const LudRules *rules, const PylosSketch *sketch,
                          const DrawStyle *style)
{
    int cells = 0, on_board[2] = {0, 0};
    for (int level = 0; level < sketch->levels; level++) {
        int side = sketch->levels - level;
        cells += side * side;
        for (int i = 0; i < side * side; i++) {
            char cell = sketch->cell[level][i / side][i % side];
            on_board[0] += cell == 'w';
            on_board[1] += cell == 'b';
        }
    }
    char texts[2][DRAW_TALLY_BYTES];
    for (int side = 0; side < 2; side++) {
        int left = cells / 2 - on_board[side];
        snprintf(texts[side], sizeof texts[side],
                 n_("%d ball in reserve", "%d balls in reserve", (unsigned long)left), left);
    }
    draw_tally(out, style, rules, 2, texts, draw_mark);
}

/* "Level 1, rank 2: a Light, b open, …". What nothing supports yet is not worth a word. */
static void say_rank(FILE *out, const LudRules *rules, const PylosSketch *sketch, int level,
                     int rank)
{
    bool is_begun = false;
    for (int file = 0; file < sketch->levels - level; file++) {
        char cell = sketch->cell[level][rank][file];
        if (cell == '.' && !is_open(sketch, level, rank, file))
            continue;
        if (!is_begun)
            fprintf(out, _("Level %d, rank %d:"), level + 1, rank + 1);
        fprintf(out, "%s %c %s", is_begun ? "," : "", 'a' + file,
                cell == '.' ? _("open") : _(rules->game->side_names[cell == 'b']));
        is_begun = true;
    }
    if (is_begun)
        fputc('\n', out);
}

void draw_pylos(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style)
{
    PylosSketch sketch;
    read_sketch(text, &sketch);
    if (style->is_spoken) {
        for (int level = 0; level < sketch.levels; level++) {
            for (int rank = sketch.levels - level - 1; rank >= 0; rank--)
                say_rank(out, rules, &sketch, level, rank);
        }
        draw_reserves(out, rules, &sketch, style);
        return;
    }
    if (style->before)
        mark_new(&sketch, style->before);
    draw_headings(out, style, sketch.levels);
    for (int rank = sketch.levels - 1; rank >= 0; rank--)
        draw_rank(out, style, &sketch, rank);
    draw_files(out, style, sketch.levels);
    draw_reserves(out, rules, &sketch, style);
    fprintf(out, "  %s %s    %s %s\n", draw_glyph(style, "·", "."), _("open"),
            draw_glyph(style, "×", "x"), _("not yet supported"));
}
