#include "engine/lookahead.h"

#include <math.h>

#include <ludoteca/rollout.h>

#include "engine/engine_object.h"

static bool is_anyone_out(const bool *is_out)
{
    for (int i = 0; is_out && i < LUD_MAX_SIDES; i++) {
        if (is_out[i])
            return true;
    }
    return false;
}

/* What sides would have had that are out goes to the others. */
static void settle(double chance[LUD_MAX_SIDES], int sides, const bool *is_out)
{
    double sum = 0;
    for (int i = 0; i < sides; i++)
        sum += chance[i] = is_out[i] ? 0 : fmax(chance[i], 1e-6);
    for (int i = 0; i < sides; i++)
        chance[i] /= sum;
}

void lookahead_judge(const LudGame *game, const LudState *s, const bool *is_out,
                     double chance[LUD_MAX_SIDES])
{
    int sides = game->rules.sides(s);
    for (int i = 0; i < LUD_MAX_SIDES; i++)
        chance[i] = i < sides && (i == 0 || sides > 2)
                        ? lud_value_chance(game, static_value(game, s, i))
                        : 0;
    if (sides == 2)
        chance[1] = 1 - chance[0];
    else if (game->rules.turn(s) != LUD_OVER && is_anyone_out(is_out))
        settle(chance, sides, is_out);
}

LudMove lookahead_move(const LudGame *game, const LudState *s)
{
    LudMove moves[LUD_MAX_MOVES];
    int count = game->rules.moves(s, moves), best = 0, best_value = 0;
    int side = game->rules.turn(s) % game->rules.sides(s);
    for (int i = 0; i < count && count > 1; i++) {
        LudState after;
        lud_state_copy(game, &after, s);
        game->rules.apply(&after, moves[i]);
        int value = static_value(game, &after, side);
        if (i == 0 || value > best_value) {
            best = i;
            best_value = value;
        }
    }
    return moves[best];
}

static void answer(const LudGame *game, LudState *s, LudMove outcome)
{
    game->rules.apply(s, outcome);
    if (game->rules.turn(s) >= 0)
        game->rules.apply(s, lookahead_move(game, s));
}

/* -- the mean over all outcomes ------------------------------------------------------------------
 */

static void mean_one_by_one(const LudGame *game, const LudState *s, const bool *is_out,
                            double mean[LUD_MAX_SIDES])
{
    LudChance outcomes[LUD_MAX_CHANCES];
    int count = game->chance->outcomes(s, outcomes);
    double weights = 0, chance[LUD_MAX_SIDES];
    for (int i = 0; i < count; i++) {
        LudState after;
        lud_state_copy(game, &after, s);
        answer(game, &after, outcomes[i].move);
        lookahead_judge(game, &after, is_out, chance);
        weights += outcomes[i].weight;
        for (int side = 0; side < LUD_MAX_SIDES; side++)
            mean[side] += outcomes[i].weight * chance[side];
    }
    for (int side = 0; side < LUD_MAX_SIDES; side++)
        mean[side] /= weights;
}

/* Some games value a whole roll for hardly more than a single position; values of games with dice
 * are linear in the chance, so that the mean of one is the mean of the other. */
static void mean_at_once(const LudGame *game, const LudState *s, double mean[LUD_MAX_SIDES])
{
    LudChance outcomes[LUD_MAX_CHANCES];
    LudNotes notes;
    int64_t sums[LUD_MAX_SIDES];
    double weights = 0;
    for (int i = game->chance->outcomes(s, outcomes); i-- > 0;)
        weights += outcomes[i].weight;
    if (lud_judging(game)->notes_size > 0)
        lud_judging(game)->notes_begin(s, &notes);
    lud_judging(game)->roll(s, &notes, sums);
    for (int side = 0; side < game->rules.sides(s); side++)
        mean[side] = 0.5 + (double)sums[side] / weights / (2.0 * LUD_VALUE_CERTAIN);
}

void lookahead_mean(const LudGame *game, const LudState *s, const bool *is_out,
                    double mean[LUD_MAX_SIDES])
{
    for (int side = 0; side < LUD_MAX_SIDES; side++)
        mean[side] = 0;
    if (lud_judging(game)->roll && !is_anyone_out(is_out))
        mean_at_once(game, s, mean);
    else
        mean_one_by_one(game, s, is_out, mean);
}

/* -- luck ----------------------------------------------------------------------------------------
 */

void lookahead_roll(const LudGame *game, LudState *s, LudMove outcome, const bool *is_out,
                    double luck[LUD_MAX_SIDES])
{
    double mean[LUD_MAX_SIDES], chance[LUD_MAX_SIDES];
    lookahead_mean(game, s, is_out, mean);
    answer(game, s, outcome);
    lookahead_judge(game, s, is_out, chance);
    for (int side = 0; side < LUD_MAX_SIDES; side++)
        luck[side] += chance[side] - mean[side];
}

void lud_roll_luck(const LudGame *game, const LudState *s, LudMove outcome,
                   double luck[LUD_MAX_SIDES])
{
    LudState after;
    lud_state_copy(game, &after, s);
    for (int side = 0; side < LUD_MAX_SIDES; side++)
        luck[side] = 0;
    lookahead_roll(game, &after, outcome, NULL, luck);
}
