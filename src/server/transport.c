#include "server/transport.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>

#include "base/clock_time.h"

enum { PATH_BYTES = 1024, FIELD_BYTES = 1024, PART_BYTES = 16384, SLOW_S = 20 };

/* A reply on its way: what is left of it. */
typedef struct Sending {
    const char *at;
    size_t left;
    char *owned;
    bool closes; /* the request had content, which was not read */
} Sending;

static void drop(Sending *sending)
{
    free(sending->owned);
    *sending = (Sending){0};
}

/* -- the request ------------------------------------------------------------------------------- */

/* Where the texts of a request are kept while it is answered. */
typedef struct Pages {
    char path[PATH_BYTES], accept_encoding[FIELD_BYTES], if_none_match[FIELD_BYTES];
    char arguments[TRANSPORT_HEAD_BYTES];
    char address[64];
} Pages;

/* A field that is absent, or too long to be sensible, reads as empty. */
static const char *read_field(struct lws *wsi, enum lws_token_indexes field, char text[FIELD_BYTES])
{
    if (lws_hdr_copy(wsi, text, FIELD_BYTES, field) <= 0)
        text[0] = '\0';
    return text;
}

static void read_arguments(struct lws *wsi, Pages *pages, Request *request)
{
    char *at = pages->arguments, *end = at + sizeof pages->arguments;
    int length;
    for (int i = 0; (length = lws_hdr_fragment_length(wsi, WSI_TOKEN_HTTP_URI_ARGS, i)) > 0; i++) {
        if (end - at <= length + 1 ||
            lws_hdr_copy_fragment(wsi, at, (int)(end - at), WSI_TOKEN_HTTP_URI_ARGS, i) < 0) {
            request->is_path_too_long = true;
            return;
        }
        at[length] = '\0';
        if (i < REQUEST_ARGUMENTS)
            request->arguments[i] = at;
        request->argument_count = i + 1;
        at += length + 1;
    }
}

/* Machines of one network of IPv6 count as one: whoever has one of its addresses has 2^64. */
static uint64_t number_sender(const char *address)
{
    enum { NETWORK_BYTES = 8, IPV4_BYTES = 4 };
    uint8_t bytes[16] = {0};
    int length = lws_parse_numeric_address(address, bytes, sizeof bytes);
    return XXH3_64bits(bytes, length > IPV4_BYTES ? NETWORK_BYTES : IPV4_BYTES);
}

static Method read_method(struct lws *wsi, Pages *pages, Request *request)
{
    char *path = NULL;
    int length = 0, method = lws_http_get_uri_and_method(wsi, &path, &length);
    if (method < 0 || !path)
        length = 0;
    if (length >= PATH_BYTES) {
        request->is_path_too_long = true;
        length = PATH_BYTES - 1;
    }
    if (length > 0)
        memcpy(pages->path, path, (size_t)length);
    pages->path[length] = '\0';
    return method == LWSHUMETH_GET       ? METHOD_GET
           : method == LWSHUMETH_HEAD    ? METHOD_HEAD
           : method == LWSHUMETH_OPTIONS ? METHOD_OPTIONS
                                         : METHOD_OTHER;
}

static void read_request(struct lws *wsi, Pages *pages, Request *request)
{
    *request = (Request){.path = pages->path, .now_us = base_time_us()};
    request->method = read_method(wsi, pages, request);
    read_arguments(wsi, pages, request);
    request->accept_encoding =
        read_field(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, pages->accept_encoding);
    request->if_none_match = read_field(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, pages->if_none_match);
    pages->address[0] = '\0';
    lws_get_peer_simple(wsi, pages->address, sizeof pages->address);
    /* An address of IPv4 that comes through a socket of IPv6. */
    static const char mapped[] = "::ffff:";
    if (strncmp(pages->address, mapped, strlen(mapped)) == 0 && strchr(pages->address, '.'))
        memmove(pages->address, pages->address + strlen(mapped),
                strlen(pages->address + strlen(mapped)) + 1);
    request->sender = number_sender(pages->address);
}

/* Content that nobody reads would be taken for the next request. */
static bool has_content(struct lws *wsi)
{
    char length[32];
    int known = lws_hdr_copy(wsi, length, sizeof length, WSI_TOKEN_HTTP_CONTENT_LENGTH);
    return (known > 0 && strcmp(length, "0") != 0) ||
           lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0;
}

/* -- the reply's head -------------------------------------------------------------------------- */

typedef struct Head {
    struct lws *wsi;
    unsigned char *at, *end;
    bool failed;
} Head;

