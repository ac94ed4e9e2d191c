/* A report as a picture: for each player one bar of all moves with a choice, from the best to
 * blunders, and below it what is certain. */
#include <ludoteca/game_report.h>

#include "engine/review_picture.h"

enum { WIDTH = 960, HEAD = 96, ROW = 76, BAR = 22, FOOT = 24, MOST_ROWS = 24, SWATCH = 14 };

static const char STYLE[] =
    "<style>\n"
    ":root{color-scheme:light dark}\n"
    "text{font:14px system-ui,sans-serif;fill:#22262b}\n"
    ".head{font-size:20px;font-weight:600}.name{font-weight:600}\n"
    ".faint{fill:#5f666e;font-size:12px}.paper{fill:#fdfcf9}\n"
    ".m0{fill:#1f7a5c}.m1{fill:#8dbb8f}.m2{fill:#e8bd6c}.m3{fill:#d9822b}.m4{fill:#b3342c}\n"
    "@media (prefers-color-scheme:dark){text{fill:#e8e6e1}.faint{fill:#a4abb3}.paper{fill:#16191d}"
    ".m0{fill:#3fa37f}.m1{fill:#6d9a70}.m2{fill:#c99a48}.m3{fill:#d9822b}.m4{fill:#e05a50}}\n"
    "</style>\n";

typedef struct Drawing {
    Text text;
    const LudReport *report;
    LudTranslate translate;
} Drawing;

static const char *say(const Drawing *drawing, const char *english)
{
    return drawing->translate ? drawing->translate(english) : english;
}

static const char *const marks[] = {LUD_MESSAGE("best move"), LUD_MESSAGE("good"),
                                    LUD_MESSAGE("inaccuracy"), LUD_MESSAGE("mistake"),
                                    LUD_MESSAGE("blunder")};
enum { MARKS = sizeof marks / sizeof marks[0] };

static void add_legend(Drawing *drawing)
{
    double x = PICTURE_LEFT;
    for (int i = 0; i < MARKS; i++, x += 130) {
        text_printf(&drawing->text,
                    "<rect class=\"m%d\" x=\"%.0f\" y=\"48\" width=\"%d\" height=\"%d\" rx=\"3\"/>"
                    "<text class=\"faint\" x=\"%.0f\" y=\"60\">",
                    i, x, SWATCH, SWATCH, x + SWATCH + 6);
        picture_escaped(&drawing->text, say(drawing, marks[i]));
        text_add(&drawing->text, "</text>\n");
    }
}

static void add_bar(Drawing *drawing, const LudPlayerReport *player, double y)
{
    const int counts[MARKS] = {player->best, player->good, player->inaccuracies, player->mistakes,
                               player->blunders};
    double x = PICTURE_LEFT, full = PICTURE_RIGHT - PICTURE_LEFT;
    for (int i = 0; i < MARKS; i++) {
        double width = player->moves > 0 ? full * counts[i] / player->moves : 0;
        if (counts[i] == 0)
            continue;
        text_printf(&drawing->text,
                    "<g><title>%s: %d</title><rect class=\"m%d\" x=\"%.1f\" y=\"%.1f\" "
                    "width=\"%.1f\" height=\"%d\"/></g>\n",
                    say(drawing, marks[i]), counts[i], i, x, y, width, BAR);
        x += width;
    }
}

/* "Ana · 12 games · best move in 60 %" above the bar, and below it what is certain. */
static void add_player(Drawing *drawing, const LudPlayerReport *player, double top)
{
    Text *text = &drawing->text;
    text_printf(text, "<text class=\"name\" x=\"%d\" y=\"%.0f\">", PICTURE_LEFT, top);
    picture_escaped(text, player->name);
    text_printf(text, "</text><text class=\"faint\" x=\"%d\" y=\"%.0f\" text-anchor=\"end\">",
                PICTURE_RIGHT, top);
    text_printf(text, "%s: %d \xc2\xb7 %s: %d / %d", say(drawing, LUD_MESSAGE("games")),
                player->games, say(drawing, LUD_MESSAGE("best move")), player->best, player->moves);
    text_add(text, "</text>\n");
    add_bar(drawing, player, top + 8);
    text_printf(text, "<text class=\"faint\" x=\"%d\" y=\"%.0f\">", PICTURE_LEFT,
                top + 8 + BAR + 16);
    text_printf(text, "%s: %d / %d \xc2\xb7 %s: %d",
                say(drawing, LUD_MESSAGE("certain outcomes kept")), player->exact_kept,
                player->exact, say(drawing, LUD_MESSAGE("wins and leads given away")),
                player->gifts);
    text_add(text, "</text>\n");
}

char *lud_report_svg(const LudReport *report, const char *title, LudTranslate translate)
{
    Drawing drawing = {.report = report, .translate = translate};
    Text *text = &drawing.text;
    int count = lud_report_player_count(report), rows = count < MOST_ROWS ? count : MOST_ROWS;
    int height = HEAD + rows * ROW + FOOT;
    text_printf(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-labelledby=\"title\">\n<title id=\"title\">",
                WIDTH, height);
    picture_escaped(text, title);
    text_add(text, "</title>\n");
    text_add(text, STYLE);
    text_printf(text, "<rect width=\"%d\" height=\"%d\" class=\"paper\"/>\n", WIDTH, height);
    text_printf(text, "<text class=\"head\" x=\"%d\" y=\"30\">", PICTURE_LEFT);
    picture_escaped(text, title);
    text_add(text, "</text>\n");
    add_legend(&drawing);
    for (int i = 0; i < rows; i++)
        add_player(&drawing, lud_report_player(report, i), HEAD + i * ROW);
    if (rows < count) {
        text_printf(text, "<text class=\"faint\" x=\"%d\" y=\"%d\">", PICTURE_LEFT, height - 8);
        text_printf(text, "+ %d", count - rows);
        text_add(text, "</text>\n");
    }
    text_add(text, "</svg>\n");
    return text_take(text);
}
