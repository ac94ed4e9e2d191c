/* Logistic regression: the weights under which the results of games are the least surprising. */
#ifndef LUD_TUNE_FIT_H
#define LUD_TUNE_FIT_H

#include "tune_samples.h"
#include "tune_weights.h"

typedef struct FitErrors {
    double training, held_out; /* mean surprise in bits: 1 is a coin's */
} FitErrors;

/* How surprising the results are under these weights. */
FitErrors fit_errors(const LudGame *game, const Samples *samples, const Weights *weights);
/* The scale under which these weights, and then the values of a search, foretell best. The latter
 * is 0 if there are no such values. */
double fit_scale(const LudGame *game, const Samples *samples, const Weights *weights);
double fit_value_scale(const Samples *samples);
/* Fits all weights by Adam on whole batches, pulled a little towards 0. The feature `anchor` keeps
 * its weight, which fixes the unit, and the scale follows; with anchor -1 the scale stays. */
void fit_weights(const LudGame *game, const Samples *samples, int anchor, int steps,
                 Weights *weights);

#endif
