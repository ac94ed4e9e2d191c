/* The second round of Six: forced wins against plain searches.
 *
 * Positions come from seeded play with few tiles or many. What one move threatens is tried with
 * every legal move; raids with a plain search over the same class; and who wins within a few plies
 * by the rules as tests/reference tells them, every move of both sides. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/ludoteca.h>

#include "core/forcing.h"
#include "games/registry.h"
#include "games/six/six_moves.h"
#include "games/six/six_raid.h"
#include "reference/reference.h"
#include "support/tap.h"

enum { MEMORY = 1 << 20, MOST_PLIES = 4 };

typedef struct Walk {
    LudRules rules;
    const LudGame *game, *portable;
    LudRandom random;
    void *memory, *other_memory;
    int positions, threats, missed;
    int raids, none, faults_raid, faults_line, faults_builds;
    int at_once, in_three, unsolved;            /* wins in one or three plies */
    int won, lost, undecided, faults_of_values; /* within four plies */
} Walk;

static SixState *view(LudState *s)
{
    return (SixState *)(void *)s;
}

/* -- positions -----------------------------------------------------------------------------------
 */

static bool is_won_by(const LudGame *game, const LudState *s, int side)
{
    return game->rules.turn(s) == LUD_OVER && game->rules.score(s, side) == 2;
}

/* Mostly the most promising of a few moves, so that tiles stand together as in real games; none
 * that ends the game. */
static void play_some(Walk *w, LudState *s, int plies)
{
    LudMove list[LUD_MAX_MOVES];
    int32_t promise[LUD_MAX_MOVES];
    for (int ply = 0; ply < plies; ply++) {
        LudNotes notes;
        LudState before = *s;
        int count = w->game->rules.moves(s, list), best = 0;
        w->game->judging->notes_begin(s, &notes);
        w->game->judging->order(s, &notes, list, count, promise);
        for (int i = 0; i < 4; i++) {
            int other = (int)lud_random_below(&w->random, (uint32_t)count);
            best = i == 0 || promise[other] > promise[best] ? other : best;
        }
        w->game->rules.apply(s, list[best]);
        if (w->game->rules.turn(s) == LUD_OVER)
            *s = before;
    }
}

/* A position of the second round with at most so many tiles of each colour; false if a move of this
 * attempt left somebody too few. */
static bool make_position(Walk *w, int least, int most, LudState *s)
{
    int tiles = least + (int)lud_random_below(&w->random, (uint32_t)(most - least + 1));
    lud_rules_start(&w->rules, s);
    play_some(w, s, 2 * (tiles - 1));
    view(s)->hand[SIX_RED] = view(s)->hand[SIX_BLACK] = 0;
    play_some(w, s, 1 + (int)lud_random_below(&w->random, 8));
    return view(s)->count[SIX_RED] >= SIX_SHAPE && view(s)->count[SIX_BLACK] >= SIX_SHAPE;
}

/* -- plain searches over the class ----------------------------------------------------------------
 */

static bool can_win(const LudGame *game, const LudState *s)
{
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), side = game->rules.turn(s);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (is_won_by(game, &next, side))
            return true;
    }
    return false;
}

/* Whether the side that has just moved could win if the other passed. */
static bool threatens(const LudGame *game, const LudState *s)
{
    LudState passed = *s;
    if (game->rules.turn(s) == LUD_OVER)
        return false;
    view(&passed)->side ^= 1;
    return can_win(game, &passed);
}

/* Whether the side to move wins by threats alone, with so many of its moves at most. */
static bool raids(const LudGame *game, const LudState *s, int most)
{
    LudMove list[LUD_MAX_MOVES], replies[LUD_MAX_MOVES];
    int side = game->rules.turn(s);
    if (can_win(game, s))
        return true;
    int count = most > 1 ? game->rules.moves(s, list) : 0;
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (!threatens(game, &next))
            continue;
        int others = game->rules.moves(&next, replies);
        bool is_answered = true;
        for (int k = 0; k < others && is_answered; k++) {
            LudState after = next;
            game->rules.apply(&after, replies[k]);
            is_answered = game->rules.turn(&after) == LUD_OVER ? is_won_by(game, &after, side)
                                                               : raids(game, &after, most - 1);
        }
        if (is_answered)
            return true;
    }
    return false;
}

/* -- what is tried -------------------------------------------------------------------------------
 */

/* Every move that threatens to win is among those listed. */
static void try_threats(Walk *w, LudState *s)
{
    LudMove list[LUD_MAX_MOVES], listed[SIX_MAX_MOVES];
    int count = w->game->rules.moves(s, list), found = six_list_threats(view(s), listed);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        bool is_listed = false;
        w->game->rules.apply(&next, list[i]);
        if (!threatens(w->game, &next))
            continue;
        for (int k = 0; k < found; k++)
            is_listed |= listed[k] == list[i];
        w->threats++;
        if (!is_listed)
            tap_fault(&w->missed, w->game, s, "threat %d is missing", i);
    }
}

