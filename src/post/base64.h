/* Bytes as text in base 64 (RFC 4648): padded, as mail has it, and bare, as addresses do. */
#ifndef LUD_POST_BASE64_H
#define LUD_POST_BASE64_H

#include <stdbool.h>
#include <stddef.h>

/* Room for so many bytes as text, with its end. */
#define BASE64_TEXT(size) (((size) + 2) / 3 * 4 + 1)

void base64_write(const unsigned char *bytes, size_t size, char *text);
/* With - and _ instead of + and /, and without padding. */
void base64_write_url(const unsigned char *bytes, size_t size, char *text);
/* Reads such a text of exactly `size` bytes, which have one spelling; else false. */
bool base64_read_url(const char *text, unsigned char *bytes, size_t size);

#endif
