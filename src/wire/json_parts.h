/* What the JSON shapes share. */
#ifndef LUD_WIRE_JSON_PARTS_H
#define LUD_WIRE_JSON_PARTS_H

#include <ludoteca/play.h>
#include <ludoteca/search.h>
#include <ludoteca/view.h>

#include "wire/json_writer.h"

/* Opens an object that says its version, and which game with which options it is about (NULL:
 * none). */
void json_begin(Json *json, const LudRules *rules);
/* Closes that object and gives the text away, for lud_free; NULL when out of memory. */
char *json_end(Json *json);

/* The same for functions that can also fail otherwise; `text` is left untouched. */
LudStatus json_answer(Json *json, char **text, LudError *err);

/* Each a name and its value. */
void json_put_rules(Json *json, const char *name, const LudRules *rules);
void json_put_state(Json *json, const char *name, const LudGame *game, const LudState *s);
void json_put_move(Json *json, const char *name, const LudGame *game, const LudState *s, LudMove m);
/* "line": the moves of a line, as far as they are players'. */
void json_put_line(Json *json, const LudGame *game, const LudState *s, const LudLine *line);
/* {"result": …, "score": …, "winner": …, "reason": …}, or null while the game goes on. */
void json_put_result(Json *json, const char *name, const LudGame *game, const LudResult *result);
/* Seats count from 1; null for none. */
void json_put_seat(Json *json, const char *name, int seat);

/* Of a sentence: `text`, and `key` and `args`, from which it can be said in any language. */
void json_put_message(Json *json, const LudError *message);
/* `key` and `args` alone. */
void json_put_key(Json *json, const LudError *message);

/* The position itself; `sides` with what they hold; `cells` and, where there are dice, what was
 * rolled. */
void json_put_board(Json *json, const LudGame *game, const LudState *s);

#endif
