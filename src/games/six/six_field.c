#include "six_field.h"

/* -- windows -------------------------------------------------------------------------------------
 *
 * A shape is a list of six steps from its first cell. Words are shifted so that the cell at each
 * step comes to the place of the first; six bits are then added up for all places at once, in three
 * words for the digits of the sums. */

enum { BLOCK = 8 /* rows that the compiler may take together */ };

/* What is sought: windows that lack one tile, two or three. */
typedef struct Lacking {
    SixRows one, two, three;
} Lacking;

static inline uint32_t sideways(uint32_t word, int columns)
{
    return columns >= 0 ? word >> columns : word << -columns;
}

/* Finds the windows of one shape that lack at most so many tiles, by their first cells. */
static inline __attribute__((always_inline)) void
count_shape(const SixRows *own, const SixRows *others, int row[SIX_SHAPE], int column[SIX_SHAPE],
            int from, int to, int most, Lacking *lacking)
{
    for (int block = from; block < to; block += BLOCK) {
        for (int x = block; x < block + BLOCK; x++) {
            uint32_t a = sideways(own->row[x + row[0]], column[0]);
            uint32_t b = sideways(own->row[x + row[1]], column[1]);
            uint32_t c = sideways(own->row[x + row[2]], column[2]);
            uint32_t d = sideways(own->row[x + row[3]], column[3]);
            uint32_t e = sideways(own->row[x + row[4]], column[4]);
            uint32_t f = sideways(own->row[x + row[5]], column[5]);
            uint32_t spoilt = sideways(others->row[x + row[0]], column[0]) |
                              sideways(others->row[x + row[1]], column[1]) |
                              sideways(others->row[x + row[2]], column[2]) |
                              sideways(others->row[x + row[3]], column[3]) |
                              sideways(others->row[x + row[4]], column[4]) |
                              sideways(others->row[x + row[5]], column[5]);
            uint32_t low_1 = a ^ b ^ c, high_1 = (a & b) | (c & (a | b));
            uint32_t low_2 = d ^ e ^ f, high_2 = (d & e) | (f & (d | e));
            uint32_t low = low_1 ^ low_2, carry = low_1 & low_2;
            uint32_t middle = high_1 ^ high_2 ^ carry;
            uint32_t high = (high_1 & high_2) | (carry & (high_1 | high_2));
            lacking->one.row[x] = high & ~middle & low & ~spoilt;
            if (most >= 2)
                lacking->two.row[x] = high & ~middle & ~low & ~spoilt;
            if (most >= 3)
                lacking->three.row[x] = ~high & middle & low & ~spoilt;
        }
    }
}

/* Marks the cells of those windows. */
static inline __attribute__((always_inline)) void spread_shape(const SixRows *first,
                                                               int row[SIX_SHAPE],
                                                               int column[SIX_SHAPE], int from,
                                                               int to, SixRows *cells)
{
    for (int i = 0; i < SIX_SHAPE; i++) {
        for (int block = from; block < to; block += BLOCK) {
            for (int x = block; x < block + BLOCK; x++)
                cells->row[x + row[i]] |= sideways(first->row[x], -column[i]);
        }
    }
}

static inline bool has_any(const SixRows *rows, int from, int to)
{
    uint32_t any = 0;
    for (int block = from; block < to; block += BLOCK) {
        for (int x = block; x < block + BLOCK; x++)
            any |= rows->row[x];
    }
    return any != 0;
}

/* Adds the two empty cells of each window. */
static void list_pairs(const SixRows *first, const SixRows *own, const int row[SIX_SHAPE],
                       const int column[SIX_SHAPE], int from, int to, SixPairs *pairs)
{
    for (int x = from; x < to; x++) {
        for (uint32_t bits = first->row[x]; bits != 0; bits &= bits - 1) {
            SixPair *pair = &pairs->pair[pairs->count++];
            int found = 0;
            for (int i = 0; i < SIX_SHAPE; i++) {
                int spot = six_spot(x + row[i], __builtin_ctz(bits) + column[i]);
                if (!six_rows_have(own, spot))
                    pair->spot[found++] = (uint16_t)spot;
            }
        }
    }
}

/* Calls `work` for each shape, with steps that the compiler knows. */
#define FOR_EACH_SHAPE(work)                                                                       \
    do {                                                                                           \
        work(((int[]){0, 0, 0, 0, 0, 0}), ((int[]){0, 1, 2, 3, 4, 5}));                            \
        work(((int[]){0, 1, 2, 3, 4, 5}), ((int[]){0, 0, 0, 0, 0, 0}));                            \
        work(((int[]){0, 1, 2, 3, 4, 5}), ((int[]){0, -1, -2, -3, -4, -5}));                       \
        work(((int[]){0, 0, 0, 1, 1, 2}), ((int[]){0, 1, 2, 0, 1, 0}));                            \
        work(((int[]){0, 1, 1, 2, 2, 2}), ((int[]){0, -1, 0, -2, -1, 0}));                         \
        work(((int[]){0, 0, 1, 1, 2, 2}), ((int[]){0, 1, -1, 1, -1, 0}));                          \
    } while (0)

