/* The course of a game as a picture: the sides' chances to win, stacked, with what went wrong. */
#include "engine/review_picture.h"

#include <ludoteca/characters.h>

#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 960,
    HEIGHT = 440,
    TOP = 64,
    BOTTOM = 356,
    LEGEND = 420,
    TICKS_MOST = 12,
};

static const char STYLE[] =
    "<style>\n"
    ":root{color-scheme:light dark}\n"
    "text{font:14px system-ui,sans-serif;fill:#22262b}\n"
    ".head{font-size:20px;font-weight:600}\n"
    ".faint{fill:#6d747c;font-size:12px}\n"
    ".paper{fill:#fdfcf9}\n"
    ".grid{stroke:#d9d6cf;stroke-width:1}\n"
    ".even{stroke:#22262b;stroke-width:1;stroke-dasharray:2 5;opacity:.6}\n"
    ".turn{stroke:#6a3fa0;stroke-width:1.5;stroke-dasharray:5 4}\n"
    ".edge{fill:none;stroke:#fdfcf9;stroke-width:2;stroke-linejoin:round}\n"
    ".mark{stroke:#fdfcf9;stroke-width:1.5}\n"
    ".s0{fill:#e2b15b}.s1{fill:#3f6c8f}.s2{fill:#b3574e}\n"
    ".luck,.skill{fill:none;stroke-width:2.5;stroke-linejoin:round}.skill{stroke-dasharray:9 4}\n"
    ".l0{stroke:#8a5f10}.l1{stroke:#2c5878}.l2{stroke:#98392f}\n"
    ".bad{fill:#c62828}.poor{fill:#b26a00}.turned{fill:#6a3fa0}\n"
    "@media (prefers-color-scheme:dark){text{fill:#e8e6e1}.faint{fill:#9aa1a9}.paper{fill:#16191d}"
    ".grid{stroke:#343a41}.even{stroke:#e8e6e1}.turn{stroke:#c3a1f0}.edge,.mark{stroke:#16191d}"
    ".s0{fill:#c99a48}.s1{fill:#4d7fa6}.s2{fill:#a5544c}.bad{fill:#ff6b60}.poor{fill:#ffb74d}"
    ".turned{fill:#c3a1f0}.l0{stroke:#e8bd6c}.l1{stroke:#7fb4dc}.l2{stroke:#e58b80}}\n"
    "</style>\n";

/* Bytes of the character at `at` if XML can hold it: no controls but tab and line end, and none of
 * the numbers that are no characters; else 0. */
static size_t character_bytes(const char *at, size_t size)
{
    int32_t code = lud_text_decode(at, size);
    bool is_control = code < ' ' && code != '\t' && code != '\n';
    return is_control || (code & 0xfffe) == 0xfffe ? 0 : lud_text_length((unsigned char)*at);
}

void picture_escaped(Text *text, const char *string)
{
    const char *at = string, *end = string + strlen(string);
    while (at < end) {
        size_t length = character_bytes(at, (size_t)(end - at));
        if (*at == '&')
            text_add(text, "&amp;");
        else if (*at == '<')
            text_add(text, "&lt;");
        else if (*at == '>')
            text_add(text, "&gt;");
        else if (*at == '"')
            text_add(text, "&quot;");
        else if (length == 0)
            text_add(text, "\xef\xbf\xbd");
        else
            text_add_bytes(text, at, length);
        at += length ? length : 1;
    }
}

/* -- where things are ----------------------------------------------------------------------------
 */

double picture_x(const LudReview *review, int point)
{
    int last = review->ply_count > 0 ? review->ply_count : 1;
    return PICTURE_LEFT + (double)(PICTURE_RIGHT - PICTURE_LEFT) * point / last;
}

static double y_at(double chance)
{
    return BOTTOM - (BOTTOM - TOP) * chance;
}

/* What the sides up to `side` have together at a point; point 0 is the start. */
static double stacked(const LudReview *review, int point, int side)
{
    const double *chance = point == 0 ? review->start_chance : review->plies[point - 1].chance;
    double sum = 0;
    for (int i = 0; i <= side; i++)
        sum += chance[i];
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}

/* -- the parts -----------------------------------------------------------------------------------
 */

