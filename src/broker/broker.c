#include "broker/broker.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <xxhash.h>

#include <ludoteca/game.h>
#include <ludoteca/version.h>

#include "base/background.h"
#include "base/clock_time.h"
#include "base/text.h"
#include "broker/broker_address.h"
#include "broker/broker_dial.h"
#include "broker/nats_reader.h"

enum {
    SLOTS = 4096,
    OUT_MOST = 64 << 20,   /* that may wait for a slow broker */
    PING_US = 2 * 1000000, /* how often it is asked whether it is there */
    SILENCE_US = 6 * 1000000,
    CLOSING_US = 500000,
    SHORTEST_NAP_MS = 50,
    LONGEST_NAP_MS = 1000,
};

/* A subject that somebody listens to. */
typedef struct Subject {
    struct Subject *next; /* of the same slot */
    unsigned long number; /* as the broker knows it */
    char name[];
} Subject;

struct Broker {
    BrokerSettings settings;
    BrokerAddress addresses[BROKER_ADDRESSES];
    int address_count;
    char name[64];
    Background *thread;
    int wake; /* an eventfd: there is something to send, or it is time to end */

    pthread_mutex_t lock; /* of what follows */
    Text out;             /* that waits to be sent */
    bool is_connected, is_closing;
    Subject *slots[SLOTS];
    unsigned long last_number;
};

/* A connection; the thread's own. */
typedef struct Session {
    Broker *broker;
    const BrokerAddress *address;
    int socket;
    Text in, out; /* `out`: taken from the broker's, and partly sent */
    size_t sent;
    bool is_waited_for; /* there is more to send when that is sent */
    bool is_greeted;    /* the first PONG has come */
    bool is_over, is_closing;
    bool is_parted; /* nothing more can come of what was listened to */
    int64_t heard_us, pinged_us, closing_us;
} Session;

/* -- waking ------------------------------------------------------------------------------------ */

static void wake(Broker *broker)
{
    const uint64_t one = 1;
    while (write(broker->wake, &one, sizeof one) < 0 && errno == EINTR)
        continue;
}

static void be_woken(Broker *broker)
{
    uint64_t count;
    while (read(broker->wake, &count, sizeof count) < 0 && errno == EINTR)
        continue;
}

static bool is_closing(Broker *broker)
{
    pthread_mutex_lock(&broker->lock);
    bool is = broker->is_closing;
    pthread_mutex_unlock(&broker->lock);
    return is;
}

/* Sleeps, unless it is time to end. */
static void nap(Broker *broker, int ms)
{
    struct pollfd bell = {.fd = broker->wake, .events = POLLIN};
    if (poll(&bell, 1, ms) > 0)
        be_woken(broker);
}

/* -- subjects ---------------------------------------------------------------------------------- */

static Subject **slot_of(Broker *broker, const char *name)
{
    return &broker->slots[XXH3_64bits(name, strlen(name)) % SLOTS];
}

static void ask_for(Text *out, const Subject *subject)
{
    text_printf(out, "SUB %s %lu\r\n", subject->name, subject->number);
}

bool broker_listen(Broker *broker, const char *name)
{
    size_t size = strlen(name) + 1;
    Subject *made = size <= NATS_SUBJECT ? malloc(sizeof *made + size) : NULL;
    if (!made)
        return false;
    memcpy(made->name, name, size);
    pthread_mutex_lock(&broker->lock);
    Subject **slot = slot_of(broker, name);
    made->number = ++broker->last_number;
    made->next = *slot;
    *slot = made;
    if (broker->is_connected)
        ask_for(&broker->out, made);
    pthread_mutex_unlock(&broker->lock);
    wake(broker);
    return true;
}

void broker_ignore(Broker *broker, const char *name)
{
    pthread_mutex_lock(&broker->lock);
    Subject **at = slot_of(broker, name);
    while (*at && strcmp((*at)->name, name) != 0)
        at = &(*at)->next;
    Subject *found = *at;
    if (found) {
        *at = found->next;
        if (broker->is_connected)
            text_printf(&broker->out, "UNSUB %lu\r\n", found->number);
    }
    pthread_mutex_unlock(&broker->lock);
    free(found);
    wake(broker);
}

bool broker_send(Broker *broker, const char *subject, const char *reply, const void *body,
                 size_t size)
{
    pthread_mutex_lock(&broker->lock);
    Text *out = &broker->out;
    bool is_sent = broker->is_connected && size <= NATS_BODY_MOST && !out->failed &&
                   out->length + size < OUT_MOST;
    if (is_sent) {
        text_printf(out, "PUB %s %s%s%zu\r\n", subject, reply ? reply : "", reply ? " " : "", size);
        text_add_bytes(out, body, size);
        text_add_bytes(out, "\r\n", 2);
        is_sent = !out->failed;
    }
    pthread_mutex_unlock(&broker->lock);
    if (is_sent)
        wake(broker);
    return is_sent;
}

