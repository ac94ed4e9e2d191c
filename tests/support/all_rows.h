/* The rows of all games; tests/meson.build writes the list from the names of the games. */
#ifndef LUD_TESTS_ALL_ROWS_H
#define LUD_TESTS_ALL_ROWS_H

#include "support/game_rows.h"

extern const GameRows *const all_rows[]; /* NULL ends it */

#endif
