/* What a move of Six does, in words. */
#ifndef LUD_SIX_REMARK_H
#define LUD_SIX_REMARK_H

#include "six_board.h"

#define six_remark LUD_DUAL(six_remark)
#define six_apply  LUD_DUAL(six_apply)

/* As LudGame.remark. */
int six_remark(const SixState *s, const LudMove *line, int length, LudRemark *remarks);
/* As LudGameRules.apply. */
void six_apply(LudState *state, LudMove m);

#endif
