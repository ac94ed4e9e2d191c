/* Positions out of games that were really played, with their past: early and late, quiet and
 * sharp, some that have come back to where they were. */
#ifndef LUD_TESTS_SAMPLES_H
#define LUD_TESTS_SAMPLES_H

#include <ludoteca/judging.h>

enum { SAMPLE_PLIES = 160 };

typedef struct Sample {
    LudState s;
    uint64_t past[SAMPLE_PLIES]; /* as LudTask.past */
    int past_count;
} Sample;

/* Plays a game of two sides without chance, from the start or an odd position, for a random while
 * and gives its last position that is not over: where a game ended, the one before its end, so that
 * wins at once are well represented. False if this attempt led to none; try again. */
bool sample_game(const LudRules *rules, LudRandom *random, Sample *sample);

/* The same position one move on, with that move in its past; false if that ends the game. */
bool sample_follow(const LudRules *rules, LudMove m, Sample *sample);

#endif
