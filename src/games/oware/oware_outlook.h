/* What entries of tables mean for a game of Oware as it is really played. */
#ifndef LUD_OWARE_OUTLOOK_H
#define LUD_OWARE_OUTLOOK_H

#include "core/tabulation.h"

/* Slots of LudGameTabulation. */
unsigned oware_table_needs(const LudOptions *options);
void oware_table_answer(const LudEntries *entries, LudTableAnswer *answer);
bool oware_table_range(const LudState *s, const LudTableAnswer *answer, int *least, int *most);

#endif
