/* Inside the reference of Six: its board and its moves, for plain searches over them. */
#ifndef LUD_TESTS_REF_SIX_H
#define LUD_TESTS_REF_SIX_H

#include <stdbool.h>

enum { OWN_SET = 21, HAND = 20, SHAPE_SIZE = 6, FARTHEST = 9999 };
enum { RED, BLACK, NOBODY };

typedef struct Cell {
    int q, r;
} Cell;

typedef struct Tile {
    Cell at;
    int colour;
} Tile;

typedef struct Board {
    Tile tiles[2 * OWN_SET];
    int count;
    int hand[2];
    int mover;
    bool first_must_be_apart;
} Board;

/* A legal move, where it leads, and the result if that ends the game. */
typedef struct Step {
    char move[64];
    Board after;
    const char *result;
} Step;

typedef struct Steps {
    Step *step;
    int count;
} Steps;

/* Reads a position; false if it can't be, or is over. */
bool ref_six_read(const char *position, Board *board);
/* All legal moves of a position that is not over; steps.step is for free(). */
Steps ref_six_steps(const Board *board);
/* The result with which a colour wins: always the same pointer. */
const char *ref_six_win_of(int colour);

#endif