static LudForced seek(const LudGame *game, void *memory, const LudState *s, uint64_t most,
                      LudForcedWin *win, uint64_t *nodes)
{
    LudForcingTask task = {.attacks = LUD_FORCING_CHAIN,
                           .side = game->rules.turn(s),
                           .nodes = most,
                           .memory = memory,
                           .memory_bytes = MEMORY};
    memset(memory, 0, MEMORY);
    return game->forcing->seek(s, &task, win, nodes);
}

static bool is_playable(const LudGame *game, const LudState *root, const LudForcedWin *win)
{
    LudMove list[LUD_MAX_MOVES];
    LudState s = *root;
    if (win->length < 1 || win->length > win->plies)
        return false;
    for (int i = 0; i < win->length; i++) {
        int count = game->rules.moves(&s, list);
        bool is_legal = false;
        for (int k = 0; k < count; k++)
            is_legal |= list[k] == win->line[i];
        if (!is_legal)
            return false;
        game->rules.apply(&s, win->line[i]);
    }
    return is_won_by(game, &s, game->rules.turn(root));
}

/* The verdict, the plies and the line; a plain search of two or three attacking moves agrees. */
static void try_raid(Walk *w, const LudState *s, int most)
{
    LudForcedWin win = {0}, other = {0};
    uint64_t nodes, other_nodes;
    LudForced found = seek(w->game, w->memory, s, 20000, &win, &nodes);
    LudForced same = seek(w->portable, w->other_memory, s, 20000, &other, &other_nodes);
    if (same != found || nodes != other_nodes || memcmp(&win, &other, sizeof win) != 0)
        tap_fault(&w->faults_builds, w->game, s, "the other build differs");
    if (found == LUD_FORCED_WIN && !is_playable(w->game, s, &win))
        tap_fault(&w->faults_line, w->game, s, "its line of %d", win.length);
    w->raids += found == LUD_FORCED_WIN;
    w->none += found == LUD_FORCED_NONE;
    int moves = found == LUD_FORCED_WIN ? (win.plies + 1) / 2 : most + 1;
    if (found == LUD_FORCED_UNKNOWN)
        return;
    if (moves <= most && !raids(w->game, s, moves))
        tap_fault(&w->faults_raid, w->game, s, "no win within %d plies", win.plies);
    if (moves > 1 && raids(w->game, s, moves <= most ? moves - 1 : most))
        tap_fault(&w->faults_raid, w->game, s, "a win that was not found (%d)", (int)found);
}

/* Who wins, and within how many plies by the certificate; 0 if there is none that holds. */
static LudSolved solve(const Walk *w, const LudState *s, uint64_t nodes, int *plies)
{
    LudSolution solution;
    LudProofReport report;
    LudError err;
    LudSolveTask task = {.size = sizeof task,
                         .root = s,
                         .nodes = nodes,
                         .memory_bytes = (size_t)4 * MEMORY,
                         .has_certificate = true};
    *plies = 0;
    if (lud_solve(&w->rules, &task, &solution, &err) != LUD_OK)
        return LUD_SOLVED_UNKNOWN;
    if (solution.certificate && lud_proof_verify(solution.certificate, strlen(solution.certificate),
                                                 &report, &err) == LUD_OK)
        *plies = report.plies;
    lud_free(solution.certificate);
    return solution.solved;
}

/* A win in one or three plies must be solved; few of those in one are enough. */
static void try_soon(Walk *w, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    w->game->text.state_print(s, text);
    int outcome = ref_six_outcome(text, 1);
    if (outcome == 1 && w->at_once > w->in_three / 2)
        return;
    outcome = outcome == 0 ? ref_six_outcome(text, 3) : outcome;
    if (outcome <= 0)
        return;
    w->at_once += outcome == 1;
    w->in_three += outcome == 3;
    int plies;
    if (solve(w, s, 1000000, &plies) != LUD_SOLVED_WIN || plies < outcome)
        tap_fault(&w->unsolved, w->game, s, "won within %d plies, not %d", outcome, plies);
}

/* Who wins within four plies must be solved, and nobody else may be said to; what takes longer has
 * a certificate that holds. */
static void try_value(Walk *w, const LudState *s)
{
    char text[LUD_STATE_TEXT];
    w->game->text.state_print(s, text);
    int outcome = ref_six_outcome(text, MOST_PLIES);
    int plies;
    LudSolved solved = solve(w, s, outcome != 0 ? 1000000 : 20000, &plies);
    bool is_decided = solved == LUD_SOLVED_WIN || solved == LUD_SOLVED_LOSS;
    bool holds = outcome > 0   ? solved == LUD_SOLVED_WIN
                 : outcome < 0 ? solved == LUD_SOLVED_LOSS
                               : !is_decided || plies > MOST_PLIES;
    w->won += outcome > 0;
    w->lost += outcome < 0;
    w->undecided += outcome == 0;
    if (!holds)
        tap_fault(&w->faults_of_values, w->game, s, "outcome %d, solved %d within %d", outcome,
                  (int)solved, plies);
}

