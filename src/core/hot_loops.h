/* Template: perft and random playouts with one game's rules inlined. Include it once, at the end of
 * a game's rules file, after defining
 *
 *   HOT_STATE                 the game's own state type, whose bytes a LudState holds
 *   HOT_TURN(s)               as LudGameRules.turn, for a const HOT_STATE *
 *   HOT_MOVES(s, list)        as LudGameRules.moves
 *   HOT_APPLY(s, m)           as LudGameRules.apply
 *   HOT_COUNT(s)              optional: how many moves HOT_MOVES would list, for perft's last ply
 *   HOT_PICK(s, random)       optional: the move that lud_random_below(count) would pick from the
 *                             list, for playouts in which listing all of them costs too much
 *   HOT_MAX_MOVES             the longest list
 *   HOT_CHANCES(s, list)      only with dice: as LudGameChance.outcomes
 *   HOT_CHANCE_AT(s, ticket)  only with dice: the outcome that holds `ticket` (0 … HOT_TICKETS - 1)
 *   HOT_TICKETS               when outcomes are laid out in order, each as long as its weight
 *
 * and put hot_perft and hot_playout into the vtable. They draw random numbers exactly as the
 * generic loops of perft.c do, so both can be compared. */

#include <ludoteca/game.h>

#ifndef HOT_COUNT
#define HOT_COUNT(s) HOT_MOVES(s, (LudMove[HOT_MAX_MOVES]){0})
#endif

/* depth >= 1 */
static uint64_t hot_perft_state(const HOT_STATE *s, int depth)
{
    int turn = HOT_TURN(s);
    if (turn == LUD_OVER)
        return 0;
    uint64_t leaves = 0;
#ifdef HOT_CHANCES
    if (turn == LUD_CHANCE) {
        LudChance chances[LUD_MAX_CHANCES];
        int count = HOT_CHANCES(s, chances);
        for (int i = 0; i < count; i++) {
            HOT_STATE next = *s;
            HOT_APPLY(&next, chances[i].move);
            leaves += hot_perft_state(&next, depth);
        }
        return leaves;
    }
#endif
    if (depth == 1)
        return (uint64_t)HOT_COUNT(s);
    LudMove moves[HOT_MAX_MOVES];
    int count = HOT_MOVES(s, moves);
    for (int i = 0; i < count; i++) {
        HOT_STATE next = *s;
        HOT_APPLY(&next, moves[i]);
        leaves += hot_perft_state(&next, depth - 1);
    }
    return leaves;
}

static uint64_t hot_perft(const LudState *state, int depth)
{
    HOT_STATE s;
    memcpy(&s, state, sizeof s);
    return depth <= 0 ? 1 : hot_perft_state(&s, depth);
}

static LudPlayout hot_playout(LudState *state, LudRandom *random, uint64_t move_limit)
{
    HOT_STATE s;
    memcpy(&s, state, sizeof s);
    LudRandom local = *random;
    LudPlayout result = {0, false};
    for (;;) {
        int turn = HOT_TURN(&s);
        if (turn == LUD_OVER) {
            result.is_over = true;
            break;
        }
        if (result.moves >= move_limit)
            break;
#ifdef HOT_CHANCES
        if (turn == LUD_CHANCE) {
            HOT_APPLY(&s, HOT_CHANCE_AT(&s, lud_random_below(&local, HOT_TICKETS)));
            continue;
        }
#endif
#ifdef HOT_PICK
        HOT_APPLY(&s, HOT_PICK(&s, &local));
#else
        LudMove moves[HOT_MAX_MOVES];
        int count = HOT_MOVES(&s, moves);
        HOT_APPLY(&s, moves[lud_random_below(&local, (uint32_t)count)]);
#endif
        result.moves++;
    }
    *random = local;
    memcpy(state, &s, sizeof s);
    return result;
}
