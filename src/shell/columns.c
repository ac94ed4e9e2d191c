#include "shell/columns.h"

#include <string.h>

static int count(const char *text, size_t size)
{
    int columns = 0;
    for (size_t i = 0; i < size; i++)
        columns += ((unsigned char)text[i] & 0xc0) != 0x80; /* not a continuation byte */
    return columns;
}

int columns_of(const char *text)
{
    return count(text, strlen(text));
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
