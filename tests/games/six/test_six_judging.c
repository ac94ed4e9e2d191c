/* How Six judges positions: the windows it keeps count of against a plain recount, moves that win
 * at once and moves that must be made against all moves tried out, both builds against each other,
 * along games that leave wins lying about. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>
#include <ludoteca/search.h>

#include "games/registry.h"
#include "games/six/six_crossings.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

typedef struct Walk {
    LudRules rules;
    const LudGame *game, *portable;
    LudRandom random;
    LudMove list[LUD_MAX_MOVES];
    int32_t promise[LUD_MAX_MOVES], plain_promise[LUD_MAX_MOVES];
    int count; /* of the list */
    int positions, wins, forced, lost, second, crossed;
    int faults_notes, faults_values, faults_wins, faults_urgent, faults_order, faults_moved;
    int faults_crossings, faults_likely;
} Walk;

static int below(Walk *w, int bound)
{
    return (int)lud_random_below(&w->random, (uint32_t)bound);
}

static void note_fault(const Walk *w, int *faults, const LudState *s, const char *what)
{
    char text[LUD_STATE_TEXT];
    w->game->text.state_print(s, text);
    if ((*faults)++ < 3)
        tap_note("%s: %s", what, text);
}

/* -- a plain recount -----------------------------------------------------------------------------
 */

enum { PAD = 12, SPAN = 64 + 2 * PAD };

static const int shape_cells[6][6][2] = {
    {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}},
    {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {5, 0}},
    {{0, 0}, {1, -1}, {2, -2}, {3, -3}, {4, -4}, {5, -5}},
    {{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 0}},
    {{0, 2}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}},
    {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}},
};
static const int shape_kind[6] = {SIX_ROW,      SIX_ROW,      SIX_ROW,
                                  SIX_TRIANGLE, SIX_TRIANGLE, SIX_CIRCLE};

static int8_t board[SPAN][SPAN]; /* 0: empty, 1: red, 2: black */

static void lay_out(const SixState *s)
{
    memset(board, 0, sizeof board);
    for (int x = 0; x < SIX_ROWS; x++) {
        for (int y = 0; y < 64; y++)
            board[x + PAD][y + PAD] = s->tiles[SIX_RED].row[x] >> y & 1     ? 1
                                      : s->tiles[SIX_BLACK].row[x] >> y & 1 ? 2
                                                                            : 0;
    }
}

static void recount(const SixState *s, int windows[2][SIX_KINDS][7])
{
    lay_out(s);
    memset(windows, 0, 2 * SIX_KINDS * 7 * sizeof(int));
    for (int x = 1; x < SIX_ROWS + PAD; x++) {
        for (int y = PAD - 6; y < PAD + 60; y++) {
            for (int k = 0; k < 6; k++) {
                int count[3] = {0, 0, 0};
                for (int i = 0; i < 6; i++)
                    count[board[x + shape_cells[k][i][0]][y + shape_cells[k][i][1]]]++;
                if (count[1] == 0 || count[2] == 0) {
                    windows[0][shape_kind[k]][count[1]] += count[1] > 0;
                    windows[1][shape_kind[k]][count[2]] += count[2] > 0;
                }
            }
        }
    }
}

static bool is_right(const SixState *s, const LudNotes *notes)
{
    const SixNotes *kept = (const SixNotes *)(const void *)notes;
    int windows[2][SIX_KINDS][7];
    recount(s, windows);
    for (int side = 0; side < 2; side++) {
        for (int kind = 0; kind < SIX_KINDS; kind++) {
            for (int tiles = 1; tiles <= 6; tiles++) {
                if (six_tally(kept->tally[side][kind], tiles) != windows[side][kind][tiles])
                    return false;
            }
        }
    }
    return true;
}

/* How many windows through a cell hold `tiles` tiles of a side and none of the other. */
static int windows_through(int x, int y, int side, int tiles)
{
    int found = 0;
    for (int k = 0; k < 6; k++) {
        for (int at = 0; at < 6; at++) {
            int count[3] = {0, 0, 0};
            for (int i = 0; i < 6; i++)
                count[board[x + shape_cells[k][i][0] - shape_cells[k][at][0]]
                           [y + shape_cells[k][i][1] - shape_cells[k][at][1]]]++;
            found += count[side + 1] == tiles && count[2 - side] == 0;
        }
    }
    return found;
}

