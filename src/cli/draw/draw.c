#include "cli/draw/draw.h"

#include <string.h>

#include "cli/draw/draw_parts.h"
#include "shell/columns.h"
#include "shell/language.h"

typedef struct Drawing {
    const char *game;
    void (*draw)(FILE *out, const LudRules *rules, const char *text, const DrawStyle *style);
} Drawing;

static const Drawing drawings[] = {
    {"oware", draw_oware},
    {"pylos", draw_pylos},
    {"six", draw_six},
    {"dados", draw_dados},
};

void draw_board(FILE *out, const LudRules *rules, const char *position_text, DrawStyle style)
{
    if (style.columns <= 0)
        style.columns = 80;
    for (size_t i = 0; i < sizeof drawings / sizeof drawings[0]; i++) {
        if (strcmp(drawings[i].game, rules->game->name) == 0) {
            drawings[i].draw(out, rules, position_text, &style);
            return;
        }
    }
    /* A game that nobody has drawn yet is still playable by its notation. */
    fprintf(out, "%s\n", position_text);
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

void draw_tally(FILE *out, const DrawStyle *style, const LudRules *rules, int sides,
                char texts[][DRAW_TALLY_BYTES], DrawMark mark)
{
    int at = 0;
    bool is_marked = mark && !style->is_spoken;
    for (int side = 0; side < sides; side++) {
        char text[2 * DRAW_TALLY_BYTES];
        snprintf(text, sizeof text, "%s: %s", _(rules->game->side_names[side]), texts[side]);
        draw_place(out, style, &at, columns_of(text) + (is_marked ? 2 : 0));
        if (is_marked) {
            mark(out, style, side);
            fputc(' ', out);
        }
        fputs(text, out);
    }
    fputc('\n', out);
}
