#include "six_windows.h"

#include "six_graph.h"
#include "six_patterns.h"
#include "six_triples.h"

/* -- which window has which cell, worked out by the compiler -------------------------------------
 */

/* Every sum of a few words, in the order of the bits that say which of them are in it. */
#define SUMS_1(base, a)             (base), (base) + (a)
#define SUMS_2(base, a, b)          SUMS_1(base, a), SUMS_1((base) + (b), a)
#define SUMS_3(base, a, b, c)       SUMS_2(base, a, b), SUMS_2((base) + (c), a, b)
#define SUMS_4(base, a, b, c, d)    SUMS_3(base, a, b, c), SUMS_3((base) + (d), a, b, c)
#define SUMS_5(base, a, b, c, d, e) SUMS_4(base, a, b, c, d), SUMS_4((base) + (e), a, b, c, d)

/* Of the six rows of one direction through a cell, row i begins i cells further up. The five cells
 * below it and the five above, from the lowest on; a digit is a row. */
static const uint32_t line_below[32] = {SUMS_5(0u, 01u, 011u, 0111u, 01111u, 011111u)};
static const uint32_t line_above[32] = {
    SUMS_5(0u, 0111110u, 0111100u, 0111000u, 0110000u, 0100000u)};

/* Whether a cell is in the triangle that begins with a row of three at 0,0; in the one that ends
 * with it; in the circle around 0,0. */
#define IN_WIDE_FIRST(q, r) ((q) >= 0 && (r) >= 0 && (q) + (r) <= 2)
#define IN_WIDE_LAST(q, r)  ((q) <= 2 && (r) <= 0 && (q) + (r) >= 0)
#define IN_CIRCLE(q, r)                                                                            \
    ((q) * (q) + (r) * (r) + (q) * (r) == 1) /* the square of the distance on the plane */

/* The word of a neighbour (q, r steps away): its windows, each of them a digit. The middle cell is
 * in turn each cell of the shape. */
#define WIDE_FIRST(i, at_q, at_r, q, r)                                                            \
    ((uint64_t)IN_WIDE_FIRST((at_q) + (q), (at_r) + (r)) << SIX_FIELD * (i))
#define WIDE_LAST(i, at_q, at_r, q, r)                                                             \
    ((uint64_t)IN_WIDE_LAST((at_q) + (q), (at_r) + (r)) << SIX_FIELD * (i))
#define CIRCLE(i, at_q, at_r, q, r)                                                                \
    ((uint64_t)IN_CIRCLE((at_q) + (q), (at_r) + (r)) << SIX_FIELD * (i))
#define NEAR(q, r)                                                                                 \
    (WIDE_FIRST(0, 0, 0, q, r) + WIDE_FIRST(1, 0, 1, q, r) + WIDE_FIRST(2, 0, 2, q, r) +           \
     WIDE_FIRST(3, 1, 0, q, r) + WIDE_FIRST(4, 1, 1, q, r) + WIDE_FIRST(5, 2, 0, q, r) +           \
     WIDE_LAST(6, 0, 0, q, r) + WIDE_LAST(7, 1, -1, q, r) + WIDE_LAST(8, 1, 0, q, r) +             \
     WIDE_LAST(9, 2, -2, q, r) + WIDE_LAST(10, 2, -1, q, r) + WIDE_LAST(11, 2, 0, q, r) +          \
     CIRCLE(12, 1, 0, q, r) + CIRCLE(13, 0, 1, q, r) + CIRCLE(14, -1, 1, q, r) +                   \
     CIRCLE(15, -1, 0, q, r) + CIRCLE(16, 0, -1, q, r) + CIRCLE(17, 1, -1, q, r))

/* The neighbours up to two steps away, by row. */
static const uint64_t near_0[8] = {SUMS_3(UINT64_C(0), NEAR(-2, 0), NEAR(-2, 1), NEAR(-2, 2))};
static const uint64_t near_1[16] = {
    SUMS_4(UINT64_C(0), NEAR(-1, -1), NEAR(-1, 0), NEAR(-1, 1), NEAR(-1, 2))};
