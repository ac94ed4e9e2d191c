/* An evaluation that adds up the weights of the patterns which a position shows, laid open so that
 * a program can learn the weights from games of the evaluation with itself. */
#ifndef LUD_CORE_NETWORK_H
#define LUD_CORE_NETWORK_H

#include <ludoteca/judging.h>

enum { LUD_MAX_PATTERNS = 64 };

/* How weights are defined. A page brings them when its game is thought about, so that nobody
 * fetches those of games that he does not play; everywhere else they are compiled in. */
#ifdef __wasm__
#define LUD_LEARNT
#else
#define LUD_LEARNT const
#endif

/* Rules that are played alike share a set of weights. */
typedef struct LudWeightSet {
    const char *rules; /* those that it is learnt from */
    const char *name;  /* of its file, without .weights */
    uint32_t count;
    const int16_t *weights; /* LUD_LEARNT, in 1 / divisor of log-odds */
} LudWeightSet;

/* What counts for a side, as numbers of weights of its set. */
typedef struct LudPatterns {
    int count;
    uint32_t number[LUD_MAX_PATTERNS];
} LudPatterns;

typedef struct LudNetwork {
    const LudWeightSet *sets;
    int set_count;
    int divisor;
    /* The number of the set by which a game is judged; all of its positions have the same. */
    int (*set_of)(const LudState *s);
    /* The patterns of all sides where a roll is awaited or a seat is to move. Chances to win are in
     * proportion to the exponentials of the sides' sums; a side without patterns has a sum of 0. */
    void (*patterns)(const LudState *s, LudPatterns looks[LUD_MAX_SIDES]);
} LudNetwork;

#endif
