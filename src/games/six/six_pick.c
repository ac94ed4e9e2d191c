/* Counting moves and picking one by its number, in a patch. */
#include "six_moves.h"

/* A second-round position as whoever is to move sees it. */
typedef struct Survey {
    SixPatch occupied;
    SixPatch frontier;         /* the empty cells next to a tile */
    SixPatch lone;             /* those of them that touch a single tile */
    SixPatch lone_of_own;      /* those that touch only a tile of the player to move */
    int tiles, open;           /* how many cells are occupied, how many in the frontier */
    uint64_t own_rows[4];      /* the player's tiles */
    uint64_t lone_rows[4];     /* lone, to be looked at row by row */
    uint64_t doubtful_rows[4]; /* those of the player's tiles that may connect others: their
                                * neighbours lie in several runs */
} Survey;

static inline void survey_position(const SixState *s, Survey *v)
{
    SixPatch own = six_patch_of(&s->tiles[s->side]);
    SixPatch all = six_patch_or(own, six_patch_of(&s->tiles[s->side ^ 1]));
    SixRings rings = six_rings(all);
    v->occupied = all;
    v->frontier = six_patch_minus(rings.any, all);
    v->lone = six_patch_minus(v->frontier, rings.twice);
    v->lone_of_own = six_patch_and(v->lone, six_patch_spread(own));
    v->tiles = s->count[SIX_RED] + s->count[SIX_BLACK];
    v->open = six_patch_count(v->frontier);
    six_patch_store(own, v->own_rows);
    six_patch_store(v->lone, v->lone_rows);
    six_patch_store(six_patch_and(own, rings.doubtful), v->doubtful_rows);
}

/* The cells of the frontier that touch no tile but those in `tiles`, a part of one row. */
static inline int count_lone(const Survey *v, int row, uint64_t tiles)
{
    const uint64_t *word = v->lone_rows;
    return six_count_bits((six_patch_row(word, row - 1) & (tiles | tiles << 1)) |
                          (six_patch_row(word, row) & (tiles >> 1 | tiles << 1)) << 16 |
                          (six_patch_row(word, row + 1) & (tiles | tiles >> 1)) << 32);
}

static int count_places(const SixSplit *split)
{
    int count = 0;
    for (int i = 0; i < split->choices; i++)
        count += six_patch_count(six_patch_frontier(split->stay[i]));
    return count;
}

/* How many places a tile has if its lifting separates nothing, and how many in truth. */
static inline int count_if_whole(const Survey *v, int row, int column)
{
    return v->open - count_lone(v, row, (uint64_t)1 << column);
}

static int count_lift(const Survey *v, int row, int column)
{
    SixSplit split;
    return six_split(&v->occupied, v->tiles, row, column, &split) ? count_places(&split)
                                                                  : count_if_whole(v, row, column);
}

/* Counts the moves. Those that lift a tile of a row are `more` than they would be if no tile of
 * that row separated others. */
static inline int count_moves(const SixState *s, const Survey *v, int more[16])
{
    int total = s->count[s->side] * v->open - six_patch_count(v->lone_of_own);
    for (int i = 0; i < 16; i++)
        more[i] = 0;
    for (int i = 0; i < 4; i++) {
        for (uint64_t bits = v->doubtful_rows[i]; bits != 0; bits &= bits - 1) {
            int bit = six_first_bit(bits), row = (bit >> 4 << 2) + i, column = bit & 15;
            SixSplit split;
            if (!six_split(&v->occupied, v->tiles, row, column, &split))
                continue;
            int change = count_places(&split) - count_if_whole(v, row, column);
            more[row] += change;
            total += change;
        }
    }
    return total;
}

static inline SixPatch first_round_places(const SixState *s)
{
    SixPatch own = six_patch_of(&s->tiles[s->side]);
    SixPatch all = six_patch_or(own, six_patch_of(&s->tiles[s->side ^ 1]));
    SixPatch places = six_patch_frontier(all);
    return six_must_keep_apart(s) ? six_patch_minus(places, six_patch_spread(own)) : places;
}

int six_moves_count(const SixState *s)
{
    if (!six_patch_fits(s)) {
        LudMove list[SIX_MAX_MOVES];
        return six_moves_list(s, list);
    }
    if (!six_is_second_round(s))
        return six_patch_count(first_round_places(s));
    Survey survey;
    int more[16];
    survey_position(s, &survey);
    return count_moves(s, &survey, more);
}

/* The cell of the frame that comes at place `index` of a patch, by row, then column. */
static inline int nth_cell(SixPatch places, int index)
{
    uint64_t word[4], bits;
    six_patch_store(places, word);
    int row = 0;
    for (;; row++) {
        bits = six_patch_row(word, row);
        int count = six_count_bits(bits);
        if (index < count)
            break;
        index -= count;
    }
    for (; index > 0; index--)
        bits &= bits - 1;
    return six_cell(row + SIX_PATCH_FIRST, six_first_bit(bits));
}

/* The move at place `index` of those that lift one tile. */
static LudMove pick_place(const Survey *v, int row, int column, int index)
{
    int cell = six_cell(row + SIX_PATCH_FIRST, column);
    SixSplit split;
    if (!six_split(&v->occupied, v->tiles, row, column, &split)) {
        SixPatch lone = six_patch_and(v->lone, six_patch_spread(six_patch_single(row, column)));
        return six_move(cell, 0, nth_cell(six_patch_minus(v->frontier, lone), index));
    }
    int choice = 0;
    for (;; choice++) {
        int count = six_patch_count(six_patch_frontier(split.stay[choice]));
        if (index < count)
            break;
        index -= count;
    }
    return six_move(cell, choice, nth_cell(six_patch_frontier(split.stay[choice]), index));
}

static LudMove pick_second_round(const SixState *s, LudRandom *random)
{
    Survey survey;
    int more[16], row = 1;
    survey_position(s, &survey);
    int index = (int)lud_random_below(random, (uint32_t)count_moves(s, &survey, more));
    for (;; row++) {
        uint64_t own = six_patch_row(survey.own_rows, row);
        int count = six_count_bits(own) * survey.open - count_lone(&survey, row, own) + more[row];
        if (index < count)
            break;
        index -= count;
    }
    for (uint64_t bits = six_patch_row(survey.own_rows, row);; bits &= bits - 1) {
        int column = six_first_bit(bits), places = count_lift(&survey, row, column);
        if (index < places)
            return pick_place(&survey, row, column, index);
        index -= places;
    }
}

LudMove six_moves_pick(const SixState *s, LudRandom *random)
{
    if (!six_patch_fits(s)) {
        LudMove list[SIX_MAX_MOVES];
        int count = six_moves_list(s, list);
        return list[lud_random_below(random, (uint32_t)count)];
    }
    if (six_is_second_round(s))
        return pick_second_round(s, random);
    SixPatch places = first_round_places(s);
    int index = (int)lud_random_below(random, (uint32_t)six_patch_count(places));
    return six_move(SIX_NO_CELL, 0, nth_cell(places, index));
}
