#include "support/small_endings.h"

#include <stdio.h>

static int below(LudRandom *random, int bound)
{
    return (int)lud_random_below(random, (uint32_t)bound);
}

bool ending_of_oware(const LudRules *rules, LudRandom *random, int most, LudState *s)
{
    int pit[12] = {0};
    for (int seeds = 1 + below(random, most); seeds > 0; seeds--)
        pit[below(random, 12)]++;
    char text[LUD_STATE_TEXT];
    int length = 0;
    for (int i = 0; i < 12; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%d-", pit[i]);
    snprintf(text + length, sizeof text - (size_t)length, "%d-%d-%c", below(random, 4),
             below(random, 4), "SN"[below(random, 2)]);
    const LudGame *game = rules->game;
    return game->text.state_parse(s, &rules->options, text, LUD_PARSE_FRAGMENT, NULL) == LUD_OK &&
           game->rules.turn(s) != LUD_OVER && !(game->rules.is_dead && game->rules.is_dead(s));
}

bool ending_by_play(const LudRules *rules, LudRandom *random, int plies, LudState *s)
{
    lud_rules_start(rules, s);
    for (int i = 0; i < plies; i++) {
        LudMove list[LUD_MAX_MOVES];
        LudState next = *s;
        int count = rules->game->rules.moves(s, list);
        rules->game->rules.apply(&next, list[below(random, count)]);
        if (rules->game->rules.turn(&next) == LUD_OVER)
            return false;
        *s = next;
    }
    return true;
}
