/* Fits the network of Oware's evaluation to positions that oware_games kept (docs/TUNING.md).
 *
 *   oware_fit EPOCHS SEED WEIGHTS FILE…
 *
 * What a position should be worth is a mean of the chance that its search saw and, where there is
 * one, the result of its game. Adam on batches, with steps that shorten towards the end; weights
 * are kept within what their integers can hold. One game in ten is held out; errors are printed for
 * both parts, in bits. WEIGHTS is written as src/games/oware/oware_weights.inc has them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/random.h>

#include "games/oware/oware_network.h"
#include "oware_samples.h"

enum { BATCH = 512, HELD_OUT = 10 };

static const float result_share = 0.3f; /* of the target, where the result is known */
static const float first_step = 2e-3f, last_step = 2e-5f;
static const float row_most = 4.0f, out_most = 1.98f;

/* All weights, in one array of floats for Adam. */
typedef struct Net {
    float row[OWARE_ROWS][OWARE_UNITS];
    float bias[OWARE_UNITS];
    float out[OWARE_PHASES][OWARE_UNITS];
    float out_bias[OWARE_PHASES];
    float lead[OWARE_PHASES]; /* logits of ten seeds */
} Net;

enum { WEIGHTS = sizeof(Net) / sizeof(float) };

/* A sample as rows. */
typedef struct Case {
    uint16_t row[OWARE_ROWS_MOST];
    uint8_t rows, phase;
    bool is_held_out;
    float lead, target;
} Case;

typedef struct Fit {
    Case *cases;
    uint32_t *order;
    uint32_t count, held_out; /* those held out are the last */
    Net net, slope, mean, square;
    uint64_t steps;
    LudRandom random;
} Fit;

static void fail(const char *why)
{
    fprintf(stderr, "oware_fit: %s\n", why);
    exit(EXIT_FAILURE);
}

static float chance_of(float logit)
{
    return 1.0f / (1.0f + expf(-logit));
}

static Case case_of(const OwareSample *sample)
{
    Case c = {.phase = (uint8_t)oware_phase(sample->own, sample->opponent),
              .is_held_out = sample->game % HELD_OUT == HELD_OUT - 1,
              .lead = (float)(oware_store(sample->own) - oware_store(sample->opponent)) / 10,
              .target = chance_of((float)sample->value / OWARE_SCALE)};
    c.rows = (uint8_t)oware_rows(sample->own, sample->opponent, c.row);
    if (sample->result != OWARE_NO_RESULT)
        c.target += result_share * ((float)sample->result / 2 - c.target);
    return c;
}

static void load(Fit *fit, const char *path)
{
    FILE *file = fopen(path, "rb");
    OwareSample sample;
    if (!file)
        fail("a file is not there");
    fseek(file, 0, SEEK_END);
    size_t more = (size_t)ftell(file) / sizeof sample;
    rewind(file);
    fit->cases = realloc(fit->cases, (fit->count + more + 1) * sizeof *fit->cases);
    if (!fit->cases)
        fail("out of memory");
    while (fread(&sample, sizeof sample, 1, file) == 1)
        fit->cases[fit->count++] = case_of(&sample);
    fclose(file);
}

/* Puts those that are held out last. */
static void sort_cases(Fit *fit)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < fit->count; i++) {
        if (!fit->cases[i].is_held_out) {
            Case c = fit->cases[kept];
            fit->cases[kept++] = fit->cases[i];
            fit->cases[i] = c;
        }
    }
    fit->held_out = fit->count - kept;
    fit->order = malloc((kept + 1) * sizeof *fit->order);
    for (uint32_t i = 0; fit->order && i < kept; i++)
        fit->order[i] = i;
    if (!fit->order || kept == 0)
        fail("nothing to learn from");
}

static float uniform(LudRandom *random, float most)
{
    return ((float)lud_random_below(random, 1 << 20) / (1 << 19) - 1) * most;
}

