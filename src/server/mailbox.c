#include "server/mailbox.h"

bool mailbox_open(Mailbox *mailbox, uv_loop_t *loop, uv_async_cb heard, void *context)
{
    mailbox->first = mailbox->last = NULL;
    if (pthread_mutex_init(&mailbox->lock, NULL) != 0)
        return false;
    mailbox->bell.data = context;
    return uv_async_init(loop, &mailbox->bell, heard) == 0;
}

void mailbox_post(Mailbox *mailbox, Parcel *parcel)
{
    parcel->next = NULL;
    pthread_mutex_lock(&mailbox->lock);
    if (mailbox->last)
        mailbox->last->next = parcel;
    else
        mailbox->first = parcel;
    mailbox->last = parcel;
    /* While it is held: whoever empties it may be the one who closes it. */
    uv_async_send(&mailbox->bell);
    pthread_mutex_unlock(&mailbox->lock);
}

void mailbox_empty(Mailbox *mailbox)
{
    pthread_mutex_lock(&mailbox->lock);
    Parcel *parcel = mailbox->first;
    mailbox->first = mailbox->last = NULL;
    pthread_mutex_unlock(&mailbox->lock);
    while (parcel) {
        Parcel *next = parcel->next; /* it is gone once it has arrived */
        parcel->arrive(parcel);
        parcel = next;
    }
}

void mailbox_close(Mailbox *mailbox)
{
    uv_close((uv_handle_t *)&mailbox->bell, NULL);
}
