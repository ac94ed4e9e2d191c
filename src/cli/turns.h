/* A game as a list of turns: with dice, a roll and the move it led to are one. */
#ifndef LUD_CLI_TURNS_H
#define LUD_CLI_TURNS_H

#include <ludoteca/play.h>

typedef struct Turns {
    const LudPlay *play;
    int count;
    int *end; /* end[i]: how many plies the game had after turn i (turn 0: the start) */
} Turns;

enum { TURN_TEXT = 2 * LUD_MOVE_TEXT };

/* False when out of memory. */
bool turns_of(const LudPlay *play, Turns *turns);
void turns_free(Turns *turns);
/* Turn `index` (from 1) as one word, "8:c5"; empty if it was skipped. Returns whose it was. */
int turns_print(const Turns *turns, int index, char text[TURN_TEXT]);

#endif
