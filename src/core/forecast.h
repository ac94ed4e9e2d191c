/* What the entries of a table are likely to be, judged by those before them: files of such tables
 * hold only what surprises.
 *
 * A forecast puts each entry into one of a few thousand contexts, such that entries of the same
 * context are alike, and knows no more: how entries are spread in each context is counted when a
 * file is written, and stored in it. Whoever reads the file calls the same functions in the same
 * order, so they must depend on nothing but what they are given, on any machine. */
#ifndef LUD_CORE_FORECAST_H
#define LUD_CORE_FORECAST_H

#include <stdint.h>

enum {
    LUD_FORECAST_MOST = 64,      /* contexts told at once */
    LUD_FORECAST_MARGIN = 64,    /* bytes that may be read after those that are known */
    LUD_FORECAST_CONTEXTS = 4096 /* at most */
};

/* Where a forecast is; only the game knows what the numbers mean. */
typedef struct LudForecastPlace {
    int layer;
    int numbers[16];
    uint64_t words[2];
} LudForecastPlace;

typedef struct LudForecast {
    unsigned columns; /* bits: those that are worth it */
    /* How many contexts a layer has. */
    int (*contexts)(int layer);
    /* Begins with entry `first` of a layer. */
    void (*begin)(LudForecastPlace *place, int layer, uint64_t first);
    /* The contexts of the next entries, of which `known` come before, from where it began; whatever
     * lies after them within the margin plays no part. Returns how many, at least one. */
    int (*next)(LudForecastPlace *place, const uint8_t *entries, int known,
                uint16_t contexts[LUD_FORECAST_MOST]);
} LudForecast;

#endif
