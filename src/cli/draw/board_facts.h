/* What a position says in numbers beside the board. */
#ifndef LUD_CLI_DRAW_BOARD_FACTS_H
#define LUD_CLI_DRAW_BOARD_FACTS_H

#include <ludoteca/game.h>

typedef struct BoardFacts {
    const char *key;         /* what is counted, as JSON names it; NULL: nothing */
    int held[LUD_MAX_SIDES]; /* for each side */
} BoardFacts;

/* Stores, reserves, hands or chips, read from the position's notation. */
void board_facts(const LudRules *rules, const char *position, BoardFacts *facts);

#endif