static void add_head(Picture *picture, const char *title)
{
    Text *text = &picture->text;
    int height = HEIGHT + (picture->has_dice ? PICTURE_LUCK_HEIGHT : 0);
    text_printf(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" "
                "aria-labelledby=\"title desc\">\n<title id=\"title\">",
                WIDTH, height);
    picture_escaped(text, title);
    text_add(text, "</title>\n<desc id=\"desc\">");
    for (int i = 0; i < picture->review->sides; i++) {
        const LudSideReview *side = &picture->review->side[i];
        text_add(text, i ? "; " : "");
        picture_escaped(text, picture->labels[i]);
        text_printf(text, ": %s %.0f %%, %s %d, %s %d, %s %d",
                    picture_say(picture, LUD_MESSAGE("accuracy")), side->accuracy,
                    picture_say(picture, LUD_MESSAGE("inaccuracies")), side->inaccuracies,
                    picture_say(picture, LUD_MESSAGE("mistakes")), side->mistakes,
                    picture_say(picture, LUD_MESSAGE("blunders")), side->blunders);
        if (picture->has_dice)
            text_printf(text, ", %s %+.1f %%, %s %+.1f %%",
                        picture_say(picture, LUD_MESSAGE("luck")), 100 * side->luck,
                        picture_say(picture, LUD_MESSAGE("skill")), 100 * side->skill);
    }
    text_add(text, ".</desc>\n");
    text_add(text, STYLE);
    text_printf(text, "<rect width=\"%d\" height=\"%d\" class=\"paper\"/>\n", WIDTH, height);
    text_printf(text, "<text class=\"head\" x=\"%d\" y=\"30\">", PICTURE_LEFT);
    picture_escaped(text, title);
    text_add(text, "</text>\n");
}

static void add_vertical_axis(Picture *picture)
{
    Text *text = &picture->text;
    for (int percent = 0; percent <= 100; percent += 25) {
        double y = y_at(percent / 100.0);
        text_printf(text,
                    "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                    "<text class=\"faint\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d %%</text>\n",
                    PICTURE_LEFT - 6, PICTURE_RIGHT, y, y, PICTURE_LEFT - 10, y + 4, percent);
    }
    text_printf(text, "<text class=\"faint\" x=\"%d\" y=\"%d\">", PICTURE_LEFT, TOP - 10);
    picture_escaped(text, picture_say(picture, LUD_MESSAGE("chance to win")));
    text_add(text, "</text>\n");
}

/* The number of plies played, in round steps. */
static void add_horizontal_axis(Picture *picture)
{
    static const int steps[] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000};
    Text *text = &picture->text;
    const LudReview *review = picture->review;
    size_t chosen = 0;
    while (chosen + 1 < sizeof steps / sizeof steps[0] &&
           review->ply_count / steps[chosen] > TICKS_MOST)
        chosen++;
    int step = steps[chosen];
    while (review->ply_count / step > TICKS_MOST)
        step *= 2;
    for (int point = 0; point <= review->ply_count; point += step)
        text_printf(text,
                    "<line class=\"grid\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                    "<text class=\"faint\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n",
                    picture_x(review, point), picture_x(review, point), BOTTOM, BOTTOM + 6,
                    picture_x(review, point), BOTTOM + 20, point);
    text_printf(text, "<text class=\"faint\" x=\"%d\" y=\"%d\" text-anchor=\"end\">", PICTURE_RIGHT,
                BOTTOM + 38);
    picture_escaped(text, picture_say(picture, LUD_MESSAGE("moves and rolls played")));
    text_add(text, "</text>\n");
}

static void add_areas(Picture *picture)
{
    Text *text = &picture->text;
    const LudReview *review = picture->review;
    int last = review->ply_count;
    for (int side = 0; side < review->sides; side++) {
        text_printf(text, "<path class=\"s%d\" d=\"M", side);
        for (int i = 0; i <= last; i++)
            text_printf(text, "%.1f %.1f ", picture_x(review, i), y_at(stacked(review, i, side)));
        for (int i = last; i >= 0; i--)
            text_printf(text, "%.1f %.1f ", picture_x(review, i),
                        y_at(side ? stacked(review, i, side - 1) : 0));
        text_add(text, "Z\"/>\n");
    }
    for (int side = 0; side + 1 < review->sides && last > 0; side++) {
        text_add(text, "<path class=\"edge\" d=\"M");
        for (int i = 0; i <= last; i++)
            text_printf(text, "%.1f %.1f ", picture_x(review, i), y_at(stacked(review, i, side)));
        text_add(text, "\"/>\n");
    }
    for (int i = 1; i < review->sides; i++)
        text_printf(text, "<line class=\"even\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>\n",
                    PICTURE_LEFT, PICTURE_RIGHT, y_at((double)i / review->sides),
                    y_at((double)i / review->sides));
}