static void begin_net(Fit *fit)
{
    float *row = &fit->net.row[0][0], *out = &fit->net.out[0][0];
    for (int i = 0; i < OWARE_ROWS * OWARE_UNITS; i++)
        row[i] = uniform(&fit->random, 0.15f);
    for (int i = 0; i < OWARE_UNITS; i++)
        fit->net.bias[i] = 0.3f;
    for (int i = 0; i < OWARE_PHASES * OWARE_UNITS; i++)
        out[i] = uniform(&fit->random, 0.3f);
    for (int i = 0; i < OWARE_PHASES; i++)
        fit->net.lead[i] = 2.3f;
}

/* The logit of a case; `sums` are those of the units. */
static float judge(const Net *net, const Case *c, float sums[OWARE_UNITS])
{
    memcpy(sums, net->bias, sizeof net->bias);
    for (int i = 0; i < c->rows; i++) {
        const float *row = net->row[c->row[i]];
        for (int u = 0; u < OWARE_UNITS; u++)
            sums[u] += row[u];
    }
    float logit = net->out_bias[c->phase] + net->lead[c->phase] * c->lead;
    for (int u = 0; u < OWARE_UNITS; u++) {
        float x = sums[u] < 0 ? 0 : sums[u] > 1 ? 1 : sums[u];
        logit += net->out[c->phase][u] * x * x;
    }
    return logit;
}

static double surprise(float chance, float target)
{
    double p = chance < 1e-6f ? 1e-6 : chance > 1 - 1e-6f ? 1 - 1e-6 : chance;
    double own =
        target <= 0 || target >= 1 ? 0 : target * log2(target) + (1 - target) * log2(1 - target);
    return own - target * log2(p) - (1 - target) * log2(1 - p);
}

/* Adds a case's part to the slopes; returns its surprise beyond what nobody could know. */
static double learn_case(Fit *fit, const Case *c)
{
    float sums[OWARE_UNITS], error[OWARE_UNITS];
    float chance = chance_of(judge(&fit->net, c, sums)), slope = chance - c->target;
    Net *by = &fit->slope;
    by->out_bias[c->phase] += slope;
    by->lead[c->phase] += slope * c->lead;
    for (int u = 0; u < OWARE_UNITS; u++) {
        float x = sums[u] < 0 ? 0 : sums[u] > 1 ? 1 : sums[u];
        bool is_within = sums[u] > 0 && sums[u] < 1;
        by->out[c->phase][u] += slope * x * x;
        error[u] = is_within ? slope * fit->net.out[c->phase][u] * 2 * x : 0;
    }
    for (int u = 0; u < OWARE_UNITS; u++)
        by->bias[u] += error[u];
    for (int i = 0; i < c->rows; i++) {
        float *row = by->row[c->row[i]];
        for (int u = 0; u < OWARE_UNITS; u++)
            row[u] += error[u];
    }
    return surprise(chance, c->target);
}

static void clamp(float *weights, int count, float most)
{
    for (int i = 0; i < count; i++)
        weights[i] = weights[i] > most ? most : weights[i] < -most ? -most : weights[i];
}

static void make_step(Fit *fit, float step, int cases)
{
    float *weight = (float *)&fit->net, *slope = (float *)&fit->slope;
    float *mean = (float *)&fit->mean, *square = (float *)&fit->square;
    fit->steps++;
    float mean_part = 1 - powf(0.9f, (float)fit->steps);
    float square_part = 1 - powf(0.999f, (float)fit->steps);
    for (int i = 0; i < (int)WEIGHTS; i++) {
        float g = slope[i] / (float)cases;
        mean[i] += 0.1f * (g - mean[i]);
        square[i] += 0.001f * (g * g - square[i]);
        weight[i] -= step * (mean[i] / mean_part) / (sqrtf(square[i] / square_part) + 1e-8f);
        slope[i] = 0;
    }
    clamp(&fit->net.row[0][0], OWARE_ROWS * OWARE_UNITS, row_most);
    clamp(&fit->net.out[0][0], OWARE_PHASES * OWARE_UNITS, out_most);
}

