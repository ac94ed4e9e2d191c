/* A board as anybody can draw it: its cells and what lies there, what each side holds, whose turn
 * it is. Who has this needs neither the notation of a game nor its rules. */
#ifndef LUDOTECA_VIEW_H
#define LUDOTECA_VIEW_H

#include "game.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    LUD_CELL_TEXT = 24,  /* a cell as in moves: C, 2a1, 3,-1, c5 */
    LUD_MAX_CELLS = 192, /* of a board; six: 42 tiles and the cells around them */
    LUD_NOBODY = -1,
};

/* What a cell looks like. */
typedef enum LudShape {
    LUD_SHAPE_ROUND,
    LUD_SHAPE_SQUARE,
    LUD_SHAPE_HEXAGON, /* with a corner at the top */
} LudShape;

typedef struct LudCell {
    char name[LUD_CELL_TEXT]; /* as moves and stories have it */
    /* Where its middle lies, in half cells to the right and down, as seat 0 sees the board. Rows of
     * hexagons count two like any others, but lie closer: by half the square root of three. */
    int x, y;
    int level;  /* how high; 0 on the board itself */
    int side;   /* whose piece lies here; where pieces are nobody's, whose cell it is; or NOBODY */
    int count;  /* how many pieces lie here */
    int number; /* printed on the board; 0: none */
    bool is_open; /* another piece could lie here as the board now stands */
    bool is_won;  /* part of what won the game */
} LudCell;

/* The facet: what a game promises, if its board can be seen (LudGame.view). */
typedef struct LudGameView {
    LudShape shape;
    bool has_heaps; /* cells hold any number of pieces, which belong to nobody */
    /* The cells, in an order that only the game's options change, or, where the board has no edge,
     * sorted by name as in positions; returns their number. Required. */
    int (*cells)(const LudState *s, LudCell cells[LUD_MAX_CELLS]);
    /* What each side has off the board: seeds in store, balls in reserve, tiles in hand. NULL:
     * nothing. */
    void (*held)(const LudState *s, int held[LUD_MAX_SIDES]);
    const char *held_name; /* what JSON calls it: "store"; NULL as `held` */
    /* For people, in English, {1} being the number: "{1} seed in store", "{1} seeds in store". */
    const char *held_one, *held_many;
} LudGameView;

typedef struct LudView {
    LudShape shape;
    bool has_heaps;
    int cell_count; /* 0: this game can't be seen */
    LudCell cells[LUD_MAX_CELLS];
    int seats, sides;
    const char *held_name; /* NULL: sides hold nothing */
    int held[LUD_MAX_SIDES];
    int turn;                 /* as LudGameRules.turn */
    int seat;                 /* to move or to roll; -1: the game is over */
    char roll[LUD_MOVE_TEXT]; /* rolled and still to be played; "": none */
} LudView;

/* Fills in the view of any position of any game. */
LUD_API void lud_view(const LudGame *game, const LudState *s, LudView *view);
/* The cell of that name, or NULL. */
LUD_API const LudCell *lud_view_find(const LudView *view, const char *name);
/* "3 seeds in store", as an English message whose {1} is the number; NULL where nothing is held. */
LUD_API const char *lud_view_held_text(const LudGame *game, int number);
/* The board as an SVG picture, for lud_free; NULL when out of memory. */
LUD_API char *lud_view_svg(const LudGame *game, const LudView *view);
/* A stable English name: "round", "square", "hexagon". */
LUD_API const char *lud_shape_name(LudShape shape);

#ifdef __cplusplus
}
#endif
#endif
