/* The board as South sees it. Each store lies at its owner's right, so North's is on the left. */
#include <stdio.h>
#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/language.h"
#include "shell/line_text.h"

enum { PITS = 12, ROW = 6, SOUTH_STORE = 12, NORTH_STORE = 13, NUMBERS = 14, MOST_SEEDS = 99 };

typedef struct OwareSketch {
    int number[NUMBERS]; /* pits A–F, a–f, the stores */
    bool is_new[NUMBERS];
    bool is_south;
} OwareSketch;

static void read_sketch(const char *text, OwareSketch *sketch)
{
    *sketch = (OwareSketch){0};
    for (int i = 0; i < NUMBERS; i++) {
        const char *next = line_number(text, MOST_SEEDS, &sketch->number[i]);
        if (!next || *next != '-')
            return;
        text = next + 1;
    }
    sketch->is_south = *text == 'S';
}

/* One horizontal line of the box. The middle one is open at the stores, which are two rows high. */
static void draw_rule(FILE *out, const DrawStyle *style, const char *unicode, const char *ascii)
{
    fputs("  ", out);
    draw_text(out, style, INK_FAINT, false, draw_glyph(style, unicode, ascii));
    fputc('\n', out);
}

static void draw_labels(FILE *out, const DrawStyle *style, const char *letters)
{
    char line[64] = "         ";
    size_t used = strlen(line);
    for (int i = 0; i < ROW; i++)
        used += (size_t)snprintf(line + used, sizeof line - used, "   %c ", letters[i]);
    line[used - 1] = '\0';
    draw_text(out, style, INK_FAINT, false, line);
}

static void draw_number(FILE *out, const DrawStyle *style, const OwareSketch *sketch, int index)
{
    char text[16];
    snprintf(text, sizeof text, "%2d", sketch->number[index]);
    bool is_own = index < PITS && (index < ROW) == sketch->is_south;
    DrawInk ink = sketch->number[index] == 0 ? INK_FAINT : is_own ? INK_STRONG : INK_PLAIN;
    if (index >= PITS)
        ink = INK_YELLOW;
    /* A pit that filled up is new; one that was emptied shows as empty anyway. */
    draw_text(out, style, ink, sketch->is_new[index] && sketch->number[index] > 0, text);
}

static void draw_bar(FILE *out, const DrawStyle *style)
{
    draw_text(out, style, INK_FAINT, false, draw_glyph(style, "│", "|"));
}

static void draw_store(FILE *out, const DrawStyle *style, const OwareSketch *sketch, int store)
{
    fputs("  ", out);
    draw_number(out, style, sketch, store);
    fputs("  ", out);
}

/* North's row runs from f to a, so that sowing goes round the board against the clock. */
static void draw_row(FILE *out, const DrawStyle *style, const OwareSketch *sketch, bool is_south)
{
    fputs("  ", out);
    draw_bar(out, style);
    if (is_south)
        draw_spaces(out, 6);
    else
        draw_store(out, style, sketch, NORTH_STORE);
    draw_bar(out, style);
    for (int i = 0; i < ROW; i++) {
        fputc(' ', out);
        draw_number(out, style, sketch, is_south ? i : PITS - 1 - i);
        fputc(' ', out);
        draw_bar(out, style);
    }
    if (is_south)
        draw_store(out, style, sketch, SOUTH_STORE);
    else
        draw_spaces(out, 6);
    draw_bar(out, style);
    fputc('\n', out);
}

static void draw_stores(FILE *out, const LudRules *rules, const DrawStyle *style,
                        const OwareSketch *sketch)
{
    char texts[2][DRAW_TALLY_BYTES];
    for (int side = 0; side < 2; side++) {
        int seeds = sketch->number[SOUTH_STORE + side];
        snprintf(texts[side], sizeof texts[side],
                 n_("%d seed in store", "%d seeds in store", (unsigned long)seeds), seeds);
    }
    draw_tally(out, style, rules, 2, texts, NULL);
}

/* "North, f to a: 4 4 4 4 4 4": both rows from the left as South sees them. */
static void say_row(FILE *out, const LudRules *rules, const OwareSketch *sketch, bool is_south)
{
    const char *side = _(rules->game->side_names[is_south ? 0 : 1]);
    fprintf(out, is_south ? _("%s, A to F:") : _("%s, f to a:"), side);
    for (int i = 0; i < ROW; i++)
        fprintf(out, " %d", sketch->number[is_south ? i : PITS - 1 - i]);
    fputc('\n', out);
}

void draw_oware(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style)
{
    OwareSketch sketch, before;
    read_sketch(text, &sketch);
    if (style->is_spoken) {
        say_row(out, rules, &sketch, false);
        say_row(out, rules, &sketch, true);
        draw_stores(out, rules, style, &sketch);
        return;
    }
    if (style->before) {
        read_sketch(style->before, &before);
        for (int i = 0; i < NUMBERS; i++)
            sketch.is_new[i] = sketch.number[i] != before.number[i];
    }
    draw_labels(out, style, "fedcba");
    fputc('\n', out);
    draw_rule(out, style, "┌──────┬────┬────┬────┬────┬────┬────┬──────┐",
              "+------+----+----+----+----+----+----+------+");
    draw_row(out, style, &sketch, false);
    draw_rule(out, style, "│      ├────┼────┼────┼────┼────┼────┤      │",
              "|      +----+----+----+----+----+----+      |");
    draw_row(out, style, &sketch, true);
    draw_rule(out, style, "└──────┴────┴────┴────┴────┴────┴────┴──────┘",
              "+------+----+----+----+----+----+----+------+");
    draw_labels(out, style, "ABCDEF");
    fputc('\n', out);
    draw_stores(out, rules, style, &sketch);
}