static void add_turning_points(Picture *picture)
{
    Text *text = &picture->text;
    const LudReview *review = picture->review;
    for (int i = 0; i < review->ply_count; i++) {
        if (!review->plies[i].is_turning_point)
            continue;
        double x = picture_x(review, i + 1);
        text_printf(text,
                    "<g><title>%s: %d</title>"
                    "<line class=\"turn\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\"/>"
                    "<path class=\"turned\" d=\"M%.1f %d l-6 -9 h12 z\"/></g>\n",
                    picture_say(picture, LUD_MESSAGE("turning point")), i + 1, x, x, TOP, BOTTOM, x,
                    TOP);
    }
}

/* How the marks look, and what they are called. */
static const struct {
    LudMark mark;
    const char *class_name, *sign, *word;
    int radius;
} signs[] = {
    {LUD_MARK_INACCURACY, "poor", "?!", LUD_MESSAGE("inaccuracy"), 4},
    {LUD_MARK_MISTAKE, "poor", "?", LUD_MESSAGE("mistake"), 6},
    {LUD_MARK_BLUNDER, "bad", "??", LUD_MESSAGE("blunder"), 7},
};
enum { SIGNS = sizeof signs / sizeof signs[0] };

/* A dot on the edge of the mover's area; with two sides there is one edge. */
static void add_marks(Picture *picture)
{
    Text *text = &picture->text;
    const LudReview *review = picture->review;
    for (int i = 0; i < review->ply_count; i++) {
        const LudJudgement *ply = &review->plies[i];
        int side = ply->seat % review->sides;
        int edge = side < review->sides - 1 ? side : side - 1;
        for (int j = 0; j < SIGNS && !ply->is_roll; j++) {
            if (ply->mark != signs[j].mark)
                continue;
            text_add(text, "<g><title>");
            picture_escaped(text, picture->labels[side]);
            text_printf(text, ": %s (%d), &#8722;%.0f %%</title>",
                        picture_say(picture, signs[j].word), i + 1, 100 * ply->loss);
            text_printf(text, "<circle class=\"mark %s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%d\"/></g>\n",
                        signs[j].class_name, picture_x(review, i + 1),
                        y_at(stacked(review, i + 1, edge)), signs[j].radius);
        }
    }
}

/* The sides with their accuracy on the left, the marks on the right. */
static void add_legend(Picture *picture)
{
    Text *text = &picture->text;
    const LudReview *review = picture->review;
    int column = review->sides == 3 ? 190 : 250;
    for (int i = 0; i < review->sides; i++) {
        int x = PICTURE_LEFT + i * column;
        text_printf(text,
                    "<rect class=\"s%d\" x=\"%d\" y=\"%d\" width=\"14\" height=\"14\" rx=\"3\"/>"
                    "<text x=\"%d\" y=\"%d\">",
                    i, x, LEGEND - 12, x + 20, LEGEND);
        picture_escaped(text, picture->labels[i]);
        text_printf(text, " \xc2\xb7 %.0f %%</text>\n", review->side[i].accuracy);
    }
    int x = PICTURE_LEFT + review->sides * column + (review->sides == 3 ? 0 : 40);
    for (int j = 0; j < SIGNS; j++) {
        text_printf(text,
                    "<circle class=\"mark %s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>"
                    "<text class=\"faint\" x=\"%d\" y=\"%d\">%s</text>\n",
                    signs[j].class_name, x, LEGEND - 5, signs[j].radius, x + 11, LEGEND - 1,
                    picture_say(picture, signs[j].word));
        x += 100;
    }
}

char *lud_review_svg_in(const LudReview *review, const char *title,
                        const char *const labels[LUD_MAX_SIDES], LudTranslate translate)
{
    Picture picture = {.review = review, .labels = labels, .translate = translate};
    for (int i = 0; i < review->ply_count; i++)
        picture.has_dice |= review->plies[i].is_roll;
    add_head(&picture, title);
    add_vertical_axis(&picture);
    add_areas(&picture);
    add_turning_points(&picture);
    add_marks(&picture);
    add_horizontal_axis(&picture);
    add_legend(&picture);
    if (picture.has_dice)
        picture_luck(&picture, HEIGHT);
    text_add(&picture.text, "</svg>\n");
    return text_take(&picture.text);
}

char *lud_review_svg(const LudReview *review, const char *title,
                     const char *const labels[LUD_MAX_SIDES])
{
    return lud_review_svg_in(review, title, labels, NULL);
}
