/* An evaluation that adds up the weights of the patterns which a position shows, laid open so that
 * a program can learn the weights from games of the evaluation with itself. */
#ifndef LUD_CORE_NETWORK_H
#define LUD_CORE_NETWORK_H

#include <ludoteca/judging.h>

enum {
    LUD_MAX_PATTERNS = 1600,
    LUD_MAX_LANES = 4,
    LUD_MAX_KIN = 2,
};

/* How weights are defined. A page brings them when its game is thought about, so that nobody
 * fetches those of games that he does not play; everywhere else they are compiled in. */
#ifdef __wasm__
#define LUD_LEARNT
#define LUD_OF_THREAD /* where nobody trains, and there is one */
#else
#define LUD_LEARNT    const
#define LUD_OF_THREAD _Thread_local
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
    /* The patterns of all sides where a roll is awaited or a seat is to move, `notes` as in
     * LudGameJudging. Chances to win are in proportion to the exponentials of the sides' sums; a
     * side without patterns has a sum of 0. */
    void (*patterns)(const LudState *s, const LudNotes *notes, LudPatterns looks[LUD_MAX_SIDES]);

    /* For games without chance, which are learnt from games of a search; 0 and NULL elsewhere. */

    /* The value in evaluations that stands for odds of e to 1. */
    int scale;
    /* From now on this thread keeps notes and evaluates by these weights, those of a set; NULL: by
     * those that are compiled in. */
    void (*use)(const int16_t *weights);
    /* What a pattern is worth may change as a game goes on: the weight with its number and those
     * after it count as many parts each as `shares` says, of so many. */
    int lanes, parts;
    void (*shares)(const LudState *s, int shares[LUD_MAX_LANES]);
    /* A weight is the sum of one or two that are learnt, which it may have in common with others:
     * with patterns that are turned, or that only have something in common. Says which and returns
     * how many; their numbers are below the set's count, too. */
    int (*kin)(uint32_t number, uint32_t learnt[LUD_MAX_KIN]);
} LudNetwork;

#endif
