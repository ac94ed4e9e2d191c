/* How a side stands in Six, and which moves to look at first. */
#ifndef LUD_SIX_EVALUATE_H
#define LUD_SIX_EVALUATE_H

#include "core/tuning.h"
#include "six_windows.h"

/* Of searched values: tune fit six --nodes 2000 --games 1000 --seed 5 */
enum { SIX_CHANCE_SCALE = 290 };

extern const LudTuning LUD_DUAL(six_tuning);

#define six_evaluate LUD_DUAL(six_evaluate)
#define six_order    LUD_DUAL(six_order)

/* As LudGameJudging.evaluate and LudGameJudging.order. */
int six_evaluate(const SixState *s, const SixNotes *notes, int side);
void six_order(const SixState *s, const SixNotes *notes, const LudMove *list, int count,
               int32_t *promise);

#endif
