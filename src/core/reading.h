/* Lists of moves, word by word. */
#ifndef LUD_CORE_READING_H
#define LUD_CORE_READING_H

#include <ludoteca/play.h>

/* More than any move, so that one that is too long is cut and still none. */
enum { READING_WORD = 2 * LUD_MOVE_TEXT };

/* Copies the next move of `*at` and moves on; false at the end. */
bool reading_next_move(const LudGame *game, const char **at, char word[READING_WORD]);

#endif
