/* How the sides stand: their lines, by the chips in them and by the odds of what is missing. */
#ifndef LUD_DADOS_EVALUATE_H
#define LUD_DADOS_EVALUATE_H

#include "core/dual.h"
#include "core/tuning.h"
#include "games/dados/dados_board.h"

#define dados_evaluate LUD_DUAL(dados_evaluate)
#define dados_features LUD_DUAL(dados_features)
#define dados_tuning   LUD_DUAL(dados_tuning)
#define dados_order    LUD_DUAL(dados_order)
#define dados_winning  LUD_DUAL(dados_winning)

/* What is counted for each side. "Missing" are squares of a line without an own chip; a line is
 * open without chips of others. */
enum {
    DADOS_BASE,   /* 1: what it is worth to be this soon to roll */
    DADOS_OPEN_1, /* open lines with 1 … 4 squares missing */
    DADOS_OPEN_4 = DADOS_OPEN_1 + 3,
    DADOS_ODDS_1, /* the same, each with the product of the odds of its squares */
    DADOS_ODDS_4 = DADOS_ODDS_1 + 3,
    DADOS_BLOCKED_1, /* lines with one chip of others that a roll can take away, 1 … 3 missing */
    DADOS_BLOCKED_3 = DADOS_BLOCKED_1 + 2,
    DADOS_SHUT_1, /* lines with one that can't be for now, on a 2 or a 12, 1 … 2 missing */
    DADOS_SHUT_2,
    DADOS_WINS,        /* ways, out of 36, to complete a line with the next roll */
    DADOS_WINS_SQUARE, /* its square, as two ways are not worth twice one */
    DADOS_SAFE,        /* chips on 2s and 12s */
    DADOS_SHORT,       /* chips on the board beyond fifteen: the hand runs out */
    DADOS_COUNTS,
};

/* Weights differ with the number of sides, the length of a line and how soon a side rolls. */
enum {
    DADOS_BLOCKS = 2 * 2 + 2 * 3,
    DADOS_WEIGHTS = DADOS_BLOCKS * DADOS_COUNTS,
    DADOS_DIVISOR = 16384,
};

extern const int dados_weights[DADOS_WEIGHTS];
extern const char *const dados_weight_names[DADOS_WEIGHTS];

int dados_evaluate(const LudState *s, const LudNotes *notes, int side);
void dados_features(const LudState *s, const LudNotes *notes, int side, int32_t *features);
void dados_order(const LudState *s, const LudNotes *notes, const LudMove *list, int count,
                 int32_t *promise);
LudMove dados_winning(const LudState *s, const LudNotes *notes);
extern const LudTuning dados_tuning;

/* dados_remark.c */
int dados_remark(const LudState *s, const LudMove *line, int length, LudRemark *remarks);

#endif