bool broker_is_connected(Broker *broker)
{
    pthread_mutex_lock(&broker->lock);
    bool is = broker->is_connected;
    pthread_mutex_unlock(&broker->lock);
    return is;
}

/* -- a session --------------------------------------------------------------------------------- */

/* Everything that was listened to before. */
static void begin_talk(Session *session)
{
    Broker *broker = session->broker;
    pthread_mutex_lock(&broker->lock);
    broker->is_connected = true;
    text_free(&broker->out);
    for (int i = 0; i < SLOTS; i++) {
        for (const Subject *at = broker->slots[i]; at; at = at->next)
            ask_for(&broker->out, at);
    }
    pthread_mutex_unlock(&broker->lock);
    session->is_greeted = true;
    broker->settings.change(broker->settings.context, true);
}

static void end_talk(Session *session)
{
    Broker *broker = session->broker;
    pthread_mutex_lock(&broker->lock);
    broker->is_connected = false;
    text_free(&broker->out);
    pthread_mutex_unlock(&broker->lock);
    text_free(&session->in);
    text_free(&session->out);
    close(session->socket);
    if (session->is_greeted)
        broker->settings.change(broker->settings.context, false);
}

/* Those who ask are told at once if nobody listens. */
static void greet(Session *session)
{
    const BrokerAddress *address = session->address;
    text_printf(
        &session->out,
        "CONNECT {\"verbose\":false,\"pedantic\":false,\"headers\":true,"
        "\"no_responders\":true,\"echo\":%s,\"protocol\":1,\"lang\":\"c\",\"version\":\"%s\","
        "\"name\":\"%s\"",
        session->broker->settings.hears_itself ? "true" : "false", lud_version(),
        session->broker->name);
    if (address->user[0])
        text_printf(&session->out, ",\"user\":\"%s\",\"pass\":\"%s\"", address->user,
                    address->password);
    text_add(&session->out, "}\r\nPING\r\n");
}

static void hear(Session *session, const NatsItem *item)
{
    enum { NOBODY = 503 };
    const BrokerSettings *settings = &session->broker->settings;
    const BrokerMessage message = {.subject = item->subject,
                                   .reply = item->reply,
                                   .body = item->body,
                                   .size = item->size,
                                   .is_unheard = item->status == NOBODY && item->size == 0};
    switch (item->kind) {
    case NATS_INFO:
        if (!session->is_greeted && session->pinged_us == 0) {
            session->pinged_us = session->heard_us;
            greet(session);
        }
        break;
    case NATS_PING:
        text_add(&session->out, "PONG\r\n");
        break;
    case NATS_PONG:
        if (!session->is_greeted)
            begin_talk(session);
        session->is_parted = session->closing_us > 0;
        break;
    case NATS_MESSAGE:
        settings->hear(settings->context, &message);
        break;
    case NATS_ERROR:
        session->is_over = !session->is_greeted; /* not let in; later ones are for one message */
        break;
    case NATS_OK:
        break;
    }
}

static void drop_first(Text *text, size_t size)
{
    text->length -= size;
    memmove(text->bytes, text->bytes + size, text->length);
}

static void read_items(Session *session)
{
    size_t done = 0;
    NatsItem item;
    while (!session->is_over && session->in.length > done) {
        long size = nats_read(session->in.bytes + done, session->in.length - done, &item);
        session->is_over = size < 0;
        if (size <= 0)
            break;
        hear(session, &item);
        done += (size_t)size;
    }
    if (done > 0)
        drop_first(&session->in, done);
}

static void receive(Session *session)
{
    char bytes[65536];
    ssize_t size = read(session->socket, bytes, sizeof bytes);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    session->is_over = size <= 0;
    if (size <= 0)
        return;
    session->heard_us = base_time_us();
    text_add_bytes(&session->in, bytes, (size_t)size);
    session->is_over = session->in.failed;
    read_items(session);
}

/* What others want to have sent, once all before it is: there it waits, as much as may wait. */
static void collect(Session *session)
{
    Broker *broker = session->broker;
    pthread_mutex_lock(&broker->lock);
    session->is_over |= broker->out.failed;
    if (broker->out.length > 0 && !broker->out.failed && session->out.length == 0) {
        text_add_bytes(&session->out, broker->out.bytes, broker->out.length);
        broker->out.length = 0;
    }
    session->is_waited_for = broker->out.length > 0;
    session->is_closing = broker->is_closing;
    pthread_mutex_unlock(&broker->lock);
}

