#include "shell/columns.h"

#include <string.h>

#include <ludoteca/characters.h>

/* Two columns for what is usually drawn so (East Asian scripts, emoji), none for accents that
 * combine with the character before. The C library's own answer depends on the locale, which may
 * know no UTF-8 although the terminal does. */
int columns_of_character(const char *at, size_t size)
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

/* The bytes of what is drawn as one character; what is none is drawn byte by byte. */
static size_t step(const char *at, size_t size)
{
    return lud_text_decode(at, size) < 0 ? 1 : lud_text_length((unsigned char)*at);
}

static int count(const char *text, size_t size)
{
    int columns = 0;
    for (size_t at = 0; at < size; at += step(text + at, size - at))
        columns += columns_of_character(text + at, size - at);
    return columns;
}

int columns_of(const char *text)
{
    return count(text, strlen(text));
}

void columns_cut(char *text, int width)
{
    static const char rest[] = "...";
    size_t size = strlen(text), at = 0;
    int room = width - columns_of(rest);
    if (count(text, size) <= width)
        return;
    while (at < size && (room -= columns_of_character(text + at, size - at)) >= 0)
        at += step(text + at, size - at);
    memcpy(text + at, rest, sizeof rest);
}

void columns_print(FILE *out, const char *text, int width)
{
    fprintf(out, "%s%*s", text, width > columns_of(text) ? width - columns_of(text) : 0, "");
}

void columns_fill(FILE *out, const char *text, int at, int left, int right)
{
    int start = at;
    while (*text) {
        size_t size = strcspn(text, " ");
        while (text[size] == ' ' && text[size + 1] == '%') /* "60 %" stays together */
            size += 1 + strcspn(text + size + 1, " ");
        int width = count(text, size);
        if (at > start && at + 1 + width > right) {
            fprintf(out, "\n%*s", left, "");
            at = start = left;
        } else if (at > start) {
            fputc(' ', out);
            at++;
        }
        fwrite(text, 1, size, out);
        at += width;
        text += size;
        text += strspn(text, " ");
    }
    fputc('\n', out);
}