static const uint64_t near_2[32] = {
    SUMS_5(UINT64_C(0), NEAR(0, -2), NEAR(0, -1), UINT64_C(0), NEAR(0, 1), NEAR(0, 2))};
static const uint64_t near_3[16] = {
    SUMS_4(UINT64_C(0), NEAR(1, -2), NEAR(1, -1), NEAR(1, 0), NEAR(1, 1))};
static const uint64_t near_4[8] = {SUMS_3(UINT64_C(0), NEAR(2, -2), NEAR(2, -1), NEAR(2, 0))};

/* -- looking around a cell -----------------------------------------------------------------------
 */

static inline uint64_t line_counts(unsigned below, unsigned above)
{
    return line_below[below & 31] + line_above[above & 31];
}

static inline uint64_t far_counts(const uint64_t w[4])
{
    unsigned row = (unsigned)six_patch_row(w, 5), column = six_patch_column(w),
             diagonal = six_patch_diagonal(w);
    return line_counts(row >> 1, row >> 7) | line_counts(column, column >> 6) << 18 |
           line_counts(diagonal >> 1, diagonal >> 7) << 36;
}

static inline uint64_t near_counts(const uint64_t w[4])
{
    return near_0[six_patch_row(w, 3) >> 6 & 7] + near_1[six_patch_row(w, 4) >> 5 & 15] +
           near_2[six_patch_row(w, 5) >> 4 & 31] + near_3[six_patch_row(w, 6) >> 4 & 15] +
           near_4[six_patch_row(w, 7) >> 4 & 7];
}

static inline void look_around(const SixCells tiles[2], int cell, SixAround *around)
{
    for (int side = 0; side < 2; side++) {
        uint64_t word[4];
        six_patch_store(
            six_patch_load_around(tiles[side].row + six_cell_row(cell) - 5, six_cell_column(cell)),
            word);
        around->far[side] = far_counts(word);
        around->near[side] = near_counts(word);
    }
}

void six_around(const SixCells tiles[2], int cell, SixAround *around)
{
    look_around(tiles, cell, around);
}

void six_window_cells(int cell, bool is_near, int field, int other[SIX_SHAPE - 1])
{
    static const int8_t step[3][2] = {{0, 1}, {1, 0}, {-1, 1}};
    int found = 0;
    if (!is_near) {
        /* Row i of a direction has the cells from i - 5 to i. */
        const int8_t *by = step[field / SIX_SHAPE];
        for (int i = field % SIX_SHAPE - 5; i <= field % SIX_SHAPE; i++) {
            if (i != 0)
                other[found++] = cell + (by[0] * 64 + by[1]) * i;
        }
        return;
    }
    for (int q = -2; q <= 2; q++) {
        for (int r = -2; r <= 2; r++) {
            bool is_close = q + r >= -2 && q + r <= 2 && (q != 0 || r != 0);
            if (is_close && NEAR(q, r) >> SIX_FIELD * field & 1)
                other[found++] = cell + q * 64 + r;
        }
    }
}

/* -- keeping count ------------------------------------------------------------------------------
 */

/* What three windows with a, b and c tiles, where 7 means spoilt, add to a tally; and how it
 * changes when each of them gets one tile more. */
#define PLACE(tiles) (UINT64_C(1) << SIX_TALLY * (((tiles) + 6) % 7 % 6))
#define ONE(tiles)   ((tiles) > 0 && (tiles) < 7 ? PLACE(tiles) : 0)
#define MORE(tiles)  ((tiles) < 6 ? PLACE((tiles) + 1) - ONE(tiles) : 0)

static const uint64_t triple_tally[SIX_TRIPLE_COUNT] = {SIX_TRIPLES(ONE)};
static const uint64_t triple_growth[SIX_TRIPLE_COUNT] = {SIX_TRIPLES(MORE)};

static inline uint64_t sum_up(const uint64_t *table, uint64_t counts, int triples)
{
    uint64_t sum = 0;
    for (int i = 0; i < triples; i++)
        sum += table[SIX_TRIPLE(counts, i)];
    return sum;
}

