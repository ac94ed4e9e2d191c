#include <ludoteca/perft.h>

#include "core/chance.h"

/* depth >= 1 */
static uint64_t count_leaves(const LudGame *game, const LudState *s, int depth)
{
    int turn = game->rules.turn(s);
    if (turn == LUD_OVER)
        return 0;
    LudMove moves[LUD_MAX_MOVES];
    int count = game->rules.moves(s, moves);
    if (depth == 1 && turn != LUD_CHANCE)
        return (uint64_t)count;
    uint64_t leaves = 0;
    for (int i = 0; i < count; i++) {
        LudState next;
        lud_state_copy(game, &next, s);
        game->rules.apply(&next, moves[i]);
        leaves += count_leaves(game, &next, turn == LUD_CHANCE ? depth : depth - 1);
    }
    return leaves;
}

uint64_t lud_perft_generic(const LudGame *game, const LudState *s, int depth)
{
    return depth <= 0 ? 1 : count_leaves(game, s, depth);
}

uint64_t lud_perft(const LudGame *game, const LudState *s, int depth)
{
    return game->loops ? game->loops->perft(s, depth) : lud_perft_generic(game, s, depth);
}

LudPlayout lud_playout_generic(const LudGame *game, LudState *s, LudRandom *random,
                               uint64_t move_limit)
{
    LudPlayout result = {0, false};
    for (;;) {
        int turn = game->rules.turn(s);
        if (turn == LUD_OVER) {
            result.is_over = true;
            return result;
        }
        if (result.moves >= move_limit)
            return result;
        if (turn == LUD_CHANCE) {
            game->rules.apply(s, chance_draw(game, s, random));
            continue;
        }
        LudMove moves[LUD_MAX_MOVES];
        int count = game->rules.moves(s, moves);
        game->rules.apply(s, moves[lud_random_below(random, (uint32_t)count)]);
        result.moves++;
    }
}

LudPlayout lud_playout(const LudGame *game, LudState *s, LudRandom *random, uint64_t move_limit)
{
    return game->loops ? game->loops->playout(s, random, move_limit)
                       : lud_playout_generic(game, s, random, move_limit);
}
