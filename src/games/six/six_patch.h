/* A set of cells within 16 × 16, small enough for one vector register.
 *
 * Nearly all positions fit, with an empty cell on every side of the tiles. Word i holds the rows i,
 * i + 4, i + 8 and i + 12, sixteen bits each: so a step from row to row is a step from word to
 * word, and only one word has to be shifted. */
#ifndef LUD_SIX_PATCH_H
#define LUD_SIX_PATCH_H

#include "six_board.h"

enum {
    SIX_PATCH_SIZE = 14,          /* rows and columns that tiles may take */
    SIX_PATCH_FIRST = SIX_TOP - 1 /* the row of the frame that is row 0 of a patch */
};

#ifdef LUD_AVX2

#include <immintrin.h>

typedef __m256i SixPatch;

static inline SixPatch six_patch_or(SixPatch a, SixPatch b)
{
    return _mm256_or_si256(a, b);
}

static inline SixPatch six_patch_and(SixPatch a, SixPatch b)
{
    return _mm256_and_si256(a, b);
}

static inline SixPatch six_patch_xor(SixPatch a, SixPatch b)
{
    return _mm256_xor_si256(a, b);
}

static inline SixPatch six_patch_minus(SixPatch a, SixPatch b)
{
    return _mm256_andnot_si256(b, a);
}

/* The same sixteen cells in every row. */
static inline SixPatch six_patch_fill(uint64_t row)
{
    return _mm256_set1_epi16((short)row);
}

static inline bool six_patch_meets(SixPatch a, SixPatch b)
{
    return !_mm256_testz_si256(a, b);
}

/* Whether `a` has nothing that `b` has not. */
static inline bool six_patch_is_within(SixPatch a, SixPatch b)
{
    return _mm256_testc_si256(b, a);
}

/* Moves every cell to a lower or to a higher column. */
static inline SixPatch six_patch_lower(SixPatch a, int columns)
{
    return _mm256_srli_epi64(a, columns);
}

static inline SixPatch six_patch_higher(SixPatch a, int columns)
{
    return _mm256_slli_epi64(a, columns);
}

/* Moves every cell one row down; one, two or four rows up. */
static inline SixPatch six_patch_down(SixPatch a)
{
    return _mm256_sllv_epi64(_mm256_permute4x64_epi64(a, _MM_SHUFFLE(2, 1, 0, 3)),
                             _mm256_setr_epi64x(16, 0, 0, 0));
}

static inline SixPatch six_patch_up(SixPatch a)
{
    return _mm256_srlv_epi64(_mm256_permute4x64_epi64(a, _MM_SHUFFLE(0, 3, 2, 1)),
                             _mm256_setr_epi64x(0, 0, 0, 16));
}

static inline SixPatch six_patch_up_2(SixPatch a)
{
    return _mm256_srlv_epi64(_mm256_permute4x64_epi64(a, _MM_SHUFFLE(1, 0, 3, 2)),
                             _mm256_setr_epi64x(0, 0, 16, 16));
}

static inline SixPatch six_patch_up_4(SixPatch a)
{
    return _mm256_srli_epi64(a, 16);
}

static inline void six_patch_store(SixPatch a, uint64_t word[4])
{
    _mm256_storeu_si256((__m256i *)(void *)word, a);
}

static inline SixPatch six_patch_single(int row, int column)
{
    __m256i bit = _mm256_set1_epi64x((long long)((uint64_t)1 << (row >> 2 << 4) << column));
    __m256i here = _mm256_cmpeq_epi64(_mm256_set1_epi64x(row & 3), _mm256_setr_epi64x(0, 1, 2, 3));
    return _mm256_and_si256(bit, here);
}

static inline __m256i six_patch_load_rows(const uint64_t *row)
{
    return _mm256_loadu_si256((const __m256i *)(const void *)row);
}

