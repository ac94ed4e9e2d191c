#include "server/question_talk.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock_time.h"
#include "server/api.h"
#include "server/errand.h"
#include "server/problem.h"
#include "server/request_log.h"
#include "server/socket_frames.h"
#include "server/target.h"
#include "wire/json_parts.h"

/* The question that is being answered, as it came and taken apart. */
typedef struct QuestionTalk {
    char *question, *target;
} QuestionTalk;

/* {"version": 1, "question": "…", "status": 200, "answer": {…}} */
static bool say_answer(Connection *connection, const char *question, const Reply *reply)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_text(&json, "question", question);
    json_put_integer(&json, "status", reply->status);
    json_name(&json, "answer");
    json_write_json(&json, reply->bytes, reply->size);
    json_close(&json, '}');
    bool is_said = !json.text.failed;
    if (is_said)
        socket_frames_say(connection, json.text.bytes, json.text.length);
    text_free(&json.text);
    return is_said;
}

static void drop_question(QuestionTalk *talk)
{
    free(talk->question);
    free(talk->target);
    talk->question = talk->target = NULL;
}

static void finish_question(Connection *connection, const Request *request, Reply *reply)
{
    QuestionTalk *talk = socket_frames_talk(connection);
    request_log(connection, request, reply);
    if (!say_answer(connection, talk->question, reply))
        connection_close(connection);
    lud_free(reply->owned);
    drop_question(talk);
}

static void on_answer(Connection *connection, const Request *request, Reply *reply)
{
    finish_question(connection, request, reply);
    socket_frames_answered(connection);
}

static bool read_question(const Connection *connection, char *target, Request *request)
{
    const char *authority;
    *request = (Request){.path = "?",
                         .accept_encoding = "",
                         .if_none_match = "",
                         .sender = connection->sender,
                         .now_us = base_time_us()};
    return target_read(target, request, &authority) && !authority && api_has(request->path);
}

/* Keeps the question twice: the answer repeats it as it came, and the request points into what it
 * is split into. */
static void answer(Connection *connection, const char *message)
{
    QuestionTalk *talk = socket_frames_talk(connection);
    Request request;
    Reply reply;
    talk->question = strdup(message);
    talk->target = strdup(message);
    if (!talk->question || !talk->target) {
        connection_close(connection);
        return;
    }
    bool is_question = read_question(connection, talk->target, &request);
    if (!api_admits(&connection->door->house->site->api, &request, &reply)) {
        /* the reply says when to ask again */
    } else if (!is_question) {
        problem_reply(&reply, PROBLEM_NOT_FOUND, "A message is a question such as /api/v1/games.");
    } else {
        if (errand_run(connection, &request, on_answer))
            return;
        errand_refuse(&reply);
    }
    finish_question(connection, &request, &reply);
}

static void end(void *talk)
{
    drop_question(talk);
    free(talk);
}

bool question_talk_is_wanted(const RequestHead *head, const Request *request)
{
    return strcmp(request->path, API_SOCKET) == 0 && socket_frames_is_handshake(head, request);
}

void question_talk_start(Connection *connection, const Request *request)
{
    static const Conversation questions = {.answer = answer, .end = end};
    QuestionTalk *talk = calloc(1, sizeof *talk);
    if (talk)
        socket_frames_start(connection, request, &questions, talk);
    else
        connection_close(connection);
}
