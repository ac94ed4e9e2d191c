/* Perfect play: what tables with distances say of every move, with the lines that follow. */
#ifndef LUD_ENGINE_PERFECT_H
#define LUD_ENGINE_PERFECT_H

#include "engine/engine_object.h"

/* Whether a game's tables say who wins and how soon, so that there is nothing to search. */
bool perfect_is_possible(const LudEngine *engine);
/* Values the moves of a task by the tables alone, best first: quick wins, then draws, then losses
 * that take long. Positions that came up before in the game count as its rules have it. The lines
 * are valid until the next call. False if the tables do not tell of all moves how soon, or when out
 * of memory. */
bool perfect_find(LudEngine *engine, const EngineTask *task, const LudState *root,
                  LudFindings *findings);

#endif
