/* How a position ended, as the set of sides that share the prize: bit i for side i. One bit is a
 * win, several a draw, none: not ended. */
#ifndef LUD_SEARCH_OUTCOME_H
#define LUD_SEARCH_OUTCOME_H

#include <ludoteca/game.h>

typedef uint8_t Outcome;

/* Of a position that is over. */
Outcome outcome_of_over(const LudGame *game, const LudState *s);
/* Of an unfinished one that stops: `reason` as in LudGame.stop_score. */
Outcome outcome_of_stop(const LudGame *game, const LudState *s, LudReason reason);
/* Of a position whose `turn` is known, as a game judges it without its history: over by the rules,
 * or dead; 0 if it goes on. */
Outcome outcome_of_position(const LudGame *game, const LudState *s, int turn);

/* What a side gets of it: 1 for a win, 0 for a loss, an equal share of a draw. */
static inline double outcome_share(Outcome outcome, int side)
{
    static const double share[1 << LUD_MAX_SIDES] = {0, 1, 1, 0.5, 1, 0.5, 0.5, 1.0 / 3};
    return outcome >> side & 1 ? share[outcome] : 0;
}

static inline Outcome outcome_win(int side)
{
    return (Outcome)(1u << side);
}

#endif
