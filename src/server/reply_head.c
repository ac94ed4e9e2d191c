#include "server/reply_head.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "server/security_headers.h"

typedef struct Head {
    char *text;
    size_t length;
    bool failed;
} Head;

__attribute__((format(printf, 2, 3))) static void add(Head *head, const char *format, ...)
{
    va_list arguments;
    size_t room = REPLY_HEAD_BYTES - head->length;
    va_start(arguments, format);
    int length = vsnprintf(head->text + head->length, room, format, arguments);
    va_end(arguments);
    head->failed |= length < 0 || (size_t)length >= room;
    if (!head->failed)
        head->length += (size_t)length;
}

static void add_field(Head *head, const char *name, const char *value)
{
    if (value && *value)
        add(head, "%s: %s\r\n", name, value);
}

static const char *phrase(int status)
{
    static const struct {
        int status;
        const char *phrase;
    } phrases[] = {
        {200, "OK"},
        {201, "Created"},
        {204, "No Content"},
        {206, "Partial Content"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {416, "Range Not Satisfiable"},
        {421, "Misdirected Request"},
        {422, "Unprocessable Content"},
        {426, "Upgrade Required"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {500, "Internal Server Error"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof phrases / sizeof phrases[0]; i++) {
        if (phrases[i].status == status)
            return phrases[i].phrase;
    }
    return "";
}

/* Written once a second, not once a reply. */
static const char *date_now(void)
{
    static _Thread_local time_t written = (time_t)-1;
    static _Thread_local char text[64];
    struct tm parts;
    time_t now = time(NULL);
    if (now != written && gmtime_r(&now, &parts) &&
        strftime(text, sizeof text, "%a, %d %b %Y %H:%M:%S GMT", &parts) > 0)
        written = now;
    return text;
}

/* Of what pages elsewhere may read: and, where they ask first, that they may ask for stretches. */
static void add_sharing(Head *head, const Reply *reply)
{
    add_field(head, "cross-origin-resource-policy",
              reply->is_shared ? "cross-origin" : "same-origin");
    if (!reply->is_shared)
        return;
    add_field(head, "access-control-allow-origin", "*");
    add_field(head, "access-control-expose-headers", "accept-ranges, content-range, etag");
    if (reply->status != 204)
        return;
    add_field(head, "access-control-allow-methods", "GET, HEAD");
    add_field(head, "access-control-allow-headers", "if-none-match, if-range, range");
    add_field(head, "access-control-max-age", "86400");
}

size_t reply_head_write(const Reply *reply, Afterwards afterwards, const HeadSetting *setting,
                        char text[REPLY_HEAD_BYTES])
{
    Head head = {.text = text};
    add(&head, "HTTP/1.1 %d %s\r\n", reply->status, phrase(reply->status));
    add_field(&head, "date", date_now());
    add_field(&head, "content-type", reply->type);
    add_field(&head, "content-encoding", reply->encoding);
    if (reply->type)
        add(&head, "content-length: %" PRIu64 "\r\n", reply->size + reply->following);
    add_field(&head, "content-range", reply->range);
    add_field(&head, "accept-ranges", reply->takes_ranges ? "bytes" : NULL);
    add_field(&head, "cache-control", reply->caching);
    add_field(&head, "etag", reply->tag);
    add_field(&head, "vary", reply->varies ? "Accept-Encoding" : NULL);
    add_field(&head, "allow", reply->allow);
    add_field(&head, "www-authenticate", reply->authenticate);
    add_field(&head, "upgrade", reply->upgrade);
    if (reply->retry_after_s > 0)
        add(&head, "retry-after: %d\r\n", reply->retry_after_s);
    add_field(&head, "connection",
              afterwards == CLOSES              ? "close"
              : reply->upgrade                  ? "upgrade"
              : afterwards == STAYS_AND_SAYS_SO ? "keep-alive"
                                                : NULL);
    add_field(&head, "strict-transport-security", setting->is_secure ? "max-age=31536000" : NULL);
    add_sharing(&head, reply);
    add(&head, "%s%s%s%s\r\n", security_headers, setting->tables_from ? " " : "",
        setting->tables_from ? setting->tables_from : "", security_headers_rest);
    return head.failed ? 0 : head.length;
}
