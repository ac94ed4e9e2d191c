/* Keys on the curve P-256, as Web Push has them: a server signs with one for good, and shares a
 * secret with a browser by one that is used once. */
#ifndef LUD_POST_PUSH_KEYS_H
#define LUD_POST_PUSH_KEYS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    PUSH_PUBLIC = 65, /* a point, not compressed */
    PUSH_PRIVATE = 32,
    PUSH_SHARED = 32,
    PUSH_SIGNATURE = 64,
};

typedef struct PushKeys {
    unsigned char public_key[PUSH_PUBLIC], private_key[PUSH_PRIVATE];
} PushKeys;

/* A new pair; false if the system has no randomness or no memory. */
bool push_keys_make(PushKeys *keys);
/* Whether the two belong together. */
bool push_keys_match(const PushKeys *keys);
/* Whether it is a point of the curve. */
bool push_key_is_point(const unsigned char public_key[PUSH_PUBLIC]);
/* What only these two can work out (ECDH); false if the other is no point. */
bool push_keys_share(const PushKeys *own, const unsigned char other[PUSH_PUBLIC],
                     unsigned char shared[PUSH_SHARED]);
/* Signs as ES256 does: the two numbers, one after the other. */
bool push_keys_sign(const PushKeys *keys, const char *text, size_t size,
                    unsigned char signature[PUSH_SIGNATURE]);

#endif
