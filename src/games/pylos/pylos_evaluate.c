#include "pylos_evaluate.h"

#include "pylos_weights.h"

static inline PylosState load(const LudState *state)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    return s;
}

/* -- how it stands ----------------------------------------------------------------------------- */

/* The weighted sum of pylos_tuning, for the player to move. */
static inline int evaluate(const PylosState *s)
{
    int32_t features[PYLOS_LATE];
    int now = 0, change = 0;
    pylos_count_features(s, features);
    for (int i = 0; i < PYLOS_LATE; i++) {
        now += pylos_weights[i] * features[i];
        change += pylos_weights[PYLOS_LATE + i] * features[i];
    }
    return (now + change * pylos_late(s)) / PYLOS_DIVISOR;
}

int LUD_DUAL(pylos_evaluate)(const LudState *state, const LudNotes *notes, int side)
{
    (void)notes;
    PylosState s = load(state);
    int value = evaluate(&s);
    return side == s.side ? value : -value;
}

/* -- which moves to look at -------------------------------------------------------------------- */

/* A few of the many ways to take balls back after an arrival that earns it: always two if there are
 * two, of the balls that are least worth keeping where they are. */
static LudMove *list_best_recoveries(const PylosState *s, unsigned arrival, unsigned origin,
                                     LudMove *list)
{
    PylosHarvest h = pylos_harvest(s, pylos_bit(arrival), pylos_bit(origin));
    uint64_t others = h.free & ~pylos_bit(arrival);
    LudMove move = pylos_move(arrival, origin, 0, 0);
    if (!others && !h.freed) {
        *list++ = move | pylos_first(h.free) << 12 | PYLOS_NO_CELL << 18;
        return list;
    }
    /* The two lowest of the others; the arrived ball with the lowest; one and what it frees. */
    uint64_t rest = others & (others - 1);
    if (rest)
        *list++ = move | pylos_first(others) << 12 | pylos_first(rest) << 18;
    if (others && h.free & pylos_bit(arrival)) {
        uint64_t pair = (others & -others) | pylos_bit(arrival);
        *list++ = move | pylos_first(pair) << 12 | pylos_first(pair & (pair - 1)) << 18;
    }
    if (h.freed) {
        uint64_t second = h.freed & -h.freed;
        uint64_t first = h.free & pylos_above(second);
        *list++ = move | pylos_first(first) << 12 | pylos_first(second) << 18;
    }
    return list;
}

int LUD_DUAL(pylos_noisy)(const LudState *state, const LudNotes *notes, LudMove *list)
{
    (void)notes;
    PylosState s = load(state);
    if (s.is_over)
        return 0;
    uint64_t taken = pylos_taken(&s), open = pylos_open(taken);
    uint64_t earning = open & pylos_earning(s.own, s.rules);
    LudMove *end = list;
    for (uint64_t left = earning; s.own_reserve && left; left &= left - 1)
        end = list_best_recoveries(&s, pylos_first(left), PYLOS_NO_CELL, end);
    if (!(earning & ~PYLOS_LEVEL_1))
        return (int)(end - list);
    for (uint64_t left = s.own & ~pylos_below(taken); left; left &= left - 1) {
        unsigned origin = pylos_first(left);
        for (uint64_t to = pylos_targets(earning, origin); to; to &= to - 1)
            end = list_best_recoveries(&s, pylos_first(to), origin, end);
    }
    return (int)(end - list);
}

/* Balls won come first, then squares of the opponent that are blocked; opening a cell that the
 * opponent may use is bad. */