static void transmit(Session *session)
{
    Text *out = &session->out;
    session->is_over |= out->failed;
    if (session->is_over || session->sent == out->length)
        return;
    ssize_t size = write(session->socket, out->bytes + session->sent, out->length - session->sent);
    if (size < 0 && errno != EAGAIN && errno != EINTR)
        session->is_over = true;
    if (size > 0)
        session->sent += (size_t)size;
    if (session->sent == out->length)
        out->length = session->sent = 0;
}

/* What was sent before it was closed still goes out, and what is under way still comes in, if that
 * does not take long. */
static void mind_closing(Session *session)
{
    int64_t now_us = base_time_us();
    if (!session->is_closing)
        return;
    if (session->closing_us == 0) {
        session->closing_us = now_us;
        text_add(&session->out, "PING\r\n");
        transmit(session);
    }
    bool is_all_sent = session->out.length == 0 && !session->is_waited_for;
    if (!session->is_greeted || (is_all_sent && session->is_parted) ||
        now_us - session->closing_us > CLOSING_US)
        session->is_over = true;
}

static void mind_time(Session *session)
{
    int64_t now_us = base_time_us();
    if (now_us - session->heard_us > SILENCE_US)
        session->is_over = true;
    if (session->is_greeted && now_us - session->pinged_us > PING_US) {
        session->pinged_us = now_us;
        text_add(&session->out, "PING\r\n");
    }
}

static void await(Session *session)
{
    enum { LOOK_MS = 500 };
    bool sends = session->sent < session->out.length || session->is_waited_for;
    struct pollfd ends[] = {
        {.fd = session->socket, .events = (short)(POLLIN | (sends ? POLLOUT : 0))},
        {.fd = session->broker->wake, .events = POLLIN},
    };
    poll(ends, 2, LOOK_MS);
    if (ends[1].revents)
        be_woken(session->broker);
    if (ends[0].revents & (POLLIN | POLLERR | POLLHUP))
        receive(session);
}

/* Whether it ever came to a conversation. */
static bool talk(Broker *broker, const BrokerAddress *address)
{
    Session session = {.broker = broker, .address = address, .heard_us = base_time_us()};
    session.socket = broker_dial(address->host, address->port);
    if (session.socket < 0)
        return false;
    while (!session.is_over) {
        await(&session);
        if (!session.is_over)
            mind_time(&session);
        collect(&session);
        transmit(&session);
        mind_closing(&session);
    }
    end_talk(&session);
    return session.is_greeted;
}

/* One address after the other, ever more slowly while none answers. */
static void work(void *context)
{
    Broker *broker = context;
    int nap_ms = SHORTEST_NAP_MS;
    for (int i = 0; !is_closing(broker); i = (i + 1) % broker->address_count) {
        if (talk(broker, &broker->addresses[i]))
            nap_ms = SHORTEST_NAP_MS;
        if (is_closing(broker))
            break;
        nap(broker, nap_ms);
        nap_ms = 2 * nap_ms < LONGEST_NAP_MS ? 2 * nap_ms : LONGEST_NAP_MS;
    }
}

/* -- opening and closing ----------------------------------------------------------------------- */

static LudStatus start(Broker *broker, LudError *err)
{
    broker->address_count = broker_address_read(broker->settings.address, broker->addresses);
    if (broker->address_count == 0)
        return lud_error_set(err, LUD_EUSAGE,
                             LUD_MESSAGE("A broker's address is written nats://HOST:PORT, with "
                                         "USER:PASSWORD@ before the host if need be."),
                             (char *)NULL);
    broker->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    if (broker->wake >= 0)
        broker->thread = base_background_start(work, broker);
    return broker->thread
               ? LUD_OK
               : lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
}

LudStatus broker_open(Broker **opened, const BrokerSettings *settings, LudError *err)
{
    Broker *broker = calloc(1, sizeof *broker);
    if (!broker)
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    broker->settings = *settings;
    broker->wake = -1;
    snprintf(broker->name, sizeof broker->name, "%s", settings->name);
    pthread_mutex_init(&broker->lock, NULL);
    LudStatus status = start(broker, err);
    if (status == LUD_OK)
        *opened = broker;
    else
        broker_close(broker);
    return status;
}

static void free_subjects(Broker *broker)
{
    for (int i = 0; i < SLOTS; i++) {
        for (Subject *at = broker->slots[i], *next; at; at = next) {
            next = at->next;
            free(at);
        }
    }
}

void broker_close(Broker *broker)
{
    if (!broker)
        return;
    pthread_mutex_lock(&broker->lock);
    broker->is_closing = true;
    pthread_mutex_unlock(&broker->lock);
    if (broker->wake >= 0)
        wake(broker);
    base_background_join(broker->thread);
    if (broker->wake >= 0)
        close(broker->wake);
    free_subjects(broker);
    text_free(&broker->out);
    pthread_mutex_destroy(&broker->lock);
    free(broker);
}
