/* Endings solved to the end, in the hands of an engine. */
#ifndef LUD_ENGINE_ENGINE_ENDING_H
#define LUD_ENGINE_ENGINE_ENDING_H

#include "engine/engine_object.h"
#include "search/ending.h"

/* Fills in what the game has seen before position number `index`, and what coming back to it would
 * bring the side to move at task->root. */
void engine_ending_past(const LudPlay *play, int index, EndingTask *task);

#endif
