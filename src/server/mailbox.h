/* What other threads hand to the thread of a door: parcels, which arrive there in their order. */
#ifndef LUD_SERVER_MAILBOX_H
#define LUD_SERVER_MAILBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <uv.h>

/* A member of what is handed over; in one mailbox at a time. */
typedef struct Parcel {
    struct Parcel *next;
    void (*arrive)(struct Parcel *parcel); /* on the door's thread */
} Parcel;

typedef struct Mailbox {
    uv_async_t bell;
    pthread_mutex_t lock;
    Parcel *first, *last;
} Mailbox;

/* `heard` is called on the loop's thread, with `context` as the data of its handle, when something
 * was posted. False if the system lacks something. */
bool mailbox_open(Mailbox *mailbox, uv_loop_t *loop, uv_async_cb heard, void *context);
/* From any thread. */
void mailbox_post(Mailbox *mailbox, Parcel *parcel);
/* Lets everything arrive that was posted. */
void mailbox_empty(Mailbox *mailbox);
/* Once nothing more can be posted. */
void mailbox_close(Mailbox *mailbox);

#endif
