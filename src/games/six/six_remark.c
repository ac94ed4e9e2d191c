/* What a move of Six does, in words. */
#include "six_remark.h"

#include "core/remark_list.h"
#include "six_ending.h"
#include "six_groups.h"
#include "six_moves.h"
#include "six_threats.h"

static void say_number(RemarkList *r, const char *text, int number)
{
    remark_add(r, text, number, 0);
}

static void say(RemarkList *r, const char *text)
{
    remark_add(r, text, 0, 0);
}

/* Texts are whole sentences for each kind of shape, since languages bend words differently. */
static const char *const completes[SIX_KINDS] = {LUD_MESSAGE("completes a row"),
                                                 LUD_MESSAGE("completes a triangle"),
                                                 LUD_MESSAGE("completes a circle")};
static const char *const threatens[SIX_KINDS] = {LUD_MESSAGE("threatens to complete a row"),
                                                 LUD_MESSAGE("threatens to complete a triangle"),
                                                 LUD_MESSAGE("threatens to complete a circle")};
static const char *const blocks[SIX_KINDS] = {
    LUD_MESSAGE("keeps the opponent from completing a row"),
    LUD_MESSAGE("keeps the opponent from completing a triangle"),
    LUD_MESSAGE("keeps the opponent from completing a circle")};
static const char *const fourths[SIX_KINDS] = {LUD_MESSAGE("adds the fourth tile to a row"),
                                               LUD_MESSAGE("adds the fourth tile to a triangle"),
                                               LUD_MESSAGE("adds the fourth tile to a circle")};
static const char *const spoils[SIX_KINDS] = {
    LUD_MESSAGE("spoils a row in which the opponent has four tiles"),
    LUD_MESSAGE("spoils a triangle in which the opponent has four tiles"),
    LUD_MESSAGE("spoils a circle in which the opponent has four tiles")};

/* -- positions ------------------------------------------------------------------------------------
 */

/* A position before and after the move. */
typedef struct Change {
    SixState before, after;
    SixNotes before_notes, after_notes;
    LudMove move;
    int side; /* that moves */
} Change;

static void make_change(Change *c, const SixState *s, LudMove m)
{
    LudState next;
    memcpy(&c->before, s, sizeof *s);
    memcpy(&next, s, sizeof *s);
    six_apply(&next, m);
    memcpy(&c->after, &next, sizeof c->after);
    six_notes_begin(&c->before, &c->before_notes);
    six_notes_begin(&c->after, &c->after_notes);
    c->move = m;
    c->side = s->side;
}

/* The shapes that `side` could complete if it were to move, by the cells they need. A side that has
 * laid its last tile while the other has not is left out: it will have to lift one. */
static int list_threats(const SixState *s, const SixNotes *notes, int side, SixFive *fives)
{
    SixState turned = *s;
    turned.side = (uint8_t)side;
    if (!six_is_second_round(s) && s->hand[side] == 0)
        return 0;
    int count = six_list_fives(&turned, notes, side, fives), kept = 0;
    for (int i = 0; i < count; i++) {
        if (six_can_complete(&turned, &fives[i]))
            fives[kept++] = fives[i];
    }
    return kept;
}

static int count_cells(const SixFive *fives, int count)
{
    int cells = 0;
    for (int i = 0; i < count; i++) {
        bool is_new = true;
        for (int j = 0; j < i; j++)
            is_new = is_new && fives[j].cell != fives[i].cell;
        cells += is_new;
    }
    return cells;
}

/* The most cells that `side` could threaten at once with one tile, if it were to move now. */
static int most_threats(const SixState *s, const SixNotes *notes, int side)
{
    LudMove moves[SIX_MAX_MOVES];
    SixState turned = *s;
    int best = 0, cells[8];
    turned.side = (uint8_t)side;
    if (six_is_second_round(s) || s->hand[side] < 2 || six_tally_all(notes, side, 4) < 2)
        return 0;
    int count = six_moves_list(&turned, moves);
    for (int i = 0; i < count; i++) {
        LudState next;
        SixNotes after;
        memcpy(&next, &turned, sizeof turned);
        six_apply(&next, moves[i]);
        six_notes_begin((const SixState *)(const void *)&next, &after);
        int threats = six_five_cells((const SixState *)(const void *)&next, &after, side, cells, 8);
        best = threats > best ? threats : best;
    }
    return best;
}

/* -- what is said ---------------------------------------------------------------------------------
 */

static void say_end(const Change *c, RemarkList *r)
{
    if (c->after.winner != c->side)
        return;
    if (c->after.reason == LUD_REASON_TOO_FEW_TILES)
        say(r, LUD_MESSAGE("leaves the opponent with fewer than six tiles"));
    else
        say(r, completes[c->after.reason - LUD_REASON_ROW]);
}

