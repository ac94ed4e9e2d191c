/* What the dice may bring, in words and as a map of the board. */
#ifndef LUD_CLI_WORDS_OUTLOOK_PRINT_H
#define LUD_CLI_WORDS_OUTLOOK_PRINT_H

#include <ludoteca/engine.h>

#include "shell/style.h"

/* Every outcome with its odds and its best answer, and the mean. */
void outlook_print(const LudRules *rules, const LudState *s, const LudOutlook *outlook);
/* What it is worth to play on each cell, as a map; for those who listen as a list, best first. */
void outlook_print_cells(const LudRules *rules, const LudState *s, const LudOutlook *outlook,
                         Style style);

#endif
