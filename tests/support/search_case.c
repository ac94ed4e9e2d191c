#include "support/search_case.h"

#include <assert.h>

LudSearch *search_case_make(const LudRules *rules, LudMethod method, int threads)
{
    LudSearchOptions options = lud_search_options_usual();
    options.method = method;
    options.threads = threads;
    options.seed = 5;
    LudSearch *search = NULL;
    LudStatus status = lud_search_new(&search, rules, &options, NULL);
    assert(status == LUD_OK);
    return search;
}

LudFindings search_case_run(LudSearch *search, const LudState *s, uint64_t nodes, int lines)
{
    LudTask task = {
        .size = sizeof task, .root = s, .limits = {.nodes = nodes}, .line_count = lines};
    LudFindings findings;
    LudStatus status = lud_search_run(search, &task, &findings, NULL);
    assert(status == LUD_OK && findings.line_count >= 1);
    return findings;
}

LudState search_case_start(const LudRules *rules)
{
    LudState s;
    lud_rules_start(rules, &s);
    if (rules->game->rules.turn(&s) == LUD_CHANCE)
        rules->game->rules.apply(&s, 6);
    return s;
}

int search_case_play(const LudGame *game, LudState *s, const LudLine *line)
{
    for (int i = 0; i < line->length; i++) {
        LudMove list[LUD_MAX_MOVES];
        bool is_listed = false;
        int count = game->rules.turn(s) >= 0 ? game->rules.moves(s, list) : 0;
        for (int k = 0; k < count; k++)
            is_listed = is_listed || list[k] == line->move[i];
        assert(is_listed);
        game->rules.apply(s, line->move[i]);
    }
    if (game->rules.turn(s) == LUD_OVER)
        return game->rules.score(s, 0) - game->rules.score(s, 1);
    if (game->rules.is_dead && game->rules.is_dead(s))
        return game->rules.stop_score(s, 0, LUD_REASON_NO_CAPTURE) -
               game->rules.stop_score(s, 1, LUD_REASON_NO_CAPTURE);
    return 0;
}
