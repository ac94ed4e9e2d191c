/* Those who watch a game at other servers: who of its players is there, and how many look on. Every
 * server that has to do with a game says so when it changes, and now and then; one that is not
 * heard of any more has no visitors. */
#include <stdlib.h>
#include <string.h>

#include "online/hall_object.h"
#include "wire/json_parts.h"

enum { SERVERS_MOST = 64, TELL_MS = 4000, FORGET_MS = 10000 };

typedef struct Visitors {
    struct Visitors *next; /* of another server */
    char server[STORE_SERVER_TEXT];
    int64_t heard_ms;
    int sockets[LUD_MAX_SEATS]; /* of each player */
    int spectators;
} Visitors;

int visitors_count(const Place *place)
{
    int count = 0;
    for (const Visitors *at = place->house.visitors; at; at = at->next)
        count += at->spectators;
    return count;
}

/* `sign` 1: they come, -1: they go. */
static void count_in(Place *place, const Visitors *visitors, int sign)
{
    for (int i = 0; place->game && i < place->game->match.players; i++)
        place->game->players[i].sockets += sign * visitors->sockets[i];
}

void visitors_seat(Place *place)
{
    for (const Visitors *at = place->house.visitors; at; at = at->next)
        count_in(place, at, 1);
}

void visitors_free(Place *place)
{
    for (Visitors *at = place->house.visitors, *next; at; at = next) {
        next = at->next;
        free(at);
    }
    place->house.visitors = NULL;
}

/* -- telling ----------------------------------------------------------------------------------- */

static void send(Hall *hall, const Place *place, Json *json)
{
    const HallLinks *links = hall->settings.links;
    json_close(json, '}');
    if (!json->text.failed)
        links->tell(links->context, place->id, json->text.bytes, json->text.length);
    text_free(&json->text);
}

static int sockets_here(const Place *place, int player)
{
    int count = 0;
    for (const HallWatcher *at = place->watchers; at; at = at->behind)
        count += at->player == player;
    return count;
}

void visitors_tell(Hall *hall, Place *place)
{
    Json json = {0};
    if (!hall->settings.links || !place->game)
        return;
    place->house.told_ms = hall->now_ms;
    json_open(&json, '{');
    json_put_text(&json, "here", hall->settings.server);
    json_put_open(&json, "players", '[');
    for (int i = 0; i < place->game->match.players; i++)
        json_write_integer(&json, place->seated > 0 ? sockets_here(place, i) : 0);
    json_close(&json, ']');
    json_put_integer(&json, "watchers", place->watcher_count - place->seated);
    send(hall, place, &json);
}

void visitors_ask(Hall *hall, Place *place)
{
    Json json = {0};
    json_open(&json, '{');
    json_put_text(&json, "who", hall->settings.server);
    send(hall, place, &json);
}

/* -- hearing ----------------------------------------------------------------------------------- */

static Visitors *find(Place *place, const char *server)
{
    Visitors *at = place->house.visitors;
    int count = 0;
    for (; at && strcmp(at->server, server) != 0; at = at->next)
        count++;
    if (at || count == SERVERS_MOST)
        return at;
    Visitors *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    memcpy(made->server, server, strlen(server) + 1);
    made->next = place->house.visitors;
    place->house.visitors = made;
    return made;
}

static void read_visitors(const JsonValue *news, Visitors *visitors)
{
    enum { VISITORS_MOST = 1000000 };
    const JsonValue *players = json_member(news, "players");
    const JsonValue *at = players && players->kind == JSON_LIST ? players->first : NULL;
    int64_t value = 0;
    for (int i = 0; i < LUD_MAX_SEATS; i++) {
        visitors->sockets[i] = at && json_integer(at, 0, VISITORS_MOST, &value) ? (int)value : 0;
        at = at ? at->next : NULL;
    }
    visitors->spectators =
        json_integer(json_member(news, "watchers"), 0, VISITORS_MOST, &value) ? (int)value : 0;
}

static void tell_presences(Hall *hall, Place *place)
{
    for (int i = 0; place->game && place->watchers && i < place->game->match.players; i++)
        hall_tell_presence(hall, place, i);
}

/* Whoever was here until now was seen now. */
static void note_seen(Hall *hall, Place *place, const Visitors *before)
{
    for (int i = 0; i < place->game->match.players; i++) {
        if (before->sockets[i] > 0)
            place->game->players[i].seen_ms = hall->now_ms;
    }
}

void visitors_hear(Hall *hall, Place *place, const JsonValue *news)
{
    char server[STORE_SERVER_TEXT];
    if (json_member(news, "who") && place->watchers)
        visitors_tell(hall, place);
    if (!json_copy_of(news, "here", server, sizeof server) ||
        strcmp(server, hall->settings.server) == 0)
        return;
    Visitors *visitors = find(place, server);
    if (!visitors)
        return;
    note_seen(hall, place, visitors);
    count_in(place, visitors, -1);
    read_visitors(news, visitors);
    visitors->heard_ms = hall->now_ms;
    count_in(place, visitors, 1);
    tell_presences(hall, place);
}

void visitors_look_around(Hall *hall, Place *place)
{
    if (place->watchers && hall->now_ms - place->house.told_ms >= TELL_MS)
        visitors_tell(hall, place);
    for (Visitors **at = &place->house.visitors; *at;) {
        Visitors *visitors = *at;
        if (hall->now_ms - visitors->heard_ms < FORGET_MS) {
            at = &visitors->next;
            continue;
        }
        *at = visitors->next;
        note_seen(hall, place, visitors);
        count_in(place, visitors, -1);
        free(visitors);
        tell_presences(hall, place);
    }
}
