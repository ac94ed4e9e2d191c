#include "server/relay.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "broker/broker.h"
#include "server/relay_wire.h"

#define CALLS   "ludoteca.call."   /* and the server that is asked */
#define ANSWERS "ludoteca.answer." /* and the server that has asked, and a number */
#define GAMES   "ludoteca.game."   /* and its name */
#define LEFT    "ludoteca.left"

enum {
    SUBJECT = 128,
    PATIENCE_US = 1500000, /* until a server that does not answer counts as gone */
};

/* A call that another server is to answer. */
typedef struct Forward {
    uint64_t number;
    HallCall *call;
    int64_t until_us;
    struct Forward *next;
} Forward;

struct Relay {
    HallLinks links;
    Hall *hall;
    Broker *broker; /* NULL: there is none */
    char server[STORE_SERVER_TEXT];
    pthread_mutex_t hearing; /* held while the hall is told something, and of `is_hearing` */
    bool is_hearing;
    pthread_mutex_t lock; /* of what follows */
    bool is_stopped;
    Forward *first;
    uint64_t last_number;
    RelayFigures figures;
};

/* -- calls of others --------------------------------------------------------------------------- */

typedef struct Errand {
    HallCall call;
    Relay *relay;
    char reply[SUBJECT];
} Errand;

static void free_errand(Errand *errand)
{
    free(errand->call.body);
    lud_free(errand->call.answer);
    free(errand);
}

/* On the hall's thread. */
static void send_answer(HallCall *call)
{
    Errand *errand = call->context;
    Text text = {0};
    relay_write_answer(&text, call);
    if (!text.failed)
        broker_send(errand->relay->broker, errand->reply, NULL, text.bytes, text.length);
    text_free(&text);
    free_errand(errand);
}

/* The bytes of a message, to be changed; NULL when out of memory. */
static char *copy_message(const BrokerMessage *message)
{
    char *copy = malloc(message->size + 1);
    if (!copy)
        return NULL;
    memcpy(copy, message->body, message->size);
    copy[message->size] = '\0';
    return copy;
}

/* What can't be read gets no answer, as if it had not come. */
static void take_call(Relay *relay, const BrokerMessage *message)
{
    char *text = copy_message(message);
    Errand *errand = text ? calloc(1, sizeof *errand) : NULL;
    if (errand && relay_read_call(text, message->size, &errand->call)) {
        errand->relay = relay;
        errand->call.done = send_answer;
        errand->call.context = errand;
        snprintf(errand->reply, sizeof errand->reply, "%s", message->reply);
        hall_call(relay->hall, &errand->call);
    } else if (errand) {
        free_errand(errand);
    }
    free(text);
}

/* Whoever asks one that has stopped listening asks again, and is told that nobody is there. */
static void refuse_call(Relay *relay, const BrokerMessage *message)
{
    const HallCall refused = {.outcome = HALL_ELSEWHERE};
    Text text = {0};
    relay_write_answer(&text, &refused);
    if (!text.failed)
        broker_send(relay->broker, message->reply, NULL, text.bytes, text.length);
    text_free(&text);
}

/* -- own calls --------------------------------------------------------------------------------- */

/* Whether doing it a second time would do nothing more, also in the next game of a series, and be
 * answered as the first time. */
static bool is_repeatable(HallVerb verb)
{
    return verb == HALL_LOOK || verb == HALL_RECORD || verb == HALL_SIT || verb == HALL_DICE ||
           verb == HALL_MOVE;
}

/* Nobody has answered. What may have been done all the same is not done again; who was asked on a
 * guess may not be whose answer counts. */
static void give_up(Relay *relay, HallCall *call, bool was_heard)
{
    if (!was_heard && call->is_guess) {
        hall_call_again(relay->hall, call);
        return;
    }
    pthread_mutex_lock(&relay->lock);
    bool takes_over = !was_heard || is_repeatable(call->verb);
    relay->figures.taken_over += takes_over;
    relay->figures.lost += !takes_over;
    pthread_mutex_unlock(&relay->lock);
    if (takes_over) {
        hall_take_over(relay->hall, call);
        return;
    }
    call->outcome = HALL_NO_STORE;
    call->retry_s = 1;
    lud_error_set(&call->err, LUD_ENOTNOW,
                  "The server that has this game did not answer. Look whether it was done before "
                  "you try again.",
                  (char *)NULL);
    hall_answered(relay->hall, call);
}

/* Takes a call out of those that are under way; NULL if it is not among them. */
static HallCall *take_forward(Relay *relay, uint64_t number)
{
    HallCall *call = NULL;
    pthread_mutex_lock(&relay->lock);
    Forward **at = &relay->first;
    while (*at && (*at)->number != number)
        at = &(*at)->next;
    Forward *found = *at;
    if (found) {
        call = found->call;
        *at = found->next;
    }
    pthread_mutex_unlock(&relay->lock);
    free(found);
    return call;
}