static SixCrossings cross_plainly(const SixState *s, int side)
{
    SixCrossings crossings = {0, 0, 0};
    lay_out(s);
    for (int x = 6; x < SPAN - 6; x++) {
        for (int y = 6; y < SPAN - 6; y++) {
            bool is_open = board[x][y] == 0 &&
                           (board[x + 1][y] | board[x - 1][y] | board[x][y + 1] | board[x][y - 1] |
                            board[x + 1][y - 1] | board[x - 1][y + 1]) != 0;
            int fours = is_open ? windows_through(x, y, side, 4) : 0;
            crossings.fives += fours > 0;
            crossings.forks += fours > 1;
            crossings.mixed += fours > 0 && windows_through(x, y, side, 3) > 0;
        }
    }
    return crossings;
}

/* -- claims about one position -------------------------------------------------------------------
 */

static void check_notes(Walk *w, const LudState *s, const LudNotes *notes)
{
    LudNotes fresh, portable;
    lud_judging(w->game)->notes_begin(s, &fresh);
    lud_judging(w->portable)->notes_begin(s, &portable);
    if (memcmp(&fresh, notes, lud_judging(w->game)->notes_size) != 0 ||
        memcmp(&portable, notes, lud_judging(w->game)->notes_size) != 0)
        note_fault(w, &w->faults_notes, s, "notes kept and made anew differ");
    if (below(w, 8) == 0 && !is_right((const SixState *)(const void *)s, notes))
        note_fault(w, &w->faults_notes, s, "the notes are wrong");
}

static void check_values(Walk *w, const LudState *s, const LudNotes *notes)
{
    const LudGame *g = w->game;
    int value = lud_judging(g)->evaluate(s, notes, 0);
    if (value != -lud_judging(g)->evaluate(s, notes, 1) ||
        value != lud_judging(w->portable)->evaluate(s, notes, 0) || value > LUD_EVALUATION_MOST ||
        value < -LUD_EVALUATION_MOST)
        note_fault(w, &w->faults_values, s, "the value");
}

static void check_crossings(Walk *w, const LudState *s, const LudNotes *notes)
{
    const SixState *six = (const SixState *)(const void *)s;
    for (int side = 0; side < 2; side++) {
        SixCrossings quick = six_crossings(six, (const SixNotes *)(const void *)notes, side);
        SixCrossings plain = cross_plainly(six, side);
        w->crossed += plain.forks > 0 && plain.mixed > 0;
        if (quick.fives != plain.fives || quick.forks != plain.forks || quick.mixed != plain.mixed)
            note_fault(w, &w->faults_crossings, s, "where windows cross");
    }
}

/* The same tiles elsewhere. */
static void check_moved(Walk *w, const LudState *s, const LudNotes *notes)
{
    char text[LUD_STATE_TEXT], moved[LUD_STATE_TEXT + 256];
    int length = 0, by[2] = {below(w, 200) - 100, below(w, 200) - 100};
    w->game->text.state_print(s, text);
    for (const char *p = text; *p;) {
        bool is_second = p > text && p[-1] == ',';
        char *end;
        long number = strtol(p, &end, 10);
        /* A number followed by a comma, or after one, is a coordinate. */
        if (end > p && (is_second || *end == ',')) {
            length += snprintf(moved + length, sizeof moved - (size_t)length, "%ld",
                               number + by[is_second]);
            p = end;
        } else {
            moved[length++] = *p++;
        }
    }
    moved[length] = '\0';
    LudState elsewhere = variants_position(&w->rules, moved);
    LudNotes same;
    lud_judging(w->game)->notes_begin(&elsewhere, &same);
    if (memcmp(&same, notes, lud_judging(w->game)->notes_size) != 0 ||
        lud_judging(w->game)->evaluate(&elsewhere, &same, 0) !=
            lud_judging(w->game)->evaluate(s, notes, 0))
        note_fault(w, &w->faults_moved, s, "worth something else elsewhere");
}

