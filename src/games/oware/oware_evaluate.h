/* How an oware position stands, and which moves look promising. */
#ifndef LUD_OWARE_EVALUATE_H
#define LUD_OWARE_EVALUATE_H

#include <ludoteca/judging.h>

#include "core/dual.h"
#include "oware_board.h"

/* As in LudGame. */
int LUD_DUAL(oware_evaluate)(const LudState *s, const LudNotes *notes, int side);
int LUD_DUAL(oware_noisy)(const LudState *s, const LudNotes *notes, LudMove *list);
void LUD_DUAL(oware_order)(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                           int32_t *promise);
LudMove LUD_DUAL(oware_winning)(const LudState *s, const LudNotes *notes);
int LUD_DUAL(oware_shift_lead)(LudState *s, int side, int points);
int oware_remark(const LudState *s, const LudMove *line, int length, LudRemark *remarks);

#endif