static void say_removal(const Change *c, RemarkList *r)
{
    int others = c->before.count[c->side ^ 1] - c->after.count[c->side ^ 1];
    int own = c->before.count[c->side] - c->after.count[c->side];
    if (six_move_lift(c->move) == SIX_NO_CELL)
        return;
    if (others > 0)
        say_number(r,
                   others == 1 ? LUD_MESSAGE("cuts off one tile of the opponent")
                               : LUD_MESSAGE("cuts off {1} tiles of the opponent"),
                   others);
    if (own > 0)
        say_number(r,
                   own == 1 ? LUD_MESSAGE("gives up one of your own tiles")
                            : LUD_MESSAGE("gives up {1} of your own tiles"),
                   own);
}

/* New threats; returns how many cells the opponent would have to fill. */
static int say_threats(const Change *c, RemarkList *r)
{
    SixFive fives[SIX_MOST_FIVES];
    int old = list_threats(&c->before, &c->before_notes, c->side, fives);
    int count = list_threats(&c->after, &c->after_notes, c->side, fives);
    int cells = count_cells(fives, count);
    if (count == 0 || old > 0)
        return cells;
    if (cells == 2)
        say(r, LUD_MESSAGE("makes two threats at once"));
    else if (cells > 2)
        say_number(r, LUD_MESSAGE("makes {1} threats at once"), cells);
    else
        say(r, threatens[fives[0].kind]);
    bool can_win = six_winning(&c->after, &c->after_notes) != LUD_NO_MOVE;
    if (cells == 1 && !can_win)
        say(r, LUD_MESSAGE("the opponent must answer at once"));
    return cells;
}

/* Threats of the opponent that are gone. Returns whether there were any. */
static bool say_blocks(const Change *c, RemarkList *r)
{
    SixFive was[SIX_MOST_FIVES], is[SIX_MOST_FIVES];
    int before = list_threats(&c->before, &c->before_notes, c->side ^ 1, was);
    int after = list_threats(&c->after, &c->after_notes, c->side ^ 1, is);
    if (before > 0 && after == 0)
        say(r, blocks[was[0].kind]);
    return before > 0;
}

/* What the tile laid does to windows with four tiles, where nothing more urgent is to be said. */
static void say_fours(const Change *c, RemarkList *r, bool has_threat, bool had_to)
{
    SixAround around;
    int side = c->side, other = side ^ 1;
    int cell = six_move_place(c->move) + (c->before.q - c->after.q) * 64 + c->before.r - c->after.r;
    six_around(c->after.tiles, cell, &around);
    for (int kind = 0; kind < SIX_KINDS && !has_threat; kind++) {
        /* The tile itself is not counted. */
        uint64_t counts = six_around_kind(&around, kind, side);
        uint64_t free = counts | six_spoilt(six_around_kind(&around, kind, other));
        uint64_t threes = free & free >> 1 & ~(free >> 2) & SIX_ALL_FIELDS;
        if (threes != 0) {
            say(r, fourths[kind]);
            break;
        }
    }
    for (int kind = 0; kind < SIX_KINDS && !had_to; kind++) {
        uint64_t counts = six_around_kind(&around, kind, other);
        if (six_fours(counts | six_spoilt(six_around_kind(&around, kind, side))) != 0) {
            say(r, spoils[kind]);
            break;
        }
    }
}

/* Whether the mover's next move, as expected, makes two threats. */
static bool leads_to_two(const Change *c, const LudMove *line, int length)
{
    if (length < 3 || c->after.reason != LUD_REASON_NONE)
        return false;
    LudState s;
    memcpy(&s, &c->after, sizeof c->after);
    for (int i = 1; i < 3; i++) {
        six_apply(&s, line[i]);
        if (((const SixState *)(const void *)&s)->reason != LUD_REASON_NONE)
            return false;
    }
    SixFive fives[SIX_MOST_FIVES];
    SixNotes notes;
    const SixState *then = (const SixState *)(const void *)&s;
    six_notes_begin(then, &notes);
    return count_cells(fives, list_threats(then, &notes, c->side, fives)) > 1;
}

int six_remark(const SixState *s, const LudMove *line, int length, LudRemark *remarks)
{
    RemarkList r = {remarks, 0};
    Change c;
    make_change(&c, s, line[0]);
    if (c.after.reason != LUD_REASON_NONE) {
        say_end(&c, &r);
        return r.count;
    }
    int cells = say_threats(&c, &r);
    bool had_to = say_blocks(&c, &r);
    say_removal(&c, &r);
    if (!had_to && most_threats(&c.before, &c.before_notes, c.side ^ 1) > 1 &&
        most_threats(&c.after, &c.after_notes, c.side ^ 1) < 2)
        say(&r, LUD_MESSAGE("keeps the opponent from making two threats at once"));
    if (cells < 2 && leads_to_two(&c, line, length))
        say(&r, LUD_MESSAGE("leads to two threats at once"));
    say_fours(&c, &r, cells > 0, had_to);
    return r.count;
}
