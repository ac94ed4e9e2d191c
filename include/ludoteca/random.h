/* A fast, seedable random generator (xoshiro256**). Whoever plays owns one and its seed; the rules
 * never touch it. Not for secrets. */
#ifndef LUDOTECA_RANDOM_H
#define LUDOTECA_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct LudRandom {
    uint64_t word[4];
} LudRandom;

/* Any seed will do, zero included: SplitMix64 spreads it over the state. */
static inline void lud_random_seed(LudRandom *random, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        seed += 0x9e3779b97f4a7c15u;
        uint64_t z = seed;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        random->word[i] = z ^ (z >> 31);
    }
}

/* The next 64 random bits. */
static inline uint64_t lud_random_next(LudRandom *random)
{
    uint64_t *w = random->word;
    uint64_t x = w[1] * 5;
    uint64_t result = ((x << 7) | (x >> 57)) * 9;
    uint64_t t = w[1] << 17;
    w[2] ^= w[0];
    w[3] ^= w[1];
    w[1] ^= w[2];
    w[0] ^= w[3];
    w[2] ^= t;
    w[3] = (w[3] << 45) | (w[3] >> 19);
    return result;
}

/* A number from 0 to bound - 1, all equally likely (bound > 0). */
static inline uint32_t lud_random_below(LudRandom *random, uint32_t bound)
{
    uint64_t product = (lud_random_next(random) >> 32) * bound;
    if ((uint32_t)product < bound) {
        /* The low part tells whether this draw falls in the uneven rest; if so, draw again. */
        uint32_t uneven = (uint32_t)(-bound) % bound;
        while ((uint32_t)product < uneven)
            product = (lud_random_next(random) >> 32) * bound;
    }
    return (uint32_t)(product >> 32);
}

#ifdef __cplusplus
}
#endif
#endif
