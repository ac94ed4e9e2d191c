#include "server/play_talk.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/hall_errand.h"
#include "server/http_fields.h"
#include "server/http_talk.h"
#include "server/problem.h"

static_assert((int)CONTENT_BYTES <= (int)HALL_BODY, "the hall takes what is read");

/* -- what has to be right ---------------------------------------------------------------------- */

/* Whatever its type is said to be: programs such as curl say that of a form, and forms of other
 * pages have an Origin that gives them away. */
static bool check_content(const RequestHead *head, Reply *reply)
{
    if (head->content_length > CONTENT_BYTES)
        problem_reply(reply, PROBLEM_TOO_LARGE, NULL);
    else if (head->has_coding && (head->is_old || strcasecmp(head->coding, "chunked") != 0))
        problem_reply(reply, PROBLEM_MALFORMED,
                      "Content may come in chunks and in no other coding.");
    else
        return true;
    return false;
}

/* A page elsewhere may not have the browser do things here. */
static bool check_origin(const Connection *connection, Reply *reply)
{
    const RequestHead *head = connection->reader.head;
    if (!head->has_origin || hosts_is_same_origin(head->origin, head->host, connection->scheme))
        return true;
    problem_reply(reply, PROBLEM_FORBIDDEN, "Another page may not do this here.");
    return false;
}

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
    const RequestHead *head = connection->reader.head;
    bool is_post = request->method == METHOD_POST;
    if (route->is_socket) {
        problem_reply(reply, PROBLEM_UPGRADE, NULL);
        reply->upgrade = "websocket";
    } else if (request->argument_count > 0) {
        problem_reply(reply, PROBLEM_PARAMETER, "There are no parameters here.");
    } else if (is_post && !(check_origin(connection, reply) && check_content(head, reply))) {
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

/* Reads the content first. Until it is there the connection waits like any other for a request. */
static void expect_content(Connection *connection, HallErrand *errand)
{
    static const char invitation[] = "HTTP/1.1 100 Continue\r\n\r\n";
    const RequestHead *head = connection->reader.head;
    connection->expected = errand;
    http_talk_wait_visibly(connection);
    head_reader_expect_content(&connection->reader);
    if (!head->is_old && strcasecmp(head->expect, "100-continue") == 0)
        connection_hint(connection, invitation, strlen(invitation));
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
    if (request->method == METHOD_POST && head->has_content)
        expect_content(connection, errand);
    else
        hall_errand_run(errand, NULL);
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
    problem_reply(&reply,
                  outcome == HEAD_LONG     ? PROBLEM_TOO_LARGE
                  : outcome == HEAD_MEMORY ? PROBLEM_SERVER
                                           : PROBLEM_MALFORMED,
                  NULL);
    http_talk_reply(connection, &errand->request, &reply);
    hall_errand_drop(errand);
}
