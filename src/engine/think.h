/* How the strongest player thinks about a move: among those that keep what tables promise, and for
 * as much as can be had once who wins is hardly in doubt. */
#ifndef LUD_ENGINE_THINK_H
#define LUD_ENGINE_THINK_H

#include "engine/engine_object.h"

/* Searches for the best of the `count` legal moves in engine->moves. The findings' first line is
 * that move's; they are valid until the next request. */
LudStatus think_of_move(LudEngine *engine, const EngineTask *task, int count, LudFindings *findings,
                        LudError *err);

#endif
