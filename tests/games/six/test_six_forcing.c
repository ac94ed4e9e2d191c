/* Forced wins of Six against plain searches over the same classes, which try every reply and know
 * nothing but the rules: on crowded positions with few tiles in hand, so that all of it can be
 * looked at. Lines must be playable, and both builds must agree on everything. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>
#include <ludoteca/judging.h>
#include <ludoteca/search.h>

#include "core/forcing.h"
#include "games/registry.h"
#include "games/six/six_board.h"
#include "support/tap.h"

enum { MEMORY = 1 << 20 };

typedef struct Walk {
    const LudGame *game, *portable;
    LudRandom random;
    void *memory, *other_memory;
    int positions, chains, sieges, none;
    int faults_verdict, faults_line, faults_builds;
} Walk;

static SixState *view(LudState *s)
{
    return (SixState *)(void *)s;
}

/* -- the plain searches --------------------------------------------------------------------------
 */

static LudMove find_winning(const LudGame *game, const LudState *s)
{
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), side = game->rules.turn(s);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (game->rules.turn(&next) == LUD_OVER && game->rules.score(&next, side) == 2)
            return list[i];
    }
    return LUD_NO_MOVE;
}

static void pass(LudState *s)
{
    view(s)->side ^= 1;
}

static bool wins(const LudGame *game, const LudState *s, bool may_siege);

/* The hunter, to move, has no tile for a threat and its completion: nothing of the class is left.
 */
static bool has_too_few(LudState *s)
{
    return view(s)->hand[view(s)->side] < 2;
}

/* Whether the move just made is one of the class: could the hunter go on if the prey passed? */
static bool threatens(const LudGame *game, const LudState *s, bool may_siege)
{
    LudState passed = *s;
    pass(&passed);
    return find_winning(game, &passed) != LUD_NO_MOVE || (may_siege && wins(game, &passed, false));
}

/* Whether every reply loses. */
static bool is_answered(const LudGame *game, const LudState *s, bool may_siege)
{
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (game->rules.turn(&next) == LUD_OVER || !wins(game, &next, may_siege))
            return false;
    }
    return true;
}

static bool wins_anew(const LudGame *game, const LudState *s, bool may_siege)
{
    LudMove list[LUD_MAX_MOVES];
    LudState at = *s;
    if (view(&at)->hand[view(&at)->side] > 0 && find_winning(game, s) != LUD_NO_MOVE)
        return true;
    if (has_too_few(&at))
        return false;
    /* A prey that can complete a shape does so wherever the hunter lays another tile. */
    int count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (find_winning(game, &next) != LUD_NO_MOVE || !threatens(game, &next, may_siege))
            continue;
        if (is_answered(game, &next, may_siege))
            return true;
    }
    return false;
}

/* The same, remembered: many orders of moves lead to one position. */
static bool wins(const LudGame *game, const LudState *s, bool may_siege)
{
    enum { KNOWN = 1 << 18 };
    static uint64_t known[KNOWN];
    static bool answer[KNOWN];
    uint64_t key = game->rules.key(s) * 2 + may_siege;
    uint64_t at = (key ^ key >> 32) % KNOWN;
    if (known[at] != key) {
        bool is_won = wins_anew(game, s, may_siege);
        known[at] = key;
        answer[at] = is_won;
    }
    return answer[at];
}

/* Whether a move begins a siege that wins: quicker than to look for one. */
static bool holds(const LudGame *game, const LudState *s, LudMove m)
{
    LudState next = *s;
    game->rules.apply(&next, m);
    return threatens(game, &next, true) && is_answered(game, &next, true);
}

/* -- positions -----------------------------------------------------------------------------------
 */

/* Mostly the most promising of a few moves, so that tiles stand together as in real games. */
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
            *s = before; /* something else next time */
    }
}

static LudForced ask(const LudGame *game, void *memory, const LudState *s, LudForcingClass attacks,
                     LudForcedWin *win, uint64_t *nodes)
{
    LudForcingTask task = {.attacks = attacks,
                           .side = game->rules.turn(s),
                           .nodes = 1000000,
                           .memory = memory,
                           .memory_bytes = MEMORY};
    memset(memory, 0, MEMORY); /* hands are not what the tiles say */
    return game->forcing->seek(s, &task, win, nodes);
}

/* The line is legal and ends with the hunter's shape, within the plies foretold. */
static bool is_playable(const LudGame *game, const LudState *root, const LudForcedWin *win)
{
    LudMove list[LUD_MAX_MOVES];
    LudState s = *root;
    int side = game->rules.turn(root);
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
    return game->rules.turn(&s) == LUD_OVER && game->rules.score(&s, side) == 2;
}

