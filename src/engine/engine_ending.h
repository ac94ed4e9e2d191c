/* Endings solved to the end, in the hands of an engine. */
#ifndef LUD_ENGINE_ENGINE_ENDING_H
#define LUD_ENGINE_ENGINE_ENDING_H

#include "engine/engine_object.h"

/* Fills in what the game has seen before position number `index`, and what coming back to it would
 * bring the side to move at task->root. */
void engine_ending_past(const LudPlay *play, int index, EndingTask *task);

/* Where few pieces are left and tables leave open who wins after some move: finds out what it can
 * within a share of the task's limits, of which the rest stays. False if there is nothing to say;
 * else answer->move is for free(). */
bool engine_ending_find(LudEngine *engine, EngineTask *task, EndingAnswer *answer);
/* Says of each line what was found of its first move, and puts the better ones first. */
void engine_ending_mark(const EndingAnswer *answer, LudLine *lines, int count);

#endif
