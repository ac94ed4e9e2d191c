/* What the files that draw a review share. */
#ifndef LUD_ENGINE_REVIEW_PICTURE_H
#define LUD_ENGINE_REVIEW_PICTURE_H

#include <ludoteca/engine.h>

#include "base/text.h"

enum {
    PICTURE_LEFT = 64,
    PICTURE_RIGHT = 936,
    PICTURE_LUCK_HEIGHT = 290, /* what luck and skill take below the chances */
};

/* A picture in the making. */
typedef struct Picture {
    Text text;
    const LudReview *review;
    const char *const *labels;
    LudTranslate translate;
    bool has_dice;
} Picture;

static inline const char *picture_say(const Picture *picture, const char *english)
{
    return picture->translate ? picture->translate(english) : english;
}

/* Text that came from outside; what XML can't hold becomes U+FFFD. */
void picture_escaped(Text *text, const char *string);
/* Where the moment after so many plies lies; 0 is the start. */
double picture_x(const LudReview *review, int point);

/* review_luck_svg.c: luck and skill as two curves, from `top` on. */
void picture_luck(Picture *picture, int top);

#endif
