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

/* Where it is said. */
typedef struct HeadSetting {
    bool is_secure;          /* by TLS: browsers are told to come back that way only */
    const char *tables_from; /* another place that the page may fetch from; NULL: none */
} HeadSetting;

/* Writes the head and returns its length; 0 if it does not fit; all of ours do. */
size_t reply_head_write(const Reply *reply, Afterwards afterwards, const HeadSetting *setting,
                        char text[REPLY_HEAD_BYTES]);

#endif
