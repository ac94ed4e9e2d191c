/* `uci`, `setoption`; and the engine as the options want it. */
#ifndef LUD_CLI_ENGINE_ENGINE_OPTIONS_H
#define LUD_CLI_ENGINE_ENGINE_OPTIONS_H

#include "cli/engine/engine_session.h"

void engine_options_begin(EngineSession *session);
void engine_options_end(EngineSession *session);
void engine_options_print(const EngineSession *session);
void engine_options_set(EngineSession *session, const LudUciCommand *command);
/* Makes the engine if there is none, and sees that it has its memory; false after a message. */
bool engine_prepare(EngineSession *session);

#endif
