/* What a move of Pylos does and leads to, in words. Nothing is said that was not counted on the
 * board. */
#include "core/remark_list.h"
#include "pylos_evaluate.h"

/* What is known about the first move. */
typedef struct Facts {
    PylosState before, after; /* `after` has the opponent to move */
    unsigned arrival;
    bool is_raise;
    int recovered;             /* balls taken back */
    uint64_t earning;          /* cells where the arriving ball would earn, by square and by line */
    uint64_t squares;          /* those by square alone */
    uint64_t feared, dangers;  /* open cells where the opponent would have earned, and now can */
    uint64_t hopes, had_hopes; /* open cells where the mover could earn next, and could before */
} Facts;

static PylosState load(const LudState *state)
{
    PylosState s;
    memcpy(&s, state, sizeof s);
    return s;
}

/* The open cells among `cells` where the side to move can lay a ball or raise one. */
static uint64_t reachable(const PylosState *s, uint64_t cells)
{
    uint64_t found = 0;
    if (s->own_reserve)
        return cells;
    for (uint64_t left = s->own & ~pylos_below(pylos_taken(s)); left; left &= left - 1)
        found |= pylos_targets(cells, pylos_first(left));
    return found;
}

static Facts find_facts(const LudState *state, LudMove m)
{
    LudState next;
    memcpy(&next, state, sizeof(PylosState));
    LUD_DUAL(pylos_apply)(&next, m);
    Facts f = {.before = load(state), .after = load(&next), .arrival = pylos_move_arrival(m)};
    unsigned rules = f.before.rules;
    uint64_t open = pylos_open(pylos_taken(&f.before)),
             now_open = pylos_open(pylos_taken(&f.after));
    f.is_raise = pylos_move_origin(m) != PYLOS_NO_CELL;
    f.recovered = (pylos_move_first(m) != PYLOS_NO_CELL) + (pylos_move_second(m) != PYLOS_NO_CELL);
    f.earning = pylos_earning(f.before.own, rules);
    f.squares = pylos_earning(f.before.own, rules & ~(unsigned)PYLOS_EXPERT);
    f.feared = open & pylos_earning(f.before.other, rules);
    f.dangers = reachable(&f.after, now_open & pylos_earning(f.after.own, rules));
    f.had_hopes = open & f.earning;
    if (f.after.other_reserve)
        f.hopes = now_open & pylos_earning(f.after.other, rules);
    return f;
}

static void remark_end(const Facts *f, RemarkList *remarks)
{
    if (f->arrival == PYLOS_SUMMIT)
        remark_add(remarks, LUD_MESSAGE("lays the summit and wins"), 0, 0);
    else if (f->after.is_over)
        remark_add(remarks, LUD_MESSAGE("leaves the opponent without a ball to play, and wins"), 0,
                   0);
}

/* What the line leads to: its end, or balls gained by the time both have moved equally often. */
static void remark_line(const LudState *state, const LudMove *line, int length, RemarkList *remarks)
{
    LudState s;
    memcpy(&s, state, sizeof(PylosState));
    int side = load(state).side, played = 0;
    int lead = load(state).own_reserve - load(state).other_reserve, gain = 0, after = 0;
    while (played < length && !load(&s).is_over) {
        LUD_DUAL(pylos_apply)(&s, line[played++]);
        PylosState now = load(&s);
        if (now.side == side) {
            gain = now.own_reserve - now.other_reserve - lead;
            after = played;
        }
    }
    PylosState end = load(&s);
    if (played < 2)
        return;
    if (end.is_over && end.side != side)
        remark_add(remarks,
                   end.other >> PYLOS_SUMMIT
                       ? LUD_MESSAGE("leads to the summit in {1} moves")
                       : LUD_MESSAGE("leaves the opponent without a ball to play in "
                                     "{1} moves"),
                   (played + 1) / 2, 0); /* as wins by force are counted: the mover's own */
    else if (gain == 1 && after > 2)
        remark_add(remarks, LUD_MESSAGE("gains a ball of reserve in the next {2} moves"), gain,
                   after);
    else if (gain > 1)
        remark_add(remarks, LUD_MESSAGE("gains {1} balls of reserve in the next {2} moves"), gain,
                   after);
}

