#include "shell/line_text.h"

#include <string.h>

#include <ludoteca/characters.h>

/* Two columns for what is usually drawn so (East Asian scripts, emoji), none for accents that
 * combine with the character before. The C library's own answer depends on the locale, which may
 * know no UTF-8 although the terminal does. */
int line_char_columns(const char *at, size_t size)
{
    static const struct {
        int32_t first, last;
        int columns;
    } ranges[] = {
        {0x300, 0x36f, 0},     {0x200b, 0x200f, 0},   {0x1100, 0x115f, 2}, {0x2e80, 0x303e, 2},
        {0x3041, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0},
        {0xfe30, 0xfe6f, 2},   {0xff00, 0xff60, 2},   {0xffe0, 0xffe6, 2}, {0x1f300, 0x1f64f, 2},
        {0x1f900, 0x1f9ff, 2}, {0x20000, 0x3fffd, 2},
    };
    int32_t code = lud_text_decode(at, size);
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (code >= ranges[i].first && code <= ranges[i].last)
            return ranges[i].columns;
    }
    return 1;
}

int line_columns(const char *text)
{
    int columns = 0;
    for (size_t left = strlen(text); left > 0;) {
        size_t size = lud_text_printable(text, left);
        columns += line_char_columns(text, left);
        size = size ? size : 1;
        text += size;
        left -= size;
    }
    return columns;
}

const char *line_number(const char *at, int most, int *value)
{
    int64_t number = 0;
    const char *start = at;
    for (; *at >= '0' && *at <= '9'; at++) {
        number = number * 10 + (*at - '0');
        if (number > most)
            return NULL;
    }
    if (at == start)
        return NULL;
    *value = (int)number;
    return at;
}
