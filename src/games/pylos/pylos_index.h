/* A perfect index of Pylos positions up to symmetry, seen by the player to move.
 *
 * Positions with n balls form a layer. In it they are sorted by shape (pylos_shapes.h), then by the
 * number k of the mover's balls, then by which balls those are. The balls of a shape are numbered,
 * the covered ones first and then the free ones, each from the lowest cell on: the mover's own are
 * then a number of n bits, k of them set, and numbers of k bits sort as numbers do. Covered
 * balls hardly matter, so what stands side by side is often worth the same.
 *
 * A shape that looks the same from several sides keeps all its positions, though some are the same
 * up to symmetry: the one with the least bits is looked up, the others are never asked for. */
#ifndef LUD_PYLOS_INDEX_H
#define LUD_PYLOS_INDEX_H

#include "core/dual.h"
#include "pylos_shapes.h"
#ifdef LUD_AVX2
#include <immintrin.h>
#endif

/* One of the two sizes. */
typedef struct PylosSize {
    uint64_t ground;
    int cells, balls; /* in all; of each colour */
} PylosSize;

static inline PylosSize pylos_size(unsigned rules)
{
    return rules & PYLOS_BASE_3 ? (PylosSize){PYLOS_LEVEL_1, 14, PYLOS_MOST_OWN_SMALL}
                                : (PylosSize){0, PYLOS_MOST_CELLS, PYLOS_MOST_OWN};
}

/* The bits of `bits` that `mask` has, moved together; and back. */
static inline uint64_t pylos_squeeze(uint64_t bits, uint64_t mask)
{
#ifdef LUD_AVX2
    return _pext_u64(bits, mask);
#else
    uint64_t squeezed = 0;
    for (int i = 0; mask; mask &= mask - 1, i++)
        squeezed |= (uint64_t)((bits & mask & -mask) != 0) << i;
    return squeezed;
#endif
}

static inline uint64_t pylos_unsqueeze(uint64_t squeezed, uint64_t mask)
{
#ifdef LUD_AVX2
    return _pdep_u64(squeezed, mask);
#else
    uint64_t bits = 0;
    for (; mask; mask &= mask - 1, squeezed >>= 1)
        bits |= squeezed & 1 ? mask & -mask : 0;
    return bits;
#endif
}

/* Which shape stands for the taken cells (ground included) << 3 | the symmetry that leads there. */
static inline uint32_t pylos_standing(const PylosShapes *shapes, uint64_t taken)
{
    uint64_t low = taken & PYLOS_LEVEL_1, second = pylos_carried(low);
    uint64_t third = pylos_carried(low | (taken & second)) & ~second;
    uint32_t pair = shapes->by_level_1[low] + (uint32_t)pylos_squeeze(taken, second);
    return shapes->standing[shapes->by_level_2[pair] + (uint32_t)pylos_squeeze(taken, third) +
                            (uint32_t)(taken >> PYLOS_SUMMIT)];
}

/* How the balls of a shape are numbered. */
typedef struct PylosBalls {
    uint64_t covered, free;
    int covered_count, count;
} PylosBalls;

static inline PylosBalls pylos_balls(uint64_t taken, uint64_t ground)
{
    uint64_t balls = taken & ~ground, covered = balls & pylos_below(taken);
    return (PylosBalls){covered, balls & ~covered, __builtin_popcountll(covered),
                        __builtin_popcountll(balls)};
}

static inline uint32_t pylos_own_bits(const PylosBalls *balls, uint64_t own)
{
    return (uint32_t)(pylos_squeeze(own, balls->covered) | pylos_squeeze(own, balls->free)
                                                               << balls->covered_count);
}

static inline uint64_t pylos_own_cells(const PylosBalls *balls, uint32_t bits)
{
    return pylos_unsqueeze(bits, balls->covered) |
           pylos_unsqueeze(bits >> balls->covered_count, balls->free);
}

/* The number that stands for all that symmetries of the shape make of the mover's balls. */
static inline uint32_t pylos_least_bits(const PylosShapes *shapes, uint32_t shape,
                                        const PylosBalls *balls, uint64_t own)
{
    uint32_t least = pylos_own_bits(balls, own);
    for (unsigned left = shapes->stays[shape] & ~1u; left; left &= left - 1) {
        uint64_t turned = pylos_turn(shapes, own, (unsigned)__builtin_ctz(left));
        uint32_t bits = pylos_own_bits(balls, turned);
        least = bits < least ? bits : least;
    }
    return least;
}

/* -- numbers within a layer -------------------------------------------------------------------- */

/* How many of n balls may be the mover's: from … to. */
static inline int pylos_least_own(const PylosSize *size, int n)
{
    return n > size->balls ? n - size->balls : 0;
}

static inline int pylos_most_own(const PylosSize *size, int n)
{
    return n < size->balls ? n : size->balls;
}

/* The positions of one shape with n balls of which fewer than k are the mover's. */
static inline uint32_t pylos_fewer(const PylosShapes *shapes, const PylosSize *size, int n, int k)
{
    return shapes->fewer[size->ground != 0][n][k];
}

static inline uint32_t pylos_shape_positions(const PylosShapes *shapes, const PylosSize *size,
                                             int n)
{
    return pylos_fewer(shapes, size, n, pylos_most_own(size, n) + 1);
}

/* Where a shape stands among those with as many balls, and which stands there. */
static inline uint32_t pylos_shape_order(const PylosShapes *shapes, const PylosSize *size,
                                         uint32_t shape, int n)
{
    return size->ground ? shapes->small_order[shape] : shape - shapes->first_with[n];
}

static inline uint32_t pylos_shape_at(const PylosShapes *shapes, const PylosSize *size, int n,
                                      uint32_t order)
{
    return size->ground ? shapes->small[shapes->small_first_with[n] + order]
                        : shapes->first_with[n] + order;
}

static inline uint32_t pylos_shape_count(const PylosShapes *shapes, const PylosSize *size, int n)
{
    return size->ground ? (uint32_t)shapes->small_first_with[n + 1] - shapes->small_first_with[n]
                        : shapes->first_with[n + 1] - shapes->first_with[n];
}

/* How many numbers with as many bits set are lower. */
static inline uint32_t pylos_bits_order(const PylosShapes *shapes, uint32_t bits)
{
    uint32_t order = 0;
    for (int i = 1; bits; bits &= bits - 1, i++)
        order += shapes->choose[__builtin_ctz(bits)][i];
    return order;
}

/* The number with k bits that comes after `order` others. */
static inline uint32_t pylos_bits_at(const PylosShapes *shapes, int k, uint32_t order)
{
    uint32_t bits = 0;
    for (int i = PYLOS_MOST_CELLS - 1; i >= 0 && k > 0; i--) {
        if (order >= shapes->choose[i][k]) {
            order -= shapes->choose[i][k--];
            bits |= 1u << i;
        }
    }
    return bits;
}

/* The next number with as many bits set. */
static inline uint32_t pylos_next_bits(uint32_t bits)
{
    uint32_t up = bits + (bits & -bits);
    return bits ? up | (bits ^ up) >> 2 >> __builtin_ctz(bits) : 0;
}

uint64_t LUD_DUAL(pylos_layer_positions)(const PylosSize *size, int n);
uint64_t LUD_DUAL(pylos_rank)(const PylosState *s);
/* The position of a number, light to move. */
void LUD_DUAL(pylos_unrank)(PylosState *s, const LudOptions *options, int n, uint64_t rank);

#endif
