/* The values of the search against plain minimax, on random positions with history. A depth is as
 * deep as plain search manages within a budget of nodes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference/ref_search.h"
#include "search/search_switches.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { MOST_PLIES = 400, BUDGET = 20000, DEEPEST = 36 };

/* A position with the keys of those that came before it in its game. */
typedef struct Past {
    LudState s;
    uint64_t key[MOST_PLIES];
    int count;
} Past;

/* A value that has no reason but the position: worse than any evaluation for orders and windows,
 * and different for almost every leaf. */
static uint64_t (*noise_key)(const LudState *s);
static int noise(const LudState *s, const LudNotes *notes, int side)
{
    (void)notes;
    int value = (int)(noise_key(s) * 0x9e3779b97f4a7c15u >> 55) - 256;
    return side == 0 ? value : -value;
}

/* Plays random moves, mostly a few; sometimes many, so that second rounds and endings come up. */
static bool reach(const LudRules *rules, LudRandom *random, Past *past)
{
    const LudGame *game = rules->game;
    bool is_odd = lud_random_below(random, 2) == 0;
    if (!is_odd || !odd_start(rules, random, &past->s))
        lud_rules_start(rules, &past->s);
    int plies = (int)lud_random_below(random, lud_random_below(random, 3) ? 12 : 80);
    past->count = 0;
    for (int i = 0; i < plies && game->rules.turn(&past->s) >= 0; i++) {
        static LudMove list[LUD_MAX_MOVES];
        int count = game->rules.moves(&past->s, list);
        past->key[past->count++] = game->rules.key(&past->s);
        uint32_t epoch = game->rules.epoch ? game->rules.epoch(&past->s) : 0;
        game->rules.apply(&past->s, list[lud_random_below(random, (uint32_t)count)]);
        if (game->rules.epoch && game->rules.epoch(&past->s) != epoch)
            past->count = 0;
    }
    return game->rules.turn(&past->s) >= 0 &&
           !(game->rules.is_dead && game->rules.is_dead(&past->s));
}

typedef struct Tally {
    int positions, repetitions, wrong, won, wrong_lines;
    long depths;
} Tally;

static bool is_line_legal(const LudGame *game, const LudState *root, const LudLine *line)
{
    LudState s = *root;
    for (int i = 0; i < line->length; i++) {
        static LudMove list[LUD_MAX_MOVES];
        int count = game->rules.turn(&s) < 0 ? 0 : game->rules.moves(&s, list), at = 0;
        while (at < count && list[at] != line->move[i])
            at++;
        if (at == count)
            return false;
        game->rules.apply(&s, line->move[i]);
    }
    return line->length > 0;
}

static void describe(const LudRules *rules, const Past *past, int depth, int wanted, int got)
{
    char text[LUD_STATE_TEXT], name[LUD_RULES_TEXT];
    rules->game->text.state_print(&past->s, text);
    lud_rules_print(rules, name);
    tap_note("%s %s (past %d) depth %d: %d, not %d", name, text, past->count, depth, wanted, got);
}

/* As deep as plain search may go on from here. */
static int plain_deepest(RefSearch *plain, int *value)
{
    uint64_t before = 1;
    for (int depth = 1;; depth++) {
        *value = ref_minimax(plain, depth, NULL);
        if (depth == DEEPEST || plain->nodes * (plain->nodes / before + 1) > BUDGET)
            return depth;
        before = plain->nodes;
    }
}

static void compare(LudSearch *search, const LudRules *rules, const Past *past, bool is_quiet,
                    bool has_path_keys, Tally *tally)
{
    LudTask task = {
        .size = sizeof task, .root = &past->s, .past = past->key, .past_count = past->count};
    RefSearch plain = {.game = rules->game,
                       .root = &past->s,
                       .past = past->key,
                       .past_count = past->count,
                       .has_quiescence = is_quiet};
    int wanted = 0, depth = plain_deepest(&plain, &wanted);
    LudFindings findings;
    task.limits.depth = depth;
    lud_search_forget(search);
    if (lud_search_run(search, &task, &findings, NULL) != LUD_OK)
        abort();
    const LudLine *line = &findings.lines[0];
    tally->positions++;
    tally->depths += depth;
    tally->repetitions += plain.met_repetition;
    tally->won += wanted >= LUD_VALUE_WON || wanted <= -LUD_VALUE_WON;
    if (line->value != wanted && (has_path_keys || !plain.met_repetition)) {
        if (tally->wrong++ < 3)
            describe(rules, past, depth, wanted, line->value);
    }
    if (!is_line_legal(rules->game, &past->s, line))
        tally->wrong_lines++;
}

static void check_variant(const LudRules *rules, const char *about, int positions, bool is_quiet,
                          bool has_path_keys)
{
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = LUD_MEMORY_LEAST;
    LudSearch *search = NULL;
    if (lud_search_new(&search, rules, &options, NULL) != LUD_OK)
        abort();
    search_switch(search, (SearchSwitches){.has_no_reductions = true,
                                           .has_no_quiescence = !is_quiet,
                                           .has_path_keys = has_path_keys});
    Tally tally = {0};
    LudRandom random;
    lud_random_seed(&random, 7);
    while (tally.positions < positions) {
        static Past past;
        if (reach(rules, &random, &past))
            compare(search, rules, &past, is_quiet, has_path_keys, &tally);
    }
    char name[LUD_RULES_TEXT];
    lud_rules_print(rules, name);
    tap_report(tally.wrong == 0 && tally.wrong_lines == 0,
               "%s %s: %d positions as minimax (%ld plies, %d decided, %d with repetition)", name,
               about, tally.positions, tally.depths, tally.won, tally.repetitions);
    lud_search_free(search);
}

static void check_game(const LudGame *plain)
{
    LudRules variants[VARIANTS_MOST];
    int count = variants_list(plain, variants);
    int each = tap_scaled(game_rows(plain)->minimax_positions) / count + 1;
    for (int v = 0; v < count; v++) {
        LudGame game = *variants[v].game;
        LudRules rules = {.game = &game, .options = variants[v].options};
        noise_key = game.rules.key;
        LudGameJudging judging = *lud_judging(&game);
        judging.evaluate = noise;
        game.judging = &judging;
        check_variant(&variants[v], "with its evaluation", each, true, false);
        check_variant(&rules, "with noise", each, false, false);
        check_variant(&rules, "with noise and path keys", each, false, true);
    }
}

int main(int argc, char **argv)
{
    const LudGame *game = argc == 2 ? lud_game_find(argv[1]) : NULL;
    if (!game)
        return EXIT_FAILURE;
    LudRules usual = variants_rules(game->name);
    if (!rows_fit(&usual, ROWS_TWO_SIDES))
        return tap_skip("not two sides without dice; see test_expectimax");
    check_game(game);
    return tap_finish();
}
