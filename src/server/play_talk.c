#include "server/play_talk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "server/content_talk.h"
#include "server/hall_errand.h"
#include "server/http_fields.h"
#include "server/http_talk.h"
#include "server/problem.h"

static_assert((int)CONTENT_BYTES <= (int)HALL_BODY, "the hall takes what is read");

/* -- what has to be right ---------------------------------------------------------------------- */

static bool check_route(const Request *request, PlayRoute *route, Reply *reply)
{
    PlayFound found =
        request->is_path_too_long ? PLAY_NOTHING : play_find(request->method, request->path, route);
    if (request->is_path_too_long)
        problem_reply(reply, PROBLEM_TOO_LONG, NULL);
    else if (found == PLAY_NOTHING)
        problem_reply(reply, PROBLEM_NOT_FOUND, NULL);
    else if (found == PLAY_OTHER_METHOD)
        problem_reply(reply, PROBLEM_METHOD, NULL);
    if (found == PLAY_OTHER_METHOD)
        reply->allow = route->allow;
    return found == PLAY_FOUND;
}

/* Whether the hall may be asked; else the reply says why not. */
static bool check_call(Connection *connection, const Request *request, const PlayRoute *route,
                       Reply *reply)
{
    bool is_post = request->method == METHOD_POST;
    if (route->is_socket) {
        problem_reply(reply, PROBLEM_UPGRADE, NULL);
        reply->upgrade = "websocket";
    } else if (request->argument_count > 0) {
        problem_reply(reply, PROBLEM_PARAMETER, "There are no parameters here.");
    } else if (is_post && !content_talk_admits(connection, reply)) {
        return false;
    } else if (!connection->door->house->site->hall) {
        hall_errand_refuse(reply);
    } else {
        return true;
    }
    return false;
}

/* -- asking ------------------------------------------------------------------------------------ */

static void on_answer(HallErrand *errand)
{
    Connection *connection = errand->connection;
    Reply reply;
    hall_errand_reply(errand, &reply);
    http_talk_reply(connection, &errand->request, &reply);
    connection_go_on(connection);
}

static void call_hall(Connection *connection, const Request *request, const PlayRoute *route)
{
    const RequestHead *head = connection->reader.head;
    HallErrand *errand = hall_errand_new(connection, route->verb, route->game, on_answer);
    if (!errand) {
        Reply reply;
        problem_reply(&reply, PROBLEM_SERVER, NULL);
        http_talk_reply(connection, request, &reply);
        return;
    }
    errand->request = *request;
    http_bearer(head->authorization, errand->call.token, sizeof errand->call.token);
    if (request->method == METHOD_POST && head->has_content) {
        connection->expected = errand;
        content_talk_expect(connection);
    } else {
        hall_errand_run(errand, NULL);
    }
}

void play_talk_start(Connection *connection, const Request *request)
{
    PlayRoute route;
    Reply reply;
    bool is_right = site_admits(connection->door->house->site, request, &reply) &&
                    check_route(request, &route, &reply);
    if (is_right && request->method == METHOD_OPTIONS)
        reply = (Reply){.status = 204, .caching = "no-store", .allow = route.allow};
    else if (is_right && check_call(connection, request, &route, &reply)) {
        call_hall(connection, request, &route);
        return;
    }
    http_talk_reply(connection, request, &reply);
}

void play_talk_content(Connection *connection, HeadOutcome outcome)
{
    HallErrand *errand = connection->expected;
    Reply reply;
    connection->expected = NULL;
    guests_stop_waiting(&connection->door->house->guests, &connection->visit);
    if (outcome == HEAD_WHOLE) {
        Text *content = &connection->reader.head->content;
        errand->call.body_size = content->length;
        errand->call.body = content->length > 0 ? text_take(content) : NULL;
        hall_errand_run(errand, NULL);
        return;
    }
    content_talk_refuse(&reply, outcome);
    http_talk_reply(connection, &errand->request, &reply);
    hall_errand_drop(errand);
}
