#include "server/http_talk.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "server/content_talk.h"
#include "server/errand.h"
#include "server/file_talk.h"
#include "server/game_talk.h"
#include "server/play_routes.h"
#include "server/play_talk.h"
#include "server/problem.h"
#include "server/question_talk.h"
#include "server/refusal.h"
#include "server/reply_head.h"
#include "server/request_log.h"
#include "server/status_talk.h"
#include "server/target.h"

/* -- replying ---------------------------------------------------------------------------------- */

void http_talk_wait_visibly(Connection *connection)
{
    Door *door = connection->door;
    guests_wait(&door->house->guests, &connection->visit, uv_now(&door->loop));
}

static void wait_for_request(Connection *connection)
{
    head_reader_next(&connection->reader);
    http_talk_wait_visibly(connection);
    connection_wait(connection, PATIENCE_IDLE);
}

static void after_reply(Connection *connection)
{
    const RequestHead *head = connection->reader.head;
    if (head && head->is_kept && !connection->is_unwanted)
        wait_for_request(connection);
    else if (head && head->is_last && !connection->rest)
        connection_close(connection); /* as it was asked to; nothing more will come */
    else
        connection_linger(connection);
}

/* So much of the reply as was sent is gone. */
static void go_on_replying(Connection *connection)
{
    if (file_talk_has_more(connection)) {
        file_talk_go_on(connection);
        return;
    }
    free(connection->tail);
    connection->tail = NULL;
    after_reply(connection);
}

void http_talk_reply(Connection *connection, const Request *request, Reply *reply)
{
    const RequestHead *head = connection->reader.head;
    bool is_kept = head && head->is_kept && !connection->is_unwanted;
    Afterwards afterwards = !is_kept ? CLOSES : head->is_old ? STAYS_AND_SAYS_SO : STAYS;
    char text[REPLY_HEAD_BYTES];
    const HeadSetting setting = {.is_secure = connection->tls != NULL,
                                 .tables_from = connection->door->house->site->files.from};
    size_t length = reply_head_write(reply, afterwards, &setting, text);
    size_t size = request->method == METHOD_HEAD ? 0 : reply->size;
    request_log(connection, request, reply);
    connection->tail = reply->tail;
    if (length == 0) {
        lud_free(reply->owned);
        connection_close(connection);
    } else if (connection_send(connection, text, length, reply->bytes, size, reply->owned)) {
        go_on_replying(connection);
    }
}

/* What can't be understood ends the conversation: nobody knows where the next request begins. */
static void refuse(Connection *connection, const Request *request, int status)
{
    Reply reply;
    if (connection->reader.head)
        connection->reader.head->is_kept = connection->reader.head->is_last = false;
    refusal_reply(&reply, status);
    http_talk_reply(connection, request, &reply);
}

void http_talk_refuse_clear(Connection *connection)
{
    static const Request unread = {.method = METHOD_OTHER, .path = "?"};
    static const char text[] = "Aquí se habla HTTPS: la dirección empieza por https://.\n"
                               "This is HTTPS: the address begins with https://.\n";
    Reply reply;
    refusal_reply(&reply, 400);
    reply.bytes = text;
    reply.size = strlen(text);
    http_talk_reply(connection, &unread, &reply);
}

/* An answer that was worked out elsewhere. */
static void on_answer(Connection *connection, const Request *request, Reply *reply)
{
    http_talk_reply(connection, request, reply);
    connection_go_on(connection);
}

/* -- asking ------------------------------------------------------------------------------------ */

/* Whom the request is for, which its target says before its field does: 0 if it is us, else the
 * status of the refusal. */
static int check_host(const Door *door, RequestHead *head, const char *authority)
{
    if (head->host_count > 1 || (head->host_count == 0 && !head->is_old))
        return 400;
    if (authority && strlen(authority) >= sizeof head->host)
        return 421;
    if (authority)
        memcpy(head->host, authority, strlen(authority) + 1);
    bool is_unnamed = head->host_count == 0 && !authority;
    return is_unnamed || hosts_know(&door->house->hosts, head->host) ? 0 : 421;
}

/* 0, or the status of the refusal. */
static int read_request(Connection *connection, Request *request)
{
    RequestHead *head = connection->reader.head;
    const char *authority;
    connection_believe(connection, &(Forwarding){.x_for = head->x_forwarded_for,
                                                 .x_proto = head->x_forwarded_proto,
                                                 .forwarded = head->forwarded});
    *request = (Request){.method = head->method,
                         .path = "",
                         .accept_encoding = head->accept_encoding,
                         .if_none_match = head->if_none_match,
                         .range = head->range,
                         .if_range = head->if_range,
                         .sender = connection->sender,
                         .now_us = base_time_us()};
    if (head->is_tunnel)
        return 405;
    if (!head->target.bytes || !target_read(head->target.bytes, request, &authority))
        return 400;
    return check_host(connection->door, head, authority);
}

static void run_errand(Connection *connection, const Request *request)
{
    Reply reply;
    if (errand_run(connection, request, on_answer))
        return;
    errand_refuse(&reply);
    http_talk_reply(connection, request, &reply);
}

