/* JSON, read whole and strictly (RFC 8259): one value, no member twice, text in UTF-8. It comes
 * from strangers, so size and depth are limited by whoever asks, and nothing is allocated. */
#ifndef LUD_WIRE_JSON_READER_H
#define LUD_WIRE_JSON_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <ludoteca/error.h>

enum { JSON_VALUES = 128, JSON_DEPTH = 8 };

typedef enum JsonKind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    JSON_NUMBER,
    JSON_TEXT,
    JSON_LIST,
    JSON_OBJECT,
} JsonKind;

typedef struct JsonValue {
    JsonKind kind;
    const char *name;                     /* within an object, else NULL */
    const char *text;                     /* of a text, decoded; of a number, as it is written */
    const struct JsonValue *first, *next; /* of what it holds; after it in what holds it */
} JsonValue;

/* Values as they were read; all point into the text that they were read from. */
typedef struct JsonTree {
    JsonValue values[JSON_VALUES];
    int count;
} JsonTree;

/* Reads `text` (`size` bytes and a zero byte), which is changed for that. The first value of the
 * tree is the whole. The error names the place. */
LudStatus json_read(JsonTree *tree, char *text, size_t size, LudError *err);

/* A member by its name, NULL if there is none or `value` is no object. */
const JsonValue *json_member(const JsonValue *value, const char *name);
/* Whether it is a whole number from `least` to `most`; then that is it. */
bool json_integer(const JsonValue *value, int64_t least, int64_t most, int64_t *number);
/* How many values a list or an object holds. */
int json_length(const JsonValue *value);

/* Members by their names, where one of another kind is as good as none: a text or NULL; whether it
 * is true; a whole number from `least` on, else `least` - 1. */
const char *json_text_of(const JsonValue *object, const char *name);
bool json_flag_of(const JsonValue *object, const char *name);
int64_t json_number_of(const JsonValue *object, const char *name, int64_t least);
/* Copies a text with its zero byte; false, and nothing is copied, if there is none or it is longer
 * than `size` allows. */
bool json_copy_of(const JsonValue *object, const char *name, char *to, size_t size);

#endif
