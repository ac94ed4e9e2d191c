/* Pylos by numbers: an action is a cell, counted by level, rank and file, or the word `done`, the
 * number after the last cell. A move is made of
 *
 *   an open cell (a ball from the reserve), or an own ball (it is lifted) and the cell it rises to;
 *   if that earns recovery, the balls that come back, and `done` where more could.
 *
 * Two balls that may come back in either order are taken lower cell first, as in the notation, so
 * that every move is made in one way. What is seen is the position before the move, with marks on
 * the cells that were chosen since. */
#include <stdio.h>

#include <ludoteca/learning.h>

#include "pylos.h"
#include "pylos_earning.h"

enum { USUAL_LENGTH = 1000, RESERVE_MOST = 15, CELLS_MOST = 30, CELLS_OF_GROUND = 16 };

/* The cells by number, and back; of a pyramid on 3 x 3 the first 16 are left out. */
static const uint8_t cell_at[CELLS_MOST] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,
                                            10, 11, 12, 13, 14, 15, 16, 17, 18, 20,
                                            21, 22, 24, 25, 26, 32, 33, 36, 37, 48};
static const uint8_t number_of[64] = {
    [1] = 1,   [2] = 2,   [3] = 3,   [4] = 4,   [5] = 5,   [6] = 6,   [7] = 7,   [8] = 8,
    [9] = 9,   [10] = 10, [11] = 11, [12] = 12, [13] = 13, [14] = 14, [15] = 15, [16] = 16,
    [17] = 17, [18] = 18, [20] = 19, [21] = 20, [22] = 21, [24] = 22, [25] = 23, [26] = 24,
    [32] = 25, [33] = 26, [36] = 27, [37] = 28, [48] = 29};

static PylosState load(const LudState *state)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    return s;
}

static int left_out(const PylosState *s)
{
    return s->ground ? CELLS_OF_GROUND : 0;
}

static int done_action(const PylosState *s)
{
    return CELLS_MOST - left_out(s);
}

static int base_of(const PylosState *s)
{
    return s->ground ? PYLOS_LEVELS - 1 : PYLOS_LEVELS;
}

static unsigned cell_of(const PylosState *s, int action)
{
    return cell_at[action + left_out(s)];
}

static int action_of(const PylosState *s, unsigned cell)
{
    return number_of[cell] - left_out(s);
}

static void space(const LudState *state, LudSpace *space)
{
    PylosState s = load(state);
    int base = base_of(&s);
    *space = (LudSpace){.actions = done_action(&s) + 1,
                        .dimensions = 3,
                        .shape = {3 * base + 3, base, base},
                        .length = USUAL_LENGTH,
                        .parts = LUD_MAX_PARTS,
                        .most_seen = RESERVE_MOST};
}

/* -- the move that is being made --------------------------------------------------------------- */

typedef struct Begun {
    unsigned origin, arrival, first; /* PYLOS_NO_CELL: not chosen */
} Begun;

static Begun begun_by(const PylosState *s, const LudParts *parts)
{
    Begun begun = {PYLOS_NO_CELL, PYLOS_NO_CELL, PYLOS_NO_CELL};
    int next = 0;
    if (parts->count > 0 && s->own & pylos_bit(cell_of(s, parts->action[0])))
        begun.origin = cell_of(s, parts->action[next++]);
    if (next < parts->count)
        begun.arrival = cell_of(s, parts->action[next++]);
    if (next < parts->count)
        begun.first = cell_of(s, parts->action[next]);
    return begun;
}

/* The balls that could come back after the first. */
static uint64_t seconds_of(const PylosHarvest *h, unsigned first)
{
    uint64_t bit = pylos_bit(first);
    return (h->free & ~(bit | (bit - 1))) | (h->freed & pylos_below(bit));
}

static uint64_t liftable(const PylosState *s, uint64_t taken, uint64_t open)
{
    uint64_t found = 0;
    if (!(open & ~PYLOS_LEVEL_1))
        return 0;
    for (uint64_t left = s->own & ~pylos_below(taken); left; left &= left - 1) {
        if (pylos_targets(open, pylos_first(left)))
            found |= left & -left;
    }
    return found;
}

typedef struct Choice {
    uint64_t cells;
    bool is_done_possible;
} Choice;

static Choice choices(const PylosState *s, const LudParts *parts)
{
    uint64_t taken = pylos_taken(s), open = pylos_open(taken);
    if (parts->count == 0)
        return (Choice){(s->own_reserve ? open : 0) | liftable(s, taken, open), false};
    Begun begun = begun_by(s, parts);
    if (begun.arrival == PYLOS_NO_CELL)
        return (Choice){pylos_targets(open, begun.origin), false};
    PylosHarvest h = pylos_harvest(s, pylos_bit(begun.arrival), pylos_bit(begun.origin));
    if (begun.first == PYLOS_NO_CELL)
        return (Choice){h.free, s->rules & PYLOS_MAY_KEEP};
    return (Choice){seconds_of(&h, begun.first), true};
}