/* Reads the content of a question first; false after a reply that says why not. */
static bool await_content(Connection *connection, const Request *request, Reply *reply)
{
    if (!content_talk_admits(connection, reply))
        return false;
    connection->asked = malloc(sizeof *connection->asked);
    if (!connection->asked) {
        problem_reply(reply, PROBLEM_SERVER, NULL);
        return false;
    }
    *connection->asked = *request;
    content_talk_expect(connection);
    return true;
}

static void hear_content(Connection *connection, HeadOutcome outcome)
{
    Request request = *connection->asked;
    const Text *content = &connection->reader.head->content;
    free(connection->asked);
    connection->asked = NULL;
    guests_stop_waiting(&connection->door->house->guests, &connection->visit);
    if (outcome == HEAD_WHOLE) {
        request.content = content->bytes;
        request.content_size = content->length;
        run_errand(connection, &request);
    } else {
        Reply reply;
        content_talk_refuse(&reply, outcome);
        http_talk_reply(connection, &request, &reply);
    }
}

/* Answers what is at hand here, and has the rest worked out elsewhere. */
static void answer_request(Connection *connection, const Request *request)
{
    Site *site = connection->door->house->site;
    Reply reply;
    if (!site_admits(site, request, &reply)) {
        /* the reply says when to ask again */
    } else if (api_reads_content(request) && connection->reader.head->has_content) {
        if (await_content(connection, request, &reply))
            return;
    } else if (!site_is_at_hand(site, request)) {
        run_errand(connection, request);
        return;
    } else {
        site_answer(site, request, &reply);
    }
    http_talk_reply(connection, request, &reply);
}

/* Whoever comes through a proxy has no connections but WebSockets, so these are counted. */
static void refuse_more(Connection *connection, const Request *request)
{
    Reply reply;
    problem_reply(&reply, PROBLEM_TOO_MANY, "This address has too many WebSockets.");
    reply.retry_after_s = 1;
    http_talk_reply(connection, request, &reply);
}

/* A WebSocket that another page asks for is refused. */
static bool answer_socket(Connection *connection, const Request *request)
{
    const RequestHead *head = connection->reader.head;
    bool is_game = game_talk_is_wanted(head, request);
    if (!is_game && !question_talk_is_wanted(head, request))
        return false;
    if (head->has_origin && !hosts_is_same_origin(head->origin, head->host, connection->scheme))
        refuse(connection, request, 403);
    else if (!connection_count_socket(connection))
        refuse_more(connection, request);
    else if (is_game)
        game_talk_start(connection, request);
    else
        question_talk_start(connection, request);
    return true;
}

static void answer(Connection *connection)
{
    Request request;
    guests_stop_waiting(&connection->door->house->guests, &connection->visit);
    int refused = read_request(connection, &request);
    if (refused != 0)
        refuse(connection, &request, refused);
    else if (answer_socket(connection, &request))
        return;
    else if (status_talk_has(request.path))
        status_talk_start(connection, &request);
    else if (play_has(request.path))
        play_talk_start(connection, &request);
    else
        answer_request(connection, &request);
}

/* A head, or the content that was waited for, is there or can't be had. */
static void hear(Connection *connection, HeadOutcome outcome)
{
    static const int statuses[] = {
        [HEAD_BROKEN] = 400, [HEAD_LONG] = 431, [HEAD_VERSION] = 505, [HEAD_MEMORY] = 500};
    static const Request unread = {.method = METHOD_OTHER, .path = "?"};
    if (connection->expected)
        play_talk_content(connection, outcome);
    else if (connection->asked)
        hear_content(connection, outcome);
    else if (outcome == HEAD_WHOLE)
        answer(connection);
    else
        refuse(connection, &unread, statuses[outcome]);
}

/* -- the protocol ------------------------------------------------------------------------------ */

static void take(Connection *connection, const char *bytes, size_t size)
{
    const Protocol *protocol = connection->protocol;
    while (size > 0 && connection->stage == STAGE_READING && connection->protocol == protocol) {
        bool is_first = !head_reader_is_amid(&connection->reader) && !connection->expected &&
                        !connection->asked;
        if (is_first && !connection_has_turn(connection))
            break;
        if (is_first)
            connection_wait(connection, PATIENCE_HEAD);
        size_t taken = 0;
        HeadOutcome outcome = head_reader_take(&connection->reader, bytes, size, &taken);
        bytes += taken;
        size -= taken;
        if (outcome != HEAD_PART)
            hear(connection, outcome);
    }
    bool is_over = connection->stage == STAGE_LINGERING || connection->stage == STAGE_CLOSED;
    if (size > 0 && !is_over)
        connection_keep(connection, bytes, size);
}

static void sent(Connection *connection)
{
    go_on_replying(connection);
    connection_go_on(connection);
}

static const Protocol http = {
    .take = take, .sent = sent, .late = connection_close, .part = connection_close};

void http_talk_start(Connection *connection)
{
    connection->protocol = &http;
    head_reader_start(&connection->reader);
    http_talk_wait_visibly(connection);
}
