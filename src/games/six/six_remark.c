/* What a move of Six does, in words. */
#include "six_remark.h"

#include "six_change.h"
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

/* By the kinds of two cells, the lower one first. */
static const char *const two_ways[SIX_KINDS][SIX_KINDS] = {
    {LUD_MESSAGE("makes two ways to complete a row"),
     LUD_MESSAGE("makes two ways to complete a shape: a row and a triangle"),
     LUD_MESSAGE("makes two ways to complete a shape: a row and a circle")},
    {NULL, LUD_MESSAGE("makes two ways to complete a triangle"),
     LUD_MESSAGE("makes two ways to complete a shape: a triangle and a circle")},
    {NULL, NULL, LUD_MESSAGE("makes two ways to complete a circle")},
};

/* -- positions ------------------------------------------------------------------------------------
 */

static void make_change(SixChange *c, const SixState *s, LudMove m)
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

/* The cells among them, and for each the first kind of shape that it completes. */
static int list_cells(const SixFive *fives, int count, int kinds[SIX_MOST_FIVES])
{
    int cells[SIX_MOST_FIVES], found = 0;
    for (int i = 0; i < count; i++) {
        int at = 0;
        while (at < found && cells[at] != fives[i].cell)
            at++;
        if (at == found) {
            cells[found] = fives[i].cell;
            kinds[found++] = fives[i].kind;
        } else if (fives[i].kind < kinds[at]) {
            kinds[at] = fives[i].kind;
        }
    }
    return found;
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

static void say_end(const SixChange *c, RemarkList *r)
{
    if (c->after.reason != LUD_REASON_TOO_FEW_TILES)
        say(r, completes[c->after.reason - LUD_REASON_ROW]);
    else if (c->after.winner == SIX_NOBODY)
        say(r, LUD_MESSAGE("leaves both with fewer than six tiles: a draw"));
    else if (c->after.winner == c->side)
        say(r, LUD_MESSAGE("leaves the opponent with fewer than six tiles"));
    else
        say(r, LUD_MESSAGE("leaves you with fewer than six tiles, and loses"));
}

/* New threats; returns how many cells the opponent would have to fill. */
static int say_threats(const SixChange *c, RemarkList *r)
{
    SixFive fives[SIX_MOST_FIVES];
    int kinds[SIX_MOST_FIVES];
    int old = list_threats(&c->before, &c->before_notes, c->side, fives);
    int count = list_threats(&c->after, &c->after_notes, c->side, fives);
    int cells = list_cells(fives, count, kinds);
    if (count == 0 || old > 0)
        return cells;
    if (cells > 2)
        say_number(r, LUD_MESSAGE("makes {1} ways to complete a shape"), cells);
    else if (cells == 2)
        say(r, kinds[0] < kinds[1] ? two_ways[kinds[0]][kinds[1]] : two_ways[kinds[1]][kinds[0]]);
    else
        say(r, threatens[kinds[0]]);
    bool can_win = six_winning(&c->after, &c->after_notes) != LUD_NO_MOVE;
    if (cells == 1 && !can_win)
        say(r, LUD_MESSAGE("the opponent must answer at once"));
    return cells;
}

/* Threats of the opponent that are gone. Returns whether there were any. */
static bool say_blocks(const SixChange *c, RemarkList *r)
{
    SixFive was[SIX_MOST_FIVES], is[SIX_MOST_FIVES];
    int before = list_threats(&c->before, &c->before_notes, c->side ^ 1, was);
    int after = list_threats(&c->after, &c->after_notes, c->side ^ 1, is);
    if (before > 0 && after == 0)
        say(r, blocks[was[0].kind]);
    return before > 0;
}

/* How many of some cells hold a tile of `side`. They may lie past the edge of a row, where the end
 * of the one before is empty. */
static int count_tiles(const SixState *s, int side, const int cell[SIX_SHAPE - 1], int moved)
{
    int count = 0;
    for (int i = 0; i < SIX_SHAPE - 1; i++) {
        int at = cell[i] + moved;
        count += (s->tiles[side].row[six_cell_row(at)] & six_cell_bit(at)) != 0;
    }
    return count;
}

/* Whether the tile just laid is the fourth in a window, and whether it spoils one in which the
 * opponent has four. A tile that was lifted from the same window changes nothing there. */
static void look_at_window(const SixChange *c, const int cell[SIX_SHAPE - 1], bool *is_fourth,
                           bool *is_spoilt)
{
    int side = c->side, other = side ^ 1;
    int moved = (c->after.q - c->before.q) * 64 + c->after.r - c->before.r;
    int own = count_tiles(&c->after, side, cell, 0);
    int others = count_tiles(&c->after, other, cell, 0);
    int owned = count_tiles(&c->before, side, cell, moved);
    *is_fourth = own == 3 && others == 0 && owned == 3;
    *is_spoilt = others == 4 && own == 0 && owned == 0;
}

/* What the tile laid does to windows with four tiles, where nothing more urgent is to be said. */
static void say_fours(const SixChange *c, RemarkList *r, bool has_threat, bool had_to)
{
    int place = six_move_place(c->move), fourth = SIX_KINDS, spoilt = SIX_KINDS;
    int cell = place + (c->before.q - c->after.q) * 64 + c->before.r - c->after.r;
    if (six_move_lift(c->move) == place)
        return;
    for (int i = 0; i < 2 * SIX_WINDOWS_PER_WORD; i++) {
        bool is_near = i >= SIX_WINDOWS_PER_WORD, is_fourth, is_spoilt;
        int field = i % SIX_WINDOWS_PER_WORD, others[SIX_SHAPE - 1];
        int kind = !is_near ? SIX_ROW : field < SIX_TRIANGLES ? SIX_TRIANGLE : SIX_CIRCLE;
        six_window_cells(cell, is_near, field, others);
        look_at_window(c, others, &is_fourth, &is_spoilt);
        fourth = is_fourth && kind < fourth ? kind : fourth;
        spoilt = is_spoilt && kind < spoilt ? kind : spoilt;
    }
    if (fourth < SIX_KINDS && !has_threat)
        say(r, fourths[fourth]);
    if (spoilt < SIX_KINDS && !had_to)
        say(r, spoils[spoilt]);
}

/* Whether the mover's next move, as expected, makes two threats. */
static bool leads_to_two(const SixChange *c, const LudMove *line, int length)
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
    int kinds[SIX_MOST_FIVES];
    const SixState *then = (const SixState *)(const void *)&s;
    six_notes_begin(then, &notes);
    return list_cells(fives, list_threats(then, &notes, c->side, fives), kinds) > 1;
}

int six_remark(const SixState *s, const LudMove *line, int length, LudRemark *remarks)
{
    RemarkList r = {remarks, 0};
    SixChange c;
    make_change(&c, s, line[0]);
    if (c.after.reason != LUD_REASON_NONE) {
        say_end(&c, &r);
        return r.count;
    }
    int cells = say_threats(&c, &r);
    bool had_to = say_blocks(&c, &r);
    six_say_starving(&c, &r);
    six_say_falls(&c, &r);
    six_say_hanging(&c, &r);
    if (!had_to && most_threats(&c.before, &c.before_notes, c.side ^ 1) > 1 &&
        most_threats(&c.after, &c.after_notes, c.side ^ 1) < 2)
        say(&r, LUD_MESSAGE("keeps the opponent from making two threats at once"));
    if (cells < 2 && leads_to_two(&c, line, length))
        say(&r, LUD_MESSAGE("leads to two threats at once"));
    say_fours(&c, &r, cells > 0, had_to);
    six_say_dangers(&c, &r);
    return r.count;
}
