/* Keeping up to date what the patterns of all windows add up to. */
#include "six_patterns.h"

#include "six_patch.h"

/* -- numbers of patterns, worked out by the compiler ---------------------------------------------
 *
 * A tile adds to the numbers of the windows through a cell what its place in each of them counts,
 * here in bytes of weights, ready to find them by.
 * The lanes are those windows: six rows in each of three directions, six triangles of either kind,
 * and the circles with the cell on their ring and in their middle. */

enum {
    ROW_LANES = 18,
    TRIANGLE_LANES = 12,
    LANES = ROW_LANES + TRIANGLE_LANES + 7,
    VECTOR = 16,
    VECTORS = (LANES + VECTOR - 1) / VECTOR,
    BYTES = SIX_PATTERN_WEIGHTS * sizeof(int16_t), /* of a pattern's weights */
};
static_assert(SIX_PATTERNS * BYTES <= UINT16_MAX, "two bytes number all weights of patterns");
typedef uint16_t Codes __attribute__((vector_size(2 * VECTOR)));
typedef int16_t Weights __attribute__((vector_size(2 * SIX_PATTERN_WEIGHTS)));
typedef int32_t Sums __attribute__((vector_size(4 * SIX_PATTERN_WEIGHTS)));

typedef union Numbers {
    uint16_t of[VECTORS * VECTOR];
    Codes codes[VECTORS];
} Numbers;

#define POWER(n)             ((n) == 0 ? 1 : (n) == 1 ? 3 : (n) == 2 ? 9 : (n) == 3 ? 27 : (n) == 4 ? 81 : 243)
#define IS(q, r, at_q, at_r) ((q) == (at_q) && (r) == (at_r))
/* Row i of a direction has the cells from i - 5 to i, and so many steps away is this one. */
#define IN_ROW(is_on, steps, i)                                                                    \
    ((is_on) && (steps) >= (i)-5 && (steps) <= (i) ? BYTES * POWER((steps) - (i) + 5) : 0)
#define ROWS_OF(is_on, steps)                                                                      \
    IN_ROW(is_on, steps, 0), IN_ROW(is_on, steps, 1), IN_ROW(is_on, steps, 2),                     \
        IN_ROW(is_on, steps, 3), IN_ROW(is_on, steps, 4), IN_ROW(is_on, steps, 5)
/* What a cell counts in the triangles whose first corner is 0,0 and in the circle around it. */
#define WIDE(q, r)                                                                                 \
    (IS(q, r, 0, 0)   ? BYTES * 1                                                                  \
     : IS(q, r, 0, 1) ? BYTES * 3                                                                  \
     : IS(q, r, 0, 2) ? BYTES * 9                                                                  \
     : IS(q, r, 1, 0) ? BYTES * 27                                                                 \
     : IS(q, r, 1, 1) ? BYTES * 81                                                                 \
     : IS(q, r, 2, 0) ? BYTES * 243                                                                \
                      : 0)
#define NARROW(q, r)                                                                               \
    (IS(q, r, 0, 0)    ? BYTES * 1                                                                 \
     : IS(q, r, 1, -1) ? BYTES * 3                                                                 \
     : IS(q, r, 2, -2) ? BYTES * 9                                                                 \
     : IS(q, r, 1, 0)  ? BYTES * 27                                                                \
     : IS(q, r, 2, -1) ? BYTES * 81                                                                \
     : IS(q, r, 2, 0)  ? BYTES * 243                                                               \
                       : 0)
#define RING(q, r)                                                                                 \
    (IS(q, r, 0, 1)    ? BYTES * 1                                                                 \
     : IS(q, r, 1, 0)  ? BYTES * 3                                                                 \
     : IS(q, r, 1, -1) ? BYTES * 9                                                                 \
     : IS(q, r, 0, -1) ? BYTES * 27                                                                \
     : IS(q, r, -1, 0) ? BYTES * 81                                                                \
     : IS(q, r, -1, 1) ? BYTES * 243                                                               \
     : IS(q, r, 0, 0)  ? BYTES * 729                                                               \
                       : 0)
/* Of a tile q, r steps from the cell, which is in turn every cell of each window. */
#define CELL(q, r)                                                                                 \
    {                                                                                              \
        {                                                                                          \
            ROWS_OF((q) == 0, r), ROWS_OF((r) == 0, q), ROWS_OF((q) + (r) == 0, r), WIDE(q, r),    \
                WIDE(q, (r) + 1), WIDE(q, (r) + 2), WIDE((q) + 1, r), WIDE((q) + 1, (r) + 1),      \
                WIDE((q) + 2, r), NARROW(q, r), NARROW((q) + 1, (r)-1), NARROW((q) + 2, (r)-2),    \
                NARROW((q) + 1, r), NARROW((q) + 2, (r)-1), NARROW((q) + 2, r), RING(q, (r) + 1),  \
                RING((q) + 1, r), RING((q) + 1, (r)-1), RING(q, (r)-1), RING((q)-1, r),            \
                RING((q)-1, (r) + 1), RING(q, r)                                                   \
        }                                                                                          \
    }
