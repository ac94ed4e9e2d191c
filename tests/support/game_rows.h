/* What tests need to know of a game and can't ask it. Every game brings its own, in
 * tests/games/GAME/GAME_rows.c; where one is missing, the test that wants it ends as failed. */
#ifndef LUD_TESTS_GAME_ROWS_H
#define LUD_TESTS_GAME_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include <ludoteca/game.h>

#include "support/story_board.h"

/* A search of several threads: to `depth` with exact values, and to `deeper` as usual. */
typedef struct TeamRow {
    const char *rules; /* NULL ends the list */
    int depth, deeper;
} TeamRow;

typedef struct GameRows {
    const char *name;

    /* Rules that stand for all where trying all takes too long: the usual ones first, then others
     * that make a difference, above all other numbers of sides. NULL ends them. */
    const char *const *samples;
    int variants; /* combinations of options that the rules accept */

    /* Makes a position that random play seldom reaches, or returns false if this attempt led to
     * none. */
    bool (*odd_start)(const LudRules *rules, LudRandom *random, LudState *s);
    /* The same rules once more, slow and plain: see reference/reference.h. */
    bool (*reference)(const char *options, const char *position, char *out, size_t size);
    /* What a position's text says lies where; of games that tell stories. */
    void (*read_board)(StoryBoard *board, const LudRules *rules, const char *text);

    /* Positions to try for each combination of options. */
    int conformance_positions, reference_positions;
    int score_total; /* what scores of a finished game add up to */

    const TeamRow *team;
    /* Of two sides without chance: positions to compare with plain minimax, its nodes for one,
     * those of a search that makes claims, and of a plain proof. */
    int minimax_positions;
    int minimax_nodes, claim_nodes, proof_nodes;
} GameRows;

/* Ends the program if the game has none, or lacks one that all must have. */
const GameRows *game_rows(const LudGame *game);

/* A position of the game's that random play seldom reaches; false: try again. */
bool odd_start(const LudRules *rules, LudRandom *random, LudState *s);

/* Which games a test is for. */
typedef enum RowsKind { ROWS_ALL, ROWS_TWO_SIDES, ROWS_DICE } RowsKind;

/* Two sides without chance, dice, or whatever there is. */
bool rows_fit(const LudRules *rules, RowsKind kind);
/* The samples of all games that fit, one by one; NULL after the last. */
const char *rows_sample(RowsKind kind, int index);

#endif
