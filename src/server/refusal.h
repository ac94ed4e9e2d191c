/* What cannot be answered because of how it was asked. A person may read it, so it is said in both
 * languages. */
#ifndef LUD_SERVER_REFUSAL_H
#define LUD_SERVER_REFUSAL_H

#include "server/exchange.h"

/* Replies with a status of 400 and above and its few words. */
void refusal_reply(Reply *reply, int status);

#endif
