/* What there is to take up again. */
#ifndef LUD_CLI_PLAY_PLAY_LIST_H
#define LUD_CLI_PLAY_PLAY_LIST_H

#include "cli/play/play_session.h"

/* A saved game, as far as a person must know it to choose among several. */
typedef struct SavedGame {
    char path[PATH_BYTES];
    time_t changed;
    const char *title; /* of the game, English */
    char rules[LUD_RULES_TEXT];
    char players[LABEL_BYTES]; /* "" if nobody is named */
    int number, games;         /* which of how many */
    bool is_unfinished;
} SavedGame;

/* The newest unfinished games, newest first; returns how many, at most `most`. */
int list_saved(SavedGame *games, int most);

#endif
