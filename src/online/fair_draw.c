#include "online/fair_draw.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

/* Every hash begins by saying what it is for, so that none can be taken for another. Words end with
 * a zero byte, so that no two lists of words are the same bytes. */
#define FAIR_COMMIT "ludoteca 1 commit"
#define FAIR_KEY    "ludoteca 1 key"
#define FAIR_DRAW   "ludoteca 1 draw"

static void add_word(crypto_auth_hmacsha256_state *hash, const char *word)
{
    crypto_auth_hmacsha256_update(hash, (const unsigned char *)word, strlen(word) + 1);
}

void fair_make(FairSecret *secret)
{
    randombytes_buf(secret->bytes, FAIR_BYTES);
}

void fair_commit(const FairSecret *secret, const char *game, const char *who,
                 FairSecret *commitment)
{
    crypto_auth_hmacsha256_state hash;
    crypto_auth_hmacsha256_init(&hash, secret->bytes, FAIR_BYTES);
    add_word(&hash, FAIR_COMMIT);
    add_word(&hash, game);
    add_word(&hash, who);
    crypto_auth_hmacsha256_final(&hash, commitment->bytes);
}

bool fair_is_same(const FairSecret *one, const FairSecret *other)
{
    return sodium_memcmp(one->bytes, other->bytes, FAIR_BYTES) == 0;
}

void fair_print(const FairSecret *secret, char text[FAIR_TEXT])
{
    sodium_bin2hex(text, FAIR_TEXT, secret->bytes, FAIR_BYTES);
}

bool fair_parse(const char *text, FairSecret *secret)
{
    size_t size = 0;
    return strlen(text) == FAIR_TEXT - 1 && strspn(text, "0123456789abcdef") == FAIR_TEXT - 1 &&
           sodium_hex2bin(secret->bytes, FAIR_BYTES, text, FAIR_TEXT - 1, NULL, &size, NULL) == 0 &&
           size == FAIR_BYTES;
}

void fair_start(FairSource *source, const char *game, const FairSecret *server,
                const FairSecret *parts, int count)
{
    crypto_auth_hmacsha256_state hash;
    crypto_auth_hmacsha256_init(&hash, server->bytes, FAIR_BYTES);
    add_word(&hash, FAIR_KEY);
    add_word(&hash, game);
    for (int i = 0; i < count; i++)
        crypto_auth_hmacsha256_update(&hash, parts[i].bytes, FAIR_BYTES);
    crypto_auth_hmacsha256_final(&hash, source->key);
}

/* 64 bits of one block of the stream that belongs to a draw. */
static uint64_t draw_bits(const FairSource *source, const char *purpose, uint32_t number,
                          uint32_t block)
{
    crypto_auth_hmacsha256_state hash;
    unsigned char bytes[crypto_auth_hmacsha256_BYTES];
    char counted[32];
    crypto_auth_hmacsha256_init(&hash, source->key, FAIR_BYTES);
    add_word(&hash, FAIR_DRAW);
    add_word(&hash, purpose);
    snprintf(counted, sizeof counted, "%u %u", (unsigned)number, (unsigned)block);
    add_word(&hash, counted);
    crypto_auth_hmacsha256_final(&hash, bytes);
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits = bits << 8 | bytes[i];
    return bits;
}

uint32_t fair_draw(const FairSource *source, const char *purpose, uint32_t number, uint32_t sides)
{
    /* Numbers from the largest multiple on would favour the low sides, and are thrown away. */
    uint64_t useful = UINT64_MAX - UINT64_MAX % sides, bits;
    uint32_t block = 0;
    do
        bits = draw_bits(source, purpose, number, block++);
    while (bits >= useful);
    return (uint32_t)(bits % sides);
}
