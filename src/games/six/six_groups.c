#include "six_groups.h"

/* Steps to the six neighbours of a cell, in turn around it. */
static const int8_t row_step[6] = {1, 0, -1, -1, 0, 1};
static const int8_t column_step[6] = {0, 1, 1, 0, -1, -1};

/* Of the neighbours that are there, one of each run of adjoining ones. Neighbours of one run stay
 * connected whatever is lifted; so a single run means that nothing is separated. */
static inline unsigned runs_of(unsigned ring)
{
    return ring & ~(ring << 1 | ring >> 5) & 63;
}

static inline bool has_several(unsigned runs)
{
    return (runs & (runs - 1)) != 0;
}

/* Keeps the groups in order of their lowest cell; returns where the new one belongs. */
static int insert_lowest(int *lowest, int count, int cell)
{
    int at = count;
    for (; at > 0 && lowest[at - 1] > cell; at--)
        lowest[at] = lowest[at - 1];
    lowest[at] = cell;
    return at;
}

/* -- in a patch -------------------------------------------------------------------------------- */

/* The neighbours of a cell that are in the set, as bits in the order of the steps. */
static inline unsigned ring_in_patch(const uint64_t *word, int row, int column)
{
    unsigned before = (unsigned)(six_patch_row(word, row - 1) >> column);
    unsigned same = (unsigned)(six_patch_row(word, row) >> (column - 1));
    unsigned after = (unsigned)(six_patch_row(word, row + 1) >> (column - 1));
    return (after >> 1 & 1) | (same >> 1 & 2) | (before << 1 & 4) | (before << 3 & 8) |
           (same << 4 & 16) | (after << 5 & 32);
}

static inline SixPatch neighbour(int row, int column, unsigned runs)
{
    int step = __builtin_ctz(runs);
    return six_patch_single(row + row_step[step], column + column_step[step]);
}

static int lowest_in_patch(SixPatch tiles)
{
    uint64_t word[4];
    six_patch_store(tiles, word);
    int row = 0;
    while (six_patch_row(word, row) == 0)
        row++;
    return six_cell(row, six_first_bit(six_patch_row(word, row)));
}

/* Lets two groups grow step by step. If they meet they are one; else the smaller one is soon
 * complete, and the other is the rest. Returns whether they are two, `part` being either. */
static inline bool grow_apart(SixPatch tiles, SixPatch a, SixPatch b, SixPatch *part)
{
    for (;;) {
        /* Two steps at a time: leaving the loop costs more than a step too many. */
        SixPatch half_a = six_patch_and(six_patch_spread(a), tiles);
        SixPatch half_b = six_patch_and(six_patch_spread(b), tiles);
        SixPatch grown_a = six_patch_and(six_patch_spread(half_a), tiles);
        SixPatch grown_b = six_patch_and(six_patch_spread(half_b), tiles);
        if (six_patch_meets(grown_a, grown_b))
            return false;
        *part = half_a;
        if (six_patch_is_within(grown_a, half_a))
            return true;
        *part = half_b;
        if (six_patch_is_within(grown_b, half_b))
            return true;
        a = grown_a;
        b = grown_b;
    }
}

/* Chooses the largest of the groups. */
static void choose(const SixPatch *group, int groups, SixSplit *split)
{
    int size[SIX_MAX_GROUPS], lowest[SIX_MAX_GROUPS], largest = 0;
    for (int i = 0; i < groups; i++) {
        size[i] = six_patch_count(group[i]);
        largest = size[i] > largest ? size[i] : largest;
    }
    split->choices = 0;
    for (int i = 0; i < groups; i++) {
        if (size[i] < largest)
            continue;
        int at = insert_lowest(lowest, split->choices, lowest_in_patch(group[i]));
        for (int j = split->choices++; j > at; j--)
            split->stay[j] = split->stay[j - 1];
        split->stay[at] = group[i];
    }
}

static inline SixPatch flood(SixPatch tiles, SixPatch group)
{
    for (;;) {
        SixPatch grown = six_patch_and(six_patch_spread(group), tiles);
        if (six_patch_is_within(grown, group))
            return group;
        group = grown;
    }
}

static bool split_three(SixPatch rest, const SixPatch *seed, SixSplit *split)
{
    SixPatch group[SIX_MAX_GROUPS];
    int groups = 0;
    for (int i = 0; i < SIX_MAX_GROUPS; i++) {
        if (six_patch_meets(rest, seed[i])) {
            group[groups] = flood(rest, seed[i]);
            rest = six_patch_minus(rest, group[groups++]);
        }
    }
    if (groups > 1)
        choose(group, groups, split);
    return groups > 1;
}

bool six_split(const SixPatch *occupied, int count, int row, int column, SixSplit *split)
{
    uint64_t word[4];
    six_patch_store(*occupied, word);
    unsigned runs = runs_of(ring_in_patch(word, row, column));
    if (!has_several(runs))
        return false;
    SixPatch rest = six_patch_minus(*occupied, six_patch_single(row, column));
    SixPatch seed[SIX_MAX_GROUPS], group[2];
    seed[0] = neighbour(row, column, runs);
    runs &= runs - 1;
    seed[1] = neighbour(row, column, runs);
    runs &= runs - 1;
    if (runs != 0) {
        seed[2] = neighbour(row, column, runs);
        return split_three(rest, seed, split);
    }
    if (!grow_apart(rest, seed[0], seed[1], &group[0]))
        return false;
    group[1] = six_patch_minus(rest, group[0]);
    int more = count - 1 - 2 * six_patch_count(group[0]); /* in the second group */
    if (more == 0) {
        choose(group, 2, split);
    } else {
        split->choices = 1;
        split->stay[0] = more > 0 ? group[1] : group[0];
    }
    return true;
}

