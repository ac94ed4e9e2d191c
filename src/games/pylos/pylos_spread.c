#include "pylos_spread.h"

#include "base/big_memory.h"
#include "pylos_tabulation.h"

enum {
    COPIES_LEAST = 512 << 20, /* bytes: the largest shape, and what a unit leads to */
    REACH_DOWN = 2,           /* a move leaves at most so many balls fewer, */
    REACH_UP = 1,             /* or so many more */
    STAGE_BYTES = 1 << 20,    /* less than that is not worth to meet for */
};

/* -- memory ------------------------------------------------------------------------------------ */

/* Offsets in the work memory, behind what a process alone has. */
typedef struct Room {
    uint64_t spread, holds, first_unit, batch, needs, asks, answers, news, stamps, end;
    uint64_t codes; /* bytes */
    uint32_t units;
} Room;

static uint64_t whole_lines(uint64_t bytes)
{
    return (bytes + RUN - 1) / RUN * RUN;
}

static Room find_room(const PylosSize *size, int processes, uint64_t alone)
{
    const PylosShapes *shapes = pylos_shapes();
    Room room = {.spread = whole_lines(alone)};
    for (int n = 0; n <= pylos_most_balls(size); n++) {
        room.codes += pylos_shape_count(shapes, size, n) * pylos_code_bytes(n);
        room.units += pylos_shape_count(shapes, size, n) * pylos_slabs(n);
    }
    uint64_t answers = (uint64_t)processes * ASKED_AT_ONCE * sizeof(PylosAnswer);
    room.holds = room.spread + whole_lines(sizeof(PylosSpread));
    room.first_unit = room.holds + whole_lines(room.units * sizeof(PylosHold));
    room.batch = room.first_unit + whole_lines(PYLOS_SHAPES * sizeof(uint32_t));
    room.needs = room.batch + whole_lines(room.units * sizeof(uint32_t));
    room.asks = room.needs + whole_lines(room.units * sizeof(uint32_t));
    room.answers = room.asks + whole_lines(((uint64_t)processes + EXTRA_SUMS) * sizeof(uint64_t));
    room.news = room.answers + whole_lines(answers);
    room.stamps = room.news + whole_lines(room.units);
    room.end = room.stamps + room.codes / RUN * sizeof(uint16_t);
    return room;
}

uint64_t LUD_DUAL(pylos_spread_bytes)(const LudOptions *options, int group, const LudShares *shares,
                                      uint64_t *least)
{
    PylosState start;
    (void)group;
    pylos_state_start(&start, options);
    PylosSize size = pylos_size(start.rules);
    uint64_t alone = LUD_DUAL(pylos_work_bytes)(options, 1);
    Room room = find_room(&size, shares->count, alone);
    uint64_t own = room.codes / (uint64_t)shares->count, others = room.codes - own;
    *least = own + own / RUN * sizeof(uint16_t) + 2 * CARD + (alone - room.codes) +
             (room.stamps - room.spread) + (others < COPIES_LEAST ? others : COPIES_LEAST);
    return room.end;
}

/* Deals the units out. The pyramid on 3 x 3 is too small for cards. */
static void deal(PylosSpread *spread)
{
    PylosSolve *solve = spread->solve;
    uint64_t card_bytes = solve->size.ground ? 1 : CARD, filled = 0;
    uint32_t card = 0;
    for (uint32_t i = 0; i < solve->unit_count; i++) {
        const PylosUnit *unit = &solve->units[i];
        uint64_t bytes = pylos_unit_bytes(solve, unit), at = pylos_unit_at(solve, unit);
        uint16_t owner = (uint16_t)(card % (uint32_t)spread->shares->count);
        spread->holds[i] = (PylosHold){.owner = owner, .changed = STAMP_TAKEN};
        if (unit->slab + 1 == pylos_slabs(pylos_unit_balls(solve, unit)))
            spread->first_unit[unit->shape] = i;
        if (owner == spread->shares->rank) {
            memset(solve->codes + at, CODE_OPEN, (size_t)bytes);
            memset(solve->stamps + (at >> RUN_BITS), 0,
                   (size_t)(bytes >> RUN_BITS) * sizeof(uint16_t));
        }
        filled += bytes;
        if (filled >= card_bytes)
            card++, filled = 0;
    }
}

