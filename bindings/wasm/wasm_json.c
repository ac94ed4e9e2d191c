#include "wasm_json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void add(Json *json, const char *bytes, size_t size)
{
    if (json->has_failed)
        return;
    if (json->length + size > json->capacity) {
        size_t capacity = json->capacity ? json->capacity : 4096;
        while (capacity < json->length + size)
            capacity *= 2;
        char *grown = realloc(json->bytes, capacity);
        if (!grown) {
            json->has_failed = true;
            return;
        }
        json->bytes = grown;
        json->capacity = capacity;
    }
    memcpy(json->bytes + json->length, bytes, size);
    json->length += size;
}

static void add_text(Json *json, const char *text)
{
    add(json, text, strlen(text));
}

void json_clear(Json *json)
{
    json->length = 0;
    json->has_failed = json->needs_comma = false;
}

static void begin_value(Json *json)
{
    if (json->needs_comma)
        add(json, ",", 1);
    json->needs_comma = true;
}

void json_open(Json *json, char bracket)
{
    begin_value(json);
    add(json, &bracket, 1);
    json->needs_comma = false;
}

void json_close(Json *json, char bracket)
{
    add(json, &bracket, 1);
    json->needs_comma = true;
}

/* Bytes above 127 are UTF-8 already, and pass; whoever reads them replaces what is not. */
static void add_quoted(Json *json, const char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";
    add(json, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '"' || c == '\\') {
            char escaped[2] = {'\\', (char)c};
            add(json, escaped, 2);
        } else if (c < 0x20 || c == 0x7f) {
            char escaped[6] = {'\\', 'u', '0', '0', digits[c >> 4], digits[c & 15]};
            add(json, escaped, 6);
        } else {
            add(json, &bytes[i], 1);
        }
    }
    add(json, "\"", 1);
}

void json_name(Json *json, const char *name)
{
    begin_value(json);
    add_quoted(json, name, strlen(name));
    add(json, ":", 1);
    json->needs_comma = false;
}

void json_bytes(Json *json, const char *bytes, size_t size)
{
    begin_value(json);
    add_quoted(json, bytes, size);
}

void json_string(Json *json, const char *string)
{
    json_bytes(json, string, strlen(string));
}

void json_integer(Json *json, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    if (number < 0)
        digits[--at] = '-';
    begin_value(json);
    add(json, digits + at, sizeof digits - at);
}

void json_real(Json *json, double number)
{
    enum { SCALE = 10000 };
    double most = 9e14, kept = number > most ? most : number < -most ? -most : number;
    int64_t scaled = llround((isnan(kept) ? 0 : kept) * SCALE);
    uint64_t size = scaled < 0 ? -(uint64_t)scaled : (uint64_t)scaled;
    if (scaled < 0 && size < SCALE) {
        begin_value(json);
        add_text(json, "-0");
    } else {
        json_integer(json, scaled / SCALE);
    }
    uint64_t rest = size % SCALE;
    if (rest == 0)
        return;
    add(json, ".", 1);
    for (uint64_t unit = SCALE / 10; rest > 0; unit /= 10) {
        char digit = (char)('0' + rest / unit);
        add(json, &digit, 1);
        rest %= unit;
    }
}

void json_bool(Json *json, bool is_true)
{
    begin_value(json);
    add_text(json, is_true ? "true" : "false");
}

void json_null(Json *json)
{
    begin_value(json);
    add_text(json, "null");
}

void json_put_string(Json *json, const char *name, const char *string)
{
    json_name(json, name);
    if (string)
        json_string(json, string);
    else
        json_null(json);
}

void json_put_integer(Json *json, const char *name, int64_t number)
{
    json_name(json, name);
    json_integer(json, number);
}

void json_put_real(Json *json, const char *name, double number)
{
    json_name(json, name);
    json_real(json, number);
}

void json_put_bool(Json *json, const char *name, bool is_true)
{
    json_name(json, name);
    json_bool(json, is_true);
}

void json_put_null(Json *json, const char *name)
{
    json_name(json, name);
    json_null(json);
}
