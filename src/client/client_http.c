#include "client/client_http.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { ANSWER_MOST = 16 << 20, WAIT_MS = 30000 };

/* The connection ends with the answer, so that everything up to there belongs to it. */
static bool send_ask(ClientLine *line, const ClientAsk *ask)
{
    const ClientUrl *url = ask->url;
    Text text = {0};
    text_printf(&text, "%s %s HTTP/1.1\r\nHost: %s:%s\r\nConnection: close\r\n", ask->method,
                ask->path, url->host, url->port);
    if (url->token[0])
        text_printf(&text, "Authorization: Bearer %s\r\n", url->token);
    if (ask->body)
        text_printf(&text, "Content-Type: application/json\r\nContent-Length: %zu\r\n",
                    strlen(ask->body));
    text_add(&text, "\r\n");
    if (ask->body)
        text_add(&text, ask->body);
    bool is_sent = !text.failed && client_line_send(line, text.bytes, text.length);
    text_free(&text);
    return is_sent;
}

static bool read_all(ClientLine *line, Text *answer)
{
    char bytes[4096];
    long size;
    while (answer->length < ANSWER_MOST &&
           (size = client_line_read(line, bytes, sizeof bytes, WAIT_MS)) > 0)
        text_add_bytes(answer, bytes, (size_t)size);
    return !answer->failed && answer->length > 0 && answer->length < ANSWER_MOST;
}

/* Puts pieces with their lengths together, in place; false if they are broken off. */
static bool join_chunks(char *content)
{
    char *to = content, *end = content + strlen(content);
    for (char *at = content;;) {
        char *line;
        size_t size = strtoul(at, &line, 16);
        line = strstr(line, "\r\n");
        if (!line || size > (size_t)(end - line - 2))
            return false; /* the length is a stranger's: adding it could lead anywhere */
        memmove(to, line + 2, size);
        to += size;
        if (size == 0)
            break;
        at = line + 2 + size;
        if (strncmp(at, "\r\n", 2) != 0)
            return false;
        at += 2;
    }
    *to = '\0';
    return true;
}

/* Takes the head away, and how the content was packed. */
static bool unpack(Text *answer, int *status, char **content)
{
    char *head_end = strstr(answer->bytes, "\r\n\r\n");
    if (!head_end || strncmp(answer->bytes, "HTTP/1.1 ", 9) != 0)
        return false;
    *head_end = '\0';
    *status = atoi(answer->bytes + 9);
    char *made = strdup(head_end + 4);
    bool is_chunked = strstr(answer->bytes, "chunked") != NULL;
    if (!made || (is_chunked && !join_chunks(made))) {
        free(made);
        return false;
    }
    *content = made;
    return true;
}

LudStatus client_ask(const ClientAsk *ask, int *status, char **content, LudError *err)
{
    ClientLine *line = NULL;
    Text answer = {0};
    LudStatus opened = client_line_open(&line, ask->url, err);
    if (opened != LUD_OK)
        return opened;
    bool is_answered =
        send_ask(line, ask) && read_all(line, &answer) && unpack(&answer, status, content);
    client_line_close(line);
    text_free(&answer);
    if (is_answered)
        return LUD_OK;
    return lud_error_set(err, LUD_EFILE, LUD_MESSAGE("{1}, port {2}, gave no answer."),
                         ask->url->host, ask->url->port, (char *)NULL);
}