/* -- at the root of a search ---------------------------------------------------------------------
 */

static LudLine search_root(const Walk *w, const LudState *root, const uint64_t *past, int count)
{
    LudSearch *search = NULL;
    LudFindings findings;
    LudError err;
    LudSearchOptions options = lud_search_options_usual();
    LudLine line = {0};
    LudTask task = {.size = sizeof task,
                    .root = root,
                    .limits = {.nodes = 80000},
                    .past = past,
                    .past_count = count};
    if (lud_search_new(&search, &w->rules, &options, &err) == LUD_OK &&
        lud_search_run(search, &task, &findings, &err) == LUD_OK)
        line = findings.lines[0];
    lud_search_free(search);
    return line;
}

/* Black cuts tile after tile off with the same one, until Red has none left to lay there: thirteen
 * plies. If some position must not come again, forced wins are not to be trusted. */
static void try_root(const Walk *w)
{
    static const char position[] =
        "r:-5,-2;-3,-1;-3,1;-3,2;-3,3;-2,-3;-2,1;-1,-1;-1,0;-1,1;0,-3;1,-4;1,-2 "
        "b:-4,-2;-4,3;-4,4;-3,-2;-3,4;-2,-2;-2,-1;-2,0;-2,2;-2,3;-1,-3;-1,-2;-1,3;0,-4;0,-2;0,-1;"
        "1,-3 0-0 b";
    const uint64_t once[] = {11, 12}, twice[] = {11, 12, 11};
    LudState s;
    LudError err;
    if (w->game->text.state_parse(&s, &w->rules.options, position, 0, &err) != LUD_OK)
        return;
    LudLine line = search_root(w, &s, once, 2);
    tap_report(line.is_proven && line.value == LUD_VALUE_WIN - 13, "a search sees a raid");
    line = search_root(w, &s, twice, 3);
    tap_report(line.length > 0 && line.value < LUD_VALUE_WIN - 13,
               "but not where it might end by repetition");
}

/* -- all of it ----------------------------------------------------------------------------------
 */

static void walk(Walk *w)
{
    LudState s;
    int wanted = tap_chosen(3, 12, 1000);
    while (w->positions < wanted) {
        if (!make_position(w, SIX_SHAPE + 1, SIX_TILES, &s))
            continue;
        w->positions++;
        try_threats(w, &s);
    }
    for (int tried = 0; tried < tap_chosen(3, 20, 1000);) {
        if (!make_position(w, SIX_SHAPE + 1, SIX_SHAPE + 4, &s))
            continue;
        tried++;
        try_raid(w, &s, 2);
    }
    while (w->at_once + w->in_three < tap_chosen(1, 6, 300)) {
        if (make_position(w, SIX_SHAPE + 1, tap_chosen(7, 8, SIX_TILES), &s))
            try_soon(w, &s);
    }
    while (w->won + w->lost + w->undecided < tap_chosen(1, 6, 300)) {
        if (make_position(w, SIX_SHAPE, SIX_SHAPE + 2, &s))
            try_value(w, &s);
    }
}

int main(void)
{
    LudError err;
    Walk w = {0};
    if (lud_rules_parse("six", &w.rules, &err) != LUD_OK)
        return 1;
    w.game = w.rules.game;
    for (int i = 0; i < lud_game_count(); i++) {
        if (strcmp(lud_game_portable(i)->name, "six") == 0)
            w.portable = lud_game_portable(i);
    }
    w.memory = aligned_alloc(64, MEMORY);
    w.other_memory = aligned_alloc(64, MEMORY);
    if (!w.memory || !w.other_memory)
        return 1;
    lud_random_seed(&w.random, 61);
    walk(&w);
    tap_note("%d threats; %d raids, %d positions without", w.threats, w.raids, w.none);
    tap_report(w.missed == 0 && w.threats > 0, "every threat is listed");
    tap_report(w.faults_raid == 0 && w.raids > 0 && tap_met(w.none, 20),
               "raids are those of a plain search, the shortest ones");
    tap_report(w.faults_line == 0, "lines can be played");
    tap_report(w.faults_builds == 0, "both builds agree");
    tap_report(w.unsolved == 0, "%d wins in one ply and %d in three are solved", w.at_once,
               w.in_three);
    tap_report(w.faults_of_values == 0, "of %d small positions %d won and %d lost: so it is solved",
               w.won + w.lost + w.undecided, w.won, w.lost);
    try_root(&w);
    free(w.memory);
    free(w.other_memory);
    return tap_finish();
}
