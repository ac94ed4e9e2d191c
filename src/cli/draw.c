#include "cli/draw.h"

#include <string.h>

#include "cli/draw_parts.h"

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
