#include "client/client_url.h"

#include <stdio.h>
#include <string.h>

/* Copies `length` bytes; false if there is no room, or nothing to copy. */
static bool copy(char *to, size_t size, const char *from, size_t length)
{
    if (length == 0 || length >= size)
        return false;
    memcpy(to, from, length);
    to[length] = '\0';
    return true;
}

static bool starts_with(const char **at, const char *start)
{
    size_t length = strlen(start);
    if (strncmp(*at, start, length) != 0)
        return false;
    *at += length;
    return true;
}

/* HOST, HOST:PORT or [IPv6]:PORT. */
static const char *read_host(const char *at, ClientUrl *url)
{
    bool is_bracketed = *at == '[';
    at += is_bracketed;
    size_t length = strcspn(at, is_bracketed ? "]" : ":/#");
    if (!copy(url->host, sizeof url->host, at, length))
        return NULL;
    at += length;
    if (is_bracketed && *at++ != ']')
        return NULL;
    snprintf(url->port, sizeof url->port, "%s", url->is_secure ? "443" : "80");
    if (*at != ':')
        return at;
    length = strspn(at + 1, "0123456789");
    return copy(url->port, sizeof url->port, at + 1, length) ? at + 1 + length : NULL;
}

static bool read_game(const char *at, ClientUrl *url)
{
    size_t length = strcspn(at, "./?");
    return copy(url->id, sizeof url->id, at, length) && at[length] == '\0';
}

static bool read_seat(const char *at, ClientUrl *url)
{
    size_t length = strcspn(at, ".");
    return copy(url->id, sizeof url->id, at, length) && at[length] == '.' &&
           copy(url->token, sizeof url->token, at + length + 1, strlen(at + length + 1));
}

bool client_url_read(const char *text, ClientUrl *url)
{
    *url = (ClientUrl){0};
    const char *at = text;
    if (starts_with(&at, "https://"))
        url->is_secure = true;
    else if (!starts_with(&at, "http://"))
        return false;
    at = read_host(at, url);
    if (!at)
        return false;
    at += *at == '/';
    if (*at == '\0')
        return true;
    if (starts_with(&at, "#/seat/"))
        return read_seat(at, url);
    return (starts_with(&at, "#/play/") || starts_with(&at, "#/online/")) && read_game(at, url);
}
