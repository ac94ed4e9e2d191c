/* Making results; lud_result_… in play.h read them. */
#ifndef LUD_CORE_RESULT_H
#define LUD_CORE_RESULT_H

#include <ludoteca/play.h>

/* The result by the scores: those of a finished position, or, `is_stopped`, those that an
 * unfinished one gives when it ends for `reason`. */
void result_from_scores(const LudGame *game, const LudState *s, LudReason reason, bool is_stopped,
                        LudResult *result);
/* The result when `side` (-1: nobody) wins for a reason outside the board. */
void result_from_winner(const LudGame *game, const LudState *s, LudReason reason, int side,
                        LudResult *result);

#endif
