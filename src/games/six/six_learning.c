/* Six by numbers. An action is a cell in a window that lies around the tiles: the row before the
 * first tile's is row 0, likewise for columns, and 42 connected tiles never reach beyond its edge.
 * Row and column are q and r. In the first round a move is the cell to lay on; in the second the
 * tile to lift, the lowest cell of the group that stays where several are equally large, and the
 * cell to lay on. The window stays where it is until the move is complete. */
#include <stdio.h>

#include <ludoteca/learning.h>

#include "six_groups.h"
#include "six_text.h"

enum {
    WIDTH = 2 * SIX_TILES + 2,
    FIRST_ROW = SIX_TOP - 1,
    FIRST_COLUMN = SIX_LEFT - 1,
    CELLS = WIDTH * WIDTH,
    USUAL_LENGTH = 1000,
};
/* The planes. */
enum { OWN, OTHER, MARKS, OWN_HAND, OTHER_HAND, TURN, PLANES };

static const SixState *view(const LudState *state)
{
    return (const SixState *)(const void *)state;
}

static int cell_of(int action)
{
    return six_cell(action / WIDTH + FIRST_ROW, action % WIDTH + FIRST_COLUMN);
}

static int action_of(int cell)
{
    return (six_cell_row(cell) - FIRST_ROW) * WIDTH + six_cell_column(cell) - FIRST_COLUMN;
}

static void space(const LudState *state, LudSpace *space)
{
    (void)state;
    *space = (LudSpace){.actions = CELLS,
                        .dimensions = 3,
                        .shape = {PLANES, WIDTH, WIDTH},
                        .length = USUAL_LENGTH,
                        .parts = 3,
                        .most_seen = SIX_TILES - 1};
}

/* -- what may be chosen ------------------------------------------------------------------------ */

static int lowest_of(const SixCells *tiles)
{
    int x = SIX_TOP;
    while (tiles->row[x] == 0)
        x++;
    return six_cell(x, six_first_bit(tiles->row[x]));
}

static bool is_choice_open(const SixLift *lift, const LudParts *parts)
{
    return lift->separates && lift->choices > 1 && parts->count == 1;
}

/* Which of the groups stays. */
static int chosen_group(const SixLift *lift, const LudParts *parts)
{
    int group = 0;
    if (lift->separates && parts->count > 1) {
        while (group < lift->choices - 1 &&
               action_of(lowest_of(&lift->stay[group])) != parts->action[1])
            group++;
    }
    return group;
}

/* The cells next to what stays. Only if tiles left the game may the tile return to its own cell. */
static void choose_place(const SixState *s, const LudParts *parts, const SixLift *lift,
                         SixCells *cells)
{
    int lifted = cell_of(parts->action[0]), last = six_last_row(s);
    SixCells occupied;
    if (lift->separates) {
        six_frontier(&lift->stay[chosen_group(lift, parts)], last, cells);
        return;
    }
    six_occupied(s, &occupied);
    occupied.row[six_cell_row(lifted)] ^= six_cell_bit(lifted);
    six_frontier(&occupied, last, cells);
    cells->row[six_cell_row(lifted)] &= ~six_cell_bit(lifted);
}

static void choose_first_place(const SixState *s, SixCells *cells)
{
    SixCells occupied;
    int last = six_last_row(s);
    six_occupied(s, &occupied);
    six_frontier(&occupied, last, cells);
    for (int x = FIRST_ROW; six_must_keep_apart(s) && x <= last + 1; x++)
        cells->row[x] &= ~six_touched(s->tiles[s->side].row, x);
}

static void choose_group(const SixLift *lift, SixCells *cells)
{
    for (int i = 0; i < lift->choices; i++) {
        int lowest = lowest_of(&lift->stay[i]);
        cells->row[six_cell_row(lowest)] |= six_cell_bit(lowest);
    }
}

