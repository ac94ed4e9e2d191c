#include "online/online_secret.h"

#include <sodium.h>
#include <string.h>

/* Without 0, 1, l and o: a name may have to be read aloud. */
static const char letters[] = "abcdefghijkmnpqrstuvwxyz23456789";

bool secret_ready(void)
{
    return sodium_init() >= 0;
}

void secret_make_id(char id[STORE_ID_TEXT])
{
    unsigned char random[STORE_ID_TEXT - 1];
    randombytes_buf(random, sizeof random);
    for (size_t i = 0; i < sizeof random; i++)
        id[i] = letters[random[i] % (sizeof letters - 1)];
    id[sizeof random] = '\0';
}

bool secret_is_id(const char *text)
{
    return strlen(text) == STORE_ID_TEXT - 1 && strspn(text, letters) == STORE_ID_TEXT - 1;
}

void secret_make_token(char token[TOKEN_TEXT])
{
    unsigned char random[(TOKEN_TEXT - 1) * 6 / 8];
    randombytes_buf(random, sizeof random);
    sodium_bin2base64(token, TOKEN_TEXT, random, sizeof random,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

void secret_hash(const char *text, unsigned char hash[STORE_HASH])
{
    crypto_hash_sha256(hash, (const unsigned char *)text, strlen(text));
}

bool secret_is_same(const unsigned char *one, const unsigned char *other)
{
    return !sodium_is_zero(one, STORE_HASH) && sodium_memcmp(one, other, STORE_HASH) == 0;
}
