/* Tables in the hands of an engine. */
#ifndef LUD_ENGINE_TABLES_H
#define LUD_ENGINE_TABLES_H

#include "engine/engine_object.h"

enum { ENGINE_SIFT_MOST = 512 }; /* moves that are sifted at once */

/* Opens what there is and, if wanted, begins to build small tables in the background. Whatever goes
 * wrong with tables, the engine plays on without them. */
void engine_tables_begin(LudEngine *engine, const LudEngineOptions *options);
void engine_tables_end(LudEngine *engine);
/* Takes up tables that have been built meanwhile. Before a request only. */
void engine_tables_renew(LudEngine *engine);

/* An oracle of them; without a function if there are none. */
LudOracle engine_tables_oracle(const LudEngine *engine);
/* Fills in what a return to one of the game's earlier positions would bring the mover. */
void engine_tables_look_back(const LudGame *game, const LudPlay *play, int index, LudTask *task);
/* Games whose tables only say who wins: an oracle that always agreed with the root would lead
 * nowhere, since every move that keeps a win looks the same. So it speaks up only where somebody
 * gives away what they have at the root, and the search finds the way in between. True if what was
 * searched before was searched with another root in mind. */
bool engine_tables_take_stance(LudEngine *engine, const LudState *root);
/* Values lines as those tables have it, and sorts them again. At the end of a search only. */
void engine_tables_settle(const LudEngine *engine, LudLine *lines, int count);
/* Says of each line what the tables know of its first move. */
void engine_tables_mark(const LudEngine *engine, const LudState *root, LudLine *lines, int count);
/* Leaves those of `count` legal moves that may be best by the tables, and those that end the game
 * at once by a repetition that brings a better result, but not those that give something away by
 * one. All stay if the tables say too little. `floor` is the difference that is sure, or 0 if
 * nobody knows. */
int engine_tables_sift(const LudEngine *engine, const LudPlay *play, LudMove *moves, int count,
                       int *floor);

#endif
