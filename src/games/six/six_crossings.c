#include "six_crossings.h"

#include "six_patch.h"
#include "six_shapes.h"

/* In a patch all windows are looked at together, each where its first row and first column meet.
 * Windows reach up to three cells beyond the tiles, so there is more space before them than usual;
 * after them the cells next to a tile suffice. */
enum { MARGIN = 3, ROOM = 16 - MARGIN - 1 };

/* The first column of each shape, from its first cell. */
static const int8_t first_column[SIX_SHAPES] = {0, 0, -5, 0, -2, -1};

/* Cells on some window, and cells on several. */
typedef struct Marks {
    SixPatch once, twice;
} Marks;

/* Moves every cell to a lower or to a higher column; those that would leave the patch are gone. */
static inline SixPatch lower(SixPatch a, int columns)
{
    return six_patch_lower(six_patch_and(a, six_patch_fill(0xffffu << columns & 0xffffu)), columns);
}

static inline SixPatch higher(SixPatch a, int columns)
{
    return six_patch_higher(six_patch_and(a, six_patch_fill(0xffffu >> columns)), columns);
}

/* Marks the cells of windows of the k-th shape. */
static inline void mark(Marks *marks, SixPatch windows, int k)
{
    const SixSteps *shape = &six_shapes[k];
    if (!six_patch_meets(windows, windows))
        return;
    for (int i = 0, row = 0; i < SIX_SHAPE; i++) {
        for (; row < shape->row[i]; row++)
            windows = six_patch_down(windows);
        SixPatch cells = higher(windows, shape->column[i] - first_column[k]);
        marks->twice = six_patch_or(marks->twice, six_patch_and(marks->once, cells));
        marks->once = six_patch_or(marks->once, cells);
    }
}

typedef struct Sliced {
    SixPatch ones, twos, fours; /* the digits of a number for each cell */
} Sliced;

static inline SixPatch majority(SixPatch a, SixPatch b, SixPatch c)
{
    return six_patch_or(six_patch_and(a, b), six_patch_and(c, six_patch_or(a, b)));
}

static inline Sliced add_six(const SixPatch p[SIX_SHAPE])
{
    SixPatch low = six_patch_xor(six_patch_xor(p[0], p[1]), p[2]);
    SixPatch high = six_patch_xor(six_patch_xor(p[3], p[4]), p[5]);
    SixPatch a = majority(p[0], p[1], p[2]), b = majority(p[3], p[4], p[5]);
    SixPatch c = six_patch_and(low, high);
    return (Sliced){six_patch_xor(low, high), six_patch_xor(six_patch_xor(a, b), c),
                    majority(a, b, c)};
}

static SixCrossings cross_in_patch(const SixState *s, const SixNotes *notes, int side)
{
    SixPatch own[SIX_SHAPE], other[SIX_SHAPE], part[SIX_SHAPE];
    own[0] =
        six_patch_higher(six_patch_load(s->tiles[side].row + SIX_TOP - MARGIN), MARGIN - SIX_LEFT);
    other[0] = six_patch_higher(six_patch_load(s->tiles[side ^ 1].row + SIX_TOP - MARGIN),
                                MARGIN - SIX_LEFT);
    SixPatch none = six_patch_minus(own[0], own[0]);
    for (int i = 1; i < SIX_SHAPE; i++) {
        own[i] = six_patch_up(own[i - 1]);
        other[i] = six_patch_up(other[i - 1]);
    }
    Marks fours = {none, none}, threes = {none, none};
    for (int k = 0; k < SIX_SHAPES; k++) {
        const SixSteps *shape = &six_shapes[k];
        uint64_t tally = notes->tally[side][six_shape_kind[k]];
        if (six_tally(tally, 3) + six_tally(tally, 4) == 0)
            continue;
        SixPatch spoilt = none;
        for (int i = 0; i < SIX_SHAPE; i++) {
            int column = shape->column[i] - first_column[k];
            part[i] = lower(own[shape->row[i]], column);
            spoilt = six_patch_or(spoilt, lower(other[shape->row[i]], column));
        }
        Sliced count = add_six(part);
        SixPatch four = six_patch_minus(six_patch_minus(count.fours, count.twos), count.ones);
        SixPatch three = six_patch_minus(six_patch_and(count.twos, count.ones), count.fours);
        mark(&fours, six_patch_minus(four, spoilt), k);
        mark(&threes, six_patch_minus(three, spoilt), k);
    }
    SixPatch open = six_patch_frontier(six_patch_or(own[0], other[0]));
    SixPatch fives = six_patch_and(fours.once, open);
    return (SixCrossings){six_patch_count(fives), six_patch_count(six_patch_and(fours.twice, open)),
                          six_patch_count(six_patch_and(fives, threes.once))};
}

static SixCrossings cross_in_frame(const SixState *s, int side)
{
    SixCrossings crossings = {0, 0, 0};
    SixCells occupied, frontier;
    int last = six_last_row(s);
    six_occupied(s, &occupied);
    six_frontier(&occupied, last, &frontier);
    for (int x = SIX_TOP - 1; x <= last + 1; x++) {
        for (uint64_t bits = frontier.row[x]; bits != 0; bits &= bits - 1) {
            SixAround around;
            six_around(s->tiles, six_cell(x, six_first_bit(bits)), &around);
            uint64_t far = around.far[side] | six_spoilt(around.far[side ^ 1]);
            uint64_t near = around.near[side] | six_spoilt(around.near[side ^ 1]);
            int fours = six_count_bits(six_fours(far)) + six_count_bits(six_fours(near));
            bool has_three = (six_threes(far) | six_threes(near)) != 0;
            crossings.fives += fours > 0;
            crossings.forks += fours > 1;
            crossings.mixed += fours > 0 && has_three;
        }
    }
    return crossings;
}

SixCrossings six_crossings(const SixState *s, const SixNotes *notes, int side)
{
    if (six_tally_all(notes, side, 4) == 0)
        return (SixCrossings){0, 0, 0};
    return s->height <= ROOM && s->width <= ROOM ? cross_in_patch(s, notes, side)
                                                 : cross_in_frame(s, side);
}