/* The five cells before it in a direction and the five after it. */
#define LINE(q, r)                                                                                 \
    CELL(-5 * (q), -5 * (r)), CELL(-4 * (q), -4 * (r)), CELL(-3 * (q), -3 * (r)),                  \
        CELL(-2 * (q), -2 * (r)), CELL(-(q), -(r)), CELL(q, r), CELL(2 * (q), 2 * (r)),            \
        CELL(3 * (q), 3 * (r)), CELL(4 * (q), 4 * (r)), CELL(5 * (q), 5 * (r))

enum { AROUND = 36 };
static const Numbers added_by[AROUND] = {LINE(0, 1),  LINE(1, 0),  LINE(-1, 1),
                                         CELL(1, 1),  CELL(2, -1), CELL(1, -2),
                                         CELL(-1, 2), CELL(-2, 1), CELL(-1, -1)};
static const Numbers added_by_cell = CELL(0, 0);

#define SIX_TIMES(n) n, n, n, n, n, n
static const Numbers first_of_kind = {
    {SIX_TIMES(0), SIX_TIMES(0), SIX_TIMES(0), SIX_TIMES(BYTES *SIX_TRIANGLES_FROM),
     SIX_TIMES(BYTES *SIX_TRIANGLES_FROM), SIX_TIMES(BYTES *SIX_CIRCLES_FROM),
     BYTES *SIX_CIRCLES_FROM}};

/* -- changing the sums --------------------------------------------------------------------------
 */

/* The tiles around a cell, in the order of `added_by`. */
static inline uint64_t tiles_around(const SixCells *tiles, int cell)
{
    uint64_t w[4];
    six_patch_store(
        six_patch_load_around(tiles->row + six_cell_row(cell) - 5, six_cell_column(cell)), w);
    uint64_t row = six_patch_row(w, 5), column = six_patch_column(w);
    uint64_t diagonal = six_patch_diagonal(w);
    uint64_t near = (six_patch_row(w, 6) >> 7 & 1) | (six_patch_row(w, 7) >> 5 & 1) << 1 |
                    (six_patch_row(w, 6) >> 4 & 1) << 2 | (six_patch_row(w, 4) >> 8 & 1) << 3 |
                    (six_patch_row(w, 3) >> 7 & 1) << 4 | (six_patch_row(w, 4) >> 5 & 1) << 5;
    return (row >> 1 & 31) | (row >> 7 & 31) << 5 | (column & 31) << 10 | (column >> 6 & 31) << 15 |
           (diagonal >> 1 & 31) << 20 | (diagonal >> 7 & 31) << 25 | near << 30;
}

static inline void add_tiles(uint64_t tiles, Codes sum[VECTORS])
{
    for (; tiles != 0; tiles &= tiles - 1) {
        const Codes *more = added_by[six_first_bit(tiles)].codes;
        for (int i = 0; i < VECTORS; i++)
            sum[i] += more[i];
    }
}

/* Adds the weights that begin so many bytes from the first one, times 1 or -1. */
static inline void add_weights(const int16_t *weights, unsigned offset, int sign, Sums *sums)
{
    const void *place = (const char *)weights + offset;
#ifdef LUD_AVX2
    Sums more = (Sums)_mm256_cvtepi16_epi32(_mm_loadu_si128(place));
#else
    Weights narrow;
    memcpy(&narrow, place, sizeof narrow);
    Sums more = __builtin_convertvector(narrow, Sums);
#endif
    *sums = sign > 0 ? *sums + more : *sums - more;
}

void six_patterns_change(const SixCells tiles[2], int cell, int side, bool comes,
                         int32_t sums[SIX_PATTERN_WEIGHTS])
{
    Numbers without, with;
    Codes black[VECTORS] = {{0}};
    Sums all;
    memcpy(without.codes, first_of_kind.codes, sizeof without);
    add_tiles(tiles_around(&tiles[SIX_RED], cell), without.codes);
    add_tiles(tiles_around(&tiles[SIX_BLACK], cell), black);
    for (int i = 0; i < VECTORS; i++) {
        without.codes[i] += black[i] + black[i];
        with.codes[i] = without.codes[i] + added_by_cell.codes[i];
        if (side == SIX_BLACK)
            with.codes[i] += added_by_cell.codes[i];
    }
    const int16_t *weights = six_weights_in_use();
    const Numbers *after = comes ? &with : &without, *before = comes ? &without : &with;
    memcpy(&all, sums, sizeof all);
    for (int i = 0; i < LANES; i++) {
        add_weights(weights, after->of[i], 1, &all);
        add_weights(weights, before->of[i], -1, &all);
    }
    memcpy(sums, &all, sizeof all);
}
