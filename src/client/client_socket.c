#include "client/client_socket.h"

#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdlib.h>
#include <string.h>
#include <wslay/wslay.h>

#include "base/text.h"

enum {
    KEY_BYTES = 16,
    KEY_TEXT = 32,
    HEAD_MOST = 8192,
    MESSAGE_MOST = 16 << 20,
    WAIT_MS = 30000,
};

struct ClientSocket {
    ClientLine *line;
    wslay_event_context_ptr frames;
    char bytes[4096]; /* that came, of which `at` were taken */
    size_t at, size;
    Text messages; /* that are whole, each with its zero byte, of which so many were given away: */
    size_t given;
    bool is_broken;
};

/* -- frames ------------------------------------------------------------------------------------ */

static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *buffer, size_t room, int flags,
                          void *context)
{
    ClientSocket *socket = context;
    size_t left = socket->size - socket->at, part = left < room ? left : room;
    (void)flags;
    if (part == 0) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(buffer, socket->bytes + socket->at, part);
    socket->at += part;
    return (ssize_t)part;
}

static ssize_t send_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t size,
                          int flags, void *context)
{
    ClientSocket *socket = context;
    (void)flags;
    if (client_line_send(socket->line, (const char *)bytes, size))
        return (ssize_t)size;
    wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static int make_mask(wslay_event_context_ptr frames, uint8_t *mask, size_t size, void *context)
{
    (void)frames;
    (void)context;
    return RAND_bytes(mask, (int)size) == 1 ? 0 : -1;
}

static void hear(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *heard,
                 void *context)
{
    ClientSocket *socket = context;
    (void)frames;
    if (heard->opcode != WSLAY_TEXT_FRAME)
        return;
    text_add_bytes(&socket->messages, (const char *)heard->msg, heard->msg_length);
    text_add_bytes(&socket->messages, "", 1);
    socket->is_broken |= socket->messages.failed;
}

/* -- the handshake ----------------------------------------------------------------------------- */

static bool send_head(ClientLine *line, const ClientUrl *url, const char *path)
{
    unsigned char random[KEY_BYTES];
    char key[KEY_TEXT];
    Text text = {0};
    if (RAND_bytes(random, sizeof random) != 1)
        return false;
    EVP_EncodeBlock((unsigned char *)key, random, sizeof random);
    text_printf(&text,
                "GET %s HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
                path, url->host, url->port, key);
    bool is_sent = !text.failed && client_line_send(line, text.bytes, text.length);
    text_free(&text);
    return is_sent;
}

/* Reads the answer's head byte by byte: what follows it are frames. */
static bool read_head(ClientLine *line)
{
    static const char agreed[] = "HTTP/1.1 101";
    char head[HEAD_MOST] = "";
    for (size_t length = 0; length + 1 < sizeof head; length++) {
        if (client_line_read(line, head + length, 1, WAIT_MS) != 1)
            return false;
        head[length + 1] = '\0';
        if (length >= 3 && strcmp(head + length - 3, "\r\n\r\n") == 0)
            return strncmp(head, agreed, strlen(agreed)) == 0;
    }
    return false;
}

LudStatus client_socket_open(ClientSocket **opened, const ClientUrl *url, const char *path,
                             LudError *err)
{
    static const struct wslay_event_callbacks callbacks = {.recv_callback = give_bytes,
                                                           .send_callback = send_bytes,
                                                           .genmask_callback = make_mask,
                                                           .on_msg_recv_callback = hear};
    ClientSocket *socket = calloc(1, sizeof *socket);
    if (!socket || wslay_event_context_client_init(&socket->frames, &callbacks, socket) != 0) {
        free(socket);
        return lud_error_set(err, LUD_EMEMORY, LUD_MESSAGE("Out of memory."), (char *)NULL);
    }
    wslay_event_config_set_max_recv_msg_length(socket->frames, MESSAGE_MOST);
    LudStatus status = client_line_open(&socket->line, url, err);
    if (status == LUD_OK && (!send_head(socket->line, url, path) || !read_head(socket->line)))
        status = lud_error_set(err, LUD_EFILE, LUD_MESSAGE("{1}, port {2}, gave no answer."),
                               url->host, url->port, (char *)NULL);
    if (status == LUD_OK)
        *opened = socket;
    else
        client_socket_close(socket);
    return status;
}

/* -- messages ---------------------------------------------------------------------------------- */

bool client_socket_send(ClientSocket *socket, const char *message)
{
    struct wslay_event_msg sent = {WSLAY_TEXT_FRAME, (const uint8_t *)message, strlen(message)};
    return wslay_event_queue_msg(socket->frames, &sent) == 0 &&
           wslay_event_send(socket->frames) == 0;
}

/* Takes what is there already, and answers pings. */
static bool take_frames(ClientSocket *socket)
{
    return wslay_event_recv(socket->frames) == 0 && wslay_event_send(socket->frames) == 0 &&
           !socket->is_broken && !wslay_event_get_close_received(socket->frames);
}

static bool has_message(const ClientSocket *socket)
{
    return socket->given < socket->messages.length;
}

static char *give_message(ClientSocket *socket)
{
    char *message = strdup(socket->messages.bytes + socket->given);
    socket->is_broken |= !message;
    socket->given += strlen(socket->messages.bytes + socket->given) + 1;
    if (!has_message(socket)) {
        text_free(&socket->messages);
        socket->messages = (Text){0};
        socket->given = 0;
    }
    return message;
}

bool client_socket_read(ClientSocket *socket, int wait_ms, char **message)
{
    bool is_open = true;
    if (!has_message(socket)) {
        long size = client_line_read(socket->line, socket->bytes, sizeof socket->bytes, wait_ms);
        socket->at = 0;
        socket->size = size > 0 ? (size_t)size : 0;
        is_open = size >= 0 && take_frames(socket);
    }
    *message = has_message(socket) ? give_message(socket) : NULL;
    return is_open && !socket->is_broken;
}

void client_socket_close(ClientSocket *socket)
{
    if (!socket)
        return;
    wslay_event_context_free(socket->frames);
    client_line_close(socket->line);
    text_free(&socket->messages);
    free(socket);
}
