/* What a move of Oware does and leads to, in words. Nothing is said that was not counted on the
 * board. */
#include "core/remark_list.h"
#include "oware_evaluate.h"

/* What is known about the first move. */
typedef struct Facts {
    Oware before, after;  /* `after` has the opponent to move */
    int pit, sown;        /* what was sown */
    int captured;         /* seeds */
    int danger, feared;   /* seeds that the opponent's best capture takes, and would have taken */
    int attack, attacked; /* the same for the mover's next capture, if the opponent did nothing */
} Facts;

/* The most that the player to move can capture now. */
static int best_capture(const Oware *o)
{
    int best = 0;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        Oware next = *o;
        int captured = o->legal & oware_mark(pit) ? oware_sow(&next, pit) : 0;
        best = captured > best ? captured : best;
    }
    return best;
}

static Oware turned(const Oware *o)
{
    Oware other = *o;
    other.own = o->opponent;
    other.opponent = o->own;
    oware_judge(&other);
    return other;
}

static Facts find_facts(const Oware *o, int pit)
{
    Facts f = {.before = *o, .after = *o, .pit = pit, .sown = oware_pit(o->own, pit)};
    f.captured = oware_sow(&f.after, pit);
    oware_judge(&f.after);
    Oware idle_before = turned(&f.before), idle_after = turned(&f.after);
    f.danger = best_capture(&f.after);
    f.feared = best_capture(&idle_before);
    f.attacked = best_capture(&f.before);
    f.attack = f.after.legal ? best_capture(&idle_after) : 0;
    return f;
}

/* The move ends the game. */
static void remark_end(const Facts *f, RemarkList *remarks)
{
    const Oware *o = &f->after;
    int mine = oware_store(o->opponent), theirs = oware_store(o->own);
    if (o->legal)
        return;
    if (mine >= OWARE_MAJORITY) {
        remark_add(remarks, LUD_MESSAGE("reaches {1} seeds and wins"), mine, 0);
        return;
    }
    int my_side = oware_count(o->opponent), their_side = oware_count(o->own);
    bool is_forfeit = o->slam == OWARE_FORFEIT && my_side && their_side;
    mine += is_forfeit ? my_side + their_side : my_side;
    theirs += is_forfeit ? 0 : their_side;
    remark_add(remarks, LUD_MESSAGE("ends the game, {1} to {2}"), mine, theirs);
}

/* What a line leads to. */
typedef struct Outcome {
    int store, gain; /* the mover's store, and what it won more than the opponent */
    int moves;
} Outcome;

/* How long a line means something to people, unless it ends with a win: what stands in its last
 * moves are half-finished exchanges. */
enum { TOLD_MOVES = 10 };

static Outcome follow_to(const Oware *before, const LudMove *line, int length)
{
    Oware o = *before;
    int seat = oware_seat(o.own), moves = 0;
    while (moves < length && o.legal) {
        oware_sow(&o, (int)line[moves++]);
        oware_judge(&o);
    }
    uint64_t mine = oware_seat(o.own) == seat ? o.own : o.opponent;
    uint64_t theirs = oware_seat(o.own) == seat ? o.opponent : o.own;
    int won = oware_store(mine) - oware_store(before->own);
    return (Outcome){oware_store(mine), won - (oware_store(theirs) - oware_store(before->opponent)),
                     moves};
}

static Outcome follow(const Oware *before, const LudMove *line, int length)
{
    Outcome end = follow_to(before, line, length);
    return end.store < OWARE_MAJORITY && length > TOLD_MOVES ? follow_to(before, line, TOLD_MOVES)
                                                             : end;
}

/* What the whole line wins, if it says more than the first capture does. */
static void remark_gain(const Facts *f, const Outcome *end, RemarkList *remarks)
{
    if (end->moves < 2)
        return;
    if (end->store >= OWARE_MAJORITY)
        remark_add(remarks, LUD_MESSAGE("leads to {1} seeds and the win in {2} moves"), end->store,
                   (end->moves + 1) / 2); /* as wins by force are counted: the mover's own */
    else if (end->gain > 1 && end->gain != f->captured)
        remark_add(remarks, LUD_MESSAGE("wins {1} more seeds than it loses in the next {2} moves"),
                   end->gain, end->moves);
    else if (end->gain == 1)
        remark_add(remarks, LUD_MESSAGE("wins one more seed than it loses in the next {2} moves"),
                   1, end->moves);
}