/* Whether nothing is left to choose after these cells. */
static bool is_complete(const PylosState *s, const Begun *begun)
{
    if (begun->arrival == PYLOS_NO_CELL)
        return false;
    if (!(pylos_earning(s->own, s->rules) & pylos_bit(begun->arrival)))
        return true;
    PylosHarvest h = pylos_harvest(s, pylos_bit(begun->arrival), pylos_bit(begun->origin));
    return begun->first != PYLOS_NO_CELL && seconds_of(&h, begun->first) == 0;
}

/* -- the facet --------------------------------------------------------------------------------- */

/* As bits the cells of all levels move together, as they are numbered. */
static uint64_t mask(const LudState *state, const LudParts *parts, bool *mask)
{
    PylosState s = load(state);
    Choice choice = choices(&s, parts);
    int done = done_action(&s);
    uint64_t packed = choice.cells & PYLOS_LEVEL_1;
    for (uint64_t left = choice.cells & ~PYLOS_LEVEL_1; left; left &= left - 1)
        packed |= UINT64_C(1) << number_of[pylos_first(left)];
    packed = packed >> left_out(&s) | (uint64_t)choice.is_done_possible << done;
    for (int i = 0; mask && i <= done; i++)
        mask[i] = packed >> i & 1;
    return packed;
}

static bool is_action(const LudState *state, const LudParts *parts, int action)
{
    PylosState s = load(state);
    return action >= 0 && action <= done_action(&s) && mask(state, parts, NULL) >> action & 1;
}

static LudMove take(const LudState *state, LudParts *parts, int action)
{
    PylosState s = load(state);
    Begun begun = begun_by(&s, parts);
    if (action == done_action(&s))
        return pylos_move(begun.arrival, begun.origin, begun.first, PYLOS_NO_CELL);
    if (begun.first != PYLOS_NO_CELL)
        return pylos_move(begun.arrival, begun.origin, begun.first, cell_of(&s, action));
    parts->action[parts->count++] = (uint16_t)action;
    begun = begun_by(&s, parts);
    if (!is_complete(&s, &begun))
        return LUD_NO_MOVE;
    return pylos_move(begun.arrival, begun.origin, begun.first, PYLOS_NO_CELL);
}

static int actions_of(const LudState *state, LudMove m, int *actions)
{
    PylosState s = load(state);
    const unsigned cells[LUD_MAX_PARTS] = {pylos_move_origin(m), pylos_move_arrival(m),
                                           pylos_move_first(m), pylos_move_second(m)};
    int count = 0;
    for (int i = 0; i < LUD_MAX_PARTS; i++) {
        if (cells[i] != PYLOS_NO_CELL)
            actions[count++] = action_of(&s, cells[i]);
    }
    Begun begun = {cells[0], cells[1], cells[2]};
    if (cells[3] == PYLOS_NO_CELL && !is_complete(&s, &begun))
        actions[count++] = done_action(&s);
    return count;
}

/* Where a cell lies in the planes of the levels. */
static int place_of(const PylosState *s, unsigned cell)
{
    int base = base_of(s), level = (int)cell / 16 - (PYLOS_LEVELS - base);
    return (level * base + (int)cell % 16 / 4) * base + (int)cell % 4;
}

static void put_balls(const PylosState *s, uint64_t balls, uint8_t *planes)
{
    for (; balls; balls &= balls - 1)
        planes[place_of(s, pylos_first(balls))] = 1;
}

static void observe(const LudState *state, const LudParts *parts, int seat, uint8_t *seen)
{
    PylosState s = load(state);
    bool is_mover = s.side == seat;
    int base = base_of(&s), plane = base * base, levels = base * plane;
    memset(seen, 0, (size_t)(3 * levels));
    put_balls(&s, is_mover ? s.own : s.other, seen);
    put_balls(&s, is_mover ? s.other : s.own, seen + levels);
    Begun begun = begun_by(&s, parts);
    const unsigned marked[] = {begun.origin, begun.arrival, begun.first};
    for (int i = 0; i < 3; i++) {
        if (marked[i] != PYLOS_NO_CELL)
            seen[2 * levels + place_of(&s, marked[i])] |= (uint8_t)(1 << i);
    }
    uint8_t *last = seen + 3 * levels;
    memset(last, is_mover ? s.own_reserve : s.other_reserve, (size_t)plane);
    memset(last + plane, is_mover ? s.other_reserve : s.own_reserve, (size_t)plane);
    memset(last + 2 * plane, !s.is_over && !is_mover, (size_t)plane);
}

static int print(const LudState *state, const LudParts *parts, int action, char *text)
{
    PylosState s = load(state);
    if (action == done_action(&s))
        return snprintf(text, LUD_ACTION_TEXT, "done");
    Begun begun = begun_by(&s, parts);
    bool is_lift = parts->count == 0 && s.own & pylos_bit(cell_of(&s, action));
    const char *word = is_lift ? "lift " : begun.arrival == PYLOS_NO_CELL ? "put " : "recover ";
    int length = snprintf(text, LUD_ACTION_TEXT, "%s", word);
    return (int)(pylos_cell_print(&s, cell_of(&s, action), text + length) - text);
}

const LudGameLearning pylos_learning = {
    .space = space,
    .mask = mask,
    .is_action = is_action,
    .take = take,
    .actions_of = actions_of,
    .observe = observe,
    .print = print,
};
