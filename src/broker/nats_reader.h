/* What a NATS server says: lines, some with a body behind them. */
#ifndef LUD_BROKER_NATS_READER_H
#define LUD_BROKER_NATS_READER_H

#include <stddef.h>

enum { NATS_SUBJECT = 128, NATS_LINE_MOST = 65536, NATS_BODY_MOST = 1 << 20 };

typedef enum NatsKind {
    NATS_INFO, /* who the server is, as JSON */
    NATS_MESSAGE,
    NATS_PING,
    NATS_PONG,
    NATS_OK,
    NATS_ERROR,
} NatsKind;

typedef struct NatsItem {
    NatsKind kind;
    char subject[NATS_SUBJECT]; /* of a message */
    char reply[NATS_SUBJECT];   /* where its answer is awaited; "": none is */
    const char *body;           /* of a message, or the rest of the line */
    size_t size;
    int status; /* what the headers say, such as 503 for nobody being there; 0: nothing */
} NatsItem;

/* Takes the item that the bytes begin with, which it points into: how many bytes it has, 0 if there
 * is no whole one yet, -1 if this is not the protocol. */
long nats_read(const char *bytes, size_t size, NatsItem *item);

#endif