/* Sixteen rows of the frame from `row` on; columns past the sixteenth must be empty. */
static inline SixPatch six_patch_load(const uint64_t *row)
{
    __m256i a = six_patch_load_rows(row);
    __m256i b = _mm256_slli_epi64(six_patch_load_rows(row + 4), 16);
    __m256i c = _mm256_slli_epi64(six_patch_load_rows(row + 8), 32);
    __m256i d = _mm256_slli_epi64(six_patch_load_rows(row + 12), 48);
    return _mm256_or_si256(_mm256_or_si256(a, b), _mm256_or_si256(c, d));
}

/* Twelve rows from `row` on, and of their columns the eleven with `column` in the middle, which
 * becomes column 6. */
static inline SixPatch six_patch_load_around(const uint64_t *row, int column)
{
    __m128i by = _mm_cvtsi32_si128(column);
    __m256i part[3], mask = _mm256_set1_epi64x(0xffe);
    for (int i = 0; i < 3; i++) {
        part[i] = _mm256_slli_epi64(six_patch_load_rows(row + 4 * i), 6);
        part[i] = _mm256_and_si256(_mm256_srl_epi64(part[i], by), mask);
    }
    return _mm256_or_si256(
        part[0], _mm256_or_si256(_mm256_slli_epi64(part[1], 16), _mm256_slli_epi64(part[2], 32)));
}

#else

/* Four separate fields: compilers that see an array here make poor vectors of it. */
typedef struct SixPatch {
    uint64_t a, b, c, d;
} SixPatch;

static inline SixPatch six_patch_or(SixPatch x, SixPatch y)
{
    return (SixPatch){x.a | y.a, x.b | y.b, x.c | y.c, x.d | y.d};
}

static inline SixPatch six_patch_and(SixPatch x, SixPatch y)
{
    return (SixPatch){x.a & y.a, x.b & y.b, x.c & y.c, x.d & y.d};
}

static inline SixPatch six_patch_xor(SixPatch x, SixPatch y)
{
    return (SixPatch){x.a ^ y.a, x.b ^ y.b, x.c ^ y.c, x.d ^ y.d};
}

static inline SixPatch six_patch_fill(uint64_t row)
{
    uint64_t word = row * UINT64_C(0x0001000100010001);
    return (SixPatch){word, word, word, word};
}

static inline SixPatch six_patch_minus(SixPatch x, SixPatch y)
{
    return (SixPatch){x.a & ~y.a, x.b & ~y.b, x.c & ~y.c, x.d & ~y.d};
}

static inline bool six_patch_meets(SixPatch x, SixPatch y)
{
    return ((x.a & y.a) | (x.b & y.b) | (x.c & y.c) | (x.d & y.d)) != 0;
}

static inline bool six_patch_is_within(SixPatch x, SixPatch y)
{
    return ((x.a & ~y.a) | (x.b & ~y.b) | (x.c & ~y.c) | (x.d & ~y.d)) == 0;
}

static inline SixPatch six_patch_lower(SixPatch x, int columns)
{
    return (SixPatch){x.a >> columns, x.b >> columns, x.c >> columns, x.d >> columns};
}

static inline SixPatch six_patch_higher(SixPatch x, int columns)
{
    return (SixPatch){x.a << columns, x.b << columns, x.c << columns, x.d << columns};
}

static inline SixPatch six_patch_down(SixPatch x)
{
    return (SixPatch){x.d << 16, x.a, x.b, x.c};
}

static inline SixPatch six_patch_up(SixPatch x)
{
    return (SixPatch){x.b, x.c, x.d, x.a >> 16};
}

static inline SixPatch six_patch_up_2(SixPatch x)
{
    return (SixPatch){x.c, x.d, x.a >> 16, x.b >> 16};
}

static inline SixPatch six_patch_up_4(SixPatch x)
{
    return six_patch_lower(x, 16);
}

static inline void six_patch_store(SixPatch x, uint64_t word[4])
{
    word[0] = x.a;
    word[1] = x.b;
    word[2] = x.c;
    word[3] = x.d;
}

