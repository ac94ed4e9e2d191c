/* The parts of Pylos that are compiled once: options and text. */
#ifndef LUD_PYLOS_H
#define LUD_PYLOS_H

#include <ludoteca/story.h>

#include "pylos_board.h"

enum { PYLOS_OPTION_COUNT = 5 };
extern const LudOptionSpec pylos_options[PYLOS_OPTION_COUNT];
extern const LudGameStory pylos_story;
extern const LudGameView pylos_view;
extern const struct LudGameLearning pylos_learning;

/* Refuses combinations that make no game. */
LudStatus pylos_options_settle(LudOptions *options, LudError *err);
/* The empty pyramid, light to move. */
void pylos_state_start(PylosState *s, const LudOptions *options);

LudStatus pylos_state_parse(LudState *state, const LudOptions *options, const char *text,
                            unsigned flags, LudError *err);
int pylos_state_print(const LudState *state, char *text);
LudStatus pylos_move_parse(const LudState *state, const char *text, LudMove *m, LudError *err);
/* Writes level, file and rank; returns the end. */
char *pylos_cell_print(const PylosState *s, unsigned cell, char *text);
int pylos_move_print(const LudState *state, LudMove m, char *text);

#endif