/* Its number; 0 if it can't be handed on now. */
static uint64_t add_forward(Relay *relay, HallCall *call)
{
    Forward *made = malloc(sizeof *made);
    uint64_t number = 0;
    pthread_mutex_lock(&relay->lock);
    if (made && relay->broker && !relay->is_stopped) {
        number = ++relay->last_number;
        *made = (Forward){number, call, base_time_us() + PATIENCE_US, relay->first};
        relay->first = made;
        made = NULL;
        relay->figures.forwarded++;
    }
    pthread_mutex_unlock(&relay->lock);
    free(made);
    return number;
}

static void forward(void *context, const char *server, HallCall *call)
{
    Relay *relay = context;
    char subject[SUBJECT], reply[SUBJECT];
    Text text = {0};
    uint64_t number = add_forward(relay, call);
    if (number == 0) {
        give_up(relay, call, false);
        return;
    }
    relay_write_call(&text, call);
    snprintf(subject, sizeof subject, CALLS "%s", server);
    snprintf(reply, sizeof reply, ANSWERS "%s.%" PRIu64, relay->server, number);
    bool is_sent =
        !text.failed && broker_send(relay->broker, subject, reply, text.bytes, text.length);
    text_free(&text);
    if (!is_sent && take_forward(relay, number))
        give_up(relay, call, false);
}

/* It may also say that another one has the game by now. */
static void take_answer(Relay *relay, const BrokerMessage *message)
{
    const char *dot = strrchr(message->subject, '.');
    HallCall *call = take_forward(relay, strtoull(dot + 1, NULL, 10));
    if (!call)
        return;
    char *text = message->is_unheard ? NULL : copy_message(message);
    bool is_read = text && relay_read_answer(text, message->size, call);
    free(text);
    if (!is_read)
        give_up(relay, call, !message->is_unheard);
    else if (call->outcome == HALL_ELSEWHERE || call->outcome == HALL_BUSY)
        hall_call_again(relay->hall, call);
    else
        hall_answered(relay->hall, call);
}

/* Calls whose time is up, or all of them, by `next`. */
static Forward *take_late(Relay *relay, bool all)
{
    Forward *late = NULL;
    int64_t now_us = base_time_us();
    pthread_mutex_lock(&relay->lock);
    for (Forward **at = &relay->first; *at;) {
        Forward *forward = *at;
        if (!all && forward->until_us > now_us) {
            at = &forward->next;
            continue;
        }
        *at = forward->next;
        forward->next = late;
        late = forward;
    }
    pthread_mutex_unlock(&relay->lock);
    return late;
}

static void give_up_late(Relay *relay, bool all)
{
    for (Forward *at = take_late(relay, all), *next; at; at = next) {
        next = at->next;
        give_up(relay, at->call, true);
        free(at);
    }
}

static bool hears(void *context)
{
    Relay *relay = context;
    pthread_mutex_lock(&relay->lock);
    bool is_connected = relay->figures.is_connected;
    pthread_mutex_unlock(&relay->lock);
    return is_connected;
}

static void look(void *context)
{
    give_up_late(context, false);
}

/* -- games ------------------------------------------------------------------------------------- */

static void name_game(char subject[SUBJECT], const char *game)
{
    snprintf(subject, SUBJECT, GAMES "%s", game);
}

static void tell(void *context, const char *game, const char *text, size_t size)
{
    Relay *relay = context;
    char subject[SUBJECT];
    name_game(subject, game);
    if (relay->broker && broker_send(relay->broker, subject, NULL, text, size)) {
        pthread_mutex_lock(&relay->lock);
        relay->figures.told++;
        pthread_mutex_unlock(&relay->lock);
    }
}

static void follow(void *context, const char *game)
{
    Relay *relay = context;
    char subject[SUBJECT];
    name_game(subject, game);
    if (relay->broker)
        broker_listen(relay->broker, subject); /* else the store is looked at now and then */
}

static void ignore(void *context, const char *game)
{
    Relay *relay = context;
    char subject[SUBJECT];
    name_game(subject, game);
    if (relay->broker)
        broker_ignore(relay->broker, subject);
}

/* -- hearing ----------------------------------------------------------------------------------- */

static bool is_about(const BrokerMessage *message, const char *subject)
{
    return strncmp(message->subject, subject, strlen(subject)) == 0;
}

