/* What is left of a file after the first part of a reply: read on another thread and sent, part
 * after part, so that a large file takes no more memory than a small one. */
#ifndef LUD_SERVER_FILE_TALK_H
#define LUD_SERVER_FILE_TALK_H

#include "server/connection.h"

/* Whether there is more to send. */
bool file_talk_has_more(const Connection *connection);
/* Has the next part sent; protocol->sent tells when that is done. If it can't be read, or the file
 * is not the same any more, the connection is closed: its other end sees that something lacks. */
void file_talk_go_on(Connection *connection);

#endif
