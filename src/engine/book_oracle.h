/* The book of a game's openings (core/forcing.h), as an oracle of searches. */
#ifndef LUD_ENGINE_BOOK_ORACLE_H
#define LUD_ENGINE_BOOK_ORACLE_H

#include <ludoteca/search.h>

/* Without a function if the game has no book. */
LudOracle book_oracle(const LudGame *game);

#endif
