#include "tune_player.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "search/search_switches.h"

static void complain(const LudError *err)
{
    char text[1024];
    lud_error_text(err, NULL, text, sizeof text);
    fprintf(stderr, "tune: %s\n", text);
}

static bool is_greedy(const LudLimits *limits)
{
    return limits->depth == 0 && limits->nodes == 0;
}

bool player_begin(Player *player, const LudRules *rules, const LudLimits *limits)
{
    *player = (Player){.rules = *rules, .limits = *limits};
    LudSearchOptions options = lud_search_options_usual();
    options.memory_bytes = (size_t)4 << 20;
    LudError err;
    if (!is_greedy(limits) &&
        lud_search_new(&player->search, &player->rules, &options, &err) != LUD_OK) {
        complain(&err);
        return false;
    }
    if (player->search)
        search_switch(player->search, (SearchSwitches){.is_generic = true});
    return true;
}

void player_end(Player *player)
{
    lud_search_free(player->search);
}

void player_forget(Player *player)
{
    if (player->search)
        lud_search_forget(player->search);
}

int player_judge(const LudGame *game, const LudState *s, int side)
{
    if (game->rules.turn(s) != LUD_OVER) {
        LudNotes notes;
        if (lud_judging(game)->notes_begin)
            lud_judging(game)->notes_begin(s, &notes);
        return lud_judging(game)->evaluate(s, &notes, side);
    }
    int mine = game->rules.score(s, side), best = 0;
    for (int other = 0; other < game->rules.sides(s); other++) {
        if (other != side && game->rules.score(s, other) > best)
            best = game->rules.score(s, other);
    }
    int most = game->chance ? LUD_VALUE_CERTAIN : LUD_VALUE_WIN;
    return mine > best ? most : mine < best ? -most : 0;
}

static Choice choose_greedily(const LudGame *game, const LudState *s, LudRandom *random)
{
    static LudMove list[LUD_MAX_MOVES];
    int side = game->rules.turn(s) % game->rules.sides(s), count = game->rules.moves(s, list),
        equal = 0;
    Choice best = {.move = list[0], .value = INT_MIN};
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, list[i]);
        int value = player_judge(game, &next, side);
        equal = value > best.value ? 1 : equal + (value == best.value);
        if (value > best.value ||
            (value == best.value && lud_random_below(random, (uint32_t)equal) == 0))
            best = (Choice){.move = list[i], .value = value};
    }
    best.is_proven = !game->chance && abs(best.value) >= LUD_VALUE_WON;
    return best;
}

Choice player_choose(Player *player, const LudState *s, const uint64_t *past, int past_count,
                     LudRandom *random)
{
    if (is_greedy(&player->limits))
        return choose_greedily(player->rules.game, s, random);
    LudTask task = {.size = sizeof task,
                    .root = s,
                    .past = past,
                    .past_count = past_count,
                    .limits = player->limits};
    LudFindings findings;
    LudError err;
    if (lud_search_run(player->search, &task, &findings, &err) != LUD_OK) {
        complain(&err);
        exit(EXIT_FAILURE);
    }
    const LudLine *line = &findings.lines[0];
    return (Choice){line->move[0], line->value, line->is_proven};
}