static void add(Head *head, const char *name, const char *value)
{
    if (value && *value && !head->failed)
        head->failed = lws_add_http_header_by_name(head->wsi, (const unsigned char *)name,
                                                   (const unsigned char *)value, (int)strlen(value),
                                                   &head->at, head->end) != 0;
}

static void add_number(Head *head, const char *name, size_t number)
{
    char text[32];
    snprintf(text, sizeof text, "%zu", number);
    add(head, name, text);
}

static void add_date(Head *head)
{
    char text[64];
    time_t now = time(NULL);
    struct tm parts;
    if (gmtime_r(&now, &parts) &&
        strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0)
        add(head, "date:", text);
}

static bool send_head(struct lws *wsi, const Reply *reply, bool closes)
{
    unsigned char buffer[LWS_PRE + 4096];
    Head head = {wsi, buffer + LWS_PRE, buffer + sizeof buffer, false};
    head.failed =
        lws_add_http_header_status(wsi, (unsigned)reply->status | LWSAHH_FLAG_NO_SERVER_NAME,
                                   &head.at, head.end) != 0;
    add_date(&head);
    add(&head, "content-type:", reply->type);
    add(&head, "content-encoding:", reply->encoding);
    if (reply->type)
        add_number(&head, "content-length:", reply->size);
    add(&head, "cache-control:", reply->caching);
    add(&head, "etag:", reply->tag);
    add(&head, "vary:", reply->varies ? "Accept-Encoding" : NULL);
    add(&head, "allow:", reply->allow);
    if (reply->retry_after_s > 0)
        add_number(&head, "retry-after:", (size_t)reply->retry_after_s);
    add(&head, "connection:", closes ? "close" : NULL);
    return !head.failed &&
           lws_finalize_write_http_header(wsi, buffer + LWS_PRE, &head.at, head.end) == 0;
}

/* -- talking ----------------------------------------------------------------------------------- */

static void log_answer(const Transport *transport, const Request *request, const char *address,
                       const Reply *reply)
{
    static const char *const names[] = {"GET", "HEAD", "OPTIONS", "OTHER"};
    char line[PATH_BYTES + 128];
    if (!transport->log)
        return;
    snprintf(line, sizeof line, "%s %s %s %d %zu", address, names[request->method], request->path,
             reply->status, reply->size);
    for (char *at = line; *at; at++) {
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '?';
    }
    transport->log(transport->log_context, line);
}

/* Both return 0, or -1 to end the connection. */
static int finish(struct lws *wsi, Sending *sending)
{
    bool closes = sending->closes;
    drop(sending);
    return lws_http_transaction_completed(wsi) || closes ? -1 : 0;
}

static int answer(struct lws *wsi, Sending *sending)
{
    const Transport *transport = lws_vhost_user(lws_get_vhost(wsi));
    Pages pages;
    Request request;
    Reply reply;
    drop(sending);
    read_request(wsi, &pages, &request);
    site_answer(transport->site, &request, &reply);
    log_answer(transport, &request, pages.address, &reply);
    *sending = (Sending){.at = reply.bytes, .owned = reply.owned, .closes = has_content(wsi)};
    if (request.method != METHOD_HEAD)
        sending->left = reply.size;
    if (!send_head(wsi, &reply, sending->closes))
        return -1;
    if (sending->left == 0)
        return finish(wsi, sending);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_part(struct lws *wsi, Sending *sending)
{
    unsigned char buffer[LWS_PRE + PART_BYTES];
    if (sending->left == 0)
        return 0;
    size_t size = sending->left < PART_BYTES ? sending->left : PART_BYTES;
    memcpy(buffer + LWS_PRE, sending->at, size);
    sending->at += size;
    sending->left -= size;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, SLOW_S);
    if (lws_write(wsi, buffer + LWS_PRE, size,
                  sending->left ? LWS_WRITE_HTTP : LWS_WRITE_HTTP_FINAL) < 0)
        return -1;
    if (sending->left == 0)
        return finish(wsi, sending);
    lws_callback_on_writable(wsi);
    return 0;
}

static int callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                    size_t size)
{
    (void)in;
    (void)size;
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return answer(wsi, user);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return send_part(wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (user)
            drop(user);
        return 0;
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return -1; /* no WebSocket here */
    default:
        return 0;
    }
}

const struct lws_protocols transport_protocols[] = {
    {.name = "http", .callback = callback, .per_session_data_size = sizeof(Sending)},
    {.name = NULL},
};
