#include "server/socket_talk.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "base/clock_time.h"
#include "server/api.h"
#include "server/errand.h"
#include "server/problem.h"
#include "server/request_log.h"
#include "server/target.h"
#include "wire/json_parts.h"

enum {
    MESSAGE_BYTES = HEAD_BYTES,
    BYTES_A_TURN = 512, /* in which there may be eighty messages */
    KEY_LETTERS = 24,
    ACCEPT_TEXT = 32,
};

struct WebSocket {
    wslay_event_context_ptr frames;
    Connection *connection;
    const char *bytes;       /* being taken */
    size_t size, turn;       /* of them; of which so many in this turn */
    bool is_kept;            /* what is in the frame that is being taken */
    Text message;            /* being put together */
    Text questions;          /* that wait, each with its zero byte */
    size_t asked;            /* bytes of them that were asked */
    char *question, *target; /* the one that is being answered, as it came and taken apart */
    Text out;                /* frames to be sent */
    bool is_pinged;          /* and has not been heard of since */
    bool is_broken;          /* what came were no frames; nothing more is understood */
};

static bool has_questions(const WebSocket *socket)
{
    return socket->asked < socket->questions.length;
}

/* -- frames ------------------------------------------------------------------------------------ */

/* While there are questions no more are read: whoever asks faster than we answer has to wait. */
static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *buffer, size_t room, int flags,
                          void *context)
{
    WebSocket *socket = context;
    size_t part = socket->turn < room ? socket->turn : room;
    (void)flags;
    if (part == 0 || has_questions(socket)) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(buffer, socket->bytes, part);
    socket->bytes += part;
    socket->size -= part;
    socket->turn -= part;
    return (ssize_t)part;
}

