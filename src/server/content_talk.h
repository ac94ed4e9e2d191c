/* The content of a request: whether it may come, and waiting for it. */
#ifndef LUD_SERVER_CONTENT_TALK_H
#define LUD_SERVER_CONTENT_TALK_H

#include "server/connection.h"

/* Whether the content of the request whose head was read may be read; else the reply says why not.
 */
bool content_talk_admits(const Connection *connection, Reply *reply);
/* Has it read. Until it is there the connection waits like any other for a request. */
void content_talk_expect(Connection *connection);
/* What to reply where it did not come whole. */
void content_talk_refuse(Reply *reply, HeadOutcome outcome);

#endif
