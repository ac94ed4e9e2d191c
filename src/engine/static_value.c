/* What a position is worth without looking ahead. */
#include "engine/engine_object.h"

#include "core/result.h"

static int outcome_value(const LudGame *game, const LudResult *result, int side)
{
    int points = result->points[side];
    if (points == 1)
        return 0;
    int most = game->chance ? LUD_VALUE_CERTAIN : LUD_VALUE_WIN - 1;
    return points == 2 ? most : -most;
}

int static_value(const LudGame *game, const LudState *s, int side)
{
    if (game->rules.turn(s) == LUD_OVER) {
        LudResult result;
        lud_state_result(game, s, &result);
        return outcome_value(game, &result, side);
    }
    if (!lud_judging(game)->evaluate)
        return 0;
    LudNotes notes;
    if (lud_judging(game)->notes_size > 0)
        lud_judging(game)->notes_begin(s, &notes);
    return lud_judging(game)->evaluate(s, &notes, side);
}

/* Whether the position has been there as often as ends the game. */
static bool is_repeated(const LudGame *game, const LudState *s, const uint64_t *past,
                        int past_count)
{
    if (game->rules.repetition_limit == 0 || past_count == 0)
        return false;
    uint64_t key = game->rules.key(s);
    int occurrences = 1;
    for (int i = 0; i < past_count; i++)
        occurrences += past[i] == key;
    return occurrences >= game->rules.repetition_limit;
}

int static_value_after(const LudGame *game, const LudState *s, LudMove m, const uint64_t *past,
                       int past_count)
{
    int side = game->rules.turn(s) % game->rules.sides(s);
    LudState after;
    lud_state_copy(game, &after, s);
    game->rules.apply(&after, m);
    if (game->rules.turn(&after) != LUD_OVER) {
        bool is_dead = game->rules.is_dead && game->rules.is_dead(&after);
        if (is_dead || is_repeated(game, &after, past, past_count)) {
            LudResult result;
            LudReason reason = is_dead ? LUD_REASON_NO_CAPTURE : LUD_REASON_REPETITION;
            result_from_scores(game, &after, reason, true, &result);
            return outcome_value(game, &result, side);
        }
    }
    return static_value(game, &after, side);
}
