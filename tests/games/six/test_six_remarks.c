/* What is said of moves of Six, held against what can be seen on the table: every remark of moves
 * from random play is checked with the plain rules of ref_six.c and with nothing that the game
 * itself uses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>

#include "games/six/six_table.h"
#include "support/tap.h"
#include "support/variants.h"

/* -- claims ---------------------------------------------------------------------------------------
 */

typedef struct Case {
    Table before, after;
    Option move;
    int side, other, winner;
    char line[3][64], after_text[1024]; /* a line that the move begins */
} Case;

/* A word of the claim says which kind is meant. */
static int kind_of(const char *text)
{
    return strstr(text, "row") ? ROW : strstr(text, "triangle") ? TRIANGLE : CIRCLE;
}

static bool completes(const Case *c, const char *text, int number)
{
    (void)number;
    return c->winner == c->side &&
           table_windows(&c->after, c->move.to, c->side, 6, 0) & kind_of(text);
}

static bool threatens(const Case *c, const char *text, int number)
{
    (void)number;
    Ways ways = table_ways(&c->after, c->side);
    return ways.count == 1 && ways.kinds[0] & kind_of(text);
}

static bool makes_two_ways(const Case *c, const char *text, int number)
{
    (void)number;
    Ways ways = table_ways(&c->after, c->side);
    int first = kind_of(text), second = first;
    if (strstr(text, "shape:"))
        second = strstr(text, "circle") ? CIRCLE : TRIANGLE;
    return ways.count == 2 && ((ways.kinds[0] & first && ways.kinds[1] & second) ||
                               (ways.kinds[0] & second && ways.kinds[1] & first));
}

static bool makes_ways(const Case *c, const char *text, int number)
{
    (void)text;
    return number > 2 && table_ways(&c->after, c->side).count == number;
}

static bool must_be_answered(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    char *list = table_moves(c->after.text), *at = list;
    bool wins = false;
    Option o;
    while (table_next_option(&at, &o))
        wins |= o.winner == c->other;
    free(list);
    return !wins && table_ways(&c->after, c->side).count > 0;
}

static bool blocks(const Case *c, const char *text, int number)
{
    (void)number;
    Ways was = table_ways(&c->before, c->other);
    int kinds = 0;
    for (int i = 0; i < was.count; i++)
        kinds |= was.kinds[i];
    return kinds & kind_of(text) && table_ways(&c->after, c->other).count == 0;
}

static bool keeps_from_two(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    return table_most_ways(&c->before, c->other) > 1 && table_most_ways(&c->after, c->other) < 2;
}

/* The position after a move of the reference's list. */
static void follow(const char *text, const char *move, char *result)
{
    char *list = table_moves(text), *at = list;
    Option o;
    bool is_found = false;
    while (!is_found && table_next_option(&at, &o))
        is_found = strcmp(o.move, move) == 0;
    if (!is_found)
        abort();
    snprintf(result, 1024, "%s", o.text);
    free(list);
}

static bool leads_to_two(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    char second[1024], third[1024];
    follow(c->after_text, c->line[1], second);
    follow(second, c->line[2], third);
    Table end = table_read(third);
    return table_ways(&end, c->side).count > 1;
}

/* In the windows that are meant nothing has changed but the tile laid. */
static bool adds_fourth(const Case *c, const char *text, int number)
{
    (void)number;
    return table_windows(&c->after, c->move.to, c->side, 4, 0) & kind_of(text) &&
           table_windows(&c->before, c->move.to, c->side, 3, 0) & kind_of(text) &&
           table_colour(&c->before, c->move.to.q, c->move.to.r) == NOBODY;
}

static bool spoils(const Case *c, const char *text, int number)
{
    (void)number;
    return table_windows(&c->after, c->move.to, c->side, 1, 4) & kind_of(text) &&
           table_windows(&c->before, c->move.to, c->side, 0, 4) & kind_of(text);
}

static bool drops(const Case *c, const char *text, int number)
{
    int colour = strstr(text, "black") ? BLACK : RED;
    return colour == c->other && c->before.count[colour] - c->after.count[colour] == number &&
           table_is_second_round(&c->before);
}

static bool gives_up(const Case *c, const char *text, int number)
{
    (void)text;
    return c->before.count[c->side] - c->after.count[c->side] == number;
}