static ssize_t take_frame(wslay_event_context_ptr frames, const uint8_t *bytes, size_t size,
                          int flags, void *context)
{
    WebSocket *socket = context;
    (void)flags;
    text_add_bytes(&socket->out, (const char *)bytes, size);
    if (!socket->out.failed)
        return (ssize_t)size;
    wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

/* Messages are put together here and not by wslay, which takes some memory for every part. */
static void begin_frame(wslay_event_context_ptr frames,
                        const struct wslay_event_on_frame_recv_start_arg *frame, void *context)
{
    WebSocket *socket = context;
    bool is_control = wslay_is_ctrl_frame(frame->opcode);
    bool is_long = !is_control && frame->payload_length > MESSAGE_BYTES - socket->message.length;
    if (is_long)
        wslay_event_queue_close(frames, WSLAY_CODE_MESSAGE_TOO_BIG, NULL, 0);
    socket->is_kept = !is_control && !is_long;
}

static void take_chunk(wslay_event_context_ptr frames,
                       const struct wslay_event_on_frame_recv_chunk_arg *chunk, void *context)
{
    WebSocket *socket = context;
    (void)frames;
    if (socket->is_kept && chunk->data_length > 0)
        text_add_bytes(&socket->message, (const char *)chunk->data, chunk->data_length);
}

static void hear(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
                 void *context)
{
    WebSocket *socket = context;
    if (message->opcode == WSLAY_BINARY_FRAME)
        wslay_event_queue_close(frames, WSLAY_CODE_UNSUPPORTED_DATA, NULL, 0);
    if (message->opcode != WSLAY_TEXT_FRAME)
        return;
    /* A zero byte would end the question early; any other control character is refused. */
    for (size_t i = 0; i < socket->message.length; i++) {
        if (socket->message.bytes[i] == '\0')
            socket->message.bytes[i] = '\x01';
    }
    if (socket->message.length > 0)
        text_add(&socket->questions, socket->message.bytes);
    text_add_bytes(&socket->questions, "", 1);
    socket->questions.failed |= socket->message.failed;
    text_free(&socket->message);
    socket->message = (Text){0};
}

/* -- asking and answering ---------------------------------------------------------------------- */

/* {"version": 1, "question": "…", "status": 200, "answer": {…}} */
static bool queue_answer(WebSocket *socket, const Reply *reply)
{
    Json json = {0};
    json_begin(&json, NULL);
    json_put_text(&json, "question", socket->question);
    json_put_integer(&json, "status", reply->status);
    json_name(&json, "answer");
    json_write_json(&json, reply->bytes, reply->size);
    json_close(&json, '}');
    Text *text = &json.text;
    struct wslay_event_msg message = {WSLAY_TEXT_FRAME, (uint8_t *)text->bytes, text->length};
    bool is_queued = !text->failed && wslay_event_queue_msg(socket->frames, &message) == 0;
    text_free(text);
    return is_queued;
}

static void drop_question(WebSocket *socket)
{
    free(socket->question);
    free(socket->target);
    socket->question = socket->target = NULL;
}

static void finish_question(Connection *connection, const Request *request, Reply *reply)
{
    request_log(connection, request, reply);
    if (!queue_answer(connection->socket, reply))
        connection_close(connection);
    lud_free(reply->owned);
    drop_question(connection->socket);
}

/* Takes the next question out of those that wait, twice: the answer repeats it as it came, and the
 * request points into what it is split into. */
static bool next_question(WebSocket *socket)
{
    const char *next = socket->questions.bytes + socket->asked;
    socket->question = strdup(next);
    socket->target = strdup(next);
    socket->asked += strlen(next) + 1;
    if (!has_questions(socket)) {
        text_free(&socket->questions);
        socket->questions = (Text){0};
        socket->asked = 0;
    }
    return socket->question && socket->target;
}

static bool read_question(WebSocket *socket, Request *request)
{
    const char *authority;
    *request = (Request){.path = "?",
                         .accept_encoding = "",
                         .if_none_match = "",
                         .sender = socket->connection->sender,
                         .now_us = base_time_us()};
    return target_read(socket->target, request, &authority) && !authority && api_has(request->path);
}

static void on_answer(Connection *connection, const Request *request, Reply *reply);

/* Has the next question answered, here if there is little to it. */
static void ask(Connection *connection)
{
    Request request;
    Reply reply;
    if (!next_question(connection->socket)) {
        connection_close(connection);
        return;
    }
    bool is_question = read_question(connection->socket, &request);
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

/* -- the protocol ------------------------------------------------------------------------------ */

/* Sends the frames that are ready. Whether the other end has taken them all. */
static bool flush(Connection *connection)
{
    WebSocket *socket = connection->socket;
    if (!socket->is_broken && wslay_event_send(socket->frames) != 0) {
        connection_close(connection);
        return false;
    }
    if (socket->out.length == 0)
        return true;
    Text out = socket->out;
    socket->out = (Text){0};
    bool is_sent = connection_send(connection, out.bytes, out.length, "", 0, NULL);
    text_free(&out);
    return is_sent;
}

/* Once we have said farewell the other end's is not waited for. */
static bool has_ended(const WebSocket *socket)
{
    return socket->is_broken || wslay_event_get_close_sent(socket->frames);
}

/* Answers and asks in turn until it has to wait for something. */
static void go_on(Connection *connection)
{
    WebSocket *socket = connection->socket;
    while (connection->stage == STAGE_READING && flush(connection)) {
        if (has_ended(socket))
            connection_linger(connection);
        else if (has_questions(socket) && connection_has_turn(connection))
            ask(connection);
        else
            return;
    }
}

static void on_answer(Connection *connection, const Request *request, Reply *reply)
{
    connection_wait(connection, PATIENCE_IDLE);
    finish_question(connection, request, reply);
    go_on(connection);
    connection_go_on(connection);
}

/* Says farewell by itself, because wslay would give no reason. */
static void break_off(WebSocket *socket)
{
    static const char farewell[] = {'\x88', 2, WSLAY_CODE_PROTOCOL_ERROR >> 8,
                                    (char)(WSLAY_CODE_PROTOCOL_ERROR & 0xff)};
    socket->is_broken = true;
    text_add_bytes(&socket->out, farewell, sizeof farewell);
}

static void take(Connection *connection, const char *bytes, size_t size)
{
    WebSocket *socket = connection->socket;
    socket->bytes = bytes;
    socket->size = size;
    socket->turn = size < BYTES_A_TURN ? size : BYTES_A_TURN;
    socket->is_pinged = false;
    connection_wait(connection, PATIENCE_IDLE);
    if (wslay_event_recv(socket->frames) != 0 || socket->questions.failed)
        break_off(socket);
    else if (socket->size > 0 && wslay_event_get_read_enabled(socket->frames))
        connection_keep(connection, socket->bytes, socket->size);
    go_on(connection);
    if (connection->rest && connection->stage == STAGE_READING)
        connection_rest(connection);
}

static void sent(Connection *connection)
{
    connection_wait(connection, PATIENCE_IDLE);
    go_on(connection);
    connection_go_on(connection);
}

/* Asks whether anybody is still there, once. */
static void late(Connection *connection)
{
    WebSocket *socket = connection->socket;
    struct wslay_event_msg ping = {WSLAY_PING, NULL, 0};
    if (socket->is_pinged || wslay_event_queue_msg(socket->frames, &ping) != 0) {
        connection_close(connection);
        return;
    }
    socket->is_pinged = true;
    connection_wait(connection, PATIENCE_IDLE);
    go_on(connection);
    connection_go_on(connection);
}

static const Protocol web_socket = {.take = take, .sent = sent, .late = late, .go_on = go_on};

/* -- the handshake ----------------------------------------------------------------------------- */

bool socket_talk_is_wanted(const RequestHead *head, const Request *request)
{
    return request->method == METHOD_GET && !head->is_old && !head->has_content &&
           head->is_upgrade && strcmp(request->path, API_SOCKET) == 0 &&
           strcasecmp(head->upgrade, "websocket") == 0 && strcmp(head->socket_version, "13") == 0 &&
           strlen(head->socket_key) == KEY_LETTERS;
}

/* Proof that this is a WebSocket's server and not one that repeats what it is told. */
static bool accept_key(const char *key, char text[ACCEPT_TEXT])
{
    static const char salt[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    char both[KEY_LETTERS + sizeof salt];
    unsigned char digest[SHA_DIGEST_LENGTH];
    int length = snprintf(both, sizeof both, "%s%s", key, salt);
    if (!SHA1((const unsigned char *)both, (size_t)length, digest))
        return false;
    EVP_EncodeBlock((unsigned char *)text, digest, sizeof digest);
    return true;
}

bool socket_talk_is_ready(void)
{
    char text[ACCEPT_TEXT];
    return accept_key("dGhlIHNhbXBsZSBub25jZQ==", text) &&
           strcmp(text, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == 0;
}

static WebSocket *make(Connection *connection)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = give_bytes,
        .send_callback = take_frame,
        .on_frame_recv_start_callback = begin_frame,
        .on_frame_recv_chunk_callback = take_chunk,
        .on_msg_recv_callback = hear};
    WebSocket *made = calloc(1, sizeof *made);
    if (!made || wslay_event_context_server_init(&made->frames, &callbacks, made) != 0) {
        free(made);
        return NULL;
    }
    wslay_event_config_set_max_recv_msg_length(made->frames, MESSAGE_BYTES);
    wslay_event_config_set_no_buffering(made->frames, 1);
    made->connection = connection;
    return made;
}

void socket_talk_start(Connection *connection, const Request *request)
{
    const RequestHead *head = connection->reader.head;
    const Reply reply = {.status = 101};
    char accept[ACCEPT_TEXT];
    connection->socket = make(connection);
    if (!connection->socket || !accept_key(head->socket_key, accept)) {
        connection_close(connection);
        return;
    }
    text_printf(&connection->socket->out,
                "HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\n"
                "connection: upgrade\r\nsec-websocket-accept: %s\r\n\r\n",
                accept);
    request_log(connection, request, &reply);
    head_reader_end(&connection->reader);
    connection->protocol = &web_socket;
    connection_wait(connection, PATIENCE_IDLE);
    go_on(connection);
}

void socket_talk_end(Connection *connection)
{
    WebSocket *socket = connection->socket;
    if (!socket)
        return;
    wslay_event_context_free(socket->frames);
    drop_question(socket);
    text_free(&socket->message);
    text_free(&socket->questions);
    text_free(&socket->out);
    free(socket);
}
