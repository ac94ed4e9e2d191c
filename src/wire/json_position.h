/* A position's part of a larger answer. */
#ifndef LUD_WIRE_JSON_POSITION_H
#define LUD_WIRE_JSON_POSITION_H

#include <ludoteca/json.h>

#include "wire/json_writer.h"

/* All that is to be said about it, into an open object. */
void json_put_position(Json *json, const LudPositionFacts *facts);

#endif