/* A tile of `side` comes to the cell that `around` was taken at, or leaves it: windows without the
 * other's tiles hold one more or one less; those that held only the other's are spoilt or free. */
static inline void count_tile(SixNotes *notes, const SixAround *around, int side, bool comes)
{
    uint64_t sign = comes ? 1 : UINT64_MAX;
    uint64_t *own = notes->tally[side], *others = notes->tally[side ^ 1];
    uint64_t far = around->far[side] | six_spoilt(around->far[side ^ 1]);
    uint64_t near = around->near[side] | six_spoilt(around->near[side ^ 1]);
    own[SIX_ROW] += sign * sum_up(triple_growth, far, 6);
    own[SIX_TRIANGLE] += sign * sum_up(triple_growth, near, 4);
    own[SIX_CIRCLE] += sign * sum_up(triple_growth, near >> 36, 2);
    far = around->far[side ^ 1] | six_spoilt(around->far[side]);
    near = around->near[side ^ 1] | six_spoilt(around->near[side]);
    others[SIX_ROW] -= sign * sum_up(triple_tally, far, 6);
    others[SIX_TRIANGLE] -= sign * sum_up(triple_tally, near, 4);
    others[SIX_CIRCLE] -= sign * sum_up(triple_tally, near >> 36, 2);
}

static inline void change_tile(SixNotes *notes, const SixCells tiles[2], int cell, int side,
                               bool comes)
{
    SixAround around;
    look_around(tiles, cell, &around);
    count_tile(notes, &around, side, comes);
    six_patterns_change(tiles, cell, side, comes, notes->patterns);
}

/* One of the groups stays: how many more tiles of the other colour leave than of the tile's own. */
static int gain_of(const SixState *s, SixNotes *notes, int side, int own_left, int others_left)
{
    if (others_left < SIX_SHAPE && own_left >= SIX_SHAPE)
        notes->starve[side] = 1;
    return s->count[side ^ 1] - others_left - (s->count[side] - own_left);
}

/* The best that the lift of one tile does. */
static void note_lift(SixNotes *notes, int side, int gain)
{
    if (gain > notes->cut[side])
        notes->cut[side] = (uint8_t)gain;
    if (gain > 0)
        notes->hunt[side] = (uint8_t)(notes->hunt[side] + (gain < SIX_PREY ? gain : SIX_PREY));
    notes->tied[side] = (uint8_t)(notes->tied[side] + (gain < 0));
}

static void note_lifts_in_patch(const SixState *s, SixNotes *notes)
{
    SixPatch tiles[2] = {six_patch_of(&s->tiles[SIX_RED]), six_patch_of(&s->tiles[SIX_BLACK])};
    SixPatch all = six_patch_or(tiles[SIX_RED], tiles[SIX_BLACK]);
    uint64_t word[4], black[4];
    six_patch_store(six_patch_and(all, six_rings(all).doubtful), word);
    six_patch_store(tiles[SIX_BLACK], black);
    for (int i = 0; i < 4; i++) {
        for (uint64_t bits = word[i]; bits != 0; bits &= bits - 1) {
            int bit = six_first_bit(bits), side = black[i] >> bit & 1;
            SixSplit split;
            if (!six_split(&all, s->count[SIX_RED] + s->count[SIX_BLACK], (bit >> 4 << 2) + i,
                           bit & 15, &split))
                continue;
            int best = -SIX_TILES;
            for (int k = 0; k < split.choices; k++) {
                int gain = gain_of(s, notes, side,
                                   six_patch_count(six_patch_and(split.stay[k], tiles[side])) + 1,
                                   six_patch_count(six_patch_and(split.stay[k], tiles[side ^ 1])));
                best = gain > best ? gain : best;
            }
            note_lift(notes, side, best);
        }
    }
}