/* Whether a listed move wins; every one is tried. */
static bool wins(const Walk *w, const LudState *s, LudMove m)
{
    LudState next = *s;
    int mover = w->game->rules.turn(s);
    w->game->rules.apply(&next, m);
    return w->game->rules.turn(&next) == LUD_OVER && w->game->rules.score(&next, mover) == 2;
}

static bool check_winning(Walk *w, const LudState *s, const LudNotes *notes)
{
    LudMove claimed = lud_judging(w->game)->winning(s, notes);
    bool is_won = false, is_listed = claimed == LUD_NO_MOVE;
    for (int i = 0; i < w->count; i++) {
        is_listed = is_listed || w->list[i] == claimed;
        is_won = is_won || wins(w, s, w->list[i]);
    }
    w->wins += is_won;
    if (!is_listed || is_won != (claimed != LUD_NO_MOVE) || (is_won && !wins(w, s, claimed)) ||
        claimed != lud_judging(w->portable)->winning(s, notes))
        note_fault(w, &w->faults_wins, s, "moves that win");
    return is_won;
}

static void check_urgent(Walk *w, const LudState *s, const LudNotes *notes)
{
    static LudMove urgent[LUD_MAX_MOVES], plain[LUD_MAX_MOVES];
    int count = lud_judging(w->game)->urgent(s, notes, urgent);
    int same = lud_judging(w->portable)->urgent(s, notes, plain);
    if (count != same || (count > 0 && memcmp(urgent, plain, (size_t)count * sizeof *plain) != 0))
        note_fault(w, &w->faults_urgent, s, "urgent moves of the two builds");
    if (count < 0)
        return;
    w->forced += count > 0;
    w->lost += count == 0;
    int listed = 0;
    for (int i = 0; i < w->count; i++) {
        bool is_urgent = false;
        for (int j = 0; j < count && !is_urgent; j++)
            is_urgent = urgent[j] == w->list[i];
        listed += is_urgent;
        if (is_urgent)
            continue;
        LudState next = *s;
        LudNotes after = *notes;
        w->game->rules.apply(&next, w->list[i]);
        lud_judging(w->game)->notes_follow(s, w->list[i], &next, &after);
        if (w->game->rules.turn(&next) == LUD_OVER ||
            lud_judging(w->game)->winning(&next, &after) == LUD_NO_MOVE)
            note_fault(w, &w->faults_urgent, s, "a move was left out that does not lose at once");
    }
    if (listed != count)
        note_fault(w, &w->faults_urgent, s, "urgent moves that are not legal");
}

static void check_order(Walk *w, const LudState *s, const LudNotes *notes)
{
    lud_judging(w->game)->order(s, notes, w->list, w->count, w->promise);
    lud_judging(w->portable)->order(s, notes, w->list, w->count, w->plain_promise);
    size_t size = (size_t)w->count * sizeof *w->promise;
    if (memcmp(w->promise, w->plain_promise, size) != 0)
        note_fault(w, &w->faults_order, s, "the order of the two builds");
    /* In the first round what completes a shape comes first. */
    LudMove winning = lud_judging(w->game)->winning(s, notes);
    if (winning != LUD_NO_MOVE && six_move_lift(winning) == SIX_NO_CELL) {
        int best = 0;
        for (int i = 1; i < w->count; i++)
            best = w->promise[i] > w->promise[best] ? i : best;
        if (!wins(w, s, w->list[best]))
            note_fault(w, &w->faults_order, s, "a shape is not looked at first");
    }
}

/* Likely moves are some of the legal ones, each once, rated as if they had been ordered. */
static void check_likely(Walk *w, const LudState *s, const LudNotes *notes)
{
    static LudMove likely[LUD_MAX_MOVES], plain[LUD_MAX_MOVES];
    static int32_t promise[LUD_MAX_MOVES], ordered[LUD_MAX_MOVES];
    int most = 1 + below(w, 200);
    int count = lud_judging(w->game)->likely(s, notes, most, likely, promise);
    int same = lud_judging(w->portable)->likely(s, notes, most, plain, ordered);
    bool is_second = six_is_second_round((const SixState *)(const void *)s);
    if (count != same || (count > 0) != is_second ||
        (count > 0 && memcmp(likely, plain, (size_t)count * sizeof *plain) != 0))
        note_fault(w, &w->faults_likely, s, "likely moves of the two builds");
    for (int i = 0; i < count; i++) {
        int times = 0, legal = 0;
        for (int k = 0; k < count; k++)
            times += likely[k] == likely[i];
        for (int k = 0; k < w->count; k++)
            legal += w->list[k] == likely[i] && w->promise[k] == promise[i];
        if (times != 1 || legal != 1)
            note_fault(w, &w->faults_likely, s, "a likely move is not legal, or not the only one");
    }
}

