#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(Text *text, size_t more)
{
    if (text->failed || more > ((size_t)-1) / 4 - text->length)
        return !(text->failed = true);
    if (text->length + more + 1 <= text->capacity)
        return true;
    size_t capacity = text->capacity ? text->capacity : 128;
    while (capacity < text->length + more + 1)
        capacity *= 2;
    char *bytes = realloc(text->bytes, capacity);
    if (!bytes)
        return !(text->failed = true);
    text->bytes = bytes;
    text->capacity = capacity;
    return true;
}

void text_add_bytes(Text *text, const char *bytes, size_t size)
{
    if (!reserve(text, size))
        return;
    memcpy(text->bytes + text->length, bytes, size);
    text->length += size;
    text->bytes[text->length] = '\0';
}

void text_add(Text *text, const char *string)
{
    text_add_bytes(text, string, strlen(string));
}

void text_printf(Text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size >= 0 && reserve(text, (size_t)size)) {
        vsnprintf(text->bytes + text->length, (size_t)size + 1, format, again);
        text->length += (size_t)size;
    } else {
        text->failed = true;
    }
    va_end(again);
}

char *text_take(Text *text)
{
    if (!text->bytes && !text->failed)
        reserve(text, 0);
    if (text->failed) {
        text_free(text);
        return NULL;
    }
    char *bytes = text->bytes;
    bytes[text->length] = '\0';
    *text = (Text){0};
    return bytes;
}

void text_free(Text *text)
{
    free(text->bytes);
    *text = (Text){0};
}

const char *text_read_number(const char *at, int limit, int *value)
{
    bool has_needless_zero = at[0] == '0' && at[1] >= '0' && at[1] <= '9';
    if (*at < '0' || *at > '9' || has_needless_zero)
        return NULL;
    int number = 0;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > limit)
            return NULL;
    }
    *value = number;
    return at;
}
