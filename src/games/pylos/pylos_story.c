/* Pylos' moves, ball by ball. */
#include <ludoteca/story.h>

#include "pylos.h"
#include "pylos_earning.h"

/* The cells of a move in the order in which they are touched: a raised ball's, the arrival, and
 * those that come back. */
typedef struct Touched {
    LudEventKind kind[4];
    unsigned cell[4];
    int count;
} Touched;

static void touch(Touched *touched, LudEventKind kind, unsigned cell)
{
    if (cell == PYLOS_NO_CELL)
        return;
    touched->kind[touched->count] = kind;
    touched->cell[touched->count++] = cell;
}

static Touched touched_by(LudMove m)
{
    Touched touched = {.count = 0};
    touch(&touched, LUD_EVENT_LIFT, pylos_move_origin(m));
    touch(&touched, LUD_EVENT_PUT, pylos_move_arrival(m));
    touch(&touched, LUD_EVENT_RECOVER, pylos_move_first(m));
    touch(&touched, LUD_EVENT_RECOVER, pylos_move_second(m));
    return touched;
}

static int events(const LudState *state, LudMove m, LudEvent *list)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    Touched touched = touched_by(m);
    for (int i = 0; i < touched.count; i++) {
        list[i] = (LudEvent){.kind = touched.kind[i], .count = 1, .side = s.side};
        pylos_cell_print(&s, touched.cell[i], list[i].cell);
    }
    return touched.count;
}

/* Two balls that were both free may be taken in either order; one that the other freed comes
 * second. */
static bool is_either_way(const PylosState *s, LudMove m)
{
    uint64_t origin = pylos_move_origin(m) == PYLOS_NO_CELL ? 0 : pylos_bit(pylos_move_origin(m));
    PylosHarvest harvest = pylos_harvest(s, pylos_bit(pylos_move_arrival(m)), origin);
    return pylos_move_second(m) != PYLOS_NO_CELL && harvest.free & pylos_bit(pylos_move_second(m));
}

static int steps(const LudState *state, LudMove m, int way, LudStep *list)
{
    static const LudStepKind kinds[LUD_EVENT_COUNT] = {[LUD_EVENT_LIFT] = LUD_STEP_PICK,
                                                       [LUD_EVENT_PUT] = LUD_STEP_PUT,
                                                       [LUD_EVENT_RECOVER] = LUD_STEP_RECOVER};
    PylosState s;
    memcpy(&s, state, sizeof s);
    if (way > 1 || (way == 1 && !is_either_way(&s, m)))
        return 0;
    Touched touched = touched_by(m);
    if (way == 1) {
        touched.cell[touched.count - 2] = pylos_move_second(m);
        touched.cell[touched.count - 1] = pylos_move_first(m);
    }
    for (int i = 0; i < touched.count; i++) {
        list[i] = (LudStep){.kind = kinds[touched.kind[i]]};
        pylos_cell_print(&s, touched.cell[i], list[i].cell);
    }
    return touched.count;
}

static uint32_t notices(const LudState *state, LudMove m, const LudState *after)
{
    (void)state;
    (void)after;
    if (pylos_move_first(m) == PYLOS_NO_CELL)
        return 0;
    return 1u << (pylos_move_second(m) == PYLOS_NO_CELL ? LUD_NOTICE_RECOVERY
                                                        : LUD_NOTICE_RECOVERY_TWO);
}

const LudGameStory pylos_story = {.events = events, .steps = steps, .notices = notices};
