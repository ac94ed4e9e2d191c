#include "shell/line_complete.h"

#include <string.h>

#include "shell/language.h"

enum { MOST_ROWS = 16 };

int line_common_start(const char *words, char *common, size_t size)
{
    int count = 0;
    size_t length = 0;
    const char *at = words;
    for (const char *end; (end = strchr(at, '\n')); at = end + 1, count++) {
        size_t word = (size_t)(end - at);
        if (count == 0) {
            length = word < size ? word : size - 1;
            memcpy(common, at, length);
        }
        size_t same = 0;
        while (same < length && same < word && common[same] == at[same])
            same++;
        length = same;
    }
    /* Not in the middle of a character. */
    while (count > 1 && length > 0 && ((unsigned char)common[length - 1] & 0x80))
        length--;
    common[length] = '\0';
    return count;
}

void line_list_words(const char *words, FILE *out, int columns)
{
    size_t widest = 1;
    int count = 0;
    for (const char *at = words, *end; (end = strchr(at, '\n')); at = end + 1, count++)
        widest = (size_t)(end - at) > widest ? (size_t)(end - at) : widest;
    int width = (int)widest + 2;
    int in_row = columns / width > 0 ? columns / width : 1;
    int shown = 0;
    fputc('\n', out);
    for (const char *at = words, *end; (end = strchr(at, '\n')); at = end + 1) {
        if (shown == in_row * MOST_ROWS)
            break;
        fprintf(out, "%-*.*s", width, (int)(end - at), at);
        if (++shown % in_row == 0)
            fputc('\n', out);
    }
    if (shown % in_row != 0)
        fputc('\n', out);
    if (shown < count)
        fprintf(out, n_("  and %d more\n", "  and %d more\n", (unsigned long)(count - shown)),
                count - shown);
}
