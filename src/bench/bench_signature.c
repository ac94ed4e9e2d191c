#include "bench/bench_signature.h"

#include <stdio.h>

#include "bench/bench_work.h"

#include <ludoteca/perft.h>

enum {
    LEAVES = 20000, /* a count that reaches this many leaves is deep enough */
    PLAYOUTS = 64,
    GAMES = 16,
    SAMPLES = 12,
};

static uint64_t fold(uint64_t hash, uint64_t number)
{
    hash = (hash ^ number) * 0x9e3779b97f4a7c15u;
    return hash ^ (hash >> 29);
}

/* Node counts depth by depth until there are enough of them or none. */
static uint64_t fold_perft(uint64_t hash, const LudGame *game, const LudState *s)
{
    uint64_t leaves = 1;
    for (int depth = 1; leaves > 0 && leaves < LEAVES && depth <= 8; depth++) {
        leaves = lud_perft(game, s, depth);
        hash = fold(hash, leaves);
    }
    return hash;
}

/* Random play reaches the rules that the start position never needs. */
static uint64_t fold_samples(uint64_t hash, const LudRules *rules, LudRandom *random)
{
    for (uint64_t i = 1; i <= SAMPLES; i++) {
        LudState s;
        lud_rules_start(rules, &s);
        lud_playout(rules->game, &s, random, i * 5);
        hash = fold_perft(hash, rules->game, &s);
    }
    return hash;
}

static uint64_t fold_playouts(uint64_t hash, const LudRules *rules, LudRandom *random)
{
    for (int i = 0; i < PLAYOUTS; i++) {
        LudState s;
        LudResult result;
        lud_rules_start(rules, &s);
        hash = fold(hash, lud_playout(rules->game, &s, random, BENCH_MOVE_LIMIT).moves);
        lud_state_result(rules->game, &s, &result);
        hash = fold(hash, (uint64_t)result.reason);
    }
    return hash;
}

static uint64_t fold_games(uint64_t hash, LudPlay *play, LudRandom *random)
{
    for (int i = 0; i < GAMES; i++) {
        LudResult result;
        hash = fold(hash, bench_play_game(play, random));
        lud_play_result(play, &result);
        hash = fold(hash, (uint64_t)result.reason);
    }
    return hash;
}

static bool fold_rules(uint64_t *hash, const LudRules *rules)
{
    LudPlay *play;
    LudRandom random;
    LudState start;
    if (lud_play_new(&play, rules, NULL, NULL) != LUD_OK)
        return false;
    lud_random_seed(&random, 48);
    lud_rules_start(rules, &start);
    *hash = fold_perft(*hash, rules->game, &start);
    *hash = fold_samples(*hash, rules, &random);
    *hash = fold_playouts(*hash, rules, &random);
    *hash = fold_games(*hash, play, &random);
    lud_play_free(play);
    return true;
}

/* The rules with one option changed; false if they do not allow it. */
static bool change_option(const LudRules *rules, int option, int value, LudRules *changed)
{
    char text[LUD_RULES_TEXT];
    LudRules wish = *rules;
    wish.options.value[option] = (int8_t)value;
    int length = snprintf(text, sizeof text, "%s", rules->game->name);
    for (int i = 0; i < rules->game->option_count; i++) {
        const LudOptionSpec *spec = &rules->game->options[i];
        length += snprintf(text + length, sizeof text - (size_t)length, "%c%s=%s", i ? ',' : ':',
                           spec->key, spec->values[wish.options.value[i]]);
    }
    return lud_rules_parse(text, changed, NULL) == LUD_OK;
}

bool bench_signature(const LudRules *rules, uint64_t *signature)
{
    uint64_t hash = 0;
    if (!fold_rules(&hash, rules))
        return false;
    for (int i = 0; i < rules->game->option_count; i++) {
        for (int value = 0; rules->game->options[i].values[value]; value++) {
            LudRules changed;
            if (value == rules->options.value[i] || !change_option(rules, i, value, &changed))
                continue;
            if (!fold_rules(&hash, &changed))
                return false;
        }
    }
    *signature = hash >> 11;
    return true;
}
