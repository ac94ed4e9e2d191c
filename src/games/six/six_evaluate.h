/* How a side stands in Six, and which moves to look at first. */
#ifndef LUD_SIX_EVALUATE_H
#define LUD_SIX_EVALUATE_H

#include "six_windows.h"

#define six_evaluate LUD_DUAL(six_evaluate)
#define six_order    LUD_DUAL(six_order)
#define six_likely   LUD_DUAL(six_likely)

/* As LudGameJudging.evaluate, order and likely. */
int six_evaluate(const SixState *s, const SixNotes *notes, int side);
void six_order(const SixState *s, const SixNotes *notes, const LudMove *list, int count,
               int32_t *promise);
int six_likely(const SixState *s, int most, LudMove *list, int32_t *promise);

#endif
