/* What the files that review a game share. */
#ifndef LUD_ENGINE_REVIEW_OBJECT_H
#define LUD_ENGINE_REVIEW_OBJECT_H

#include "engine/engine_object.h"

/* From which loss of the chance to win on a move is an inaccuracy, a mistake, a blunder. */
typedef struct Thresholds {
    double inaccuracy, mistake, blunder;
} Thresholds;
Thresholds review_thresholds(const LudGame *game);

/* Notes in a judgement what is certain, and what the move gave away. */
void review_note_exact(const LudEngine *engine, const LudState *s, const LudLine *played,
                       const Thresholds *thresholds, int sides, LudJudgement *judgement);
void review_count_exact(const LudJudgement *ply, LudSideReview *side);

/* Once every ply is judged: accuracy, luck and skill of each side, and the turning points. */
void review_sum(LudReview *review, const Thresholds *thresholds);
/* What became of each side, told apart into luck, skill and the search's own errors. A roll's
 * `luck_so_far` begins as what that roll alone gave every side. */
void review_account(LudReview *review, const LudPlay *play);

#endif