/* The cells that may be chosen next; other rows of the window are empty. */
static void choices(const SixState *s, const LudParts *parts, SixCells *cells)
{
    memset(cells, 0, sizeof *cells);
    if (!six_is_second_round(s)) {
        choose_first_place(s, cells);
    } else if (parts->count == 0) {
        *cells = s->tiles[s->side];
    } else {
        SixLift lift;
        six_lift(s, cell_of(parts->action[0]), &lift);
        if (is_choice_open(&lift, parts))
            choose_group(&lift, cells);
        else
            choose_place(s, parts, &lift, cells);
    }
}

/* -- the facet --------------------------------------------------------------------------------- */

/* Writes 1 for every cell of the window that is in the set; the rest is 0 already. */
static void mark(const SixCells *cells, int first, int last, uint8_t *window)
{
    for (int x = first; x <= last; x++) {
        for (uint64_t bits = cells->row[x]; bits; bits &= bits - 1)
            window[action_of(six_cell(x, six_first_bit(bits)))] = 1;
    }
}

static uint64_t mask(const LudState *state, const LudParts *parts, bool *mask)
{
    const SixState *s = view(state);
    SixCells cells;
    if (!mask)
        return 0;
    choices(s, parts, &cells);
    memset(mask, 0, CELLS);
    mark(&cells, FIRST_ROW, six_last_row(s) + 1, (uint8_t *)mask);
    return 0;
}

static bool is_action(const LudState *state, const LudParts *parts, int action)
{
    if (action < 0 || action >= CELLS)
        return false;
    SixCells cells;
    choices(view(state), parts, &cells);
    int cell = cell_of(action);
    return cells.row[six_cell_row(cell)] & six_cell_bit(cell);
}

static LudMove take(const LudState *state, LudParts *parts, int action)
{
    const SixState *s = view(state);
    if (!six_is_second_round(s))
        return six_move(SIX_NO_CELL, 0, cell_of(action));
    SixLift lift = {.separates = false};
    if (parts->count > 0)
        six_lift(s, cell_of(parts->action[0]), &lift);
    if (parts->count == 0 || is_choice_open(&lift, parts)) {
        parts->action[parts->count++] = (uint16_t)action;
        return LUD_NO_MOVE;
    }
    return six_move(cell_of(parts->action[0]), chosen_group(&lift, parts), cell_of(action));
}

static int actions_of(const LudState *state, LudMove m, int *actions)
{
    int count = 0, from = six_move_lift(m);
    if (from != SIX_NO_CELL) {
        SixLift lift;
        six_lift(view(state), from, &lift);
        actions[count++] = action_of(from);
        if (lift.separates && lift.choices > 1)
            actions[count++] = action_of(lowest_of(&lift.stay[six_move_choice(m)]));
    }
    actions[count++] = action_of(six_move_place(m));
    return count;
}

static void observe(const LudState *state, const LudParts *parts, int seat, uint8_t *seen)
{
    const SixState *s = view(state);
    int last = six_last_row(s);
    memset(seen, 0, 3 * CELLS);
    mark(&s->tiles[seat], SIX_TOP, last, seen + OWN * CELLS);
    mark(&s->tiles[1 - seat], SIX_TOP, last, seen + OTHER * CELLS);
    for (int i = 0; i < parts->count; i++)
        seen[MARKS * CELLS + parts->action[i]] |= (uint8_t)(1 << i);
    memset(seen + OWN_HAND * CELLS, s->hand[seat], CELLS);
    memset(seen + OTHER_HAND * CELLS, s->hand[1 - seat], CELLS);
    memset(seen + TURN * CELLS, s->reason == LUD_REASON_NONE && s->side != seat, CELLS);
}

static int print(const LudState *state, const LudParts *parts, int action, char *text)
{
    const SixState *s = view(state);
    LudParts next = *parts;
    bool is_place = take(state, &next, action) != LUD_NO_MOVE;
    const char *word = is_place ? "lay " : parts->count == 0 ? "lift " : "keep ";
    int length = snprintf(text, LUD_ACTION_TEXT, "%s", word);
    six_place_print(six_place_of(s, cell_of(action)), text + length);
    return (int)strlen(text);
}

const LudGameLearning six_learning = {
    .space = space,
    .mask = mask,
    .is_action = is_action,
    .take = take,
    .actions_of = actions_of,
    .observe = observe,
    .print = print,
};
