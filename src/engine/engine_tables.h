/* Tables in the hands of an engine. */
#ifndef LUD_ENGINE_TABLES_H
#define LUD_ENGINE_TABLES_H

#include "engine/engine_object.h"

/* Opens what there is and, if wanted, begins to build small tables in the background. Whatever goes
 * wrong with tables, the engine plays on without them. */
void engine_tables_begin(LudEngine *engine, const LudEngineOptions *options);
void engine_tables_end(LudEngine *engine);
/* Takes up tables that have been built meanwhile. Before a request only. */
void engine_tables_renew(LudEngine *engine);

/* An oracle of them; without a function if there are none. */
LudOracle engine_tables_oracle(const LudEngine *engine);
/* Fills in what a return to one of the game's earlier positions would bring the mover. */
void engine_tables_look_back(const LudEngine *engine, const LudPlay *play, int index,
                             LudTask *task);
/* Says of each line what the tables know of its first move. */
void engine_tables_mark(const LudEngine *engine, const LudState *root, LudLine *lines, int count);
/* Leaves those of `count` legal moves that may be best by the tables, and those that end the game
 * at once by a repetition that brings a better result, but not those that give something away by
 * one. All stay if the tables say too little. `floor` is the difference that is sure, or 0 if
 * nobody knows. */
int engine_tables_sift(const LudEngine *engine, const LudPlay *play, LudMove *moves, int count,
                       int *floor);

#endif
