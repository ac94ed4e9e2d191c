/* Luck and skill of a game as two curves: what everybody's rolls, and everybody's moves, have given
 * a side so far. With two sides one's gain is the other's loss, and the first side's curves say
 * all.
 */
#include "engine/review_picture.h"

#include <math.h>

enum { HEAD = 24, FOOT = 64 };

/* Where the panel lies, and what its upper edge stands for. */
typedef struct Panel {
    int top, bottom;
    double most;
} Panel;

static double so_far(const LudReview *review, int point, int side, bool is_luck)
{
    if (point == 0)
        return 0;
    const LudJudgement *ply = &review->plies[point - 1];
    return is_luck ? ply->luck_so_far[side] : ply->skill_so_far[side];
}

static int shown_sides(const LudReview *review)
{
    return review->sides == 2 ? 1 : review->sides;
}

/* The largest gain or loss, up to the next tenth. */
static double find_most(const LudReview *review)
{
    double most = 0.1;
    for (int point = 1; point <= review->ply_count; point++) {
        for (int side = 0; side < shown_sides(review); side++) {
            most = fmax(most, fabs(so_far(review, point, side, true)));
            most = fmax(most, fabs(so_far(review, point, side, false)));
        }
    }
    return ceil(most * 10 - 1e-9) / 10;
}

static double y_at(const Panel *panel, double value)
{
    double middle = (panel->top + panel->bottom) / 2.0;
    return middle - value / panel->most * (panel->bottom - panel->top) / 2.0;
}

static void add_axis(Picture *picture, const Panel *panel)
{
    Text *text = &picture->text;
    for (int step = -2; step <= 2; step++) {
        double value = panel->most * step / 2, y = y_at(panel, value);
        text_printf(text,
                    "<line class=\"%s\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>"
                    "<text class=\"faint\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%+.0f</text>\n",
                    step == 0 ? "even" : "grid", PICTURE_LEFT - 6, PICTURE_RIGHT, y, y,
                    PICTURE_LEFT - 10, y + 4, 100 * value);
    }
    text_printf(text, "<text class=\"faint\" x=\"%d\" y=\"%d\">", PICTURE_LEFT, panel->top - 10);
    picture_escaped(text, picture_say(picture, LUD_MESSAGE("luck and skill so far, in points of "
                                                           "the chance to win")));
    text_add(text, "</text>\n");
}

static void add_curve(Picture *picture, const Panel *panel, int side, bool is_luck)
{
    Text *text = &picture->text;
    text_add(text, "<g><title>");
    picture_escaped(text, picture->labels[side]);
    text_printf(text, ": %s</title><path class=\"%s l%d\" d=\"M",
                picture_say(picture, is_luck ? LUD_MESSAGE("luck") : LUD_MESSAGE("skill")),
                is_luck ? "luck" : "skill", side);
    for (int i = 0; i <= picture->review->ply_count; i++)
        text_printf(text, "%.1f %.1f ", picture_x(picture->review, i),
                    y_at(panel, so_far(picture->review, i, side, is_luck)));
    text_add(text, "\"/></g>\n");
}

/* Lines are told apart by their strokes, not by colours alone. */
static void add_key(Picture *picture, const Panel *panel, int side)
{
    enum { STROKE = 34, COLUMN = 300 };
    Text *text = &picture->text;
    const LudReview *review = picture->review;
    int x = PICTURE_LEFT + side * COLUMN, y = panel->bottom + FOOT - 30;
    for (int i = 0; i < 2; i++) {
        const char *word =
            picture_say(picture, i == 0 ? LUD_MESSAGE("luck") : LUD_MESSAGE("skill"));
        double end = so_far(review, review->ply_count, side, i == 0);
        text_printf(text, "<path class=\"%s l%d\" d=\"M%d %d h%d\"/><text x=\"%d\" y=\"%d\">",
                    i == 0 ? "luck" : "skill", side, x, y - 5 + 20 * i, STROKE, x + STROKE + 8,
                    y + 20 * i);
        picture_escaped(text, picture->labels[side]);
        text_printf(text, ": %s %+.1f</text>\n", word, 100 * end);
    }
}

void picture_luck(Picture *picture, int top)
{
    Panel panel = {.top = top + HEAD,
                   .bottom = top + PICTURE_LUCK_HEIGHT - FOOT,
                   .most = find_most(picture->review)};
    add_axis(picture, &panel);
    for (int side = 0; side < shown_sides(picture->review); side++) {
        add_curve(picture, &panel, side, true);
        add_curve(picture, &panel, side, false);
        add_key(picture, &panel, side);
    }
}