static void lift_in_patch(const SixState *s, int cell, SixLift *lift)
{
    SixSplit split;
    SixPatch occupied =
        six_patch_or(six_patch_of(&s->tiles[SIX_RED]), six_patch_of(&s->tiles[SIX_BLACK]));
    lift->separates =
        six_split(&occupied, s->count[SIX_RED] + s->count[SIX_BLACK],
                  six_cell_row(cell) - SIX_PATCH_FIRST, six_cell_column(cell), &split);
    if (!lift->separates)
        return;
    lift->choices = split.choices;
    for (int i = 0; i < split.choices; i++) {
        uint64_t word[4], *row = lift->stay[i].row;
        six_patch_store(split.stay[i], word);
        for (int x = 0; x < 16; x++)
            row[SIX_PATCH_FIRST + x] = six_patch_row(word, x);
        row[SIX_PATCH_FIRST - 1] = row[SIX_PATCH_FIRST + 16] = 0;
    }
}

/* -- in a frame of any size -------------------------------------------------------------------- */

/* Takes into row `x` of a growing group what the group so far touches there. */
static inline bool grow(const uint64_t *tiles, uint64_t *group, int x)
{
    uint64_t before = group[x];
    group[x] = (before | six_touched(group, x)) & tiles[x];
    return group[x] != before;
}

/* Moves the tiles connected with `cell` from `tiles` to a group of their own: down and up the rows
 * until nothing is added. */
static void take_group(SixCells *tiles, int cell, SixCells *group)
{
    *group = (SixCells){{0}};
    group->row[six_cell_row(cell)] = six_cell_bit(cell);
    int top = six_cell_row(cell), bottom = top;
    for (bool has_grown = true; has_grown;) {
        has_grown = false;
        for (int x = top; x <= bottom + 1; x++)
            has_grown |= grow(tiles->row, group->row, x);
        bottom += group->row[bottom + 1] != 0;
        for (int x = bottom; x >= top - 1; x--)
            has_grown |= grow(tiles->row, group->row, x);
        top -= group->row[top - 1] != 0;
    }
    for (int x = top; x <= bottom; x++)
        tiles->row[x] &= ~group->row[x];
}

static unsigned ring_in_frame(const SixState *s, int cell)
{
    unsigned ring = 0;
    for (int i = 0; i < 6; i++) {
        int x = six_cell_row(cell) + row_step[i], y = six_cell_column(cell) + column_step[i];
        uint64_t row = s->tiles[SIX_RED].row[x] | s->tiles[SIX_BLACK].row[x];
        ring |= (unsigned)(row >> y & 1) << i;
    }
    return ring;
}

static int lowest_in_frame(const SixCells *tiles)
{
    int x = SIX_TOP;
    while (tiles->row[x] == 0)
        x++;
    return six_cell(x, six_first_bit(tiles->row[x]));
}

/* Keeps a group if none is larger, and drops those that are smaller. */
static void offer_group(SixLift *lift, int lowest[SIX_MAX_GROUPS], int *largest,
                        const SixCells *group, int last)
{
    int size = six_cells_count(group, SIX_TOP, last);
    if (size < *largest)
        return;
    if (size > *largest)
        lift->choices = 0;
    *largest = size;
    int at = insert_lowest(lowest, lift->choices, lowest_in_frame(group));
    for (int i = lift->choices++; i > at; i--)
        lift->stay[i] = lift->stay[i - 1];
    lift->stay[at] = *group;
}

static void lift_in_frame(const SixState *s, int cell, unsigned runs, SixLift *lift)
{
    SixCells rest = {{0}}, group;
    six_occupied(s, &rest);
    rest.row[six_cell_row(cell)] ^= six_cell_bit(cell);
    int groups = 0, largest = 0, lowest[SIX_MAX_GROUPS];
    lift->choices = 0;
    for (; runs != 0; runs &= runs - 1) {
        int step = __builtin_ctz(runs);
        int there = six_cell(six_cell_row(cell) + row_step[step],
                             six_cell_column(cell) + column_step[step]);
        if (!(rest.row[six_cell_row(there)] & six_cell_bit(there)))
            continue;
        bool is_last = groups > 0 && !has_several(runs);
        if (!is_last)
            take_group(&rest, there, &group);
        offer_group(lift, lowest, &largest, is_last ? &rest : &group, six_last_row(s));
        groups++;
    }
    lift->separates = groups > 1;
}

void six_lift(const SixState *s, int cell, SixLift *lift)
{
    unsigned runs = runs_of(ring_in_frame(s, cell));
    if (!has_several(runs))
        lift->separates = false;
    else if (six_patch_fits(s))
        lift_in_patch(s, cell, lift);
    else
        lift_in_frame(s, cell, runs, lift);
}
