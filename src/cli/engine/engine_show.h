/* `d`: the position, for people. */
#ifndef LUD_CLI_ENGINE_ENGINE_SHOW_H
#define LUD_CLI_ENGINE_ENGINE_SHOW_H

#include "cli/engine/engine_session.h"

void engine_show(const EngineSession *session);

#endif
