/* A board as a picture, from its view alone: any game that can be seen can be drawn. */
#include <ludoteca/view.h>

#include <stdio.h>

#include "base/text.h"

enum { HALF = 22, MARGIN = 34, LINE = 20 };

/* Rows of hexagons lie closer: by half the square root of three. */
static const double HEXAGON_ROWS = 0.8660254;

static const char STYLE[] =
    "<style>text{font:12px system-ui,sans-serif;fill:#22262b;text-anchor:middle}"
    ".said{text-anchor:start;font-size:13px}.count{font-size:16px;font-weight:600}"
    ".name{font-size:8px;fill:#6d747c}.paper{fill:#fdfcf9}.cell{fill:#efe9dc;stroke:#b9b1a0}"
    ".open{fill:none;stroke:#b9b1a0;stroke-dasharray:2 3}.piece{stroke:#22262b}"
    ".s0{fill:#e2b15b}.s1{fill:#3f6c8f}.s2{fill:#b3574e}.won{stroke:#c62828;stroke-width:3}"
    "</style>\n";

/* The middle of the upper left cell, in half cells, and what the picture holds. */
typedef struct Frame {
    int left, top, right, bottom;
    double row;
    int lines; /* of words below the board */
} Frame;

static Frame find_frame(const LudView *view)
{
    Frame frame = {.row = view->shape == LUD_SHAPE_HEXAGON ? HALF * HEXAGON_ROWS : HALF,
                   .lines = 1 + (view->held_name ? view->sides : 0)};
    for (int i = 0; i < view->cell_count; i++) {
        const LudCell *cell = &view->cells[i];
        frame.left = i == 0 || cell->x < frame.left ? cell->x : frame.left;
        frame.right = i == 0 || cell->x > frame.right ? cell->x : frame.right;
        frame.top = i == 0 || cell->y < frame.top ? cell->y : frame.top;
        frame.bottom = i == 0 || cell->y > frame.bottom ? cell->y : frame.bottom;
    }
    return frame;
}

static void add_outline(Text *text, LudShape shape, double x, double y, double size,
                        const char *kind)
{
    if (shape == LUD_SHAPE_ROUND) {
        text_printf(text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" class=\"%s\"/>", x, y, size,
                    kind);
    } else if (shape == LUD_SHAPE_SQUARE) {
        text_printf(text,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" class=\"%s\"/>",
                    x - size, y - size, 2 * size, 2 * size, kind);
    } else {
        double high = size / HEXAGON_ROWS;
        text_printf(text,
                    "<polygon points=\"%.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f %.1f,%.1f "
                    "%.1f,%.1f\" class=\"%s\"/>",
                    x, y - high, x + size, y - high / 2, x + size, y + high / 2, x, y + high,
                    x - size, y + high / 2, x - size, y - high / 2, kind);
    }
}

/* Pieces lie on squares as discs; on other cells they fill them. */
static void add_piece(Text *text, const LudView *view, const LudCell *cell, double x, double y)
{
    char kind[32];
    snprintf(kind, sizeof kind, "piece s%d%s", cell->side, cell->is_won ? " won" : "");
    LudShape shape = view->shape == LUD_SHAPE_SQUARE ? LUD_SHAPE_ROUND : view->shape;
    double size = view->shape == LUD_SHAPE_SQUARE ? HALF * 0.62 : HALF * 0.94;
    add_outline(text, shape, x, y, size, kind);
}

static void add_cell(Text *text, const LudView *view, const LudCell *cell, const Frame *frame)
{
    double x = MARGIN + (cell->x - frame->left) * HALF;
    double y = MARGIN + (cell->y - frame->top) * frame->row;
    bool is_ground = cell->level == 0 && view->shape != LUD_SHAPE_HEXAGON;
    bool has_piece = cell->count > 0 && !view->has_heaps && cell->side != LUD_NOBODY;
    if (is_ground || (cell->is_open && !has_piece))
        add_outline(text, view->shape, x, y, HALF * 0.96, is_ground ? "cell" : "open");
    if (has_piece)
        add_piece(text, view, cell, x, y);
    if (view->has_heaps)
        text_printf(text, "<text x=\"%.1f\" y=\"%.1f\" class=\"count\">%d</text>", x, y + 5,
                    cell->count);
    else if (cell->number)
        text_printf(text, "<text x=\"%.1f\" y=\"%.1f\">%d</text>", x, y + 4, cell->number);
    if (!has_piece && (is_ground || cell->is_open))
        text_printf(text, "<text x=\"%.1f\" y=\"%.1f\" class=\"name\">%s</text>", x, y + HALF - 4,
                    cell->name);
    text_add(text, "\n");
}

/* English with {1} for a number. */
static void add_numbered(Text *text, const char *words, int number)
{
    const char *place = strstr(words, "{1}");
    if (!place) {
        text_add(text, words);
        return;
    }
    text_add_bytes(text, words, (size_t)(place - words));
    text_printf(text, "%d", number);
    text_add(text, place + 3);
}

static void begin_line(Text *text, double y)
{
    text_printf(text, "<text x=\"%d\" y=\"%.1f\" class=\"said\">", MARGIN - HALF, y);
}

/* Whose turn it is, and what each side holds. */
static void add_words(Text *text, const LudGame *game, const LudView *view, double y)
{
    begin_line(text, y);
    if (view->seat < 0)
        text_add(text, "The game is over");
    else if (view->turn == LUD_CHANCE)
        text_printf(text, "%s to roll", game->side_names[view->seat % view->sides]);
    else
        text_printf(text, "%s to move", game->side_names[view->seat % view->sides]);
    if (view->roll[0])
        text_printf(text, ", rolled %s", view->roll);
    text_add(text, "</text>\n");
    for (int side = 0; view->held_name && side < view->sides; side++) {
        begin_line(text, y + (side + 1) * LINE);
        text_printf(text, "%s: ", game->side_names[side]);
        add_numbered(text, lud_view_held_text(game, view->held[side]), view->held[side]);
        text_add(text, "</text>\n");
    }
}

char *lud_view_svg(const LudGame *game, const LudView *view)
{
    Text text = {0};
    Frame frame = find_frame(view);
    int width = 2 * MARGIN + (frame.right - frame.left) * HALF;
    double board = 2 * MARGIN + (frame.bottom - frame.top) * frame.row;
    width = width < 220 ? 220 : width;
    double height = board + frame.lines * LINE;
    text_printf(&text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\" "
                "height=\"%.0f\" role=\"img\">\n<title>%s</title>\n",
                width, height, width, height, game->title);
    text_add(&text, STYLE);
    text_printf(&text, "<rect width=\"%d\" height=\"%.0f\" class=\"paper\"/>\n", width, height);
    for (int i = 0; i < view->cell_count; i++)
        add_cell(&text, view, &view->cells[i], &frame);
    add_words(&text, game, view, board + LINE / 2.0);
    text_add(&text, "</svg>\n");
    return text_take(&text);
}
