/* JSON, written from the front to the back into one growing text. */
#ifndef WASM_JSON_H
#define WASM_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Json {
    char *bytes; /* not terminated */
    size_t length, capacity;
    bool has_failed;  /* out of memory: nothing more is added */
    bool needs_comma; /* before the next value or name */
} Json;

/* Empties it, keeping its memory. */
void json_clear(Json *json);
/* A name within an object; its value must follow. */
void json_name(Json *json, const char *name);
void json_open(Json *json, char bracket); /* '{' or '[' */
void json_close(Json *json, char bracket);
void json_string(Json *json, const char *string);
void json_bytes(Json *json, const char *bytes, size_t size);
void json_integer(Json *json, int64_t number);
/* Rounded to four places, as many as mean anything. */
void json_real(Json *json, double number);
void json_bool(Json *json, bool is_true);
void json_null(Json *json);

/* A name and its value. */
void json_put_string(Json *json, const char *name, const char *string); /* NULL: null */
void json_put_integer(Json *json, const char *name, int64_t number);
void json_put_real(Json *json, const char *name, double number);
void json_put_bool(Json *json, const char *name, bool is_true);
void json_put_null(Json *json, const char *name);

#endif
