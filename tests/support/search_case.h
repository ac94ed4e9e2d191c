/* Searches as tests want them: made and run in one line each, without failing. */
#ifndef LUD_TESTS_SEARCH_CASE_H
#define LUD_TESTS_SEARCH_CASE_H

#include <ludoteca/search.h>

/* With the usual options but these. */
LudSearch *search_case_make(const LudRules *rules, LudMethod method, int threads);
/* The `lines` best moves of a position, within so many nodes or playouts. */
LudFindings search_case_run(LudSearch *search, const LudState *s, uint64_t nodes, int lines);
/* The start of a game; with dice, after the roll of a 6. */
LudState search_case_start(const LudRules *rules);
/* Plays a line from `s`, every move of which must be legal. Returns by how much side 0 leads if
 * that ends the game (seeds that only circle are an end), else 0. */
int search_case_play(const LudGame *game, LudState *s, const LudLine *line);

#endif
