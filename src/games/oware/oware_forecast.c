/* What an entry is likely to be, for smaller files.
 *
 * Boards that differ by one seed, moved from one of the first pits to a later one, are mostly worth
 * about the same, and all of them have lower numbers. The contexts are the mean of those of them
 * that lie in the same block, in halves, and how far they are apart.
 *
 * Boards that differ only in how many seeds the first two pits share follow each other: such a run
 * has its neighbours at the same distances throughout, so it is done eight boards at a time. The
 * neighbour that stands right before a board is left out: it would have to be known first, and says
 * little that the others do not. */
#include "oware_forecast.h"

#include <assert.h>
#include <string.h>

#include "oware_index.h"
#include "oware_retrograde.h"

enum {
    PITS = 7, /* between which a seed is moved */
    LANES = 8,
    FAR = 15,                /* neighbours that are farther apart count as if they were not */
    MOST_DISTANCE = 1 << 24, /* more than any block holds */
    APART = 16,              /* classes of how far neighbours are apart */
};

/* How much a neighbour counts, by the pits between which the seed is moved: about 1,000 divided by
 * the square of the mean squared difference, with 14 seeds. */
static const uint8_t weights[PITS - 1][PITS] = {
    {0, 0, 15, 10, 7, 3, 3}, {0, 0, 20, 14, 8, 4, 3}, {0, 0, 0, 15, 9, 4, 4},
    {0, 0, 0, 0, 9, 4, 4},   {0, 0, 0, 0, 0, 4, 3},   {0, 0, 0, 0, 0, 0, 2},
};

/* Eight numbers at once. Signed ones are kept as they are, modulo 2^16. */
typedef uint16_t Lanes __attribute__((vector_size(2 * LANES)));
typedef int16_t SignedLanes __attribute__((vector_size(2 * LANES)));
typedef uint8_t Bytes __attribute__((vector_size(LANES)));

/* The sums over the neighbours of eight boards in a row: of their weights, of how far each is above
 * a value near by, and of the squares of that. */
typedef struct Sums {
    Lanes weight, above, square;
} Sums;

/* A run from some board on: `known` entries of the block come before it. */
typedef struct Run {
    const uint8_t *entries;
    int known, length;
    const int *pit, *before; /* see LudForecastPlace, below */
    bool is_begun;           /* its first board has no seed in the first pit */
    int near;                /* an entry near by, from which others are counted */
} Run;

/* The numbers of a place: the seeds in each pit, then the distance to the board with one seed less
 * up to that pit. The words are its board. */
enum { BEFORE = 8 };
static_assert((int)BEFORE >= (int)PITS, "there is room for both");

static int contexts_of(int layer)
{
    return (4 * layer + 2) * APART + 1;
}

/* Works out the numbers of a board. */
static void number(LudForecastPlace *place)
{
    uint64_t upto = 0;
    for (int pit = 0; pit < PITS; pit++) {
        int held = pit < OWARE_PITS ? oware_pit(place->words[0], pit)
                                    : oware_pit(place->words[1], pit - OWARE_PITS);
        upto += (uint64_t)held;
        uint64_t distance = upto ? oware_term(pit, upto) - oware_term(pit, upto - 1) : 0;
        place->numbers[pit] = held;
        place->numbers[BEFORE + pit] = distance < MOST_DISTANCE ? (int)distance : MOST_DISTANCE;
    }
    place->numbers[BEFORE] = 1; /* also of boards after one without a seed there */
}

static void begin(LudForecastPlace *place, int layer, uint64_t first)
{
    OwareHalves board = oware_unrank(layer, first);
    place->layer = layer;
    place->words[0] = board.own;
    place->words[1] = board.opponent;
    number(place);
}

/* Adds a neighbour of eight boards. What is far away counts as if it were nearer, so that sums fit
 * into 16 bits. */
static inline void add(Sums *sums, const uint8_t *neighbours, int near, Lanes weight)
{
    Bytes bytes;
    memcpy(&bytes, neighbours, sizeof bytes);
    Lanes above = __builtin_convertvector(bytes, Lanes) - (uint16_t)near;
    Lanes is_high = (Lanes)((SignedLanes)above > FAR), is_low = (Lanes)((SignedLanes)above < -FAR);
    above = (above & ~(is_high | is_low)) | (is_high & FAR) | (is_low & (uint16_t)-FAR);
    sums->weight += weight;
    sums->above += weight * above;
    sums->square += weight * above * above;
}

/* The boards of eight, from `lane` on, that have a neighbour with a seed less in pit `from`: all
 * but the first of a run in the first pit, all but the last in the second. */
static inline Lanes mask_of(const Run *run, int lane, int from)
{
    static const uint16_t all_but_one[2 * LANES] = {0xffff, 0xffff, 0xffff, 0xffff, 0xffff,
                                                    0xffff, 0xffff, 0xffff, 0};
    static const Lanes all = {0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff};
    static const Lanes not_first = {0, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff};
    int last = run->length - 1 - lane;
    Lanes mask = from == 0 && lane == 0 && run->is_begun ? not_first : all;
    if (from == 1 && last < LANES)
        memcpy(&mask, all_but_one + LANES - last, sizeof mask);
    return mask;
}