static double learn_epoch(Fit *fit, float from, float to)
{
    uint32_t kept = fit->count - fit->held_out;
    double bits = 0;
    for (uint32_t i = kept; i > 1; i--) {
        uint32_t k = lud_random_below(&fit->random, i), other = fit->order[k];
        fit->order[k] = fit->order[i - 1];
        fit->order[i - 1] = other;
    }
    for (uint32_t at = 0; at < kept; at += BATCH) {
        uint32_t end = at + BATCH < kept ? at + BATCH : kept;
        for (uint32_t i = at; i < end; i++)
            bits += learn_case(fit, &fit->cases[fit->order[i]]);
        make_step(fit, from + (to - from) * ((float)at / (float)kept), (int)(end - at));
    }
    return bits / kept;
}

static double held_out_bits(const Fit *fit)
{
    float sums[OWARE_UNITS];
    double bits = 0;
    for (uint32_t i = fit->count - fit->held_out; i < fit->count; i++)
        bits += surprise(chance_of(judge(&fit->net, &fit->cases[i], sums)), fit->cases[i].target);
    return fit->held_out ? bits / fit->held_out : 0;
}

/* -- as integers ------------------------------------------------------------------------------- */

static void print_weights(FILE *file, const char *name, const float *weights, int count, double one)
{
    fprintf(file, ".%s = {\n", name);
    for (int i = 0; i < count; i++)
        fprintf(file, "%ld,%s", lround((double)weights[i] * one),
                i % 32 == 31 || i == count - 1 ? "\n" : "");
    fprintf(file, "},\n");
}

static void print_rows(FILE *file, const char *name, const float *weights, int rows, double one)
{
    fprintf(file, ".%s = {\n", name);
    for (int r = 0; r < rows; r++) {
        fprintf(file, "{");
        for (int u = 0; u < OWARE_UNITS; u++)
            fprintf(file, "%ld%s", lround((double)weights[r * OWARE_UNITS + u] * one),
                    u == OWARE_UNITS - 1 ? "},\n" : ",");
    }
    fprintf(file, "},\n");
}

static void write_net(const Net *net, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        fail("the weights can't be written");
    print_rows(file, "row", &net->row[0][0], OWARE_ROWS, OWARE_ONE);
    print_weights(file, "bias", net->bias, OWARE_UNITS, OWARE_ONE);
    print_rows(file, "out", &net->out[0][0], OWARE_PHASES, OWARE_OUT_ONE);
    print_weights(file, "out_bias", net->out_bias, OWARE_PHASES,
                  (double)OWARE_ONE * OWARE_ONE * OWARE_OUT_ONE);
    print_weights(file, "lead", net->lead, OWARE_PHASES, (double)OWARE_SCALE / 10 * OWARE_LEAD_ONE);
    if (fclose(file) != 0)
        fail("the weights can't be written");
}

int main(int argc, char **argv)
{
    static Fit fit;
    if (argc < 5)
        fail("EPOCHS SEED WEIGHTS FILE…");
    int epochs = atoi(argv[1]);
    lud_random_seed(&fit.random, strtoull(argv[2], NULL, 10));
    for (int i = 4; i < argc; i++)
        load(&fit, argv[i]);
    sort_cases(&fit);
    begin_net(&fit);
    printf("%u positions, %u held out\n", fit.count, fit.held_out);
    for (int epoch = 0; epoch < epochs; epoch++) {
        float from = first_step * powf(last_step / first_step, (float)epoch / (float)epochs);
        float to = first_step * powf(last_step / first_step, (float)(epoch + 1) / (float)epochs);
        double bits = learn_epoch(&fit, from, to);
        printf("epoch %d: %.5f bits too many, %.5f where held out\n", epoch + 1, bits,
               held_out_bits(&fit));
        fflush(stdout);
        write_net(&fit.net, argv[3]);
    }
    free(fit.cases);
    free(fit.order);
    return EXIT_SUCCESS;
}
