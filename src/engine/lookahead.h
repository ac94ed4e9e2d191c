/* One look ahead at a roll, each outcome answered by the move after which the static value is best:
 * what rollouts play by, and what the luck of a roll is measured with. */
#ifndef LUD_ENGINE_LOOKAHEAD_H
#define LUD_ENGINE_LOOKAHEAD_H

#include <ludoteca/game.h>

/* The chances of all sides by the static values; when the game is over, what they got. `is_out`
 * (NULL: nobody) tells which sides of three have none any more. */
void lookahead_judge(const LudGame *game, const LudState *s, const bool *is_out,
                     double chance[LUD_MAX_SIDES]);
/* The move after which the static value is best for whoever makes it; the first of equals. */
LudMove lookahead_move(const LudGame *game, const LudState *s);
/* The mean of the chances over all outcomes of the roll that is awaited, each answered by that
 * move. */
void lookahead_mean(const LudGame *game, const LudState *s, const bool *is_out,
                    double mean[LUD_MAX_SIDES]);
/* Rolls `outcome` and answers it; what that is worth beyond the mean is added to `luck`. */
void lookahead_roll(const LudGame *game, LudState *s, LudMove outcome, const bool *is_out,
                    double luck[LUD_MAX_SIDES]);

#endif
