#include "search/outcome.h"

/* The sides with the most points. */
static Outcome leaders(const int *score, int sides)
{
    int best = score[0];
    Outcome outcome = 0;
    for (int i = 1; i < sides; i++)
        best = score[i] > best ? score[i] : best;
    for (int i = 0; i < sides; i++)
        outcome |= (Outcome)((score[i] == best) << i);
    return outcome;
}

Outcome outcome_of_over(const LudGame *game, const LudState *s)
{
    int score[LUD_MAX_SIDES], sides = game->rules.sides(s);
    for (int i = 0; i < sides; i++)
        score[i] = game->rules.score(s, i);
    return leaders(score, sides);
}

Outcome outcome_of_stop(const LudGame *game, const LudState *s, LudReason reason)
{
    int score[LUD_MAX_SIDES] = {0}, sides = game->rules.sides(s);
    for (int i = 0; i < sides && game->rules.stop_score; i++)
        score[i] = game->rules.stop_score(s, i, reason);
    return leaders(score, sides);
}

Outcome outcome_of_position(const LudGame *game, const LudState *s, int turn)
{
    if (turn == LUD_OVER)
        return outcome_of_over(game, s);
    if (game->rules.is_dead && game->rules.is_dead(s))
        return outcome_of_stop(game, s, LUD_REASON_NO_CAPTURE);
    return 0;
}
