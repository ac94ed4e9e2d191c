/* Messages between the servers of one house, through a NATS server. Whoever listens gets them once
 * or not at all; what must not be lost is in the store. A thread of its own connects, and connects
 * again. */
#ifndef LUD_BROKER_BROKER_H
#define LUD_BROKER_BROKER_H

#include <stdbool.h>
#include <stddef.h>

#include <ludoteca/error.h>

typedef struct Broker Broker;

typedef struct BrokerMessage {
    const char *subject;
    const char *reply; /* where an answer is awaited; "": none is */
    const char *body;
    size_t size;
    bool is_unheard; /* instead of an answer: nobody listens to what was asked */
} BrokerMessage;

typedef struct BrokerSettings {
    /* nats://[USER:PASSWORD@]HOST[:PORT], several of them with commas between. */
    const char *address;
    const char *name; /* of this server, for those who look after the other */
    bool hears_itself;
    /* Both on the broker's thread; neither may close it. */
    void (*hear)(void *context, const BrokerMessage *message);
    void (*change)(void *context, bool is_connected);
    void *context;
} BrokerSettings;

/* Fails only if the address is none, or for want of memory: whether somebody is there, `change`
 * says. */
LudStatus broker_open(Broker **broker, const BrokerSettings *settings, LudError *err);
/* NULL is allowed. */
void broker_close(Broker *broker);

/* From any thread. False if it can't be sent now. `reply` may be NULL. */
bool broker_send(Broker *broker, const char *subject, const char *reply, const void *body,
                 size_t size);
/* Listens to a subject, or to all that match it ("*", ">"), now and after every reconnection. Once
 * for each subject. False when out of memory. */
bool broker_listen(Broker *broker, const char *subject);
void broker_ignore(Broker *broker, const char *subject);
bool broker_is_connected(Broker *broker);

#endif