/* The blocks of rows in which windows with tiles of a colour may begin. */
static void find_blocks(const SixRows *own, int *from, int *to)
{
    int first = 0, last = SIX_FIELD_ROWS - 1;
    while (first < last && own->row[first] == 0)
        first++;
    while (last > first && own->row[last] == 0)
        last--;
    first = first > SIX_SHAPE - 1 ? first - (SIX_SHAPE - 1) : 0;
    *from = first / BLOCK * BLOCK;
    *to = last / BLOCK * BLOCK + BLOCK;
}

static inline void keep_empty(SixRows *cells, const SixRows *own, const SixRows *others)
{
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        cells->row[x] &= ~(own->row[x] | others->row[x]);
}

void six_survey(const SixRows *own, const SixRows *others, SixSurvey *survey)
{
    int from, to;
    Lacking lacking;
    find_blocks(own, &from, &to);
    memset(survey, 0, sizeof *survey);
#define SURVEY(row, column)                                                                        \
    count_shape(own, others, row, column, from, to, 3, &lacking);                                  \
    spread_shape(&lacking.one, row, column, from, to, &survey->sixth);                             \
    spread_shape(&lacking.two, row, column, from, to, &survey->fifth);                             \
    spread_shape(&lacking.three, row, column, from, to, &survey->fourth)
    FOR_EACH_SHAPE(SURVEY);
#undef SURVEY
    keep_empty(&survey->sixth, own, others);
    keep_empty(&survey->fifth, own, others);
    keep_empty(&survey->fourth, own, others);
}

bool six_survey_sixth(const SixRows *own, const SixRows *others, SixRows *sixth)
{
    int from, to;
    Lacking lacking;
    bool is_any = false;
    find_blocks(own, &from, &to);
    memset(sixth, 0, sizeof *sixth);
#define SURVEY(row, column)                                                                        \
    count_shape(own, others, row, column, from, to, 1, &lacking);                                  \
    if (has_any(&lacking.one, from, to)) {                                                         \
        is_any = true;                                                                             \
        spread_shape(&lacking.one, row, column, from, to, sixth);                                  \
    }
    FOR_EACH_SHAPE(SURVEY);
#undef SURVEY
    keep_empty(sixth, own, others);
    return is_any;
}

bool six_survey_pairs(const SixRows *own, const SixRows *others, SixRows *sixth, SixPairs *pairs)
{
    int from, to;
    Lacking lacking;
    bool is_any = false;
    find_blocks(own, &from, &to);
    memset(sixth, 0, sizeof *sixth);
    pairs->count = 0;
#define SURVEY(row, column)                                                                        \
    count_shape(own, others, row, column, from, to, 2, &lacking);                                  \
    if (has_any(&lacking.one, from, to)) {                                                         \
        is_any = true;                                                                             \
        spread_shape(&lacking.one, row, column, from, to, sixth);                                  \
    }                                                                                              \
    if (has_any(&lacking.two, from, to))                                                           \
    list_pairs(&lacking.two, own, row, column, from, to, pairs)
    FOR_EACH_SHAPE(SURVEY);
#undef SURVEY
    keep_empty(sixth, own, others);
    return is_any;
}

/* -- sets of cells -------------------------------------------------------------------------------
 */

void six_rows_touched(const SixRows *own, const SixRows *others, SixRows *touched)
{
    uint32_t tile[SIX_FIELD_ROWS + 2] = {0}; /* row 0 is the one before the first */
    for (int x = 0; x < SIX_FIELD_ROWS; x++)
        tile[x + 1] = own->row[x] | others->row[x];
    memset(touched, 0, sizeof *touched);
    for (int x = 1; x <= SIX_FIELD_ROWS; x++)
        touched->row[x - 1] = (tile[x] << 1 | tile[x] >> 1 | tile[x - 1] | tile[x - 1] >> 1 |
                               tile[x + 1] | tile[x + 1] << 1) &
                              ~tile[x];
}

int six_rows_list(const SixRows *rows, uint16_t *spots, int most)
{
    int count = 0;
    for (int x = 0; x < SIX_FIELD_ROWS; x++) {
        for (uint32_t bits = rows->row[x]; bits != 0 && count < most; bits &= bits - 1)
            spots[count++] = (uint16_t)six_spot(x, __builtin_ctz(bits));
    }
    return count;
}