static void try_class(Walk *w, const LudState *s, LudForcingClass attacks)
{
    LudForcedWin win = {0}, other = {0};
    uint64_t nodes, other_nodes;
    LudForced found = ask(w->game, w->memory, s, attacks, &win, &nodes);
    bool expected = found == LUD_FORCED_WIN && attacks == LUD_FORCING_SIEGE
                        ? holds(w->game, s, win.line[0])
                        : wins(w->game, s, attacks == LUD_FORCING_SIEGE);
    if (found != (expected ? LUD_FORCED_WIN : LUD_FORCED_NONE))
        tap_fault(&w->faults_verdict, w->game, s, "%s is %d, expected %d",
                  attacks == LUD_FORCING_CHAIN ? "chain" : "siege", (int)found, (int)expected);
    if (found == LUD_FORCED_WIN && !is_playable(w->game, s, &win))
        tap_fault(&w->faults_line, w->game, s, "its line of %d", win.length);
    LudForced same = ask(w->portable, w->other_memory, s, attacks, &other, &other_nodes);
    if (same != found || nodes != other_nodes || memcmp(&win, &other, sizeof win) != 0)
        tap_fault(&w->faults_builds, w->game, s, "the other build differs");
    w->chains += found == LUD_FORCED_WIN && attacks == LUD_FORCING_CHAIN;
    w->sieges += found == LUD_FORCED_WIN && attacks == LUD_FORCING_SIEGE;
    w->none += found == LUD_FORCED_NONE && attacks == LUD_FORCING_SIEGE;
}

static void try_position(Walk *w, const LudRules *rules)
{
    LudState s;
    lud_rules_start(rules, &s);
    play_some(w, &s, 10 + (int)lud_random_below(&w->random, 10));
    int hand = 1 + (int)lud_random_below(&w->random, 4);
    /* The opponent has as many, or one less, as in any game. */
    view(&s)->hand[view(&s)->side] = (uint8_t)hand;
    view(&s)->hand[view(&s)->side ^ 1] = (uint8_t)(hand - (int)lud_random_below(&w->random, 2));
    w->positions++;
    LudForcedWin win;
    uint64_t nodes;
    bool is_chain = ask(w->game, w->memory, &s, LUD_FORCING_CHAIN, &win, &nodes) == LUD_FORCED_WIN;
    bool is_siege = ask(w->game, w->memory, &s, LUD_FORCING_SIEGE, &win, &nodes) == LUD_FORCED_WIN;
    /* Of the many that are not won some are enough, and with more tiles one would take minutes. */
    if (is_chain || w->positions % 16 == 0)
        try_class(w, &s, LUD_FORCING_CHAIN);
    if (!is_chain && (is_siege || w->positions % 16 == 0))
        try_class(w, &s, LUD_FORCING_SIEGE);
}

/* -- at the root of a search ---------------------------------------------------------------------
 */

static LudLine search_root(const LudRules *rules, const char *position, LudLimits limits,
                           LudState *root)
{
    LudSearch *search = NULL;
    LudFindings findings;
    LudError err;
    LudSearchOptions options = lud_search_options_usual();
    LudLine line = {0};
    if (rules->game->text.state_parse(root, &rules->options, position, 0, &err) != LUD_OK ||
        lud_search_new(&search, rules, &options, &err) != LUD_OK)
        return line;
    LudTask task = {.size = sizeof task, .root = root, .limits = limits};
    if (lud_search_run(search, &task, &findings, &err) == LUD_OK)
        line = findings.lines[0];
    lud_search_free(search);
    return line;
}

/* A siege of thirteen plies, which a tree of so few nodes does not see. */
static void try_root(const LudRules *rules)
{
    static const char win[] = "r:-2,-1;-2,0;-2,1;-2,2;-1,0;-1,2;0,0;1,1 "
                              "b:-2,4;-1,1;-1,3;-1,4;0,1;0,2;0,4;1,0 13-13 r";
    LudState s;
    LudLine line = search_root(rules, win, (LudLimits){.nodes = 2000}, &s);
    tap_report(line.is_proven && line.value >= LUD_VALUE_WIN - 13 && line.length > 0,
               "a search sees a forced win");
    line = search_root(rules, win, (LudLimits){.depth = 2}, &s);
    tap_report(line.length > 0 && !line.is_proven, "one of two plies does not");
}

int main(void)
{
    LudRules rules;
    LudError err;
    Walk w = {0};
    if (lud_rules_parse("six", &rules, &err) != LUD_OK)
        return 1;
    w.game = rules.game;
    for (int i = 0; i < lud_game_count(); i++) {
        if (strcmp(lud_game_portable(i)->name, "six") == 0)
            w.portable = lud_game_portable(i);
    }
    w.memory = aligned_alloc(64, MEMORY);
    w.other_memory = aligned_alloc(64, MEMORY);
    lud_random_seed(&w.random, 16);
    int wanted = tap_chosen(100, 1000, 40000);
    while (w.memory && w.other_memory && w.positions < wanted)
        try_position(&w, &rules);
    tap_note("%d positions, %d chains, %d more sieges, %d with neither", w.positions, w.chains,
             w.sieges, w.none);
    tap_report(w.faults_verdict == 0 && w.chains > wanted / 50 && w.none > wanted / 50 &&
                   tap_met(w.sieges, wanted / 2000),
               "verdicts are those of plain searches");
    tap_report(w.faults_line == 0, "lines can be played");
    tap_report(w.faults_builds == 0, "both builds agree");
    try_root(&rules);
    free(w.memory);
    free(w.other_memory);
    return tap_finish();
}
