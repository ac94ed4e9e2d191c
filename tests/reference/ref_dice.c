#include "reference/ref_dice.h"

#include <stdlib.h>

enum { CERTAIN = LUD_VALUE_CERTAIN * REF_FINE };

typedef struct Shares {
    int64_t of[LUD_MAX_SIDES];
} Shares;

static Shares best_of_turn(RefDice *ref, const LudState *s, int depth);

static int leaf(const RefDice *ref, const LudState *s, int side)
{
    if (ref->evaluate)
        return ref->evaluate(s, side);
    LudNotes notes;
    if (lud_judging(ref->game)->notes_begin)
        lud_judging(ref->game)->notes_begin(s, &notes);
    return lud_judging(ref->game)->evaluate(s, &notes, side);
}

/* To the nearest, halves away from zero; but what is not certain does not become so by that. */
static int64_t rounded(int64_t sum, int64_t parts, int64_t certain)
{
    int64_t size = llabs(sum), result = size / parts;
    if (2 * (size % parts) >= parts)
        result++;
    if (result >= certain && size < certain * parts)
        result = certain - 1;
    return sum < 0 ? -result : result;
}

/* What a position is worth to each side when a move has just been made. */
static Shares after_move(RefDice *ref, const LudState *s, int depth_left)
{
    const LudGame *game = ref->game;
    Shares shares = {{0}};
    int sides = game->rules.sides(s);
    ref->positions++;
    if (game->rules.turn(s) == LUD_OVER) {
        for (int side = 0; side < sides; side++)
            shares.of[side] = game->rules.score(s, side) == 2 ? CERTAIN : -CERTAIN;
        return shares;
    }
    if (depth_left == 0) {
        for (int side = 0; side < sides; side++)
            shares.of[side] = (int64_t)leaf(ref, s, side) * REF_FINE;
        return shares;
    }
    LudChance chance[LUD_MAX_CHANCES];
    int count = game->chance->outcomes(s, chance);
    int64_t weights = 0;
    for (int i = 0; i < count; i++) {
        LudState rolled = *s;
        game->rules.apply(&rolled, chance[i].move);
        Shares best = best_of_turn(ref, &rolled, depth_left);
        weights += chance[i].weight;
        for (int side = 0; side < sides; side++)
            shares.of[side] += (int64_t)chance[i].weight * best.of[side];
    }
    for (int side = 0; side < sides; side++)
        shares.of[side] = rounded(shares.of[side], weights, CERTAIN);
    return shares;
}

/* The move that is best for the mover; of equals the first that is listed. */
static Shares best_of_turn(RefDice *ref, const LudState *s, int depth)
{
    const LudGame *game = ref->game;
    LudMove list[LUD_MAX_MOVES];
    int count = game->rules.moves(s, list), mover = game->rules.turn(s) % game->rules.sides(s);
    Shares best = {{0}};
    for (int i = 0; i < count; i++) {
        LudState next = *s;
        game->rules.apply(&next, list[i]);
        Shares shares = after_move(ref, &next, depth - 1);
        if (i == 0 || shares.of[mover] > best.of[mover])
            best = shares;
    }
    return best;
}

int ref_dice_move(RefDice *ref, const LudState *s, LudMove m, int depth)
{
    LudState next = *s;
    int mover = ref->game->rules.turn(s) % ref->game->rules.sides(s);
    ref->game->rules.apply(&next, m);
    Shares shares = after_move(ref, &next, depth - 1);
    return (int)rounded(shares.of[mover], REF_FINE, LUD_VALUE_CERTAIN);
}

/* -- nothing rounded -----------------------------------------------------------------------------
 */

/* Worth to side 0 once a move has been made. */
static double true_mean(RefDice *ref, const LudState *s, int depth_left)
{
    const LudGame *game = ref->game;
    if (game->rules.turn(s) == LUD_OVER)
        return game->rules.score(s, 0) == 2 ? LUD_VALUE_CERTAIN : -LUD_VALUE_CERTAIN;
    if (depth_left == 0)
        return leaf(ref, s, 0);
    LudChance chance[LUD_MAX_CHANCES];
    LudMove list[LUD_MAX_MOVES];
    int count = game->chance->outcomes(s, chance);
    double sum = 0, weights = 0;
    for (int i = 0; i < count; i++) {
        LudState rolled = *s;
        game->rules.apply(&rolled, chance[i].move);
        bool is_first = game->rules.turn(&rolled) % 2 == 0;
        int moves = game->rules.moves(&rolled, list);
        double best = 0;
        for (int k = 0; k < moves; k++) {
            LudState next = rolled;
            game->rules.apply(&next, list[k]);
            double value = true_mean(ref, &next, depth_left - 1);
            if (k == 0 || (is_first ? value > best : value < best))
                best = value;
        }
        sum += chance[i].weight * best;
        weights += chance[i].weight;
    }
    return sum / weights;
}

double ref_dice_true(RefDice *ref, const LudState *s, LudMove m, int depth)
{
    LudState next = *s;
    ref->game->rules.apply(&next, m);
    double value = true_mean(ref, &next, depth - 1);
    return ref->game->rules.turn(s) % 2 == 0 ? value : -value;
}
