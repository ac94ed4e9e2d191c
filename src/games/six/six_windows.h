/* Windows: the places where six tiles of one colour would make a shape. A cell lies on 36 of them:
 * 18 rows, 12 triangles, 6 circles. How many windows hold only one colour's tiles, and how many of
 * them, is kept beside the position and changed with every move. */
#ifndef LUD_SIX_WINDOWS_H
#define LUD_SIX_WINDOWS_H

#include "six_board.h"

enum { SIX_ROW, SIX_TRIANGLE, SIX_CIRCLE, SIX_KINDS };

/* The tiles of each colour in the windows through one cell, that cell itself left out: three bits
 * for each window, so 0 to 5. `far` holds the rows; `near` the triangles, then the circles. */
typedef struct SixAround {
    uint64_t far[2], near[2];
} SixAround;

enum {
    SIX_FIELD = 3,             /* bits of a window in a word of SixAround */
    SIX_WINDOWS_PER_WORD = 18, /* of which in `near` the triangles come first */
    SIX_TRIANGLES = 12,
    SIX_TALLY = 10,         /* bits of one number in SixNotes */
    SIX_PREY = 3,           /* as many tiles as one lift counts for in SixNotes.hunt */
    SIX_SOON = 16,          /* tiles in both hands when what lifts would do begins to matter */
    SIX_PATTERN_WEIGHTS = 8 /* of a pattern, and sums of them: six_patterns.h */
};

#define SIX_ALL_FIELDS UINT64_C(0111111111111111111) /* the lowest bit of each */

/* LudNotes of Six: for each colour and kind, the number of windows that hold 1, 2 … 6 tiles of that
 * colour and none of the other, ten bits each, from the lowest on. (A colour's 21 tiles lie on 378
 * rows at most.) It does not matter where the frame lies. In the second round and soon before it
 * also what lifts do, or would do; 0 earlier, and once the game is over. */
typedef struct __attribute__((may_alias)) SixNotes {
    uint64_t tally[2][SIX_KINDS];
    int32_t patterns[SIX_PATTERN_WEIGHTS]; /* the weights of all windows' patterns */
    uint8_t cut[2];    /* the most that a lift removes: the other's tiles minus its own */
    uint8_t starve[2]; /* 1: some lift leaves the other too few tiles, and its own player enough */
    uint8_t hunt[2];   /* what all lifts that gain would remove, SIX_PREY at most for each */
    uint8_t tied[2];   /* tiles whose lift costs more than it removes */
} SixNotes;

/* How many windows hold `tiles` (1–6) tiles of one colour and none of the other. */
static inline int six_tally(uint64_t tally, int tiles)
{
    return (int)(tally >> SIX_TALLY * (tiles - 1) & 1023);
}

/* The same for all three kinds. */
static inline int six_tally_all(const SixNotes *notes, int side, int tiles)
{
    const uint64_t *tally = notes->tally[side];
    return six_tally(tally[SIX_ROW] + tally[SIX_TRIANGLE] + tally[SIX_CIRCLE], tiles);
}

/* Sets all bits of those fields in which `counts` is not 0: the windows that a colour spoils for
 * the other. Or-ed to the other's counts they become 7. */
static inline uint64_t six_spoilt(uint64_t counts)
{
    return ((counts | counts >> 1 | counts >> 2) & SIX_ALL_FIELDS) * 7;
}

/* The lowest bit of the fields that hold 5, 4, or 3; fields may also hold 7. */
static inline uint64_t six_fives(uint64_t counts)
{
    return counts & counts >> 2 & ~(counts >> 1) & SIX_ALL_FIELDS;
}

static inline uint64_t six_fours(uint64_t counts)
{
    return counts >> 2 & ~(counts | counts >> 1) & SIX_ALL_FIELDS;
}

static inline uint64_t six_threes(uint64_t counts)
{
    return counts & counts >> 1 & ~(counts >> 2) & SIX_ALL_FIELDS;
}

/* Only the windows of one kind; the fields of others are 0. */
static inline uint64_t six_around_kind(const SixAround *around, int kind, int side)
{
    const uint64_t triangles = (UINT64_C(1) << SIX_FIELD * SIX_TRIANGLES) - 1;
    return kind == SIX_ROW        ? around->far[side]
           : kind == SIX_TRIANGLE ? around->near[side] & triangles
                                  : around->near[side] & ~triangles;
}

#define six_around       LUD_DUAL(six_around)
#define six_window_cells LUD_DUAL(six_window_cells)
#define six_notes_begin  LUD_DUAL(six_notes_begin)
#define six_notes_follow LUD_DUAL(six_notes_follow)

/* Looks at the windows through a cell that holds a tile or is next to one. */
void six_around(const SixCells tiles[2], int cell, SixAround *around);
/* The other five cells of a window through `cell`: a field of `near` (is_near) or `far`. */
void six_window_cells(int cell, bool is_near, int field, int other[SIX_SHAPE - 1]);

void six_notes_begin(const SixState *s, SixNotes *notes);
void six_notes_follow(const SixState *before, LudMove m, const SixState *after, SixNotes *notes);

#endif