static void note_lifts_in_frame(const SixState *s, SixNotes *notes)
{
    SixGraph graph;
    six_graph_make(s, &graph);
    for (uint64_t bits = graph.cuts; bits != 0; bits &= bits - 1) {
        int tile = six_first_bit(bits), side = graph.side[SIX_BLACK] >> tile & 1;
        uint64_t stay[SIX_MAX_GROUPS];
        int choices = six_graph_split(&graph, tile, stay);
        int best = -SIX_TILES;
        for (int i = 0; i < choices; i++) {
            int gain = gain_of(s, notes, side, six_count_bits(graph.side[side] & stay[i]) + 1,
                               six_count_bits(graph.side[side ^ 1] & stay[i]));
            best = gain > best ? gain : best;
        }
        note_lift(notes, side, best);
    }
}

/* What the lifts of either colour would do. */
static void note_lifts(const SixState *s, SixNotes *notes)
{
    notes->cut[SIX_RED] = notes->cut[SIX_BLACK] = 0;
    notes->starve[SIX_RED] = notes->starve[SIX_BLACK] = 0;
    notes->hunt[SIX_RED] = notes->hunt[SIX_BLACK] = 0;
    notes->tied[SIX_RED] = notes->tied[SIX_BLACK] = 0;
    if (s->hand[SIX_RED] + s->hand[SIX_BLACK] > SIX_SOON || s->reason != LUD_REASON_NONE)
        return;
    if (six_patch_fits(s))
        note_lifts_in_patch(s, notes);
    else
        note_lifts_in_frame(s, notes);
}

static void count_all(const SixState *s, SixNotes *notes)
{
    SixCells tiles[2] = {0};
    *notes = (SixNotes){0};
    for (int side = 0; side < 2; side++) {
        for (int x = SIX_TOP; x <= six_last_row(s); x++) {
            for (uint64_t bits = s->tiles[side].row[x]; bits != 0; bits &= bits - 1) {
                int cell = six_cell(x, six_first_bit(bits));
                change_tile(notes, tiles, cell, side, true);
                tiles[side].row[x] |= six_cell_bit(cell);
            }
        }
    }
}

void six_notes_begin(const SixState *s, SixNotes *notes)
{
    count_all(s, notes);
    note_lifts(s, notes);
}

/* Takes away one by one the tiles that left with the one lifted. */
static void count_fallen(const SixState *before, const SixState *after, int lifted, SixCells *tiles,
                         SixNotes *notes)
{
    int down = before->q - after->q, right = before->r - after->r;
    memcpy(tiles, before->tiles, sizeof before->tiles);
    tiles[before->side].row[six_cell_row(lifted)] ^= six_cell_bit(lifted);
    for (int side = 0; side < 2; side++) {
        for (int x = SIX_TOP; x <= six_last_row(before); x++) {
            uint64_t left = 0; /* what is still there, where it was */
            if (x + down >= SIX_TOP && x + down <= six_last_row(after))
                left = right >= 0 ? after->tiles[side].row[x + down] >> right
                                  : after->tiles[side].row[x + down] << -right;
            for (uint64_t bits = tiles[side].row[x] & ~left; bits != 0; bits &= bits - 1) {
                int cell = six_cell(x, six_first_bit(bits));
                change_tile(notes, tiles, cell, side, false);
                tiles[side].row[x] ^= six_cell_bit(cell);
            }
        }
    }
}

static void count_move(const SixState *before, LudMove m, const SixState *after, SixNotes *notes)
{
    int lifted = six_move_lift(m), laid = six_move_place(m), side = before->side;
    if (lifted != SIX_NO_CELL) {
        int there = before->count[SIX_RED] + before->count[SIX_BLACK];
        int stayed = after->count[SIX_RED] + after->count[SIX_BLACK];
        if (there - stayed > stayed) {
            count_all(after, notes);
            return;
        }
        change_tile(notes, before->tiles, lifted, side, false);
        if (there > stayed) {
            SixCells tiles[2];
            count_fallen(before, after, lifted, tiles, notes);
        }
    }
    laid += (before->q - after->q) * 64 + before->r - after->r;
    change_tile(notes, after->tiles, laid, side, true);
}

void six_notes_follow(const SixState *before, LudMove m, const SixState *after, SixNotes *notes)
{
    count_move(before, m, after, notes);
    note_lifts(after, notes);
}
