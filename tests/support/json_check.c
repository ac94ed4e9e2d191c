#include "support/json_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ludoteca/characters.h>

typedef struct Reader {
    const char *at, *end;
    int depth;
} Reader;

static bool take(Reader *reader, char c)
{
    bool is_there = reader->at < reader->end && *reader->at == c;
    reader->at += is_there;
    return is_there;
}

static void skip_space(Reader *reader)
{
    while (reader->at < reader->end && strchr(" \t\r\n", *reader->at) && *reader->at)
        reader->at++;
}

static bool take_word(Reader *reader, const char *word)
{
    size_t size = strlen(word);
    bool is_there =
        (size_t)(reader->end - reader->at) >= size && memcmp(reader->at, word, size) == 0;
    reader->at += is_there ? size : 0;
    return is_there;
}

static int take_digits(Reader *reader)
{
    int count = 0;
    for (; reader->at < reader->end && *reader->at >= '0' && *reader->at <= '9'; reader->at++)
        count++;
    return count;
}

static bool take_number(Reader *reader)
{
    take(reader, '-');
    bool has_zero = take(reader, '0');
    if (!has_zero && take_digits(reader) == 0)
        return false;
    if (take(reader, '.') && take_digits(reader) == 0)
        return false;
    if (!take(reader, 'e') && !take(reader, 'E'))
        return true;
    if (!take(reader, '+'))
        take(reader, '-');
    return take_digits(reader) > 0;
}

static bool take_escape(Reader *reader)
{
    if (!take(reader, 'u'))
        return reader->at < reader->end && strchr("\"\\/bfnrt", *reader->at++);
    for (int i = 0; i < 4; i++, reader->at++) {
        if (reader->at == reader->end || !*reader->at ||
            !strchr("0123456789abcdefABCDEF", *reader->at))
            return false;
    }
    return true;
}

static bool take_string(Reader *reader)
{
    if (!take(reader, '"'))
        return false;
    while (reader->at < reader->end && *reader->at != '"') {
        size_t left = (size_t)(reader->end - reader->at);
        if (take(reader, '\\')) {
            if (!take_escape(reader))
                return false;
        } else if ((unsigned char)*reader->at < ' ' || lud_text_decode(reader->at, left) < 0) {
            return false;
        } else {
            reader->at += lud_text_length((unsigned char)*reader->at);
        }
    }
    return take(reader, '"');
}

static bool take_value(Reader *reader);

static bool take_member(Reader *reader)
{
    skip_space(reader);
    if (!take_string(reader))
        return false;
    skip_space(reader);
    return take(reader, ':') && take_value(reader);
}

static bool take_list(Reader *reader, char close, bool (*take_entry)(Reader *))
{
    enum { DEEPEST = 64 };
    skip_space(reader);
    if (take(reader, close))
        return true;
    if (++reader->depth > DEEPEST)
        return false;
    do {
        if (!take_entry(reader))
            return false;
        skip_space(reader);
    } while (take(reader, ','));
    reader->depth--;
    return take(reader, close);
}

static bool take_value(Reader *reader)
{
    skip_space(reader);
    if (take(reader, '{'))
        return take_list(reader, '}', take_member);
    if (take(reader, '['))
        return take_list(reader, ']', take_value);
    if (reader->at < reader->end && *reader->at == '"')
        return take_string(reader);
    return take_word(reader, "true") || take_word(reader, "false") || take_word(reader, "null") ||
           take_number(reader);
}

bool json_check_object(const char *bytes, size_t size)
{
    Reader reader = {bytes, bytes + size, 0};
    bool is_object = size > 0 && bytes[0] == '{' && take_value(&reader);
    return is_object && reader.at == reader.end;
}

long json_check_number(const char *bytes, size_t size, const char *name)
{
    char wanted[64];
    size_t length = (size_t)snprintf(wanted, sizeof wanted, "\"%s\": ", name);
    for (size_t at = 0; at + length < size; at++) {
        if (memcmp(bytes + at, wanted, length) == 0)
            return strtol(bytes + at + length, NULL, 10);
    }
    return -1;
}