static bool goes_back(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    return table_is_second_round(&c->before) && c->move.from.q == c->move.to.q &&
           c->move.from.r == c->move.to.r;
}

static bool threatens_cut(const Case *c, const char *text, int number)
{
    (void)text;
    return table_is_second_round(&c->after) &&
           table_reach(&c->after, c->side, NULL).gaining == number &&
           table_reach(&c->before, c->side, NULL).gaining < number;
}

static bool threatens_starving(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    return table_reach(&c->after, c->side, NULL).starves &&
           !table_reach(&c->before, c->side, NULL).starves;
}

static bool saves(const Case *c, const char *text, int number)
{
    (void)text;
    return c->before.count[c->side] == c->after.count[c->side] &&
           table_reach(&c->before, c->other, NULL).gaining -
                   table_reach(&c->after, c->other, NULL).gaining ==
               number;
}

static bool lets_cut(const Case *c, const char *text, int number)
{
    (void)text;
    return table_is_second_round(&c->after) &&
           table_reach(&c->after, c->other, NULL).gaining == number;
}

static bool lets_starve(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    return table_is_second_round(&c->after) && table_reach(&c->after, c->other, NULL).starves;
}

static bool prevents_starving(const Case *c, const char *text, int number)
{
    (void)text;
    (void)number;
    return table_reach(&c->before, c->other, NULL).starves &&
           !table_reach(&c->after, c->other, NULL).starves;
}

/* Some tile of the opponent would have dropped so many, and drops none now. */
static bool secures(const Case *c, const char *text, int number)
{
    (void)text;
    for (int i = 0; i < c->before.tiles; i++) {
        const Cell *tile = &c->before.tile[i];
        if (c->before.colour[i] == c->other &&
            table_reach(&c->before, c->other, tile).most == number &&
            table_reach(&c->after, c->other, tile).most == 0)
            return true;
    }
    return false;
}

static bool starves(const Case *c, const char *text, int number)
{
    (void)number;
    bool both = strstr(text, "both"), own = strstr(text, "you ");
    bool is_own_short = c->after.count[c->side] < 6, is_short = c->after.count[c->other] < 6;
    return table_is_second_round(&c->before) && is_own_short == (both || own) &&
           is_short == (both || !own) &&
           c->winner == (both  ? NOBODY
                         : own ? c->other
                               : c->side);
}

/* By the beginning of the text; the first that fits. A text that says "one" means the number 1. */
static struct Claim {
    const char *begins;
    bool (*is_true)(const Case *c, const char *text, int number);
    int met;
} claims[] = {
    {"completes a ", completes, 0},
    {"threatens to complete a ", threatens, 0},
    {"makes two ways to complete a ", makes_two_ways, 0},
    {"makes {1} ways to complete a shape", makes_ways, 0},
    {"the opponent must answer at once", must_be_answered, 0},
    {"keeps the opponent from completing a ", blocks, 0},
    {"keeps the opponent from making two threats at once", keeps_from_two, 0},
    {"leads to two threats at once", leads_to_two, 0},
    {"adds the fourth tile to a ", adds_fourth, 0},
    {"spoils a ", spoils, 0},
    {"lifting this tile drops ", drops, 0},
    {"gives up ", gives_up, 0},
    {"the tile goes back to where it was", goes_back, 0},
    {"threatens to cut off ", threatens_cut, 0},
    {"threatens to leave the opponent with fewer than six tiles", threatens_starving, 0},
    {"saves ", saves, 0},
    {"lets the opponent cut off ", lets_cut, 0},
    {"lets the opponent leave you with fewer than six tiles", lets_starve, 0},
    {"keeps the opponent from leaving you with fewer than six tiles", prevents_starving, 0},
    {"secures ", secures, 0},
    {"leaves ", starves, 0},
};
enum { CLAIMS = sizeof claims / sizeof *claims };

static bool is_true(const Case *c, const LudRemark *remark)
{
    for (int i = 0; i < CLAIMS; i++) {
        if (strncmp(remark->text, claims[i].begins, strlen(claims[i].begins)) != 0)
            continue;
        bool says_one = strstr(remark->text, " one ") && !strstr(remark->text, "{1}");
        claims[i].met++;
        return (!says_one || remark->number[0] == 1) &&
               claims[i].is_true(c, remark->text, remark->number[0]);
    }
    return false;
}

/* -- play -----------------------------------------------------------------------------------------
 */

