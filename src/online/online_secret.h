/* Names of games, tokens of seats, and what is kept instead of them. */
#ifndef LUD_ONLINE_ONLINE_SECRET_H
#define LUD_ONLINE_ONLINE_SECRET_H

#include "store/store.h"

enum {
    TOKEN_TEXT = 33,  /* 192 bits in base 64 for addresses, with the zero byte */
    KEY_LETTERS = 22, /* the least that a person's own key has: 128 bits */
};

/* Has the system's randomness ready; false if it has none. */
bool secret_ready(void);
/* A new name for a game: 80 bits, so that it can't be guessed. */
void secret_make_id(char id[STORE_ID_TEXT]);
/* Whether it can be the name of a game. */
bool secret_is_id(const char *text);
void secret_make_token(char token[TOKEN_TEXT]);
/* What is kept of a token or a key. */
void secret_hash(const char *text, unsigned char hash[STORE_HASH]);
/* Whether two hashes are the same, which takes as long either way; that of nobody is like none. */
bool secret_is_same(const unsigned char *one, const unsigned char *other);

#endif
