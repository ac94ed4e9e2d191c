/* WebSocket (RFC 6455) on a connection: the handshake, frames, pings, farewells. What the messages
 * mean is up to the conversation. */
#ifndef LUD_SERVER_SOCKET_FRAMES_H
#define LUD_SERVER_SOCKET_FRAMES_H

#include "server/connection.h"

/* Codes of a farewell, besides those of the standard: 4000 and above are ours to give. */
enum {
    FAREWELL_LEAVING = 1001, /* the server ends */
    FAREWELL_LATER = 1013,   /* not now; try again */
    FAREWELL_NO_GAME = 4404,
};

typedef struct Conversation {
    /* Answers a message, which is gone afterwards: at once with socket_frames_say(), or by an
     * errand, after which comes socket_frames_answered(). */
    void (*answer)(Connection *connection, const char *message);
    /* Says what there is to say besides, and whether there was anything. NULL: there never is. */
    bool (*speak)(Connection *connection);
    /* The connection was closed; NULL: nobody cares. */
    void (*leave)(Connection *connection);
    /* Frees what the conversation keeps. */
    void (*end)(void *talk);
} Conversation;

/* Whether a request is a handshake, wherever that leads. */
bool socket_frames_is_handshake(const RequestHead *head, const Request *request);
/* Greets, and speaks nothing else from then on. The talk is what the conversation keeps; it becomes
 * the socket's, even if memory lacks, and the connection is closed. */
void socket_frames_start(Connection *connection, const Request *request,
                         const Conversation *conversation, void *talk);
void *socket_frames_talk(const Connection *connection);
/* Adds a message to what is sent next. */
void socket_frames_say(Connection *connection, const char *bytes, size_t size);
/* Bytes of messages that are about to be sent. */
size_t socket_frames_said(const Connection *connection);
/* Says farewell with a code; then nothing more is said. */
void socket_frames_part(Connection *connection, int code);
/* Sends what was said, and goes on with what waits. */
void socket_frames_go_on(Connection *connection);
/* The same after an errand has ended. */
void socket_frames_answered(Connection *connection);
/* Whether handshakes can be answered; to be asked once before any comes, because OpenSSL takes its
 * memory then. */
bool socket_frames_are_ready(void);
/* Frees what it holds, if it was ever started. */
void socket_frames_end(Connection *connection);

#endif