static void tell_hall(Relay *relay, const BrokerMessage *message)
{
    if (is_about(message, GAMES)) {
        pthread_mutex_lock(&relay->lock);
        relay->figures.heard++;
        pthread_mutex_unlock(&relay->lock);
        hall_hear(relay->hall, message->subject + strlen(GAMES), message->body, message->size);
    } else if (is_about(message, CALLS)) {
        take_call(relay, message);
    } else if (is_about(message, ANSWERS)) {
        take_answer(relay, message);
    } else if (is_about(message, LEFT)) {
        hall_look_again(relay->hall);
    }
}

static void hear(void *context, const BrokerMessage *message)
{
    Relay *relay = context;
    pthread_mutex_lock(&relay->hearing);
    if (relay->is_hearing)
        tell_hall(relay, message);
    else if (is_about(message, CALLS))
        refuse_call(relay, message);
    pthread_mutex_unlock(&relay->hearing);
}

/* What was under way when it was lost may have been heard. */
static void change(void *context, bool is_connected)
{
    Relay *relay = context;
    pthread_mutex_lock(&relay->lock);
    relay->figures.is_connected = is_connected;
    pthread_mutex_unlock(&relay->lock);
    pthread_mutex_lock(&relay->hearing);
    if (relay->is_hearing && !is_connected)
        give_up_late(relay, true);
    if (relay->is_hearing)
        hall_look_again(relay->hall);
    pthread_mutex_unlock(&relay->hearing);
}

/* -- opening and closing ----------------------------------------------------------------------- */

static LudStatus fail_memory(LudError *err)
{
    return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
}

static LudStatus open_broker(Relay *relay, const char *address, LudError *err)
{
    const BrokerSettings settings = {.address = address,
                                     .name = relay->server,
                                     .hear = hear,
                                     .change = change,
                                     .context = relay};
    return address ? broker_open(&relay->broker, &settings, err) : LUD_OK;
}

LudStatus relay_open(Relay **opened, const char *broker, const char *server, LudError *err)
{
    Relay *relay = calloc(1, sizeof *relay);
    if (!relay)
        return fail_memory(err);
    relay->links = (HallLinks){.context = relay,
                               .forward = forward,
                               .tell = tell,
                               .follow = follow,
                               .ignore = ignore,
                               .hears = hears,
                               .look = look};
    snprintf(relay->server, sizeof relay->server, "%s", server);
    pthread_mutex_init(&relay->lock, NULL);
    pthread_mutex_init(&relay->hearing, NULL);
    LudStatus status = open_broker(relay, broker, err);
    if (status == LUD_OK)
        *opened = relay;
    else
        relay_close(relay);
    return status;
}

const HallLinks *relay_links(const Relay *relay)
{
    return &relay->links;
}

const char *relay_server(const Relay *relay)
{
    return relay->server;
}

static void set_hearing(Relay *relay, bool is_hearing)
{
    pthread_mutex_lock(&relay->hearing);
    relay->is_hearing = is_hearing;
    pthread_mutex_unlock(&relay->hearing);
}

LudStatus relay_start(Relay *relay, Hall *hall, LudError *err)
{
    char calls[SUBJECT], answers[SUBJECT];
    snprintf(calls, sizeof calls, CALLS "%s", relay->server);
    snprintf(answers, sizeof answers, ANSWERS "%s.*", relay->server);
    relay->hall = hall;
    set_hearing(relay, true);
    if (relay->broker &&
        !(broker_listen(relay->broker, calls) && broker_listen(relay->broker, answers) &&
          broker_listen(relay->broker, LEFT)))
        return fail_memory(err);
    hall_look_again(hall);
    return LUD_OK;
}

/* What the hall still does it does by itself. */
void relay_stop(Relay *relay)
{
    if (!relay)
        return;
    char calls[SUBJECT];
    snprintf(calls, sizeof calls, CALLS "%s", relay->server);
    if (relay->broker)
        broker_ignore(relay->broker, calls); /* whoever asks is told at once that nobody is here */
    set_hearing(relay, false);
    pthread_mutex_lock(&relay->lock);
    relay->is_stopped = true;
    pthread_mutex_unlock(&relay->lock);
    give_up_late(relay, true);
}

void relay_close(Relay *relay)
{
    if (!relay)
        return;
    if (relay->broker)
        broker_send(relay->broker, LEFT, NULL, relay->server, strlen(relay->server));
    broker_close(relay->broker);
    pthread_mutex_destroy(&relay->lock);
    pthread_mutex_destroy(&relay->hearing);
    free(relay);
}

void relay_figures(Relay *relay, RelayFigures *figures)
{
    pthread_mutex_lock(&relay->lock);
    *figures = relay->figures;
    pthread_mutex_unlock(&relay->lock);
}
