/* Perfect play of all Pylos positions at once.
 *
 * Most moves add a ball, but recovery takes some away, so no layer can be finished before another.
 * At first nothing is known. Then every position is looked at: if a move leads to one that is lost,
 * it is won; if all lead to won ones, it is lost; if not, nothing is known of it yet. That is done
 * again and again, with the fullest shapes first, until nothing changes any more; what is
 * open then is drawn. With distances, a win counts one more than the quickest loss that it leads
 * to, and a loss one more than the slowest win. Whatever is known is true at any time, and
 * distances only become shorter, so it does not matter in which order, on how many threads and from
 * which earlier state on positions are looked at: in the end it is always the same.
 *
 * Nothing is computed for a single position: see pylos_sweep.c. A shape is looked at again only if
 * one that it leads to has changed since.
 *
 * A position learns of others only by looking at their bytes. So shapes can be spread over
 * machines, each of which owns some of them and has copies of those that they lead to: see
 * pylos_spread.h. */
#include "base/workers.h"
#include "pylos_spread.h"
#include "pylos_tabulation.h"

enum { LINE = 64, LARGE_PAGE = 2 << 20 };

/* -- memory ------------------------------------------------------------------------------------ */

typedef struct Room {
    uint64_t codes, at, changed, units, best, end; /* offsets in the work memory */
    uint32_t unit_count;
} Room;

static uint64_t whole_lines(uint64_t bytes)
{
    return (bytes + LINE - 1) / LINE * LINE;
}

static Room find_room(const PylosSize *size, int threads)
{
    const PylosShapes *shapes = pylos_shapes();
    uint64_t codes = 0;
    /* The larger shapes begin where large pages do. */
    Room room = {.codes = size->ground ? whole_lines(sizeof(PylosSolve)) : LARGE_PAGE};
    for (int n = 0; n <= pylos_most_balls(size); n++) {
        codes += pylos_shape_count(shapes, size, n) * pylos_code_bytes(n);
        room.unit_count += pylos_shape_count(shapes, size, n) * pylos_slabs(n);
    }
    room.at = room.codes + codes;
    room.changed = room.at + whole_lines(PYLOS_SHAPES * sizeof(uint64_t));
    room.units = room.changed + whole_lines(PYLOS_SHAPES * sizeof(atomic_uint));
    room.best = room.units + whole_lines(room.unit_count * sizeof(PylosUnit));
    room.end = room.best + (uint64_t)threads * SLAB_ROOM;
    return room;
}

uint64_t LUD_DUAL(pylos_work_bytes)(const LudOptions *options, int threads)
{
    PylosState start;
    pylos_state_start(&start, options);
    PylosSize size = pylos_size(start.rules);
    return find_room(&size, threads).end;
}

/* Lays the shapes out, the fullest and highest first, and makes a list of what is to be done. */
static void lay_out(PylosSolve *solve)
{
    uint64_t at = 0;
    uint32_t units = 0;
    for (int n = pylos_most_balls(&solve->size); n >= 0; n--) {
        for (uint32_t i = pylos_shape_count(solve->shapes, &solve->size, n); i-- > 0;) {
            uint32_t shape = pylos_shape_at(solve->shapes, &solve->size, n, i);
            solve->at[shape] = at;
            at += pylos_code_bytes(n);
            for (uint32_t slab = pylos_slabs(n); slab-- > 0;)
                solve->units[units++] = (PylosUnit){shape, slab, 0};
        }
    }
    solve->unit_count = units;
    for (int i = 0; i < PYLOS_SHAPES; i++)
        atomic_init(&solve->changed[i], 0);
}

void LUD_DUAL(pylos_solve_begin)(LudLayerTask *task)
{
    PylosState start;
    uint8_t *work = task->work;
    pylos_state_start(&start, &task->options);
    PylosSolve *solve = task->work;
    *solve = (PylosSolve){.shapes = pylos_shapes(),
                          .size = pylos_size(start.rules),
                          .rules = start.rules,
                          .has_distance = task->group == PYLOS_DISTANCES};
    Room room = find_room(&solve->size, task->threads);
    solve->codes = work + room.codes;
    solve->at = (uint64_t *)(void *)(work + room.at);
    solve->changed = (atomic_uint *)(void *)(work + room.changed);
    solve->units = (PylosUnit *)(void *)(work + room.units);
    solve->best = work + room.best;
    atomic_init(&solve->clock, 1);
    lay_out(solve);
    if (task->shares)
        LUD_DUAL(pylos_spread_begin)(solve, task, room.end);
    else
        memset(solve->codes, CODE_OPEN, (size_t)(room.at - room.codes));
}

/* -- which units ------------------------------------------------------------------------------- */

typedef struct Search {
    const PylosSolve *solve;
    uint32_t seen;
    bool is_stale;
} Search;

static void compare_times(void *context, const PylosStep *step)
{
    Search *search = context;
    const PylosSolve *solve = search->solve;
    uint32_t shape = pylos_standing(solve->shapes, step->after) >> 3;
    search->is_stale = search->is_stale || atomic_load(&solve->changed[shape]) > search->seen;
}

bool LUD_DUAL(pylos_is_stale)(const PylosSolve *solve, const PylosUnit *unit)
{
    Search search = {solve, unit->seen, unit->seen == 0};
    uint64_t taken = solve->shapes->cells[unit->shape];
    if (unit->seen == UNIT_DONE)
        return false;
    if (!search.is_stale)
        pylos_steps_place(taken, solve->rules, compare_times, &search);
    if (!search.is_stale)
        pylos_steps_raise(taken, solve->rules, compare_times, &search);
    return search.is_stale;
}

/* Works on units until none is left in this pass. */
static void sweep(void *context, int thread)
{
    PylosSolve *solve = context;
    LudLayerTask *task = solve->task;
    uint32_t at;
    while (!atomic_load(&task->is_stopped) &&
           (at = atomic_fetch_add(&solve->next, 1)) < solve->unit_count) {
        PylosUnit *unit = &solve->units[at];
        if (LUD_DUAL(pylos_is_stale)(solve, unit)) {
            unit->seen = atomic_load(&solve->clock);
            if (LUD_DUAL(pylos_look_at)(solve, unit, thread))
                atomic_store(&solve->changed[unit->shape], atomic_fetch_add(&solve->clock, 1) + 1);
            atomic_fetch_add(&solve->renewed, 1);
        }
        if (thread == 0 && task->tick &&
            !task->tick(task->context, solve->steps_before + at, solve->steps))
            atomic_store(&task->is_stopped, true);
    }
}

/* -- solving ----------------------------------------------------------------------------------- */

bool LUD_DUAL(pylos_solve)(LudLayerTask *task)
{
    PylosSolve *solve = task->work;
    solve->task = task;
    solve->steps = (uint64_t)solve->unit_count * PYLOS_USUAL_PASSES;
    if (task->shares)
        return LUD_DUAL(pylos_spread_solve)(task);
    do {
        atomic_store(&solve->next, 0);
        atomic_store(&solve->renewed, 0);
        base_workers_run(task->threads, sweep, solve);
        if (atomic_load(&task->is_stopped) || (task->pause && !task->pause(task->context)))
            return false;
        solve->steps_before += solve->unit_count;
    } while (atomic_load(&solve->renewed) > 0);
    return true;
}
