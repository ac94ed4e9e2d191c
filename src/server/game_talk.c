#include "server/game_talk.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "server/game_message.h"
#include "server/hall_errand.h"
#include "server/http_talk.h"
#include "server/problem.h"
#include "server/socket_frames.h"

enum {
    UNSENT_BYTES = 262144, /* of news that wait for a reader, at most */
    PACKED_BYTES = 16384,  /* of them that are sent at once */
};

/* News on its way to one reader. */
typedef struct Letter {
    Parcel parcel;
    struct GameTalk *talk;
    HallNews *news;
    struct Letter *next;
} Letter;

typedef struct GameTalk {
    HallWatcher watcher;
    Connection *connection;
    Parcel refused, lost, ended; /* by the hall; for lack of memory; for good */
    HallOutcome reason;          /* of a refusal */
    Letter *first, *last;        /* that wait to be sent */
    size_t unsent;               /* bytes of them */
    Link addressed;              /* in the door's ring */
    bool is_addressed;
    char *ref; /* of the message that is being answered, as JSON; NULL: none */
} GameTalk;

/* -- on the hall's thread ---------------------------------------------------------------------- */

static void on_letter(Parcel *parcel);

static void tell(HallWatcher *watcher, HallNews *news)
{
    GameTalk *talk = watcher->context;
    Mailbox *mailbox = &talk->connection->door->mailbox;
    Letter *letter = malloc(sizeof *letter);
    if (letter) {
        *letter = (Letter){.parcel = {.arrive = on_letter}, .talk = talk, .news = news};
        mailbox_post(mailbox, &letter->parcel);
        return;
    }
    hall_news_release(news);
    if (talk->reason == HALL_DONE) /* what is missing can't be made up for */
        mailbox_post(mailbox, &talk->lost);
    talk->reason = HALL_BROKEN;
}

static void gone(HallWatcher *watcher, HallOutcome outcome)
{
    GameTalk *talk = watcher->context;
    bool is_end = outcome == HALL_DONE;
    if (!is_end)
        talk->reason = outcome;
    mailbox_post(&talk->connection->door->mailbox, is_end ? &talk->ended : &talk->refused);
}

/* -- what the hall says ------------------------------------------------------------------------ */

static void drop_letter(Letter *letter)
{
    hall_news_release(letter->news);
    free(letter);
}

static bool can_speak(const Connection *connection)
{
    return connection->stage != STAGE_CLOSED && connection->stage != STAGE_LINGERING;
}

/* Whoever takes too little of what is told has to come again. */
static void on_letter(Parcel *parcel)
{
    Letter *letter = RING_OWNER(Letter, parcel, parcel);
    GameTalk *talk = letter->talk;
    if (!can_speak(talk->connection)) {
        drop_letter(letter);
        return;
    }
    if (talk->last)
        talk->last->next = letter;
    else
        talk->first = letter;
    talk->last = letter;
    talk->unsent += letter->news->size;
    if (!talk->is_addressed)
        ring_add_last(&talk->connection->door->addressed, &talk->addressed);
    talk->is_addressed = true;
    if (talk->unsent > UNSENT_BYTES)
        connection_close(talk->connection);
}

static void leave_ring(GameTalk *talk)
{
    if (talk->is_addressed)
        ring_remove(&talk->addressed);
    talk->is_addressed = false;
}

void game_talk_pass_on(Link *link)
{
    GameTalk *talk = RING_OWNER(GameTalk, addressed, link);
    leave_ring(talk);
    socket_frames_go_on(talk->connection);
    connection_go_on(talk->connection);
}

static bool speak(Connection *connection)
{
    GameTalk *talk = socket_frames_talk(connection);
    bool has_news = talk->first != NULL;
    while (talk->first && socket_frames_said(connection) < PACKED_BYTES) {
        Letter *letter = talk->first;
        socket_frames_say(connection, letter->news->text, letter->news->size);
        talk->unsent -= letter->news->size;
        talk->first = letter->next;
        if (!talk->first)
            talk->last = NULL;
        if (letter->news->has_more)
            hall_watch_on(connection->door->house->site->hall, &talk->watcher);
        drop_letter(letter);
    }
    return has_news;
}

static void on_refused(Parcel *parcel)
{
    const GameTalk *talk = RING_OWNER(GameTalk, refused, parcel);
    if (!can_speak(talk->connection))
        return;
    bool is_none = talk->reason == HALL_NO_GAME;
    socket_frames_part(talk->connection, is_none ? FAREWELL_NO_GAME : FAREWELL_LATER);
    socket_frames_go_on(talk->connection);
    connection_go_on(talk->connection);
}

static void on_lost(Parcel *parcel)
{
    connection_close(RING_OWNER(GameTalk, lost, parcel)->connection);
}

static void on_ended(Parcel *parcel)
{
    Connection *connection = RING_OWNER(GameTalk, ended, parcel)->connection;
    connection->door->awaited--;
    connection_end_watch(connection);
}

/* -- what is done over it ---------------------------------------------------------------------- */

