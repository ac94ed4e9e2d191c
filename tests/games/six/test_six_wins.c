/* Wins in one and in three plies in the second round of Six, found by trying every move and every
 * reply: the search must find them all. */
#include <stdlib.h>
#include <string.h>

#include <ludoteca/game.h>
#include <ludoteca/search.h>

#include "games/six/six_board.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

typedef struct Hunt {
    LudRules rules;
    const LudGame *game;
    LudSearch *search;
    LudRandom random;
    int found[2], missed[2]; /* wins in one ply, in three */
} Hunt;

static bool wins(const LudGame *game, const LudState *s, LudMove m, LudState *next)
{
    *next = *s;
    game->rules.apply(next, m);
    return game->rules.turn(next) == LUD_OVER && game->rules.score(next, game->rules.turn(s)) == 2;
}

/* As test_six_judging holds against every move tried out. */
static bool has_win(const LudGame *game, const LudState *s)
{
    LudNotes notes;
    lud_judging(game)->notes_begin(s, &notes);
    return lud_judging(game)->winning(s, &notes) != LUD_NO_MOVE;
}

/* Whether every reply leaves a move that wins. Replies that answer one threat answer many, so the
 * last one that held is tried first. */
static bool is_lost(const LudGame *game, const LudState *s, LudMove *holds)
{
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list);
    for (int i = 0; i < count; i++) {
        if (list[i] == *holds) {
            list[i] = list[0];
            list[0] = *holds;
        }
    }
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        if (game->rules.turn(&next) == LUD_OVER ? game->rules.score(&next, game->rules.turn(s)) > 0
                                                : !has_win(game, &next)) {
            *holds = list[i];
            return false;
        }
    }
    return true;
}

/* Plies to a win of the mover: 1, 3, or 0 if it takes more. */
static int plies_to_win(const LudGame *game, const LudState *s)
{
    LudMove list[LUD_MAX_MOVES], holds = LUD_NO_MOVE;
    int count = game->rules.moves(s, list);
    if (has_win(game, s))
        return 1;
    for (int i = 0; i < count; i++) {
        LudState next;
        wins(game, s, list[i], &next);
        if (game->rules.turn(&next) != LUD_OVER && !has_win(game, &next) &&
            is_lost(game, &next, &holds))
            return 3;
    }
    return 0;
}

static void try_position(Hunt *hunt, const LudState *s)
{
    int plies = plies_to_win(hunt->game, s);
    if (plies == 0)
        return;
    LudTask task = {.size = sizeof task, .root = s, .limits = {.nodes = 200000}};
    LudFindings findings;
    lud_search_forget(hunt->search);
    bool is_found = lud_search_run(hunt->search, &task, &findings, NULL) == LUD_OK &&
                    findings.lines[0].is_proven &&
                    lud_value_plies(findings.lines[0].value) == plies;
    hunt->found[plies / 2]++;
    if (!is_found)
        tap_fault(&hunt->missed[plies / 2], hunt->game, s, "a win in %d plies", plies);
}

/* Plays on from small odd positions; of some random moves the most promising. */
static void hunt_along(Hunt *hunt, LudState s)
{
    const LudGame *game = hunt->game;
    for (int ply = 0; ply < 10 && game->rules.turn(&s) != LUD_OVER; ply++) {
        LudMove list[LUD_MAX_MOVES];
        int32_t promise[LUD_MAX_MOVES];
        LudNotes notes;
        int count = game->rules.moves(&s, list), best = 0;
        if (six_is_second_round((const SixState *)(const void *)&s))
            try_position(hunt, &s);
        lud_judging(game)->notes_begin(&s, &notes);
        lud_judging(game)->order(&s, &notes, list, count, promise);
        best = (int)lud_random_below(&hunt->random, (uint32_t)count);
        for (int i = 0; i < 12; i++) {
            int at = (int)lud_random_below(&hunt->random, (uint32_t)count);
            best = promise[at] > promise[best] ? at : best;
        }
        game->rules.apply(&s, list[best]);
    }
}

static void test_wins(int wanted)
{
    Hunt hunt = {.rules = variants_rules("six")};
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = (size_t)8 << 20;
    hunt.game = hunt.rules.game;
    lud_random_seed(&hunt.random, 300);
    if (lud_search_new(&hunt.search, &hunt.rules, &options, NULL) != LUD_OK)
        abort();
    while (hunt.found[0] + hunt.found[1] < wanted || hunt.found[1] < wanted / 4) {
        LudState s;
        if (odd_start(&hunt.rules, &hunt.random, &s) && hunt.game->rules.turn(&s) != LUD_OVER)
            hunt_along(&hunt, s);
    }
    lud_search_free(hunt.search);
    tap_note("%d wins in one ply, %d in three", hunt.found[0], hunt.found[1]);
    tap_report(hunt.missed[0] == 0, "wins in one ply are found");
    tap_report(hunt.missed[1] == 0, "wins in three plies are found");
}

int main(void)
{
    test_wins(tap_chosen(12, 400, 3600));
    return tap_finish();
}
