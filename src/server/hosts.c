#include "server/hosts.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

void hosts_find_own(Hosts *hosts)
{
    if (gethostname(hosts->own, sizeof hosts->own) != 0)
        hosts->own[0] = '\0';
    hosts->own[sizeof hosts->own - 1] = '\0';
}

/* -- taking a host apart ----------------------------------------------------------------------- */

static bool is_port(const char *text)
{
    return strlen(text) <= 5 && text[strspn(text, "0123456789")] == '\0';
}

/* Of what names and numbers are made. */
static bool is_clean(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char others[] = "0123456789-_.:";
    while (*name && (strchr(letters, *name) || strchr(others, *name)))
        name++;
    return *name == '\0';
}

/* The name without its port, brackets and the dot that may end it; false if it can't be one. */
static bool read_name(const char *host, char name[HOST_TEXT])
{
    bool is_bracketed = *host == '[';
    size_t length = is_bracketed ? strcspn(host, "]") : strcspn(host, ":");
    const char *rest = host + length + (is_bracketed && host[length] == ']');
    if (length >= HOST_TEXT || (is_bracketed && host[length] != ']') ||
        !(*rest == '\0' || (*rest == ':' && is_port(rest + 1))))
        return false;
    snprintf(name, HOST_TEXT, "%.*s", (int)length - is_bracketed, host + is_bracketed);
    length = strlen(name);
    if (length > 1 && name[length - 1] == '.')
        name[length - 1] = '\0';
    return *name != '\0' && is_clean(name);
}

static bool is_number(const char *name)
{
    unsigned char address[16];
    return inet_pton(AF_INET, name, address) == 1 || inet_pton(AF_INET6, name, address) == 1;
}

/* -- whose it is ------------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *ending)
{
    size_t length = strlen(name), end = strlen(ending);
    return length > end && strcasecmp(name + length - end, ending) == 0;
}

static bool is_listed(const char *list, const char *name)
{
    for (const char *at = list; at && *at; at += *at == ',') {
        size_t length = strcspn(at, ",");
        if ((length == 1 && *at == '*') ||
            (length == strlen(name) && strncasecmp(at, name, length) == 0))
            return true;
        at += length;
    }
    return false;
}

/* "garden" and, as machines at home call each other, "garden.local". */
static bool is_own(const char *own, const char *name)
{
    size_t length = strlen(own);
    return length > 0 && strncasecmp(name, own, length) == 0 &&
           (name[length] == '\0' || strcasecmp(name + length, ".local") == 0);
}

bool hosts_know(const Hosts *hosts, const char *host)
{
    char name[HOST_TEXT];
    if (!read_name(host, name))
        return false;
    return is_number(name) || strcasecmp(name, "localhost") == 0 || ends_with(name, ".localhost") ||
           (hosts->bind && strcasecmp(name, hosts->bind) == 0) || is_own(hosts->own, name) ||
           is_listed(hosts->given, name);
}

bool hosts_is_same_origin(const char *origin, const char *host, Scheme scheme)
{
    static const char *const schemes[] = {[SCHEME_PLAIN] = "http://", [SCHEME_SECURE] = "https://"};
    for (Scheme at = SCHEME_PLAIN; at <= SCHEME_SECURE; at++) {
        size_t length = strlen(schemes[at]);
        bool is_possible = scheme == SCHEME_UNKNOWN || scheme == at;
        if (is_possible && strncasecmp(origin, schemes[at], length) == 0)
            return strcasecmp(origin + length, host) == 0;
    }
    return false;
}
