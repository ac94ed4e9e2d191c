#include "server/socket_frames.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wslay/wslay.h>

#include "server/request_log.h"

enum {
    MESSAGE_BYTES = HEAD_BYTES,
    BYTES_A_TURN = 512, /* in which there may be eighty messages */
    KEY_LETTERS = 24,
    ACCEPT_TEXT = 32,
};

struct WebSocket {
    wslay_event_context_ptr frames;
    const Conversation *conversation;
    void *talk;
    const char *bytes; /* being taken */
    size_t size, turn; /* of them; of which so many in this turn */
    bool is_kept;      /* what is in the frame that is being taken */
    Text message;      /* being put together */
    Text waiting;      /* messages that wait, each with its zero byte */
    size_t heard;      /* bytes of them that were answered */
    Text out;          /* frames to be sent */
    bool is_pinged;    /* and has not been heard of since */
    bool is_broken;    /* what came were no frames; nothing more is understood */
};

static bool has_messages(const WebSocket *socket)
{
    return socket->heard < socket->waiting.length;
}

/* -- frames that come in ----------------------------------------------------------------------- */

/* While there are messages no more are read: whoever says more than we answer has to wait. */
static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *buffer, size_t room, int flags,
                          void *context)
{
    WebSocket *socket = context;
    size_t part = socket->turn < room ? socket->turn : room;
    (void)flags;
    if (part == 0 || has_messages(socket)) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(buffer, socket->bytes, part);
    socket->bytes += part;
    socket->size -= part;
    socket->turn -= part;
    return (ssize_t)part;
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
    /* A zero byte would end the message early; any other control character is refused. */
    for (size_t i = 0; i < socket->message.length; i++) {
        if (socket->message.bytes[i] == '\0')
            socket->message.bytes[i] = '\x01';
    }
    if (socket->message.length > 0)
        text_add(&socket->waiting, socket->message.bytes);
    text_add_bytes(&socket->waiting, "", 1);
    socket->waiting.failed |= socket->message.failed;
    text_free(&socket->message);
    socket->message = (Text){0};
}

/* -- frames that go out ------------------------------------------------------------------------ */

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

/* Once we have said farewell the other end's is not waited for. */
static bool has_ended(const WebSocket *socket)
{
    return socket->is_broken || wslay_event_get_close_sent(socket->frames);
}

/* The head of a text's frame: its kind, and its length in one, three or nine bytes. */
static size_t write_head(unsigned char head[10], size_t size)
{
    enum { WHOLE_TEXT = 0x81, TWO_FOLLOW = 126, EIGHT_FOLLOW = 127 };
    size_t follow = size < TWO_FOLLOW ? 0 : size <= 0xffff ? 2 : 8;
    head[0] = WHOLE_TEXT;
    head[1] = (unsigned char)(follow == 0 ? size : follow == 2 ? TWO_FOLLOW : EIGHT_FOLLOW);
    for (size_t i = 0; i < follow; i++)
        head[2 + i] = (unsigned char)((uint64_t)size >> 8 * (follow - 1 - i));
    return 2 + follow;
}

void socket_frames_say(Connection *connection, const char *bytes, size_t size)
{
    WebSocket *socket = connection->socket;
    unsigned char head[10];
    if (has_ended(socket))
        return;
    text_add_bytes(&socket->out, (const char *)head, write_head(head, size));
    text_add_bytes(&socket->out, bytes, size);
}

size_t socket_frames_said(const Connection *connection)
{
    return connection->socket->out.length;
}

void socket_frames_part(Connection *connection, int code)
{
    wslay_event_queue_close(connection->socket->frames, (uint16_t)code, NULL, 0);
}