static inline SixPatch six_patch_single(int row, int column)
{
    uint64_t bit = (uint64_t)1 << (row >> 2 << 4) << column;
    int i = row & 3;
    return (SixPatch){i == 0 ? bit : 0, i == 1 ? bit : 0, i == 2 ? bit : 0, i == 3 ? bit : 0};
}

static inline uint64_t six_patch_load_word(const uint64_t *row)
{
    return row[0] | row[4] << 16 | row[8] << 32 | row[12] << 48;
}

static inline SixPatch six_patch_load(const uint64_t *row)
{
    return (SixPatch){six_patch_load_word(row), six_patch_load_word(row + 1),
                      six_patch_load_word(row + 2), six_patch_load_word(row + 3)};
}

static inline uint64_t six_patch_load_word_around(const uint64_t *row, int column)
{
    return (row[0] << 6 >> column & 0xffe) | (row[4] << 6 >> column & 0xffe) << 16 |
           (row[8] << 6 >> column & 0xffe) << 32;
}

static inline SixPatch six_patch_load_around(const uint64_t *row, int column)
{
    return (SixPatch){
        six_patch_load_word_around(row, column), six_patch_load_word_around(row + 1, column),
        six_patch_load_word_around(row + 2, column), six_patch_load_word_around(row + 3, column)};
}

#endif

/* Whether the tiles leave the outermost rows and columns of a patch empty. */
static inline bool six_patch_fits(const SixState *s)
{
    return s->height <= SIX_PATCH_SIZE && s->width <= SIX_PATCH_SIZE;
}

static inline SixPatch six_patch_of(const SixCells *cells)
{
    return six_patch_load(cells->row + SIX_PATCH_FIRST);
}

static inline int six_patch_count(SixPatch a)
{
    uint64_t word[4];
    six_patch_store(a, word);
    return six_count_bits(word[0]) + six_count_bits(word[1]) + six_count_bits(word[2]) +
           six_count_bits(word[3]);
}

/* The cells of a set and those that touch it. */
static inline SixPatch six_patch_spread(SixPatch a)
{
    SixPatch low = six_patch_or(a, six_patch_lower(a, 1));
    SixPatch high = six_patch_or(a, six_patch_higher(a, 1));
    return six_patch_or(six_patch_or(low, high),
                        six_patch_or(six_patch_down(low), six_patch_up(high)));
}

/* The empty cells next to a tile. */
static inline SixPatch six_patch_frontier(SixPatch tiles)
{
    return six_patch_minus(six_patch_spread(tiles), tiles);
}

/* One row of a stored patch. */
static inline uint64_t six_patch_row(const uint64_t word[4], int row)
{
    return word[row & 3] >> (row >> 2 << 4) & 0xffff;
}

/* Of six_patch_load_around, with the cell in row 5 and column 6, which shows five cells in each
 * direction: the cells of the middle column, a bit for each row. */
static inline unsigned six_patch_column(const uint64_t w[4])
{
    const uint64_t middle = UINT64_C(0x004000400040);
    uint64_t bits =
        (w[0] & middle) | (w[1] & middle) << 1 | (w[2] & middle) << 2 | (w[3] & middle) << 3;
    return (unsigned)(bits >> 6 | bits >> 18 | bits >> 30) & 0xfff;
}

/* The cells whose column goes down as the row goes up: row 11 is bit 0. */
static inline unsigned six_patch_diagonal(const uint64_t w[4])
{
    uint64_t bits = (w[0] & UINT64_C(0x000800800800)) | (w[1] & UINT64_C(0x000400400400)) |
                    (w[2] & UINT64_C(0x000200200200)) | (w[3] & UINT64_C(0x000100100100));
    return (unsigned)((bits >> 32 & 0xf) | (bits >> 16 & 0xf0) | (bits & 0xf00));
}

#endif
