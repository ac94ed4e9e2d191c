/* Weights of an evaluation outside of the program, and games that are judged by them. */
#ifndef LUD_TUNE_WEIGHTS_H
#define LUD_TUNE_WEIGHTS_H

#include <stdio.h>

#include <ludoteca/game.h>

#include "core/tuning.h"

enum { WEIGHTS_SETS = 2 };

typedef struct Weights {
    int weight[LUD_MAX_FEATURES];
    double scale; /* the value that stands for odds of e to 1 */
} Weights;

/* Those compiled in. The scale is the game's, or `usual_scale` if it has none. */
void weights_compiled(const LudGame *game, double usual_scale, Weights *weights);
/* Nothing but the feature `anchor`, worth one unit: where a fit of a game with a unit begins. */
void weights_of_anchor(const LudGame *game, int anchor, Weights *weights);
/* The same chances under another scale. */
void weights_rescale(const LudGame *game, double scale, Weights *weights);
/* Reads and writes lines of a weight and its name, and one `scale`. Reading says on stderr what is
 * wrong and returns false. */
bool weights_read(const LudGame *game, const char *path, Weights *weights);
bool weights_write(const LudGame *game, const char *path, const Weights *weights);
/* Lists them as they are written to a file. */
void weights_list(const LudGame *game, const Weights *weights, FILE *file);
/* Prints them as they stand in a game's weights file. */
void weights_print(const LudGame *game, const Weights *weights);

/* A copy of the game that is judged by these weights; `set` is 0 or 1, so that two can play each
 * other. Slower than what the game compiled for itself. */
void weights_install(const LudGame *game, const Weights *weights, int set, LudGame *patched);

#endif
