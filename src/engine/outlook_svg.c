/* What every cell is worth, as a picture: shade and number, so that neither has to be guessed. */
#include <ludoteca/engine.h>

#include <string.h>

#include "base/text.h"
#include "engine/review_picture.h"

enum { HALF = 34, MARGIN = 48, HEAD = 44 };

static const char STYLE[] =
    "<style>\n"
    ":root{color-scheme:light dark}\n"
    "text{font:13px system-ui,sans-serif;fill:#22262b;text-anchor:middle}\n"
    ".head{font-size:17px;font-weight:600;text-anchor:start}.said{text-anchor:start}\n"
    ".name{font-size:10px;fill:#4d545c}.paper{fill:#fdfcf9}.worth{font-weight:600}\n"
    ".cell{fill:#fdfcf9;stroke:#8d8676}.heat{fill:#1f7a5c}.cold{fill:#b3574e}\n"
    ".chip{fill:none;stroke-width:4}.s0{stroke:#9a6c12}.s1{stroke:#2c5878}.s2{stroke:#98392f}\n"
    ".top{fill:none;stroke:#22262b;stroke-width:3}\n"
    "@media "
    "(prefers-color-scheme:dark){text{fill:#f2f0eb}.name{fill:#c3c9d0}.paper,.cell{fill:#16191d}"
    ".cell{stroke:#6c737b}.s0{stroke:#e8bd6c}.s1{stroke:#7fb4dc}.s2{stroke:#e58b80}"
    ".top{stroke:#f2f0eb}}\n"
    "</style>\n";

static const LudCellOutlook *find(const LudOutlook *outlook, const char *name)
{
    for (int i = 0; i < outlook->cell_count; i++) {
        if (strcmp(outlook->cells[i].name, name) == 0)
            return &outlook->cells[i];
    }
    return NULL;
}

/* The largest distance from the mean, so that shades tell the cells of this position apart. */
static double find_most(const LudOutlook *outlook, double *top)
{
    double most = 1e-6;
    *top = 0;
    for (int i = 0; i < outlook->cell_count; i++) {
        double gain = outlook->cells[i].chance - outlook->chance;
        most = gain > most ? gain : -gain > most ? -gain : most;
        *top = outlook->cells[i].chance > *top ? outlook->cells[i].chance : *top;
    }
    return most;
}

static void add_square(Text *text, double x, double y, const char *kind, double opacity)
{
    text_printf(text,
                "<rect x=\"%.1f\" y=\"%.1f\" width=\"%d\" height=\"%d\" rx=\"4\" class=\"%s\" "
                "fill-opacity=\"%.2f\"/>",
                x - HALF + 1, y - HALF + 1, 2 * HALF - 2, 2 * HALF - 2, kind, opacity);
}

static void add_cell(Text *text, const LudCell *cell, const LudOutlook *outlook, double x, double y)
{
    const double darkest = 0.55; /* numbers stay readable on it */
    const LudCellOutlook *worth = find(outlook, cell->name);
    double top, most = find_most(outlook, &top);
    add_square(text, x, y, "cell", 1);
    if (worth) {
        double gain = worth->chance - outlook->chance;
        add_square(text, x, y, gain < 0 ? "cold" : "heat",
                   darkest * (gain < 0 ? -gain : gain) / most);
        text_printf(text, "<text class=\"worth\" x=\"%.1f\" y=\"%.1f\">%+.1f</text>", x, y + 5,
                    100 * gain);
        if (worth->chance >= top)
            add_square(text, x, y, "top", 0);
    }
    if (cell->side != LUD_NOBODY && cell->count > 0)
        text_printf(text, "<circle class=\"chip s%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/>",
                    cell->side, x, y, HALF - 7);
    text_printf(text, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">%s", x, y - HALF + 13,
                cell->name);
    if (cell->number)
        text_printf(text, " \xc2\xb7 %d", cell->number);
    text_add(text, "</text>\n");
}

char *lud_outlook_svg(const LudGame *game, const LudState *position, const LudOutlook *outlook,
                      const char *title)
{
    Text text = {0};
    LudView view;
    int left = 0, top = 0, right = 0, bottom = 0;
    lud_view(game, position, &view);
    for (int i = 0; i < view.cell_count; i++) {
        const LudCell *cell = &view.cells[i];
        left = i == 0 || cell->x < left ? cell->x : left;
        right = i == 0 || cell->x > right ? cell->x : right;
        top = i == 0 || cell->y < top ? cell->y : top;
        bottom = i == 0 || cell->y > bottom ? cell->y : bottom;
    }
    int width = 2 * MARGIN + (right - left) * HALF,
        height = HEAD + 2 * MARGIN + (bottom - top) * HALF;
    text_printf(
        &text,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">\n<title>",
        width, height);
    picture_escaped(&text, title);
    text_add(&text, "</title>\n");
    text_add(&text, STYLE);
    text_printf(&text, "<rect width=\"%d\" height=\"%d\" class=\"paper\"/>\n", width, height);
    text_printf(&text, "<text class=\"head\" x=\"%d\" y=\"30\">", MARGIN - HALF);
    picture_escaped(&text, title);
    text_add(&text, "</text>\n");
    for (int i = 0; i < view.cell_count; i++)
        add_cell(&text, &view.cells[i], outlook, MARGIN + (view.cells[i].x - left) * HALF,
                 HEAD + MARGIN + (view.cells[i].y - top) * HALF);
    text_add(&text, "</svg>\n");
    return text_take(&text);
}
