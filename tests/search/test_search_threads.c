/* Searching with several threads: for the thread sanitizer, and because every value must still be
 * the one that a single thread finds where nothing is reduced. */
#include <stdlib.h>

#include <ludoteca/ludoteca.h>

#include "search/search_switches.h"
#include "support/game_rows.h"
#include "support/tap.h"
#include "support/variants.h"

enum { FEW_THREADS = 2, MANY_THREADS = 4, POSITIONS = 12 };

static LudSearch *make_search(const LudRules *rules, int threads, bool is_exact)
{
    LudSearchOptions options = lud_search_options_usual();
    LudSearch *search = NULL;
    options.threads = threads;
    /* Small, so that entries are overwritten while others read them. */
    options.memory_bytes = LUD_MEMORY_LEAST;
    if (lud_search_new(&search, rules, &options, NULL) != LUD_OK)
        abort();
    search_switch(search,
                  (SearchSwitches){.has_no_reductions = is_exact, .has_path_keys = is_exact});
    return search;
}

static void random_position(const LudRules *rules, LudRandom *random, LudState *s)
{
    static LudMove list[LUD_MAX_MOVES];
    const LudGame *game = rules->game;
    do {
        lud_rules_start(rules, s);
        for (int i = (int)lud_random_below(random, 16); i >= 0 && game->rules.turn(s) != LUD_OVER;
             i--) {
            LudChance chances[LUD_MAX_CHANCES];
            if (game->rules.turn(s) == LUD_CHANCE) {
                int count = game->chance->outcomes(s, chances);
                game->rules.apply(s, chances[lud_random_below(random, (uint32_t)count)].move);
            } else if (i > 0) {
                game->rules.apply(
                    s, list[lud_random_below(random, (uint32_t)game->rules.moves(s, list))]);
            }
        }
    } while (game->rules.turn(s) < 0);
}

static void check_game(const char *name, int depth, int deeper)
{
    LudRules rules = variants_rules(name);
    LudSearch *one = make_search(&rules, 1, true), *few = make_search(&rules, FEW_THREADS, true);
    LudSearch *many = make_search(&rules, MANY_THREADS, true);
    LudSearch *usual = make_search(&rules, MANY_THREADS, false);
    LudRandom random;
    int same = 0, ended = 0, positions = tap_chosen(POSITIONS / 6, POSITIONS / 3, POSITIONS);
    lud_random_seed(&random, 11);
    for (int i = 0; i < positions; i++) {
        LudState s;
        LudFindings alone, paired, together;
        random_position(&rules, &random, &s);
        LudTask task = {
            .size = sizeof task, .root = &s, .limits.depth = depth, .line_count = 1 + i % 3};
        lud_search_run(one, &task, &alone, NULL);
        lud_search_run(few, &task, &paired, NULL);
        lud_search_run(many, &task, &together, NULL);
        same += alone.lines[0].value == together.lines[0].value &&
                alone.lines[0].value == paired.lines[0].value;
        task.limits = i % 2 ? (LudLimits){.depth = deeper} : (LudLimits){.nodes = 5000};
        ended +=
            lud_search_run(usual, &task, &together, NULL) == LUD_OK && together.lines[0].length > 0;
    }
    tap_report(same == positions, "%s: %d and %d threads agree with one on %d of %d", name,
               FEW_THREADS, MANY_THREADS, same, positions);
    tap_report(ended == positions, "%s: %d runs to a limit", name, ended);
    lud_search_free(one);
    lud_search_free(few);
    lud_search_free(many);
    lud_search_free(usual);
}

int main(void)
{
    for (int i = 0; i < lud_game_count(); i++) {
        for (const TeamRow *row = game_rows(lud_game_at(i))->team; row->rules; row++)
            check_game(row->rules, row->depth, row->deeper);
    }
    return tap_finish();
}