/* -- games ---------------------------------------------------------------------------------------
 */

/* A move that does not end the game, at times the most promising of a few; LUD_NO_MOVE if the
 * attempts all end it. */
static LudMove choose(Walk *w, const LudState *s)
{
    int tries = 1 + below(w, 40), best = -1;
    for (int i = 0; i < tries || (best < 0 && i < 100); i++) {
        int at = below(w, w->count);
        LudState next = *s;
        w->game->rules.apply(&next, w->list[at]);
        bool goes_on = w->game->rules.turn(&next) != LUD_OVER;
        if (goes_on && (best < 0 || w->promise[at] > w->promise[best]))
            best = at;
    }
    return best < 0 ? LUD_NO_MOVE : w->list[best];
}

static void walk(Walk *w, LudState s, int plies)
{
    LudNotes notes;
    lud_judging(w->game)->notes_begin(&s, &notes);
    for (int ply = 0; ply < plies; ply++) {
        w->count = w->game->rules.moves(&s, w->list);
        w->positions++;
        w->second += w->list[0] >> 12 != 0;
        check_notes(w, &s, &notes);
        check_values(w, &s, &notes);
        check_order(w, &s, &notes);
        check_winning(w, &s, &notes);
        check_urgent(w, &s, &notes);
        if (ply % 8 == 0)
            check_moved(w, &s, &notes);
        if (ply % 4 == 0)
            check_crossings(w, &s, &notes);
        if (ply % 4 == 1)
            check_likely(w, &s, &notes);
        LudMove m = choose(w, &s);
        if (m == LUD_NO_MOVE)
            return;
        LudState next = s;
        w->game->rules.apply(&next, m);
        lud_judging(w->game)->notes_follow(&s, m, &next, &notes);
        s = next;
    }
}

static void walk_rules(const char *text, int games)
{
    static Walk w;
    w = (Walk){.rules = variants_rules(text)};
    w.game = w.rules.game;
    for (int i = 0; i < lud_game_count(); i++) {
        if (lud_game_at(i) == w.game)
            w.portable = lud_game_portable(i);
    }
    lud_random_seed(&w.random, 6);
    for (int i = 0; i < games; i++) {
        LudState s;
        lud_rules_start(&w.rules, &s);
        if (i % 2 == 1) {
            while (!odd_start(&w.rules, &w.random, &s) || w.game->rules.turn(&s) == LUD_OVER)
                continue;
        }
        walk(&w, s, i % 2 == 1 ? 12 : 56);
    }
    tap_note("%s: %d positions, %d of the second round, %d won at once, %d forced, %d lost", text,
             w.positions, w.second, w.wins, w.forced, w.lost);
    tap_report(w.faults_notes == 0, "%s: windows are counted right, move by move", text);
    tap_report(w.faults_values == 0, "%s: values mirror each other", text);
    tap_report(w.faults_moved == 0, "%s: values do not depend on the place", text);
    tap_report(w.faults_crossings == 0 && w.crossed > 0, "%s: crossing windows are found", text);
    tap_report(w.faults_wins == 0 && w.wins > 0, "%s: moves that win at once are found", text);
    tap_report(w.faults_urgent == 0 && w.forced > 0 && w.lost > 0,
               "%s: no move is left out that is not lost", text);
    tap_report(w.faults_order == 0, "%s: moves are ordered", text);
    tap_report(w.faults_likely == 0, "%s: likely moves are legal moves", text);
}

int main(void)
{
    walk_rules("six", tap_scaled(600));
    walk_rules("six:first=b,opening=apart", tap_scaled(150));
    return tap_finish();
}
