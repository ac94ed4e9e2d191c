#include "core/chance.h"

LudMove chance_draw(const LudGame *game, const LudState *s, LudRandom *random)
{
    LudChance chances[LUD_MAX_CHANCES];
    int count = game->chance->outcomes(s, chances);
    uint32_t tickets = 0;
    for (int i = 0; i < count; i++)
        tickets += chances[i].weight;
    uint32_t ticket = lud_random_below(random, tickets);
    int drawn = 0;
    while (ticket >= chances[drawn].weight)
        ticket -= chances[drawn++].weight;
    return chances[drawn].move;
}

int lud_active_seat(const LudGame *game, const LudState *s)
{
    int turn = game->rules.turn(s);
    return turn == LUD_CHANCE ? game->chance->roller(s) : turn;
}
