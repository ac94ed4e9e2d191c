/* The head of a reply, in the words of HTTP. */
#ifndef LUD_SERVER_REPLY_HEAD_H
#define LUD_SERVER_REPLY_HEAD_H

#include "server/exchange.h"

enum { REPLY_HEAD_BYTES = 4096 };

/* What becomes of the connection afterwards. */
typedef enum Afterwards {
    STAYS,             /* as HTTP/1.1 takes for granted */
    STAYS_AND_SAYS_SO, /* as HTTP/1.0 wants it said */
    CLOSES,
} Afterwards;

/* Writes the head and returns its length; 0 if it does not fit; all of ours do. Where it is
 * `secure`, by TLS, browsers are told to come back that way only. */
size_t reply_head_write(const Reply *reply, Afterwards afterwards, bool is_secure,
                        char text[REPLY_HEAD_BYTES]);

#endif
