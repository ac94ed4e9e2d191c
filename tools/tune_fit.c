#include "tune_fit.h"

#include <math.h>
#include <stdlib.h>

/* A little less than a result's whole weight for each parameter: only what the games say clearly
 * moves far from 0. */
static const double PULL = 0.5;

/* The surprise, in bits, at `result` when the odds were e^x to 1. */
static double surprise(double x, double result)
{
    /* log(1 + e^x) without overflow */
    double soft = x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
    return (soft - result * x) / log(2);
}

static double dot(const Samples *samples, const Sample *sample, const double *theta)
{
    double sum = 0;
    for (uint32_t i = sample->first; i < sample->end; i++)
        sum += theta[samples->term[i].feature] * samples->term[i].value;
    return sum;
}

static FitErrors errors_of(const Samples *samples, const double *theta)
{
    double sum[2] = {0}, count[2] = {0};
    for (uint32_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->sample[i];
        sum[sample->is_held_out] += surprise(dot(samples, sample, theta), sample->result);
        count[sample->is_held_out] += 1;
    }
    return (FitErrors){count[0] > 0 ? sum[0] / count[0] : 0, count[1] > 0 ? sum[1] / count[1] : 0};
}

static void to_theta(const LudGame *game, const Weights *weights, double scale, double *theta)
{
    for (int i = 0; i < game->judging->tuning->count; i++)
        theta[i] = weights->weight[i] / (scale * game->judging->tuning->divisor);
}

FitErrors fit_errors(const LudGame *game, const Samples *samples, const Weights *weights)
{
    double theta[LUD_MAX_FEATURES] = {0};
    to_theta(game, weights, weights->scale, theta);
    return errors_of(samples, theta);
}

/* -- one number -------------------------------------------------------------------------------- */

/* Values beside results, for fitting a scale. */
typedef struct Pairs {
    double *value, *result;
    uint32_t count;
} Pairs;

static bool pairs_begin(Pairs *pairs, uint32_t room)
{
    *pairs = (Pairs){calloc(room + 1, sizeof(double)), calloc(room + 1, sizeof(double)), 0};
    return pairs->value && pairs->result;
}

static double pairs_error(const Pairs *pairs, double scale)
{
    double sum = 0;
    for (uint32_t i = 0; i < pairs->count; i++)
        sum += surprise(pairs->value[i] / scale, pairs->result[i]);
    return sum;
}

/* The error has one valley; it is searched on a logarithmic scale by thirds. */
static double pairs_best_scale(const Pairs *pairs)
{
    double low = log(1), high = log(100000);
    for (int step = 0; step < 60; step++) {
        double third = (high - low) / 3;
        if (pairs_error(pairs, exp(low + third)) < pairs_error(pairs, exp(high - third)))
            high -= third;
        else
            low += third;
    }
    return exp((low + high) / 2);
}

static void pairs_end(Pairs *pairs)
{
    free(pairs->value);
    free(pairs->result);
}

double fit_scale(const LudGame *game, const Samples *samples, const Weights *weights)
{
    double theta[LUD_MAX_FEATURES], scale = weights->scale;
    Pairs pairs;
    to_theta(game, weights, 1, theta);
    if (pairs_begin(&pairs, samples->count)) {
        for (uint32_t i = 0; i < samples->count; i++) {
            if (samples->sample[i].is_held_out)
                continue;
            pairs.value[pairs.count] = dot(samples, &samples->sample[i], theta);
            pairs.result[pairs.count++] = samples->sample[i].result;
        }
        scale = pairs_best_scale(&pairs);
    }
    pairs_end(&pairs);
    return scale;
}

double fit_value_scale(const Samples *samples)
{
    double scale = 0;
    Pairs pairs;
    if (pairs_begin(&pairs, samples->count)) {
        for (uint32_t i = 0; i < samples->count; i++) {
            if (samples->sample[i].value == NO_VALUE)
                continue;
            pairs.value[pairs.count] = samples->sample[i].value;
            pairs.result[pairs.count++] = samples->sample[i].result;
        }
        if (pairs.count > 0)
            scale = pairs_best_scale(&pairs);
    }
    pairs_end(&pairs);
    return scale;
}

/* -- all weights ------------------------------------------------------------------------------- */

/* The root mean square of each feature: they are fitted as if all were of size 1. */
static double measure(const Samples *samples, int count, double *size)
{
    double training = 0;
    for (int i = 0; i < count; i++)
        size[i] = 0;
    for (uint32_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->sample[i];
        if (sample->is_held_out)
            continue;
        training += 1;
        for (uint32_t t = sample->first; t < sample->end; t++)
            size[samples->term[t].feature] +=
                (double)samples->term[t].value * samples->term[t].value;
    }
    for (int i = 0; i < count; i++)
        size[i] = sqrt(size[i] / (training > 0 ? training : 1));
    return training;
}

/* The gradient of the mean surprise, in natural units, by features of size 1. */
static void slope(const Samples *samples, int count, const double *theta, const double *size,
                  double training, double *gradient)
{
    for (int i = 0; i < count; i++)
        gradient[i] = 0;
    for (uint32_t i = 0; i < samples->count; i++) {
        const Sample *sample = &samples->sample[i];
        if (sample->is_held_out)
            continue;
        double miss = 1 / (1 + exp(-dot(samples, sample, theta))) - sample->result;
        for (uint32_t t = sample->first; t < sample->end; t++)
            gradient[samples->term[t].feature] += miss * samples->term[t].value;
    }
    for (int i = 0; i < count; i++) {
        double x = theta[i] * size[i];
        gradient[i] = size[i] > 0 ? (gradient[i] / size[i] + PULL * x) / training : 0;
    }
}

static void descend(const Samples *samples, int count, int steps, double *theta)
{
    static double size[LUD_MAX_FEATURES], gradient[LUD_MAX_FEATURES];
    double mean[LUD_MAX_FEATURES] = {0}, square[LUD_MAX_FEATURES] = {0};
    double training = measure(samples, count, size);
    if (training == 0)
        return;
    for (int step = 1; step <= steps; step++) {
        double rate = 0.05 * (1 - (double)(step - 1) / steps);
        slope(samples, count, theta, size, training, gradient);
        for (int i = 0; i < count; i++) {
            mean[i] = 0.9 * mean[i] + 0.1 * gradient[i];
            square[i] = 0.999 * square[i] + 0.001 * gradient[i] * gradient[i];
            double m = mean[i] / (1 - pow(0.9, step)), v = square[i] / (1 - pow(0.999, step));
            if (size[i] > 0)
                theta[i] -= rate * m / (sqrt(v) + 1e-9) / size[i];
        }
    }
}

void fit_weights(const LudGame *game, const Samples *samples, int anchor, int steps,
                 Weights *weights)
{
    const LudTuning *tuning = lud_judging(game)->tuning;
    double theta[LUD_MAX_FEATURES] = {0};
    to_theta(game, weights, weights->scale, theta);
    descend(samples, tuning->count, steps, theta);
    if (anchor >= 0 && theta[anchor] > 0)
        weights->scale = weights->weight[anchor] / (theta[anchor] * tuning->divisor);
    for (int i = 0; i < tuning->count; i++)
        weights->weight[i] = (int)lround(theta[i] * weights->scale * tuning->divisor);
}