typedef struct Walk {
    LudRules rules;
    LudRandom random;
    LudMove list[LUD_MAX_MOVES];
    int32_t promise[LUD_MAX_MOVES];
    int remarks, faults;
} Walk;

/* Mostly a move that looks good, so that there is something to say; never one that ends the game,
 * if there is another. */
static LudMove choose(Walk *w, const LudState *s)
{
    const LudGame *game = w->rules.game;
    int count = game->rules.moves(s, w->list), best = -1;
    LudNotes notes;
    lud_judging(game)->notes_begin(s, &notes);
    lud_judging(game)->order(s, &notes, w->list, count, w->promise);
    bool is_wild = lud_random_below(&w->random, 3) == 0;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        if (is_wild)
            w->promise[i] = (int32_t)lud_random_below(&w->random, 1 << 20);
        game->rules.apply(&next, w->list[i]);
        if (game->rules.turn(&next) >= 0 && (best < 0 || w->promise[i] > w->promise[best]))
            best = i;
    }
    return w->list[best < 0 ? 0 : best];
}

/* A line of up to three moves that begins with `m`. */
static int make_line(Walk *w, const LudState *s, LudMove m, LudMove line[3], Case *c)
{
    const LudGame *game = w->rules.game;
    LudState at = *s;
    int length = 0;
    line[0] = m;
    while (length < 3 && game->rules.turn(&at) >= 0) {
        if (length > 0)
            line[length] = choose(w, &at);
        game->text.move_print(&at, line[length], c->line[length]);
        game->rules.apply(&at, line[length++]);
    }
    return length;
}

static void check_move(Walk *w, const LudState *s, LudMove m)
{
    static Case c;
    char text[LUD_STATE_TEXT];
    LudMove line[3];
    LudRemark remarks[LUD_MAX_REMARKS];
    int length = make_line(w, s, m, line, &c);
    w->rules.game->text.state_print(s, text);
    c.before = table_read(text);
    c.side = c.before.side;
    c.other = c.side ^ 1;
    char *list = table_moves(text), *at = list;
    while (table_next_option(&at, &c.move) && strcmp(c.move.move, c.line[0]) != 0) {
    }
    c.winner = c.move.winner;
    snprintf(c.after_text, sizeof c.after_text, "%s", c.move.text);
    c.after = table_read(c.after_text);
    free(list);
    int count = lud_judging(w->rules.game)->remark(s, line, length, remarks);
    for (int i = 0; i < count; i++, w->remarks++) {
        if (!is_true(&c, &remarks[i]))
            tap_fault(&w->faults, w->rules.game, s, "%s %s %s: %s (%d)", c.line[0], c.line[1],
                      c.line[2], remarks[i].text, remarks[i].number[0]);
    }
}

/* One game; every few plies a move is looked at, any, the best-looking one or one that ends the
 * game. */
static void walk(Walk *w)
{
    const LudGame *game = w->rules.game;
    LudState s;
    lud_rules_start(&w->rules, &s);
    for (int ply = 0; ply < 90 && game->rules.turn(&s) >= 0; ply++) {
        LudMove next = choose(w, &s);
        if (lud_random_below(&w->random, 6) == 0) {
            int count = game->rules.moves(&s, w->list);
            LudMove any = w->list[lud_random_below(&w->random, (uint32_t)count)];
            check_move(w, &s, lud_random_below(&w->random, 3) == 0 ? any : next);
        }
        if (lud_random_below(&w->random, 8) == 0) {
            LudNotes notes;
            lud_judging(game)->notes_begin(&s, &notes);
            LudMove winning = lud_judging(game)->winning(&s, &notes);
            if (winning != LUD_NO_MOVE)
                check_move(w, &s, winning);
        }
        game->rules.apply(&s, next);
    }
}

int main(void)
{
    static Walk w;
    int games = tap_scaled(180);
    w.rules = variants_rules("six");
    lud_random_seed(&w.random, 16);
    for (int i = 0; i < games; i++)
        walk(&w);
    tap_report(w.remarks > 0 && w.faults == 0, "%d remarks in %d games are true", w.remarks, games);
    for (int i = 0; i < CLAIMS; i++)
        tap_report(tap_is_short() || claims[i].met > 0, "\"%s\": %d times", claims[i].begins,
                   claims[i].met);
    return tap_finish();
}
