/* An evaluation that is a weighted sum of features, laid open so that a program can fit the weights
 * to the results of games. */
#ifndef LUD_CORE_TUNING_H
#define LUD_CORE_TUNING_H

#include <ludoteca/judging.h>

enum { LUD_MAX_FEATURES = 256 };

typedef struct LudTuning {
    int count;
    const char *const *names;
    const int *weights; /* as compiled in */
    /* What each weight is multiplied with, for `side` (its own minus the opponent's where that
     * makes sense), in a position that is not over. The sum of products divided by `divisor` is the
     * evaluation, or in games with chance what a logistic curve turns into the chance to win.
     * `notes` as in LudGameJudging.evaluate. */
    void (*features)(const LudState *s, const LudNotes *notes, int side, int32_t *features);
    int divisor;
} LudTuning;

#endif
