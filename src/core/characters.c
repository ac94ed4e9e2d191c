/* Characters in UTF-8, and which of them may be shown. */
#include <ludoteca/characters.h>

#include <stdbool.h>

size_t lud_text_length(unsigned char first)
{
    if (first < 0x80)
        return 1;
    if (first >= 0xc2 && first < 0xe0)
        return 2;
    if (first >= 0xe0 && first < 0xf0)
        return 3;
    return first >= 0xf0 && first < 0xf5 ? 4 : 0;
}

int32_t lud_text_decode(const char *at, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)at;
    size_t length = size > 0 ? lud_text_length(bytes[0]) : 0;
    if (length == 0 || length > size)
        return -1;
    if (length == 1)
        return bytes[0];
    int32_t code = bytes[0] & (0x7f >> length);
    for (size_t i = 1; i < length; i++) {
        if ((bytes[i] & 0xc0) != 0x80)
            return -1;
        code = code << 6 | (bytes[i] & 0x3f);
    }
    bool is_overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    bool is_surrogate = code >= 0xd800 && code < 0xe000;
    return is_overlong || is_surrogate || code > 0x10ffff ? -1 : code;
}

/* Also what ends a line without being a control. */
static bool turns_line(int32_t code)
{
    return code == 0x61c || code == 0x200e || code == 0x200f ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}

size_t lud_text_printable(const char *at, size_t size)
{
    int32_t code = lud_text_decode(at, size);
    if (code < ' ' || (code >= 0x7f && code < 0xa0) || turns_line(code))
        return 0;
    return lud_text_length((unsigned char)*at);
}

void lud_text_clean(char *text, size_t size)
{
    while (size > 0) {
        size_t length = lud_text_printable(text, size);
        if (length == 0) {
            *text = *text == '\t' ? ' ' : '?';
            length = 1;
        }
        text += length;
        size -= length;
    }
}

int lud_text_lines(const char *text, size_t size)
{
    int lines = 0;
    for (size_t i = 0; i < size; i++)
        lines += text[i] == '\n';
    return lines;
}
