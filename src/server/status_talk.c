#include "server/status_talk.h"

#include <string.h>

#include "server/hall_errand.h"
#include "server/http_talk.h"
#include "server/refusal.h"

static const char health[] = "/health", ready[] = "/ready", metrics[] = "/metrics";

bool status_talk_has(const char *path)
{
    return strcmp(path, health) == 0 || strcmp(path, ready) == 0 || strcmp(path, metrics) == 0;
}

static void reply_text(Reply *reply, int status, const char *text)
{
    *reply = (Reply){.status = status,
                     .type = "text/plain; charset=utf-8",
                     .caching = "no-store",
                     .bytes = text,
                     .size = strlen(text)};
}

/* -- whether the store answers ----------------------------------------------------------------- */

/* There is no such game, but there could be, so that the store has to be asked; what counts is that
 * it could say so. */
static const char no_game[] = "2222222222222222";

static void on_answer(HallErrand *errand)
{
    Connection *connection = errand->connection;
    bool is_ready = errand->call.outcome == HALL_NO_GAME || errand->call.outcome == HALL_DONE;
    Reply reply;
    reply_text(&reply, is_ready ? 200 : 503, is_ready ? "ready\n" : "the store does not answer\n");
    http_talk_reply(connection, &errand->request, &reply);
    connection_go_on(connection);
}

static bool ask_store(Connection *connection, const Request *request)
{
    bool has_hall = connection->door->house->site->hall != NULL;
    HallErrand *errand =
        has_hall ? hall_errand_new(connection, HALL_LOOK, no_game, on_answer) : NULL;
    if (!errand)
        return false;
    errand->request = *request;
    hall_errand_run(errand, NULL);
    return true;
}

/* -- figures ----------------------------------------------------------------------------------- */

static bool is_local(const Connection *connection)
{
    return strncmp(connection->address, "127.", 4) == 0 || strcmp(connection->address, "::1") == 0;
}

static void reply_figures(Connection *connection, Reply *reply)
{
    House *house = connection->door->house;
    const FiguresNow now = {.connections = guests_count(&house->guests),
                            .most_connections = house->guests.most,
                            .errands = atomic_load(&house->errands),
                            .hall = house->site->hall,
                            .relay = house->site->relay};
    Text text = {0};
    figures_write(&house->figures, &now, &text);
    char *bytes = text_take(&text);
    if (!bytes) {
        refusal_reply(reply, 500);
        return;
    }
    reply_text(reply, 200, bytes);
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    reply->owned = bytes;
}

void status_talk_start(Connection *connection, const Request *request)
{
    MetricsFor audience = connection->door->house->metrics;
    bool may_count = audience == METRICS_FOR_ALL ||
                     (audience == METRICS_FOR_THIS_MACHINE && is_local(connection));
    Reply reply;
    if (request->method == METHOD_OPTIONS)
        reply = (Reply){.status = 204, .caching = "no-store", .allow = "GET, HEAD, OPTIONS"};
    else if (!method_only_reads(request->method))
        refusal_reply(&reply, 405);
    else if (strcmp(request->path, health) == 0)
        reply_text(&reply, 200, "alive\n");
    else if (strcmp(request->path, metrics) == 0 && may_count)
        reply_figures(connection, &reply);
    else if (strcmp(request->path, metrics) == 0)
        refusal_reply(&reply, 403);
    else if (ask_store(connection, request))
        return;
    else
        reply_text(&reply, 503, "there is no place for games\n");
    http_talk_reply(connection, request, &reply);
}