/* The neighbours of eight boards of a run from `lane` on. */
static inline void add_all(Sums *sums, const Run *run, int lane)
{
    for (int from = 0; from < PITS - 1; from++) {
        int known = run->known + lane, to = from == 0 ? 2 : from + 1;
        int distance = run->before[from] + (from == 0 ? run->before[1] : 0);
        if (run->pit[from] + (from == 0 ? run->pit[1] : 0) == 0)
            continue;
        Lanes mask = mask_of(run, lane, from);
        for (; to < PITS && distance <= known; distance += run->before[to], to++) {
            const uint8_t *neighbours = run->entries + known - distance;
            add(sums, neighbours, run->near, mask & weights[from][to]);
        }
    }
}

/* 65536 / weight, rounded up: dividing must come to the same everywhere, not be exact. */
#define R1(w)  (uint16_t)((65535 + (w)) / (w))
#define R4(w)  R1(w), R1((w) + 1), R1((w) + 2), R1((w) + 3)
#define R20(w) R4(w), R4((w) + 4), R4((w) + 8), R4((w) + 12), R4((w) + 16)
static const uint16_t reciprocal[] = {0,       0,        R4(2),    R4(6),   R4(10),
                                      R4(14),  R4(18),   R20(22),  R20(42), R20(62),
                                      R20(82), R20(102), R20(122), R20(142)};

/* The class of sixteen times the variance: two for each doubling. */
static int class_of(uint32_t variance)
{
    int bits = 31 - __builtin_clz(variance + 2);
    int class = 2 * (bits - 1) + (int)((variance + 2) >> (bits - 1) & 1);
    return class < APART ? class : APART - 1;
}

static uint16_t context_of(const Sums *sums, int lane, const Run *run, int layer)
{
    int weight = sums->weight[lane], above = (int16_t)sums->above[lane];
    if (weight == 0)
        return (uint16_t)(contexts_of(layer) - 1);
    uint32_t inverse = reciprocal[weight];
    /* Twice the mean, above twice the least entry that there can be. */
    int height = 2 * (above + (run->near - OWARE_VALUE_ZERO + layer) * weight);
    int half = height > 0 ? (int)((uint32_t)height * inverse >> 16) : 0;
    uint32_t spread = (uint32_t)(sums->square[lane] * weight - above * above);
    uint32_t scaled = (uint32_t)((uint64_t)spread * inverse >> 12);
    uint32_t variance = (uint32_t)((uint64_t)scaled * inverse >> 16);
    half = half > 4 * layer + 1 ? 4 * layer + 1 : half;
    return (uint16_t)(half * APART + class_of(variance));
}

/* Whether all seeds are in the first pit. */
static bool is_last(OwareHalves board)
{
    return !(board.own & OWARE_BOARD & ~UINT64_C(0xffff)) && !(board.opponent & OWARE_BOARD);
}

/* From the first board of a run to the first of the next. Mostly one seed comes from the third pit;
 * of the numbers that changes few. */
static void step(LudForecastPlace *place)
{
    int *pit = place->numbers, held = pit[0] + pit[1] + 1;
    OwareHalves board = {place->words[0], place->words[1]};
    board.own += (uint64_t)pit[1] * 0x100 - (uint64_t)pit[1] * 0x10000;
    if (is_last(board))
        return;
    board = oware_next(board);
    place->words[0] = board.own;
    place->words[1] = board.opponent;
    if (pit[2] == 0) {
        number(place);
        return;
    }
    pit[0] = 0;
    pit[1] = place->numbers[BEFORE + 1] = held;
    pit[2]--;
}

static int next(LudForecastPlace *place, const uint8_t *entries, int known,
                uint16_t contexts[LUD_FORECAST_MOST])
{
    Run run = {.entries = entries,
               .known = known,
               .length = place->numbers[1] + 1,
               .pit = place->numbers,
               .before = place->numbers + BEFORE,
               .is_begun = place->numbers[0] == 0,
               .near = known > 0 ? entries[known - 1] : OWARE_VALUE_ZERO};
    for (int lane = 0; lane < run.length; lane += LANES) {
        Sums sums = {0};
        int count = run.length - lane < LANES ? run.length - lane : LANES;
        add_all(&sums, &run, lane);
        for (int i = 0; i < count; i++)
            contexts[lane + i] = context_of(&sums, i, &run, place->layer);
    }
    step(place);
    return run.length;
}

const LudForecast LUD_DUAL(oware_forecast) = {
    .columns = 1 << OWARE_COLUMN_VALUE | 1 << OWARE_COLUMN_LOW | 1 << OWARE_COLUMN_HIGH,
    .contexts = contexts_of,
    .begin = begin,
    .next = next,
};
