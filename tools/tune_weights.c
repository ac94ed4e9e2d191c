#include "tune_weights.h"

#include <math.h>
#include <stdlib.h>

#include <ludoteca/search.h>

void weights_compiled(const LudGame *game, double usual_scale, Weights *weights)
{
    memset(weights, 0, sizeof *weights);
    for (int i = 0; i < game->judging->tuning->count; i++)
        weights->weight[i] = game->judging->tuning->weights[i];
    weights->scale =
        lud_judging(game)->chance_scale ? lud_judging(game)->chance_scale : usual_scale;
}

void weights_of_anchor(const LudGame *game, int anchor, Weights *weights)
{
    enum { UNIT = 100 }; /* values are hundredths of what the anchor counts */
    *weights = (Weights){.scale = UNIT};
    if (anchor >= 0)
        weights->weight[anchor] = UNIT * game->judging->tuning->divisor;
}

void weights_rescale(const LudGame *game, double scale, Weights *weights)
{
    for (int i = 0; i < game->judging->tuning->count; i++)
        weights->weight[i] = (int)lround(weights->weight[i] * scale / weights->scale);
    weights->scale = scale;
}

bool weights_read(const LudGame *game, const char *path, Weights *weights)
{
    FILE *file = fopen(path, "r");
    if (!file) {
        fprintf(stderr, "tune: can't open %s\n", path);
        return false;
    }
    int expected = game->judging->tuning->count, count = 0;
    bool is_good = fscanf(file, "%lf scale", &weights->scale) == 1 && weights->scale > 0;
    while (is_good && count < expected) {
        char name[64];
        is_good = fscanf(file, "%d %63[^\n]", &weights->weight[count], name) == 2 &&
                  strcmp(name, game->judging->tuning->names[count]) == 0;
        count++;
    }
    fclose(file);
    if (!is_good)
        fprintf(stderr, "tune: %s: weight %d is not what %s wants there\n", path, count,
                game->name);
    return is_good;
}

void weights_list(const LudGame *game, const Weights *weights, FILE *file)
{
    fprintf(file, "%.4f scale\n", weights->scale);
    for (int i = 0; i < game->judging->tuning->count; i++)
        fprintf(file, "%d %s\n", weights->weight[i], game->judging->tuning->names[i]);
}

bool weights_write(const LudGame *game, const char *path, const Weights *weights)
{
    FILE *file = fopen(path, "w");
    if (!file) {
        fprintf(stderr, "tune: can't write %s\n", path);
        return false;
    }
    weights_list(game, weights, file);
    return fclose(file) == 0;
}

/* How many letters of a name say to which group it belongs: those before a colon. */
static size_t group_length(const char *name)
{
    const char *colon = strchr(name, ':');
    return colon ? (size_t)(colon - name) : 0;
}

static bool ends_row(const LudTuning *tuning, int index)
{
    if (index + 1 == tuning->count)
        return true;
    const char *name = tuning->names[index], *next = tuning->names[index + 1];
    size_t length = group_length(name);
    return length != group_length(next) || strncmp(name, next, length) != 0;
}

void weights_print(const LudGame *game, const Weights *weights)
{
    const int most_in_row = 9;
    for (int i = 0, in_row = 0; i < game->judging->tuning->count; i++) {
        printf(in_row == 0 ? "    %d," : " %d,", weights->weight[i]);
        if (++in_row == most_in_row || ends_row(lud_judging(game)->tuning, i)) {
            printf(" /* … %s */\n", game->judging->tuning->names[i]);
            in_row = 0;
        }
    }
}

/* -- games judged by them ---------------------------------------------------------------------- */

/* An evaluation gets nothing but the position, so the sets in use stand here. */
static struct {
    const LudGame *game;
    Weights weights;
} installed[WEIGHTS_SETS];

static int evaluate_with(int set, const LudState *s, const LudNotes *notes, int side)
{
    const LudGame *game = installed[set].game;
    const LudTuning *tuning = lud_judging(game)->tuning;
    int32_t features[LUD_MAX_FEATURES];
    tuning->features(s, notes, side, features);
    int64_t sum = 0;
    for (int i = 0; i < tuning->count; i++)
        sum += (int64_t)installed[set].weights.weight[i] * features[i];
    if (!game->chance) {
        int64_t whole = sum / tuning->divisor, most = LUD_EVALUATION_MOST;
        return (int)(whole > most ? most : whole < -most ? -most : whole);
    }
    double value = (double)sum / tuning->divisor / installed[set].weights.scale;
    return (int)lround(LUD_VALUE_CERTAIN * tanh(value / 2));
}

static int evaluate_first(const LudState *s, const LudNotes *notes, int side)
{
    return evaluate_with(0, s, notes, side);
}

static int evaluate_second(const LudState *s, const LudNotes *notes, int side)
{
    return evaluate_with(1, s, notes, side);
}

void weights_install(const LudGame *game, const Weights *weights, int set, LudGame *patched)
{
    static LudGameJudging judging[WEIGHTS_SETS];
    installed[set].game = game;
    installed[set].weights = *weights;
    *patched = *game;
    judging[set] = *lud_judging(game);
    judging[set].evaluate = set == 0 ? evaluate_first : evaluate_second;
    if (!game->chance)
        judging[set].chance_scale = (int)lround(weights->scale);
    patched->judging = &judging[set];
}
