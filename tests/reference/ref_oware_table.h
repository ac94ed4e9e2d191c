/* A slow, plain solver of all of Oware's boards with few seeds, written from the rules alone: every
 * board is given a value again and again from those of its successors, until nothing changes. */
#ifndef LUD_TESTS_REF_OWARE_TABLE_H
#define LUD_TESTS_REF_OWARE_TABLE_H

#include <stdbool.h>

enum { REF_TABLE_PITS = 12, REF_TABLE_MOST = 10 };

/* One board, seen by the player to move, whose pits come first. Values are differences in seeds:
 * with endless play worth 0, the worst, the best to the mover. */
typedef struct RefEntry {
    signed char pit[REF_TABLE_PITS];
    int value, low, high;
    bool mover_forces, other_forces, can_capture;
    bool is_over;
    /* The moves: -1 if not legal; else the seeds captured and the board that follows, whose mover
     * is the other player. */
    signed char captured[REF_TABLE_PITS / 2];
    int next[REF_TABLE_PITS / 2]; /* its number among the boards with as many seeds */
} RefEntry;

typedef struct RefTables {
    int count[REF_TABLE_MOST + 1];
    RefEntry *layer[REF_TABLE_MOST + 1]; /* in ascending order of pits, the first counting most */
} RefTables;

/* Solves all boards with up to `most` seeds; `slam` is keep, forfeit, nocapture or awari. */
void ref_oware_tables_solve(RefTables *tables, const char *slam, int most);
void ref_oware_tables_free(RefTables *tables);

#endif
