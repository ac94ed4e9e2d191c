/* Tables that say something about three windows at a time, filled by the compiler. */
#ifndef LUD_SIX_TRIPLES_H
#define LUD_SIX_TRIPLES_H

enum { SIX_TRIPLE_COUNT = 512 };

/* The i-th three windows of a word of SixAround, as a place in such a table. */
#define SIX_TRIPLE(counts, i) ((counts) >> 9 * (i)&511)

/* f(a) + f(b) + f(c) for every three counts from 0 to 7, in the order of their places. */
#define SIX_TRIPLES_1(f, a, b)                                                                     \
    f(a) + f(b) + f(0), f(a) + f(b) + f(1), f(a) + f(b) + f(2), f(a) + f(b) + f(3),                \
        f(a) + f(b) + f(4), f(a) + f(b) + f(5), f(a) + f(b) + f(6), f(a) + f(b) + f(7)
#define SIX_TRIPLES_2(f, a)                                                                        \
    SIX_TRIPLES_1(f, a, 0), SIX_TRIPLES_1(f, a, 1), SIX_TRIPLES_1(f, a, 2),                        \
        SIX_TRIPLES_1(f, a, 3), SIX_TRIPLES_1(f, a, 4), SIX_TRIPLES_1(f, a, 5),                    \
        SIX_TRIPLES_1(f, a, 6), SIX_TRIPLES_1(f, a, 7)
#define SIX_TRIPLES(f)                                                                             \
    SIX_TRIPLES_2(f, 0), SIX_TRIPLES_2(f, 1), SIX_TRIPLES_2(f, 2), SIX_TRIPLES_2(f, 3),            \
        SIX_TRIPLES_2(f, 4), SIX_TRIPLES_2(f, 5), SIX_TRIPLES_2(f, 6), SIX_TRIPLES_2(f, 7)

#endif
