/* How a move is entered, as part of a larger answer. */
#ifndef LUD_WIRE_JSON_STORY_H
#define LUD_WIRE_JSON_STORY_H

#include <ludoteca/game.h>

#include "wire/json_writer.h"

/* Every way of entering a move, each an entry of an open list: {"move": …, "steps": […]}. */
void json_write_ways(Json *json, const LudGame *game, const LudState *s, LudMove m);

#endif