static void remark_loss(const Outcome *end, RemarkList *remarks)
{
    if (end->gain < -1)
        remark_add(remarks, LUD_MESSAGE("loses {1} more seeds than it wins in the next {2} moves"),
                   -end->gain, end->moves);
    else if (end->gain == -1)
        remark_add(remarks, LUD_MESSAGE("loses one more seed than it wins in the next {2} moves"),
                   1, end->moves);
}

static void remark_captures(const Facts *f, RemarkList *remarks)
{
    const Oware *before = &f->before;
    bool is_slam = oware_slams(before->own, before->opponent) & oware_mark(f->pit);
    if (!(f->before.opponent & OWARE_BOARD) && f->after.own & OWARE_BOARD)
        remark_add(remarks, LUD_MESSAGE("feeds the opponent, as the rules demand"), 0, 0);
    if (f->captured && f->after.legal && !f->danger)
        remark_add(remarks,
                   LUD_MESSAGE("captures {1} seeds and leaves the opponent nothing to capture"),
                   f->captured, 0);
    else if (f->captured)
        remark_add(remarks, LUD_MESSAGE("captures {1} seeds"), f->captured, 0);
    else if (is_slam && before->slam == OWARE_NOCAPTURE && before->opponent & OWARE_BOARD)
        remark_add(remarks,
                   LUD_MESSAGE("captures nothing, as it would take every seed of the opponent"), 0,
                   0);
}

static void remark_safety(const Facts *f, RemarkList *remarks)
{
    if (!f->after.legal)
        return;
    if (f->feared && !f->danger)
        remark_add(remarks, LUD_MESSAGE("saves {1} seeds from capture"), f->feared, 0);
    else if (f->feared > f->danger)
        remark_add(remarks, LUD_MESSAGE("lets the opponent capture {2} seeds instead of {1}"),
                   f->feared, f->danger);
    else if (f->danger)
        remark_add(remarks, LUD_MESSAGE("lets the opponent capture {1} seeds"), f->danger, 0);
    else if (!f->captured)
        remark_add(remarks, LUD_MESSAGE("leaves the opponent nothing to capture"), 0, 0);
}

static void remark_shape(const Facts *f, RemarkList *remarks)
{
    const int round_trip = 12;
    int choices = oware_count(f->after.legal >> 7), most = 0, had = 0;
    for (int pit = 0; pit < OWARE_PITS; pit++) {
        int now = oware_pit(f->after.opponent, pit), then = oware_pit(f->before.own, pit);
        most = now > most ? now : most;
        had = then > had ? then : had;
    }
    if (f->sown >= round_trip)
        remark_add(remarks, LUD_MESSAGE("sows {1} seeds, all the way round the board"), f->sown, 0);
    if (most >= round_trip && had < round_trip)
        remark_add(remarks, LUD_MESSAGE("gathers {1} seeds in one pit"), most, 0);
    if (choices == 1)
        remark_add(remarks, LUD_MESSAGE("leaves the opponent a single move"), 0, 0);
    else if (choices == 2)
        remark_add(remarks, LUD_MESSAGE("leaves the opponent only {1} moves"), choices, 0);
}

int oware_remark(const LudState *s, const LudMove *line, int length, LudRemark *list)
{
    RemarkList remarks = {list, 0};
    Facts f = find_facts((const Oware *)s->bytes, (int)line[0]);
    remark_end(&f, &remarks);
    Outcome end = follow(&f.before, line, length);
    remark_gain(&f, &end, &remarks);
    remark_captures(&f, &remarks);
    bool is_new_threat = f.attack > f.attacked || (f.captured && f.attack);
    if (f.feared <= f.danger && is_new_threat)
        remark_add(&remarks, LUD_MESSAGE("threatens to capture {1} seeds"), f.attack, 0);
    remark_safety(&f, &remarks);
    if (f.feared > f.danger && is_new_threat)
        remark_add(&remarks, LUD_MESSAGE("threatens to capture {1} seeds"), f.attack, 0);
    remark_shape(&f, &remarks);
    remark_loss(&end, &remarks);
    return remarks.count;
}