/* Sends the frames that are ready. Whether the other end has taken them all. */
static bool flush(Connection *connection)
{
    WebSocket *socket = connection->socket;
    bool is_ready = socket->is_broken || wslay_event_send(socket->frames) == 0;
    if (!is_ready || socket->out.failed) {
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

/* -- talking ----------------------------------------------------------------------------------- */

/* Takes the next message out of those that wait and has it answered. */
static void answer_next(Connection *connection)
{
    WebSocket *socket = connection->socket;
    Text waiting = socket->waiting;
    const char *next = waiting.bytes + socket->heard;
    socket->heard += strlen(next) + 1;
    bool is_last = !has_messages(socket);
    if (is_last) {
        socket->waiting = (Text){0};
        socket->heard = 0;
    }
    socket->conversation->answer(connection, next);
    if (is_last)
        text_free(&waiting);
}

/* Speaks and answers in turn until it has to wait for something. What is said besides may go out
 * while an answer is being worked out. */
void socket_frames_go_on(Connection *connection)
{
    WebSocket *socket = connection->socket;
    const Conversation *conversation = socket->conversation;
    if (connection->is_unwanted && !connection->has_errand)
        socket_frames_part(connection, FAREWELL_LEAVING);
    while ((connection->stage == STAGE_READING || connection->stage == STAGE_ASKING) &&
           flush(connection)) {
        if (has_ended(socket))
            connection_linger(connection);
        else if (conversation->speak && conversation->speak(connection))
            continue;
        else if (!connection->has_errand && has_messages(socket) && connection_has_turn(connection))
            answer_next(connection);
        else
            return;
    }
}

/* All was sent, or answered. */
static void settle(Connection *connection)
{
    if (connection->has_errand)
        connection->stage = STAGE_ASKING;
    else
        connection_wait(connection, PATIENCE_IDLE);
    socket_frames_go_on(connection);
    connection_go_on(connection);
}

void socket_frames_answered(Connection *connection)
{
    if (connection->stage == STAGE_ASKING)
        settle(connection);
}

/* -- the protocol ------------------------------------------------------------------------------ */

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
    if (wslay_event_recv(socket->frames) != 0 || socket->waiting.failed)
        break_off(socket);
    else if (socket->size > 0 && wslay_event_get_read_enabled(socket->frames))
        connection_keep(connection, socket->bytes, socket->size);
    socket_frames_go_on(connection);
    if (connection->rest && connection->stage == STAGE_READING)
        connection_rest(connection);
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
    settle(connection);
}

static void closed(Connection *connection)
{
    const WebSocket *socket = connection->socket;
    if (socket->conversation->leave)
        socket->conversation->leave(connection);
}

static const Protocol web_socket = {.take = take,
                                    .sent = settle,
                                    .late = late,
                                    .go_on = socket_frames_go_on,
                                    .part = socket_frames_go_on,
                                    .closed = closed};

/* -- the handshake ----------------------------------------------------------------------------- */

bool socket_frames_is_handshake(const RequestHead *head, const Request *request)
{
    return request->method == METHOD_GET && !head->is_old && !head->has_content &&
           head->is_upgrade && strcasecmp(head->upgrade, "websocket") == 0 &&
           strcmp(head->socket_version, "13") == 0 && strlen(head->socket_key) == KEY_LETTERS;
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

bool socket_frames_are_ready(void)
{
    char text[ACCEPT_TEXT];
    return accept_key("dGhlIHNhbXBsZSBub25jZQ==", text) &&
           strcmp(text, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=") == 0;
}

static WebSocket *make(const Conversation *conversation, void *talk)
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
    made->conversation = conversation;
    made->talk = talk;
    return made;
}

void socket_frames_start(Connection *connection, const Request *request,
                         const Conversation *conversation, void *talk)
{
    const RequestHead *head = connection->reader.head;
    const Reply reply = {.status = 101};
    char accept[ACCEPT_TEXT];
    bool is_accepted = accept_key(head->socket_key, accept);
    connection->socket = is_accepted ? make(conversation, talk) : NULL;
    if (!connection->socket) {
        conversation->end(talk);
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
    socket_frames_go_on(connection);
}

void *socket_frames_talk(const Connection *connection)
{
    return connection->socket->talk;
}

void socket_frames_end(Connection *connection)
{
    WebSocket *socket = connection->socket;
    if (!socket)
        return;
    wslay_event_context_free(socket->frames);
    socket->conversation->end(socket->talk);
    text_free(&socket->message);
    text_free(&socket->waiting);
    text_free(&socket->out);
    free(socket);
}
