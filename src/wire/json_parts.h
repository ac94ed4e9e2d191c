/* What the JSON shapes share. */
#ifndef LUD_WIRE_JSON_PARTS_H
#define LUD_WIRE_JSON_PARTS_H

#include <jansson.h>

#include <ludoteca/play.h>

/* A string of any bytes; what is not UTF-8 becomes U+FFFD. NULL gives null. */
json_t *json_text(const char *text);
/* An object that says its version, and which game with which options it is about (NULL: none). */
json_t *json_shape(const LudRules *rules);
/* A position as text. */
json_t *json_state(const LudGame *game, const LudState *s);
/* {"result": …, "score": …, "winner": …, "reason": …}, or null while the game goes on. */
json_t *json_result(const LudGame *game, const LudResult *result);
/* The finished text; frees `value`, which may be NULL. */
char *json_finish(json_t *value);

/* Puts a new reference into an object; a failure to make `value` shows as a missing key. */
void json_put(json_t *object, const char *key, json_t *value);

#endif
