#include "tune_samples.h"

#include <stdio.h>
#include <stdlib.h>

static void *grow(void *array, uint32_t needed, uint32_t *room, size_t size)
{
    if (needed <= *room)
        return array;
    *room = needed + needed / 2 + 1024;
    array = realloc(array, *room * size);
    if (!array) {
        fprintf(stderr, "tune: out of memory\n");
        exit(EXIT_FAILURE);
    }
    return array;
}

Sample *samples_add(Samples *samples, const int32_t *features, int count)
{
    samples->sample =
        grow(samples->sample, samples->count + 1, &samples->room, sizeof *samples->sample);
    samples->term = grow(samples->term, samples->terms + (uint32_t)count, &samples->term_room,
                         sizeof *samples->term);
    Sample *sample = &samples->sample[samples->count++];
    *sample = (Sample){.first = samples->terms, .value = NO_VALUE};
    for (int i = 0; i < count; i++) {
        if (features[i])
            samples->term[samples->terms++] = (Term){(uint16_t)i, (int16_t)features[i]};
    }
    sample->end = samples->terms;
    return sample;
}

void samples_free(Samples *samples)
{
    free(samples->sample);
    free(samples->term);
    *samples = (Samples){0};
}
