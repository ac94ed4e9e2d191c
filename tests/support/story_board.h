/* A board that knows nothing but what lies where, for readers of a game's notation. */
#ifndef LUD_TESTS_STORY_BOARD_H
#define LUD_TESTS_STORY_BOARD_H

#include <ludoteca/story.h>

enum { STORY_PIECES = 64 };

typedef struct StoryPiece {
    char cell[LUD_CELL_TEXT];
    int side, count; /* `side` -1: nobody's, as seeds are */
} StoryPiece;

typedef struct StoryBoard {
    StoryPiece pieces[STORY_PIECES];
    int count, held[LUD_MAX_SIDES], in_air;
} StoryBoard;

/* False if somebody's piece lies there already. */
bool story_board_put(StoryBoard *board, const char *cell, int side, int count);
/* Does what an event tells; false if that can't be done. */
bool story_board_follow(StoryBoard *board, const LudEvent *event);
bool story_board_same(StoryBoard *a, StoryBoard *b);

#endif