static void remark_earnings(const Facts *f, RemarkList *remarks)
{
    static const char *const squares[] = {
        LUD_MESSAGE("forms a square and takes nothing back"),
        LUD_MESSAGE("forms a square and takes back a ball"),
        LUD_MESSAGE("forms a square and takes back two balls"),
    };
    static const char *const lines[] = {
        LUD_MESSAGE("forms a line and takes nothing back"),
        LUD_MESSAGE("forms a line and takes back a ball"),
        LUD_MESSAGE("forms a line and takes back two balls"),
    };
    uint64_t arrival = pylos_bit(f->arrival);
    if (f->earning & arrival)
        remark_add(remarks, (f->squares & arrival ? squares : lines)[f->recovered], 0, 0);
    if (f->is_raise)
        remark_add(remarks, LUD_MESSAGE("raises a ball and saves one of the reserve"), 0, 0);
}

static void remark_blocks(const Facts *f, RemarkList *remarks)
{
    uint64_t squares = pylos_earning(f->before.other, f->before.rules & ~(unsigned)PYLOS_EXPERT);
    uint64_t arrival = pylos_bit(f->arrival);
    bool has_stayed = (f->after.other & arrival) != 0;
    if (has_stayed && f->feared & arrival)
        remark_add(remarks,
                   squares & arrival ? LUD_MESSAGE("blocks a square of the opponent")
                                     : LUD_MESSAGE("blocks a line of the opponent"),
                   0, 0);
}

/* Squares to be made next, by either side. */
static void remark_prospects(const Facts *f, RemarkList *remarks)
{
    uint64_t fresh = f->hopes & ~f->had_hopes;
    uint64_t lines = pylos_earning(f->after.other, f->after.rules) &
                     ~pylos_earning(f->after.other, f->after.rules & ~(unsigned)PYLOS_EXPERT);
    if (f->after.is_over)
        return;
    if (fresh && pylos_count(f->hopes) > 1)
        remark_add(remarks, LUD_MESSAGE("threatens to take balls back in {1} places"),
                   pylos_count(f->hopes), 0);
    else if (fresh & lines)
        remark_add(remarks, LUD_MESSAGE("prepares a line"), 0, 0);
    else if (fresh)
        remark_add(remarks, LUD_MESSAGE("prepares a square"), 0, 0);
    if (f->dangers)
        remark_add(remarks, LUD_MESSAGE("lets the opponent take balls back"), 0, 0);
}

static void remark_shape(const Facts *f, RemarkList *remarks)
{
    uint64_t was_free = f->before.other & ~pylos_below(pylos_taken(&f->before));
    int pinned = pylos_count(was_free & pylos_below(pylos_taken(&f->after)));
    uint64_t steps = pylos_open(pylos_taken(&f->after)) & ~pylos_open(pylos_taken(&f->before)) &
                     ~f->before.own & ~(f->before.ground ? PYLOS_LEVEL_1 << 16 : PYLOS_LEVEL_1);
    uint64_t other_free = f->after.own & ~pylos_below(pylos_taken(&f->after));
    if (f->after.is_over)
        return;
    if (pinned == 1)
        remark_add(remarks, LUD_MESSAGE("pins a ball of the opponent"), 0, 0);
    else if (pinned > 1)
        remark_add(remarks, LUD_MESSAGE("pins {1} balls of the opponent"), pinned, 0);
    if (steps && !pylos_raisers(other_free, steps))
        remark_add(remarks,
                   LUD_MESSAGE("opens a higher cell to which the opponent can raise nothing"), 0,
                   0);
    else if (steps)
        remark_add(remarks,
                   LUD_MESSAGE("opens a higher cell to which the opponent can raise a ball"), 0, 0);
    if (f->after.other & pylos_bit(f->arrival) &
        (pylos_classes[PYLOS_CENTRE_1 - PYLOS_CORNER_1] |
         pylos_classes[PYLOS_CENTRE_2 - PYLOS_CORNER_1]))
        remark_add(remarks, LUD_MESSAGE("takes a place in the centre"), 0, 0);
}

int pylos_remark(const LudState *state, const LudMove *line, int length, LudRemark *list)
{
    RemarkList remarks = {list, 0};
    Facts f = find_facts(state, line[0]);
    remark_end(&f, &remarks);
    if (!f.after.is_over)
        remark_line(state, line, length, &remarks);
    remark_earnings(&f, &remarks);
    remark_blocks(&f, &remarks);
    remark_prospects(&f, &remarks);
    remark_shape(&f, &remarks);
    return remarks.count;
}
