/* A position of Six as a person sees it on the table, read from its text: shapes to be completed
 * and tiles that could fall, found with the plain rules of ref_six.c and with nothing that the game
 * itself uses. */
#ifndef LUD_TESTS_SIX_TABLE_H
#define LUD_TESTS_SIX_TABLE_H

#include <stdbool.h>

enum { RED, BLACK, NOBODY, ROW = 1, TRIANGLE = 2, CIRCLE = 4, MOST_TILES = 42, MOST_CELLS = 64 };

typedef struct Cell {
    int q, r;
} Cell;

/* A position as its text gives it. */
typedef struct Table {
    const char *text;
    Cell tile[MOST_TILES];
    int colour[MOST_TILES], tiles, count[2], hand[2], side;
} Table;

/* A legal move as the reference lists it. */
typedef struct Option {
    char move[64];
    const char *text; /* of the position after it */
    int winner;       /* NOBODY: no result, or a draw */
    Cell from, to;
} Option;

/* Cells where a side could complete a shape with its next move, each with the kinds. */
typedef struct Ways {
    int count;
    Cell cell[MOST_CELLS];
    int kinds[MOST_CELLS];
} Ways;

/* What a side could do to the other by lifting a tile. */
typedef struct Reach {
    int most, gaining; /* tiles of the other that fall; with fewer of its own */
    bool starves;
} Reach;

/* `text` must outlive it. */
Table table_read(const char *text);
bool table_is_second_round(const Table *t);
/* NOBODY: the cell is empty. */
int table_colour(const Table *t, int q, int r);
/* The moves of a position by the reference; for free(). */
char *table_moves(const char *text);
/* They are taken from the list one after another; it is changed. */
bool table_next_option(char **list, Option *o);
/* The kinds of windows through a cell that hold, with it, so many tiles of each colour. */
int table_windows(const Table *t, Cell cell, int own_colour, int own, int others);
/* The ways of `side` as if it were to move. */
Ways table_ways(const Table *t, int side);
/* The most ways that `side` could make with one tile. */
int table_most_ways(const Table *t, int side);
/* Of all tiles of `side`, or of the one at `only` alone. */
Reach table_reach(const Table *t, int side, const Cell *only);

#endif
