#include "wire/json_reader.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/characters.h>

typedef struct Reader {
    JsonTree *tree;
    char *at;
    const char *end;
    int depth;
} Reader;

static void skip_space(Reader *reader)
{
    reader->at += strspn(reader->at, " \t\n\r");
}

/* Goes past a character if that is next. */
static bool takes(Reader *reader, char wanted)
{
    if (*reader->at != wanted)
        return false;
    reader->at++;
    return true;
}

static bool is_utf8(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i += lud_text_length((unsigned char)text[i])) {
        if (lud_text_decode(text + i, size - i) < 0)
            return false;
    }
    return true;
}

/* -- texts ------------------------------------------------------------------------------------- */

/* Four hexadecimal digits, or -1. */
static int32_t read_hex(Reader *reader)
{
    char digits[5] = {0};
    memcpy(digits, reader->at, strnlen(reader->at, 4));
    if (strspn(digits, "0123456789abcdefABCDEF") != 4)
        return -1;
    reader->at += 4;
    return (int32_t)strtol(digits, NULL, 16);
}

/* What \u stands for, with its second half where it takes two; -1 if it stands for nothing. */
static int32_t read_escaped(Reader *reader)
{
    int32_t code = read_hex(reader);
    if (code < 0xd800 || code > 0xdfff)
        return code == 0 ? -1 : code; /* a zero byte would end the text */
    if (code > 0xdbff || reader->at[0] != '\\' || reader->at[1] != 'u')
        return -1;
    reader->at += 2;
    int32_t low = read_hex(reader);
    return low < 0xdc00 || low > 0xdfff ? -1 : 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

/* In UTF-8; never longer than its escape. */
static char *write_character(char *out, int32_t code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    *out++ = (char)(0xff << (7 - more) | code >> 6 * more);
    while (more-- > 0)
        *out++ = (char)(0x80 | (code >> 6 * more & 0x3f));
    return out;
}

/* One escape, after its backslash; NULL if it is none. */
static char *take_escape(Reader *reader, char *out)
{
    static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *letter = *reader->at ? strchr(letters, *reader->at) : NULL;
    if (letter) {
        reader->at++;
        *out = meant[letter - letters];
        return out + 1;
    }
    if (!takes(reader, 'u'))
        return NULL;
    int32_t code = read_escaped(reader);
    return code < 0 ? NULL : write_character(out, code);
}

/* Decodes a text where it stands; NULL if there is none. */
static const char *read_text(Reader *reader)
{
    if (!takes(reader, '"'))
        return NULL;
    char *text = reader->at, *out = text;
    while (!takes(reader, '"')) {
        if ((unsigned char)*reader->at < ' ')
            return NULL;
        if (!takes(reader, '\\'))
            *out++ = *reader->at++;
        else if (!(out = take_escape(reader, out)))
            return NULL;
    }
    *out = '\0';
    return text;
}

/* -- values ------------------------------------------------------------------------------------ */

static bool read_value(Reader *reader, JsonValue *value);

static size_t count_digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* The length of a number as JSON writes it, or 0. */
static size_t measure_number(const char *text)
{
    const char *at = text + (*text == '-');
    size_t digits = count_digits(at);
    if (digits == 0 || (digits > 1 && *at == '0'))
        return 0;
    at += digits;
    if (*at == '.') {
        digits = count_digits(at + 1);
        if (digits == 0)
            return 0;
        at += 1 + digits;
    }
    if (*at == 'e' || *at == 'E') {
        at += 1 + (at[1] == '+' || at[1] == '-');
        digits = count_digits(at);
        if (digits == 0)
            return 0;
        at += digits;
    }
    return (size_t)(at - text);
}

/* Its text is ended by a zero byte only when what follows it has been looked at: json_read does. */
static bool read_number(Reader *reader, JsonValue *value)
{
    size_t length = measure_number(reader->at);
    value->kind = JSON_NUMBER;
    value->text = reader->at;
    reader->at += length;
    return length > 0;
}

static bool read_word(Reader *reader, JsonValue *value)
{
    static const struct {
        const char *word;
        JsonKind kind;
    } words[] = {{"null", JSON_NULL}, {"false", JSON_FALSE}, {"true", JSON_TRUE}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        size_t length = strlen(words[i].word);
        if (strncmp(reader->at, words[i].word, length) != 0)
            continue;
        value->kind = words[i].kind;
        reader->at += length;
        return true;
    }
    return read_number(reader, value);
}

static JsonValue *add_value(Reader *reader)
{
    JsonTree *tree = reader->tree;
    if (tree->count == JSON_VALUES)
        return NULL;
    tree->values[tree->count] = (JsonValue){0};
    return &tree->values[tree->count++];
}

/* The name of a member, and the colon. */
static bool read_name(Reader *reader, const JsonValue *object, JsonValue *member)
{
    skip_space(reader);
    const char *name = read_text(reader);
    if (!name || json_member(object, name))
        return false;
    member->name = name;
    skip_space(reader);
    return takes(reader, ':');
}

/* What stands between brackets, after the first of them. */
static bool read_inside(Reader *reader, JsonValue *value, char closing)
{
    const JsonValue **place = &value->first;
    skip_space(reader);
    if (takes(reader, closing))
        return true;
    do {
        JsonValue *inner = add_value(reader);
        if (!inner || (closing == '}' && !read_name(reader, value, inner)))
            return false;
        if (!read_value(reader, inner))
            return false;
        *place = inner;
        place = &inner->next;
        skip_space(reader);
    } while (takes(reader, ','));
    return takes(reader, closing);
}

static bool read_holder(Reader *reader, JsonValue *value, JsonKind kind, char closing)
{
    value->kind = kind;
    if (reader->depth == JSON_DEPTH)
        return false;
    reader->depth++;
    bool is_read = read_inside(reader, value, closing);
    reader->depth--;
    return is_read;
}

static bool read_value(Reader *reader, JsonValue *value)
{
    skip_space(reader);
    if (*reader->at == '"') {
        value->kind = JSON_TEXT;
        value->text = read_text(reader);
        return value->text != NULL;
    }
    if (takes(reader, '{'))
        return read_holder(reader, value, JSON_OBJECT, '}');
    if (takes(reader, '['))
        return read_holder(reader, value, JSON_LIST, ']');
    return read_word(reader, value);
}

static LudStatus refuse(const Reader *reader, const char *text, LudError *err)
{
    char place[24];
    snprintf(place, sizeof place, "%zu", (size_t)(reader->at - text) + 1);
    return lud_error_set(err, LUD_EUSAGE,
                         "This can't be read as JSON, or there is too much of it: see byte {1}.",
                         place, (char *)NULL);
}

LudStatus json_read(JsonTree *tree, char *text, size_t size, LudError *err)
{
    Reader reader = {.tree = tree, .at = text, .end = text + size};
    tree->count = 0;
    if (!is_utf8(text, size) || !read_value(&reader, add_value(&reader)))
        return refuse(&reader, text, err);
    skip_space(&reader);
    if (reader.at != reader.end)
        return refuse(&reader, text, err);
    for (int i = 0; i < tree->count; i++) {
        JsonValue *value = &tree->values[i];
        if (value->kind == JSON_NUMBER)
            text[value->text - text + (ptrdiff_t)measure_number(value->text)] = '\0';
    }
    return LUD_OK;
}

/* -- asking ------------------------------------------------------------------------------------ */

const JsonValue *json_member(const JsonValue *value, const char *name)
{
    if (!value || value->kind != JSON_OBJECT)
        return NULL;
    const JsonValue *member = value->first;
    while (member && strcmp(member->name, name) != 0)
        member = member->next;
    return member;
}

bool json_integer(const JsonValue *value, int64_t least, int64_t most, int64_t *number)
{
    if (!value || value->kind != JSON_NUMBER || strpbrk(value->text, ".eE"))
        return false;
    errno = 0;
    *number = strtoll(value->text, NULL, 10);
    return errno == 0 && *number >= least && *number <= most;
}

int json_length(const JsonValue *value)
{
    int length = 0;
    for (const JsonValue *inner = value ? value->first : NULL; inner; inner = inner->next)
        length++;
    return length;
}

const char *json_text_of(const JsonValue *object, const char *name)
{
    const JsonValue *value = json_member(object, name);
    return value && value->kind == JSON_TEXT ? value->text : NULL;
}

bool json_flag_of(const JsonValue *object, const char *name)
{
    const JsonValue *value = json_member(object, name);
    return value && value->kind == JSON_TRUE;
}

int64_t json_number_of(const JsonValue *object, const char *name, int64_t least)
{
    int64_t number;
    return json_integer(json_member(object, name), least, INT64_MAX, &number) ? number : least - 1;
}

bool json_copy_of(const JsonValue *object, const char *name, char *to, size_t size)
{
    const char *text = json_text_of(object, name);
    if (!text || strlen(text) >= size)
        return false;
    memcpy(to, text, strlen(text) + 1);
    return true;
}