void LUD_DUAL(pylos_order)(const LudState *state, const LudNotes *notes, const LudMove *list,
                           int count, int32_t *promise)
{
    (void)notes;
    PylosState s = load(state);
    uint64_t taken = pylos_taken(&s), open = pylos_open(taken);
    uint64_t feared = open & pylos_earning(s.other, s.rules);
    for (int i = 0; i < count; i++) {
        unsigned arrival = pylos_move_arrival(list[i]), origin = pylos_move_origin(list[i]);
        uint64_t lifted = pylos_bit(origin) | pylos_bit(pylos_move_first(list[i])) |
                          pylos_bit(pylos_move_second(list[i]));
        uint64_t own = (s.own | pylos_bit(arrival)) & ~lifted;
        uint64_t now_open = pylos_open(own | s.other | s.ground);
        int saved = pylos_count(s.own) + 1 - pylos_count(own);
        int fears = pylos_count(pylos_earning(s.other, s.rules) & now_open);
        int hopes = pylos_count(pylos_earning(own, s.rules) & ~own & ~s.other);
        promise[i] = 100 * saved - 120 * fears + 25 * hopes -
                     10 * pylos_count(now_open & ~open & ~PYLOS_LEVEL_1) +
                     (feared & pylos_bit(arrival) ? 20 : 0) + 2 * (int)(arrival / 16);
    }
}

/* A move of a player whose opponent has no reserve and may not raise either: any will do. */
static LudMove any_move(const LudState *state)
{
    LudMove list[LUD_MAX_MOVES];
    return LUD_DUAL(pylos_moves)(state, list) > 0 ? list[0] : LUD_NO_MOVE;
}

static LudMove ending_move(const LudState *state)
{
    LudMove list[LUD_MAX_MOVES];
    int count = LUD_DUAL(pylos_moves)(state, list);
    for (int i = 0; i < count; i++) {
        LudState next;
        memcpy(&next, state, sizeof(PylosState));
        LUD_DUAL(pylos_apply)(&next, list[i]);
        if (load(&next).is_over)
            return list[i];
    }
    return LUD_NO_MOVE;
}

/* The summit, once it is open, or any move that leaves the opponent nothing to play with. Laying
 * the summit takes a ball from the reserve: all others carry it by then. */
LudMove LUD_DUAL(pylos_winning)(const LudState *state, const LudNotes *notes)
{
    (void)notes;
    PylosState s = load(state);
    if (s.is_over)
        return LUD_NO_MOVE;
    if (s.own_reserve && pylos_carried(pylos_taken(&s)) >> PYLOS_SUMMIT)
        return pylos_move(PYLOS_SUMMIT, PYLOS_NO_CELL, PYLOS_NO_CELL, PYLOS_NO_CELL);
    if (s.other_reserve)
        return LUD_NO_MOVE;
    return s.rules & PYLOS_RAISE_ON ? ending_move(state) : any_move(state);
}

/* Whether the opponent could end the game with a win right after this move, if it does not end it
 * itself: by laying the summit, or by any move if the mover's reserve is then empty. */
static bool is_fatal(const PylosState *s, LudMove m)
{
    unsigned origin = pylos_move_origin(m), first = pylos_move_first(m);
    unsigned second = pylos_move_second(m);
    int reserve = s->own_reserve - (origin == PYLOS_NO_CELL) + (first != PYLOS_NO_CELL) +
                  (second != PYLOS_NO_CELL);
    if (reserve == 0 && !(s->rules & PYLOS_RAISE_ON))
        return true;
    uint64_t taken = pylos_taken(s) | pylos_bit(pylos_move_arrival(m));
    taken &= ~(pylos_bit(origin) | pylos_bit(first) | pylos_bit(second));
    return s->other_reserve && pylos_carried(taken) >> PYLOS_SUMMIT;
}

int LUD_DUAL(pylos_urgent)(const LudState *state, const LudNotes *notes, LudMove *list)
{
    (void)notes;
    PylosState s = load(state);
    bool is_last = s.own_reserve <= 1 && !(s.rules & PYLOS_RAISE_ON);
    bool is_high = pylos_count(pylos_taken(&s) & pylos_classes[6]) == 3;
    if (s.is_over || s.other_reserve == 0 || !(is_last || is_high))
        return -1;
    int listed = LUD_DUAL(pylos_moves)(state, list), count = 0;
    for (int i = 0; i < listed; i++) {
        if (pylos_move_arrival(list[i]) == PYLOS_SUMMIT || !is_fatal(&s, list[i]))
            list[count++] = list[i];
    }
    return count;
}