static void finish(Connection *connection, const char *word, const Reply *reply)
{
    GameTalk *talk = socket_frames_talk(connection);
    game_message_log(connection, word, reply);
    char *text = game_message_reply(talk->ref, reply);
    if (text)
        socket_frames_say(connection, text, strlen(text));
    else
        connection_close(connection);
    free(text);
    free(talk->ref);
    talk->ref = NULL;
}

/* A token that is right is answered by the hall itself, which says who that is. Whose token can't
 * be looked up now would stay a stranger, and has to come again. */
static void on_answer(HallErrand *errand)
{
    Connection *connection = errand->connection;
    const GameTalk *talk = socket_frames_talk(connection);
    bool is_token = errand->call.verb == HALL_LOOK && !talk->ref;
    Reply reply;
    if (is_token && errand->call.outcome == HALL_NO_STORE) {
        socket_frames_part(connection, FAREWELL_LATER);
    } else if (!is_token || !errand->call.answer) {
        hall_errand_reply(errand, &reply);
        finish(connection, play_word(errand->call.verb), &reply);
        lud_free(reply.owned);
    }
    socket_frames_answered(connection);
}

static bool may_ask(Connection *connection, Reply *reply)
{
    const Request request = {.sender = connection->sender, .now_us = base_time_us()};
    return api_admits(&connection->door->house->site->api, &request, reply);
}

static void answer(Connection *connection, const char *text)
{
    GameTalk *talk = socket_frames_talk(connection);
    GameMessage message;
    Reply reply;
    bool is_read = game_message_read(text, &message, &reply);
    talk->ref = message.ref;
    HallErrand *errand = NULL;
    if (is_read && may_ask(connection, &reply)) {
        errand = hall_errand_new(connection, message.verb, talk->watcher.game, on_answer);
        if (!errand)
            problem_reply(&reply, PROBLEM_SERVER, NULL);
    }
    if (!errand) {
        finish(connection, is_read ? play_word(message.verb) : "?", &reply);
        lud_free(reply.owned);
        free(message.body);
        return;
    }
    memcpy(errand->call.token, message.token, sizeof message.token);
    errand->call.body = message.body;
    errand->call.body_size = message.body ? strlen(message.body) : 0;
    hall_errand_run(errand, &talk->watcher);
}

/* -- beginning and end ------------------------------------------------------------------------- */

static void leave(Connection *connection)
{
    GameTalk *talk = socket_frames_talk(connection);
    leave_ring(talk);
    if (connection->is_watching)
        hall_unwatch(connection->door->house->site->hall, &talk->watcher);
}

static void end(void *ended)
{
    GameTalk *talk = ended;
    for (Letter *letter = talk->first, *next; letter; letter = next) {
        next = letter->next;
        drop_letter(letter);
    }
    free(talk->ref);
    free(talk);
}

static GameTalk *make(Connection *connection, const char *game, int after)
{
    GameTalk *talk = calloc(1, sizeof *talk);
    if (!talk)
        return NULL;
    talk->connection = connection;
    talk->refused.arrive = on_refused;
    talk->lost.arrive = on_lost;
    talk->ended.arrive = on_ended;
    talk->watcher.after = after;
    talk->watcher.tell = tell;
    talk->watcher.gone = gone;
    talk->watcher.context = talk;
    memcpy(talk->watcher.game, game, HALL_ID_TEXT);
    return talk;
}

/* The parameter, or 0 if it is not there; -1: it is something else. */
static int read_after(const Request *request)
{
    enum { MOST = 100000000 };
    static const char name[] = "after=";
    int after = 0;
    if (request->argument_count == 0)
        return 0;
    if (request->argument_count > 1 || strncmp(request->arguments[0], name, strlen(name)) != 0)
        return -1;
    const char *end = text_read_number(request->arguments[0] + strlen(name), MOST, &after);
    return end && !*end ? after : -1;
}

bool game_talk_is_wanted(const RequestHead *head, const Request *request)
{
    PlayRoute route;
    return socket_frames_is_handshake(head, request) && play_has(request->path) &&
           play_find(METHOD_GET, request->path, &route) == PLAY_FOUND && route.is_socket;
}

static void begin(Connection *connection, const Request *request, int after)
{
    static const Conversation game = {.answer = answer, .speak = speak, .leave = leave, .end = end};
    PlayRoute route;
    play_find(METHOD_GET, request->path, &route);
    GameTalk *talk = make(connection, route.game, after);
    if (!talk) {
        connection_close(connection);
        return;
    }
    socket_frames_start(connection, request, &game, talk);
    if (connection->stage == STAGE_CLOSED)
        return; /* and the talk with it */
    connection->is_watching = true;
    connection->door->awaited++;
    hall_watch(connection->door->house->site->hall, &talk->watcher);
}

void game_talk_start(Connection *connection, const Request *request)
{
    Site *site = connection->door->house->site;
    Reply reply;
    int after = read_after(request);
    if (!site_admits(site, request, &reply))
        ; /* the reply says when to come again */
    else if (after < 0)
        problem_reply(
            &reply, PROBLEM_PARAMETER,
            "The only parameter is \"after\": the number of the last event that is known.");
    else if (!site->hall)
        hall_errand_refuse(&reply);
    else {
        begin(connection, request, after);
        return;
    }
    http_talk_reply(connection, request, &reply);
}
