/* JSON, written from the front to the back into one growing text: the one way in which the
 * program, the server and the bindings make it. */
#ifndef LUD_WIRE_JSON_WRITER_H
#define LUD_WIRE_JSON_WRITER_H

#include <stdint.h>

#include "base/text.h"

/* Start with {0}. */
typedef struct Json {
    Text text;
    bool needs_comma; /* before the next value or name */
} Json;

void json_open(Json *json, char bracket); /* '{' or '[' */
void json_close(Json *json, char bracket);
/* A name within an object; its value must follow. */
void json_name(Json *json, const char *name);

/* A string of any bytes; what is no UTF-8 becomes U+FFFD, and characters that a terminal would obey
 * are spelt as \u009b. NULL: null. */
void json_write_text(Json *json, const char *text);
void json_write_integer(Json *json, int64_t number);
/* To six digits, never by an exponent, always with a point; null for what is no number. */
void json_write_real(Json *json, double number);
void json_write_bool(Json *json, bool is_true);
void json_write_null(Json *json);
/* Something that is JSON already. */
void json_write_json(Json *json, const char *bytes, size_t size);

/* A name and its value, or the opening bracket of it. */
void json_put_open(Json *json, const char *name, char bracket);
void json_put_text(Json *json, const char *name, const char *text);
void json_put_integer(Json *json, const char *name, int64_t number);
void json_put_real(Json *json, const char *name, double number);
void json_put_bool(Json *json, const char *name, bool is_true);
void json_put_null(Json *json, const char *name);
/* The number where there is one, else null. */
void json_put_known(Json *json, const char *name, bool is_known, int64_t number);

/* Gives the text away, for free(); NULL if memory ran out. */
char *json_take(Json *json);

#endif
