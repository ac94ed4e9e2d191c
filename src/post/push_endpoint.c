#include "post/push_endpoint.h"

#include <string.h>
#include <strings.h>

#include "base/text.h"

static const char scheme[] = "https://";
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/* Labels of letters, digits and inner hyphens, joined by dots. */
static bool is_host(const char *host)
{
    size_t label = 0;
    char before = '.';
    for (const char *at = host; *at; before = *at++) {
        bool is_letter = strchr(letters, *at) != NULL;
        bool is_joint = *at == '.' ? before != '.' && before != '-' : *at == '-' && before != '.';
        label = *at == '.' ? 0 : label + 1;
        if ((!is_letter && !is_joint) || label > 63)
            return false;
    }
    return before != '.' && before != '-';
}

bool push_endpoint_read_host(const char *text, size_t size, int usual, char host[POST_HOST_TEXT],
                             int *port)
{
    char whole[POST_HOST_TEXT + 8];
    if (size >= sizeof whole)
        return false;
    memcpy(whole, text, size);
    whole[size] = '\0';
    char *colon = strchr(whole, ':');
    *port = usual;
    if (colon) {
        const char *end = text_read_number(colon + 1, POST_LAST_PORT, port);
        *colon = '\0';
        if (!end || *end || *port == 0)
            return false;
    }
    if (strlen(whole) >= POST_HOST_TEXT - 1 || !is_host(whole))
        return false;
    strcpy(host, whole);
    return true;
}

static bool is_path(const char *path)
{
    for (; *path; path++) {
        if (*path <= ' ' || *path > '~' || strchr("#\"<>\\^`{|}", *path))
            return false;
    }
    return true;
}

bool push_endpoint_read(const char *text, PushEndpoint *endpoint)
{
    if (strncmp(text, scheme, strlen(scheme)) != 0 || strlen(text) >= ENDPOINT_TEXT)
        return false;
    text += strlen(scheme);
    size_t size = strcspn(text, "/?#");
    if (text[size] == '?' || !is_path(text + size))
        return false;
    strcpy(endpoint->path, text[size] ? text + size : "/");
    return push_endpoint_read_host(text, size, HTTPS_PORT, endpoint->host, &endpoint->port);
}

/* The last two words of a name; all of a number. */
static const char *find_owner(const char *host)
{
    const char *last = strrchr(host, '.');
    if (!last || strspn(last + 1, "0123456789") == strlen(last + 1))
        return host;
    while (last > host && last[-1] != '.')
        last--;
    return last;
}

bool push_endpoint_are_alike(const char *one, const char *other)
{
    return strcasecmp(find_owner(one), find_owner(other)) == 0;
}