void LUD_DUAL(pylos_spread_begin)(PylosSolve *solve, LudLayerTask *task, uint64_t alone)
{
    Room room = find_room(&solve->size, task->shares->count, alone);
    uint8_t *work = task->work;
    PylosSpread *spread = (PylosSpread *)(void *)(work + room.spread);
    *spread = (PylosSpread){.solve = solve,
                            .shares = task->shares,
                            .holds = (PylosHold *)(void *)(work + room.holds),
                            .first_unit = (uint32_t *)(void *)(work + room.first_unit),
                            .batch = (uint32_t *)(void *)(work + room.batch),
                            .needs = (uint32_t *)(void *)(work + room.needs),
                            .asks = (uint64_t *)(void *)(work + room.asks),
                            .answers = (PylosAnswer *)(void *)(work + room.answers),
                            .news = work + room.news,
                            .stage = FIRST_STAGE - 1,
                            .copied_most = COPIES_LEAST + task->spare_bytes};
    solve->spread = spread;
    solve->stamps = (uint16_t *)(void *)(work + room.stamps);
    memset(spread->news, 0, solve->unit_count);
    memset(spread->asks, 0, (size_t)task->shares->count * sizeof *spread->asks);
    deal(spread);
}

/* Drops copies of units with fewer or more balls, if there are too many. */
static void forget_copies(PylosSpread *spread, int fewest, int most)
{
    PylosSolve *solve = spread->solve;
    if (spread->copied_bytes <= spread->copied_most)
        return;
    for (uint32_t i = 0; i < solve->unit_count; i++) {
        const PylosUnit *unit = &solve->units[i];
        int n = pylos_unit_balls(solve, unit);
        if (spread->holds[i].is_copied && (n < fewest || n > most)) {
            uint64_t bytes = pylos_unit_bytes(solve, unit);
            base_big_forget(solve->codes + pylos_unit_at(solve, unit), (size_t)bytes);
            spread->holds[i].is_copied = false;
            spread->copied_bytes -= bytes;
        }
    }
}

/* Makes room for copies of what units with so many balls lead to: first of what they do not lead
 * to. */
static void make_room(PylosSpread *spread, int fewest, int most)
{
    forget_copies(spread, fewest - REACH_DOWN, most + REACH_UP);
    forget_copies(spread, PYLOS_MOST_CELLS + 1, PYLOS_MOST_CELLS + 1);
}

/* -- what a unit leads to ---------------------------------------------------------------------- */

typedef struct Reach {
    PylosSpread *spread;
    PylosPart part;
} Reach;

static uint32_t high_weights(const PylosBits *bits)
{
    uint32_t weights = 0;
    for (int i = 0; i < bits->count; i++)
        weights |= bits->there[i];
    return weights >> SLAB_BITS;
}

/* Asks for the units that a step leads to: all slabs of a shape, but for bits that are certain. */
static void need_step(void *context, const PylosStep *step)
{
    const Reach *reach = context;
    PylosSpread *spread = reach->spread;
    const PylosSolve *solve = spread->solve;
    int n = __builtin_popcountll(step->after & ~solve->size.ground);
    if (n > pylos_most_balls(&solve->size))
        return;
    uint32_t standing = pylos_standing(solve->shapes, step->after), shape = standing >> 3;
    PylosCube cube;
    if (n <= SLAB_BITS) {
        LUD_DUAL(pylos_need)(spread, pylos_unit_of(spread, shape, 0, n));
        return;
    }
    if (!LUD_DUAL(pylos_cube)(solve, &reach->part, step, standing, &cube))
        return;
    uint32_t certain = cube.there >> SLAB_BITS;
    uint32_t varying =
        high_weights(&cube.inner) | high_weights(&cube.middle) | high_weights(&cube.outer);
    for (uint32_t some = varying;; some = (some - 1) & varying) {
        LUD_DUAL(pylos_need)(spread, pylos_unit_of(spread, shape, certain | some, n));
        if (!some)
            break;
    }
}

static void need_reach(PylosSpread *spread, const PylosUnit *unit)
{
    const PylosSolve *solve = spread->solve;
    Reach reach = {spread, LUD_DUAL(pylos_part)(solve, unit)};
    uint64_t taken = solve->shapes->cells[unit->shape];
    pylos_steps_place(taken, solve->rules, need_step, &reach);
    pylos_steps_raise(taken, solve->rules, need_step, &reach);
}

/* -- a stage ----------------------------------------------------------------------------------- */

/* If only who wins counts, a unit in which nothing is open is done. */
static bool is_done(const PylosSolve *solve, const PylosUnit *unit)
{
    return !solve->has_distance && !memchr(solve->codes + pylos_unit_at(solve, unit), CODE_OPEN,
                                           (size_t)pylos_unit_bytes(solve, unit));
}

/* Chooses units from `at` on to be looked at next, as many as there is room for copies of what they
 * lead to; returns where to go on. */
static uint32_t plan_batch(PylosSpread *spread, uint32_t at, uint32_t end)
{
    PylosSolve *solve = spread->solve;
    spread->batches++;
    spread->batch_count = 0;
    make_room(spread, pylos_unit_balls(solve, &solve->units[end - 1]),
              pylos_unit_balls(solve, &solve->units[at < end ? at : end - 1]));
    for (; at < end; at++) {
        PylosUnit *unit = &solve->units[at];
        if (spread->holds[at].owner != spread->shares->rank ||
            !LUD_DUAL(pylos_is_stale)(solve, unit))
            continue;
        if (is_done(solve, unit)) {
            unit->seen = UNIT_DONE;
            continue;
        }
        if (spread->batch_count > 0 && spread->copied_bytes > spread->copied_most)
            break;
        need_reach(spread, unit);
        spread->batch[spread->batch_count++] = at;
    }
    return at;
}

