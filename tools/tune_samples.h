/* Positions as features, with how their games ended. */
#ifndef LUD_TUNE_SAMPLES_H
#define LUD_TUNE_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Term {
    uint16_t feature;
    int16_t value;
} Term;

typedef struct Sample {
    uint32_t first, end; /* its terms */
    float result;        /* 0 lost, 0.5 drawn, 1 won, for the side whose features they are */
    int32_t value;       /* what a search found, or NO_VALUE */
    bool is_held_out;
} Sample;

enum { NO_VALUE = INT32_MAX };

/* Grows as needed; out of memory ends the program. */
typedef struct Samples {
    Sample *sample;
    Term *term;
    uint32_t count, terms, room, term_room;
} Samples;

/* Adds a sample whose result is not yet known; only features that are not 0 are kept. */
Sample *samples_add(Samples *samples, const int32_t *features, int count);
void samples_free(Samples *samples);

#endif
