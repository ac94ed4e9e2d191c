#include "post/base64.h"

#include <openssl/evp.h>
#include <string.h>

static const char url_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64_write(const unsigned char *bytes, size_t size, char *text)
{
    EVP_EncodeBlock((unsigned char *)text, bytes, (int)size);
}

void base64_write_url(const unsigned char *bytes, size_t size, char *text)
{
    base64_write(bytes, size, text);
    text[strcspn(text, "=")] = '\0';
    for (char *at = text; *at; at++)
        *at = *at == '+' ? '-' : *at == '/' ? '_' : *at;
}

bool base64_read_url(const char *text, unsigned char *bytes, size_t size)
{
    unsigned waiting = 0; /* bits that make no whole byte yet */
    int bits = 0;
    size_t count = 0;
    if (strlen(text) != (size * 4 + 2) / 3)
        return false;
    for (const char *at = text; *at; at++) {
        const char *digit = strchr(url_digits, *at);
        if (!digit)
            return false;
        waiting = waiting << 6 | (unsigned)(digit - url_digits);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            bytes[count++] = (unsigned char)(waiting >> bits);
            waiting &= (1u << bits) - 1;
        }
    }
    return waiting == 0;
}
