/* How the sides stand, by the patterns that they see (dados_tuples.h). */
#ifndef LUD_DADOS_EVALUATE_H
#define LUD_DADOS_EVALUATE_H

#include <ludoteca/judging.h>

#include "core/dual.h"
#include "games/dados/dados_board.h"

#define dados_evaluate LUD_DUAL(dados_evaluate)
#define dados_values   LUD_DUAL(dados_values)
#define dados_roll     LUD_DUAL(dados_roll)
#define dados_order    LUD_DUAL(dados_order)
#define dados_winning  LUD_DUAL(dados_winning)

int dados_evaluate(const LudState *s, const LudNotes *notes, int side);
void dados_order(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                 int32_t *promise);
LudMove dados_winning(const LudState *s, const LudNotes *notes);

/* What the sums of the sides that look, from `next` on, say of each side's chance. */
void dados_values(int sides, int next, const int32_t *sums, int32_t values[LUD_MAX_SIDES]);

/* dados_roll.c: LudGameJudging.roll, and the values after the best move for a pending roll. */
#define dados_best_values LUD_DUAL(dados_best_values)
void dados_best_values(const LudState *s, int32_t values[LUD_MAX_SIDES]);
int dados_roll(const LudState *s, const LudNotes *notes, int64_t sums[LUD_MAX_SIDES]);

/* dados_remark.c */
int dados_remark(const LudState *s, const LudMove *line, int length, LudRemark *remarks);

#endif
