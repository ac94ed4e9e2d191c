/* What a move does, in words. */
#include "core/remark_list.h"
#include "games/dados/dados_evaluate.h"
#include "games/dados/dados_lines.h"

/* A move on the board, before and after; whose turn comes next does not matter here. */
typedef struct Change {
    Dados before, after;
    LudMove kind;
    uint64_t square;
    int mover;
} Change;

static Change change_of(const LudState *s, LudMove m)
{
    Change c = {.kind = m & DADOS_KIND_MASK, .square = UINT64_C(1) << (m & DADOS_SQUARE_MASK)};
    memcpy(&c.before, s, sizeof c.before);
    c.mover = dados_side_of(&c.before, c.before.seat);
    c.after = c.before;
    if (c.kind == DADOS_REPLACE || c.kind == DADOS_REMOVE) {
        for (int i = 0; i < LUD_MAX_SIDES; i++)
            c.after.chips[i] &= ~c.square;
    }
    if (c.kind == DADOS_PLACE || c.kind == DADOS_REPLACE)
        c.after.chips[c.mover] |= c.square;
    return c;
}

/* Ways, out of 36, in which a side's next roll completes a line. */
static int ways_of(const Dados *d, int side)
{
    return dados_ways_to(d, side, dados_completing(d, side));
}

/* The same for the opponent who has most. */
static int worst_ways(const Dados *d, int mover)
{
    int most = 0;
    for (int i = 0; i < d->sides; i++) {
        int ways = i == mover ? 0 : ways_of(d, i);
        most = ways > most ? ways : most;
    }
    return most;
}

/* The most chips that a side has in a line through the square which nobody else has a chip in; and
 * how many such lines with at least two chips there are. */
static int fullest_line(const Dados *d, int side, uint64_t square, int *several)
{
    const uint64_t *lines;
    int count = dados_lines(d, &lines), most = 0;
    uint64_t others = dados_taken(d) & ~d->chips[side];
    *several = 0;
    for (int i = 0; i < count; i++) {
        int chips = __builtin_popcountll(lines[i] & d->chips[side]);
        if (!(lines[i] & square) || (lines[i] & others))
            continue;
        most = chips > most ? chips : most;
        *several += chips >= 2;
    }
    return most;
}

/* What it does to the opponents' chances. */
static void say_defence(const Change *c, RemarkList *remarks)
{
    int before = worst_ways(&c->before, c->mover), after = worst_ways(&c->after, c->mover);
    if (before > 0 && after == 0)
        remark_add(
            remarks,
            LUD_MESSAGE("takes away the {1} of 36 rolls that would complete an opponent's line"),
            before, 0);
    else if (after > 0 && after < before)
        remark_add(
            remarks,
            LUD_MESSAGE("leaves an opponent {2} instead of {1} of 36 rolls that complete a line"),
            before, after);
    else if (after > 0)
        remark_add(remarks, LUD_MESSAGE("leaves an opponent {1} of 36 rolls that complete a line"),
                   after, 0);
    int most = 0, several;
    for (int i = 0; i < c->before.sides; i++) {
        int chips = i == c->mover ? 0 : fullest_line(&c->before, i, c->square, &several);
        most = chips > most ? chips : most;
    }
    if (most < 2)
        return;
    if (c->kind != DADOS_PLACE)
        remark_add(remarks, LUD_MESSAGE("takes a chip out of a line of {1}"), most, 0);
    else if (c->before.line - most == 1)
        remark_add(remarks, LUD_MESSAGE("blocks a line that needed one more chip"), 0, 0);
    else
        remark_add(remarks, LUD_MESSAGE("blocks a line that needed {1} more chips"),
                   c->before.line - most, 0);
}

/* What it does for the mover's own lines. */
static void say_attack(const Change *c, RemarkList *remarks)
{
    int before = ways_of(&c->before, c->mover), after = ways_of(&c->after, c->mover), several;
    int most = fullest_line(&c->after, c->mover, c->square, &several);
    if (after > before)
        remark_add(remarks, LUD_MESSAGE("threatens to complete a line with {1} of 36 rolls"), after,
                   0);
    else if (c->kind != DADOS_REMOVE && most >= 3)
        remark_add(remarks, LUD_MESSAGE("makes {1} of {2} chips in an open line"), most,
                   c->after.line);
    if (c->kind != DADOS_REMOVE && several > 1)
        remark_add(remarks, LUD_MESSAGE("belongs to {1} open lines with chips of the same colour"),
                   several, 0);
}

int dados_remark(const LudState *s, const LudMove *line, int length, LudRemark *list)
{
    (void)length;
    RemarkList remarks = {list, 0};
    Change c = change_of(s, line[0]);
    if (c.kind == DADOS_PASS) {
        remark_add(&remarks, LUD_MESSAGE("nothing can be done with this roll: the turn is lost"), 0,
                   0);
        return remarks.count;
    }
    if (dados_has_line(c.after.chips[c.mover], c.after.line)) {
        remark_add(&remarks, LUD_MESSAGE("completes a line of {1} and wins"), c.after.line, 0);
        return remarks.count;
    }
    bool lays = c.kind != DADOS_REMOVE;
    if (lays && (c.before.roll == 2 || c.before.roll == 12))
        remark_add(&remarks, LUD_MESSAGE("earns another roll"), 0, 0);
    say_attack(&c, &remarks);
    say_defence(&c, &remarks);
    if (lays && (c.square & (DADOS_CORNERS | DADOS_CENTRE)))
        remark_add(&remarks, LUD_MESSAGE("lies on a square that no 10 can clear"), 0, 0);
    return remarks.count;
}