static void look_at_batch(PylosSpread *spread, LudLayerTask *task)
{
    PylosSolve *solve = spread->solve;
    for (uint32_t i = 0; i < spread->batch_count; i++) {
        uint32_t at = spread->batch[i];
        solve->units[at].seen = spread->stage - 1;
        spread->news[at] = LUD_DUAL(pylos_look_at)(solve, &solve->units[at], 0);
        if (task->tick)
            task->tick(task->context, solve->steps_before + at, solve->steps);
    }
}

/* Tells everybody which units changed. */
static void share_news(PylosSpread *spread, uint32_t from, uint32_t end)
{
    PylosSolve *solve = spread->solve;
    spread->shares->merge(spread->shares, spread->news + from, end - from);
    for (uint32_t i = from; i < end; i++) {
        if (spread->news[i]) {
            spread->holds[i].changed = spread->stage;
            atomic_store(&solve->changed[solve->units[i].shape], spread->stage);
        }
    }
    memset(spread->news + from, 0, end - from);
}

/* Everybody looks at its units among those from … end - 1; false if there was nothing to look at.
 * What changes meanwhile counts as not seen. */
static bool run_stage(PylosSpread *spread, LudLayerTask *task, uint32_t from, uint32_t end)
{
    bool looked = false, has_more = true;
    spread->stage++;
    spread->solve->stamp = (uint16_t)spread->stage;
    for (uint32_t at = from; has_more;) {
        at = plan_batch(spread, at, end);
        uint64_t sums[EXTRA_SUMS] = {spread->batch_count, at < end};
        LUD_DUAL(pylos_exchange)(spread, sums);
        look_at_batch(spread, task);
        looked = looked || sums[0] > 0;
        has_more = sums[1] > 0;
    }
    if (looked)
        share_news(spread, from, end);
    return looked;
}

/* Where a stage that begins with a unit ends: after units with as many balls, or where there is
 * enough to do. */
static uint32_t end_of_stage(const PylosSolve *solve, uint32_t from)
{
    uint32_t end = from;
    uint64_t bytes = 0;
    while (end < solve->unit_count) {
        int n = pylos_unit_balls(solve, &solve->units[end]);
        uint32_t count = pylos_shape_count(solve->shapes, &solve->size, n);
        bytes += count * pylos_code_bytes(n);
        if (end > from && bytes > STAGE_BYTES)
            break;
        end += count * pylos_slabs(n);
    }
    return end;
}

bool LUD_DUAL(pylos_spread_solve)(LudLayerTask *task)
{
    PylosSolve *solve = task->work;
    bool looked;
    do {
        looked = false;
        for (uint32_t from = 0, end; from < solve->unit_count; from = end) {
            end = end_of_stage(solve, from);
            looked = run_stage(solve->spread, task, from, end) || looked;
        }
        if (task->pause && !task->pause(task->context))
            return false;
        solve->steps_before += solve->unit_count;
    } while (looked);
    return true;
}

/* -- for files --------------------------------------------------------------------------------- */

/* Asks for all shapes that have entries in a range. */
static void need_range(PylosSpread *spread, const LudEntryRange *range)
{
    const PylosSolve *solve = spread->solve;
    int n = range->layer;
    if (n > pylos_most_balls(&solve->size) || range->count == 0)
        return;
    uint32_t positions = pylos_shape_positions(solve->shapes, &solve->size, n);
    uint64_t last = (range->first + range->count - 1) / positions;
    for (uint64_t order = range->first / positions; order <= last; order++) {
        uint32_t shape = pylos_shape_at(solve->shapes, &solve->size, n, (uint32_t)order);
        for (uint32_t slab = 0; slab < pylos_slabs(n); slab++)
            LUD_DUAL(pylos_need)(spread, pylos_unit_of(spread, shape, slab, n));
    }
}

void LUD_DUAL(pylos_spread_gather)(LudLayerTask *task, const LudEntryRange *ranges, int count)
{
    PylosSolve *solve = task->work;
    PylosSpread *spread = solve->spread;
    if (spread->stage == solve->stamp)
        spread->stage++; /* so that copies are as of the last one */
    spread->batches++;
    if (count > 0)
        forget_copies(spread, ranges[0].layer, ranges[0].layer);
    forget_copies(spread, PYLOS_MOST_CELLS + 1, PYLOS_MOST_CELLS + 1);
    for (int i = 0; i < count; i++)
        need_range(spread, &ranges[i]);
    LUD_DUAL(pylos_exchange)(spread, (uint64_t[EXTRA_SUMS]){0});
}
