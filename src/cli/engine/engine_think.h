/* The second thread, which searches. */
#ifndef LUD_CLI_ENGINE_ENGINE_THINK_H
#define LUD_CLI_ENGINE_ENGINE_THINK_H

#include "cli/engine/engine_session.h"

bool think_begin(EngineSession *session);
void think_end(EngineSession *session);
void think_go(EngineSession *session, const LudUciGo *go);
void think_perft(EngineSession *session, int depth);
/* Asks for an end, without waiting for it. */
void think_stop(EngineSession *session);
void think_ponder_hit(EngineSession *session);
/* A ponder hit may come before the search has begun, and be lost on it: says it again. False if
 * there is no need to. */
bool think_repeats_hit(EngineSession *session);
/* Asks for an end and waits until all is said; nothing if nothing runs. */
void think_finish(EngineSession *session);
bool think_is_running(EngineSession *session);

#endif
