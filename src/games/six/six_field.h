/* A board for forced wins: both players' tiles on 32 × 32 cells that never move, and all windows
 * (six_windows.h) looked at together, a word for each row.
 *
 * Tiles keep three cells away from the edges. So every window with three tiles or more of one
 * colour lies wholly on the field, and none of those is overlooked. */
#ifndef LUD_SIX_FIELD_H
#define LUD_SIX_FIELD_H

#include "six_board.h"

enum {
    SIX_FIELD_ROWS = 32,
    SIX_FIELD_EDGE = 3,                                      /* where no tile may lie */
    SIX_FIELD_MOST = SIX_FIELD_ROWS - 2 * SIX_FIELD_EDGE,    /* rows and columns for tiles */
    SIX_FIELD_PADDING = 8,                                   /* rows that are always empty */
    SIX_FIELD_ALL_ROWS = SIX_FIELD_ROWS + SIX_FIELD_PADDING, /* so that shapes may begin anywhere */
    SIX_FIELD_CELLS = SIX_FIELD_ROWS * SIX_FIELD_ROWS,
};

typedef struct SixRows {
    uint32_t row[SIX_FIELD_ALL_ROWS];
} SixRows;

/* Empty cells by what laying a tile there makes of some window without tiles of the opponent. */
typedef struct SixSurvey {
    SixRows sixth; /* a shape */
    SixRows fifth; /* five tiles of one */
    SixRows fourth;
} SixSurvey;

/* Windows that lack two tiles: whoever lays one of them threatens to lay the other. */
typedef struct SixPair {
    uint16_t spot[2];
} SixPair;
enum { SIX_MOST_PAIRS = SIX_TILES * 36 / 4 }; /* four tiles each, of 36 windows through a tile */
typedef struct SixPairs {
    int count;
    SixPair pair[SIX_MOST_PAIRS];
} SixPairs;

static inline int six_spot(int row, int column)
{
    return row << 5 | column;
}

static inline int six_spot_row(int spot)
{
    return spot >> 5;
}

static inline bool six_rows_have(const SixRows *rows, int spot)
{
    return rows->row[spot >> 5] >> (spot & 31) & 1;
}

static inline void six_rows_flip(SixRows *rows, int spot)
{
    rows->row[spot >> 5] ^= (uint32_t)1 << (spot & 31);
}

/* Whether a tile may lie there. */
static inline bool six_spot_is_inside(int spot)
{
    int row = spot >> 5, column = spot & 31;
    return row >= SIX_FIELD_EDGE && row < SIX_FIELD_ROWS - SIX_FIELD_EDGE &&
           column >= SIX_FIELD_EDGE && column < SIX_FIELD_ROWS - SIX_FIELD_EDGE;
}

#define six_survey       LUD_DUAL(six_survey)
#define six_survey_sixth LUD_DUAL(six_survey_sixth)
#define six_survey_pairs LUD_DUAL(six_survey_pairs)
#define six_rows_touched LUD_DUAL(six_rows_touched)
#define six_rows_list    LUD_DUAL(six_rows_list)

/* Looks at all windows of the first player, against the second. */
void six_survey(const SixRows *own, const SixRows *others, SixSurvey *survey);
/* Only the cells that complete a shape; returns whether there are any. */
bool six_survey_sixth(const SixRows *own, const SixRows *others, SixRows *sixth);
/* The same, and all windows that lack two. */
bool six_survey_pairs(const SixRows *own, const SixRows *others, SixRows *sixth, SixPairs *pairs);
/* The empty cells next to a tile. */
void six_rows_touched(const SixRows *own, const SixRows *others, SixRows *touched);
/* Lists the cells of a set, at most `most`; returns how many it lists. */
int six_rows_list(const SixRows *rows, uint16_t *spots, int most);

#endif
