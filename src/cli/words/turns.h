/* A game as a list of turns: with dice, a roll and the move it led to are one. Where a player moves
 * several times in a row each move can be stepped to, and the record counts them as one. */
#ifndef LUD_CLI_WORDS_TURNS_H
#define LUD_CLI_WORDS_TURNS_H

#include <ludoteca/play.h>

typedef struct Turns {
    const LudPlay *play;
    int count;
    int *end;    /* end[i]: how many plies the game had after turn i (turn 0: the start) */
    int *number; /* number[i]: the number before turn i in the record: all players' turns of a round
                  * share it */
    /* Where the last question led to, so that going through a game in order is quick: */
    int turn;
    LudState state;
} Turns;

enum { TURN_TEXT = 2 * LUD_MOVE_TEXT };

/* False when out of memory. */
bool turns_of(const LudPlay *play, Turns *turns);
/* The number that the record puts before a ply. */
int turns_number(const Turns *turns, int ply);
void turns_free(Turns *turns);
/* The position after turn `index`; 0: the start. */
void turns_state(Turns *turns, int index, LudState *s);
/* Turn `index` (from 1) as one word, "8:c5"; empty if it was skipped. Returns whose it was. */
int turns_print(Turns *turns, int index, char text[TURN_TEXT]);

#endif
