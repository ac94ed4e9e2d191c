/* A reviewed game in the terminal: every move with its mark, the curve, and the sides in sum. */
#ifndef LUD_CLI_WORDS_REVIEW_PRINT_H
#define LUD_CLI_WORDS_REVIEW_PRINT_H

#include <ludoteca/engine.h>

#include "shell/style.h"

void review_print(const LudPlay *play, const LudReview *review, Style style);

#endif
