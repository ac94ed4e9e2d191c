#include "pylos_steps.h"

enum { MOST_PATTERNS = 8 };

typedef struct Arrival {
    unsigned rules;
    uint64_t taken; /* once the ball has arrived */
    uint64_t balls; /* the same without the ground */
    uint64_t cell;  /* where it arrived */
    int patterns;
    uint64_t pattern[MOST_PATTERNS]; /* what completes a square or line with it */
    PylosStepVisit visit;
    void *context;
} Arrival;

/* -- what it completes ------------------------------------------------------------------------- */

static void add_pattern(Arrival *arrival, uint64_t cells)
{
    uint64_t others = cells & ~arrival->cell;
    if (!(others & ~arrival->balls))
        arrival->pattern[arrival->patterns++] = others;
}

/* Rows and columns: four on level 1, three on level 2. */
static void find_lines(Arrival *arrival)
{
    unsigned cell = (unsigned)__builtin_ctzll(arrival->cell);
    unsigned rank = cell / 4 % 4, file = cell % 4;
    if (cell < 16) {
        add_pattern(arrival, (uint64_t)0xf << 4 * rank);
        add_pattern(arrival, (uint64_t)0x1111 << file);
    } else if (cell < 32) {
        add_pattern(arrival, (uint64_t)0x70000 << 4 * rank);
        add_pattern(arrival, (uint64_t)0x1110000 << file);
    }
}

/* A square is what carries one cell. */
static void find_patterns(Arrival *arrival)
{
    arrival->patterns = 0;
    if (arrival->rules & PYLOS_CHILD)
        return;
    for (uint64_t left = pylos_above(arrival->cell) & PYLOS_CELLS; left; left &= left - 1)
        add_pattern(arrival, pylos_below(left & -left));
    if (arrival->rules & PYLOS_EXPERT)
        find_lines(arrival);
}

/* -- steps ------------------------------------------------------------------------------------- */

static void tell(const Arrival *arrival, uint64_t after, uint64_t own, uint64_t other)
{
    PylosStep step = {after, own, other};
    arrival->visit(arrival->context, &step);
}

/* Tells of the arrival without recovery, in pieces in which no pattern is complete: from pattern i
 * on, some ball of each must be the opponent's. Each piece takes another one for the first. */
static void tell_plain(const Arrival *arrival, int i, uint64_t own, uint64_t other)
{
    while (i < arrival->patterns && arrival->pattern[i] & other)
        i++;
    if (i == arrival->patterns) {
        tell(arrival, arrival->taken, own, other);
        return;
    }
    for (uint64_t left = arrival->pattern[i] & ~own; left; left &= left - 1) {
        uint64_t ball = left & -left;
        tell_plain(arrival, i + 1, own, other | ball);
        own |= ball;
    }
}

/* The balls under `ball` that carry nothing else. */
static uint64_t freed_by(const Arrival *arrival, uint64_t ball)
{
    return pylos_below(ball) & arrival->balls & ~pylos_below(arrival->taken & ~ball);
}

/* Tells of the arrival with recovery, given what else must be the mover's. */
static void tell_recoveries(const Arrival *arrival, uint64_t own)
{
    uint64_t taken = arrival->taken, before = ~arrival->cell;
    uint64_t free = arrival->balls & ~pylos_below(taken);
    for (uint64_t firsts = free; firsts; firsts &= firsts - 1) {
        uint64_t first = firsts & -firsts, seconds = firsts & (firsts - 1);
        if (!(arrival->rules & PYLOS_SECOND_FREE))
            seconds |= freed_by(arrival, first);
        tell(arrival, taken & ~first, own | (first & before), 0);
        for (; seconds; seconds &= seconds - 1) {
            uint64_t both = first | (seconds & -seconds);
            tell(arrival, taken & ~both, own | (both & before), 0);
        }
    }
}

static void tell_arrival(Arrival *arrival, uint64_t taken, uint64_t cell, uint64_t origin)
{
    uint64_t ground = arrival->rules & PYLOS_BASE_3 ? PYLOS_LEVEL_1 : 0;
    arrival->cell = cell;
    arrival->taken = (taken | cell) & ~origin;
    arrival->balls = arrival->taken & ~ground;
    find_patterns(arrival);
    if (arrival->rules & PYLOS_MAY_KEEP)
        tell(arrival, arrival->taken, origin, 0);
    else
        tell_plain(arrival, 0, origin, 0);
    for (int i = 0; i < arrival->patterns; i++)
        tell_recoveries(arrival, arrival->pattern[i] | origin);
}

void pylos_steps_place(uint64_t taken, unsigned rules, PylosStepVisit visit, void *context)
{
    Arrival arrival = {.rules = rules, .visit = visit, .context = context};
    for (uint64_t left = pylos_open(taken); left; left &= left - 1)
        tell_arrival(&arrival, taken, left & -left, 0);
}

void pylos_steps_raise(uint64_t taken, unsigned rules, PylosStepVisit visit, void *context)
{
    Arrival arrival = {.rules = rules, .visit = visit, .context = context};
    uint64_t ground = rules & PYLOS_BASE_3 ? PYLOS_LEVEL_1 : 0, open = pylos_open(taken);
    for (uint64_t left = taken & ~ground & ~pylos_below(taken); left; left &= left - 1) {
        uint64_t targets = pylos_targets(open, (unsigned)__builtin_ctzll(left));
        for (; targets; targets &= targets - 1)
            tell_arrival(&arrival, taken, targets & -targets, left & -left);
    }
}
