/* One connection: bytes in, bytes out, and how long it may take. What the bytes mean is up to the
 * protocol that it speaks. Everything here belongs to the thread of its door. */
#ifndef LUD_SERVER_CONNECTION_H
#define LUD_SERVER_CONNECTION_H

#include <uv.h>

#include "server/door.h"
#include "server/file_tail.h"
#include "server/request_head.h"

typedef struct Connection Connection;
typedef struct WebSocket WebSocket;
typedef struct TlsTalk TlsTalk;
struct HallErrand;

typedef struct Protocol {
    /* Takes bytes. What it can't take yet it hands to connection_keep(). */
    void (*take)(Connection *connection, const char *bytes, size_t size);
    /* What connection_send() could not send at once is gone. */
    void (*sent)(Connection *connection);
    /* Nothing came for too long. */
    void (*late)(Connection *connection);
    /* It has rested, and may take up what it left; NULL: there is only what connection_keep() has.
     */
    void (*go_on)(Connection *connection);
    /* The server ends; what waits for nothing but bytes should go. */
    void (*part)(Connection *connection);
    /* It was closed; what other threads may still need must stay. NULL: nobody does. */
    void (*closed)(Connection *connection);
} Protocol;

typedef enum Stage {
    STAGE_READING,   /* waits for bytes */
    STAGE_ASKING,    /* an answer is being worked out on another thread */
    STAGE_SENDING,   /* waits for the other end to take bytes */
    STAGE_RESTING,   /* has more to say, but others come first */
    STAGE_LINGERING, /* all is said; waits for the other end to close */
    STAGE_CLOSED,
} Stage;

struct Connection {
    uv_tcp_t stream;
    Door *door;
    const Protocol *protocol;
    Stage stage;
    Visit visit;
    Parcel dismissal; /* from another door */
    Link present;     /* in the ring of all connections */
    Link resting;     /* in the ring of those who rest */
    unsigned turn;    /* of the loop, in which it was given so many answers: */
    int answers;
    uint64_t until_ms; /* when patience ends */
    uint64_t sender;
    char address[INET6_ADDRSTRLEN];
    NetAddress peer;    /* whose the two are, unless a proxy says that they are another's */
    bool is_from_proxy; /* one of ours */
    Scheme scheme;      /* of the request that is being answered */
    bool is_reading, is_gone, has_errand;
    bool is_unwanted;      /* it has to go, after the answer that it gets */
    bool awaits_dismissal; /* it is closed, and was dismissed, which is on its way */
    bool is_watching;      /* a game; the hall has yet to say that it does not any more */

    TlsTalk *tls;                /* NULL: what is said is not sealed */
    HeadReader reader;           /* HTTP */
    struct HallErrand *expected; /* a call whose content is being read */
    Request *asked;              /* or a question whose content is */
    FileTail *tail;              /* of a reply whose first part is being sent; or NULL */
    WebSocket *socket;           /* once that is spoken */

    char *rest; /* bytes that came before their time */
    size_t rest_size;

    uv_write_t write;
    uv_shutdown_t shutdown;
    char *unsent_head, *unsent_owned; /* for free() */
    size_t unsent;                    /* bytes, when that was last looked at */
    size_t discarded;                 /* bytes since it began to linger */
};

/* How long, in milliseconds. */
enum {
    PATIENCE_HEAD = 10000,    /* for a request, from its first byte or the connection's beginning */
    PATIENCE_IDLE = 30000,    /* for the next request, or a WebSocket's next sign of life */
    PATIENCE_SENDING = 20000, /* in which at least SENDING_LEAST bytes must go */
    PATIENCE_LINGER = 2000,
    SENDING_LEAST = 20480,
};

/* Takes a socket over; closes it if memory is lacking. */
void connection_open(Door *door, int socket, const NetAddress *peer);
/* Takes it for whose a proxy of ours says that it is, for this request. */
void connection_believe(Connection *connection, const Forwarding *said);
/* It becomes a WebSocket, which counts for whoever asked a proxy for it; false if they have their
 * share. */
bool connection_count_socket(Connection *connection);
/* Ends it now. It stays valid until the loop comes round. */
void connection_close(Connection *connection);
/* Sends the head, which is copied if need be, and the bytes, which must stay until they are gone or
 * be `owned` (for lud_free). True if all went at once; else protocol->sent tells, or it was closed.
 */
bool connection_send(Connection *connection, const char *head, size_t head_size, const char *bytes,
                     size_t size, char *owned);
/* Sends a few bytes if there is room for them now; they are of no consequence. */
void connection_hint(Connection *connection, const char *bytes, size_t size);
/* Keeps a copy of bytes for when the protocol can take them. */
void connection_keep(Connection *connection, const char *bytes, size_t size);
/* Feeds the protocol whatever it can take, and reads on if it wants more. */
void connection_go_on(Connection *connection);
/* Waits for bytes, so long. */
void connection_wait(Connection *connection, uint64_t patience_ms);
/* What was written has to be taken by the other end, which then has to be quick enough. */
void connection_wait_for_room(Connection *connection);
/* Says that all is said, lets the other end read it, then closes. */
void connection_linger(Connection *connection);
/* The server ends: it may have the answer that is being worked out or sent, then goes. */
void connection_part(Connection *connection);
/* The errand that was run for it has ended; false if it was closed meanwhile, and is no more. */
bool connection_end_errand(Connection *connection);
/* The hall knows it no more. */
void connection_end_watch(Connection *connection);
/* Whether it may have one more answer, which then counts, in this turn of the loop. Else it rests.
 */
bool connection_has_turn(Connection *connection);
/* Lets others come first. */
void connection_rest(Connection *connection);
/* Goes on after a rest. */
void connection_wake(Connection *connection);
/* Looks after one whose patience may have ended. */
void connection_check_patience(Connection *connection, uint64_t now_ms);

#endif
