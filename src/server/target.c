#include "server/target.h"

#include <string.h>
#include <strings.h>

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static bool is_control(char c)
{
    return (unsigned char)c < ' ' || c == 0x7f;
}

/* Replaces escapes by what they stand for, in an argument also plus signs by spaces. */
static bool decode(char *text, bool is_argument)
{
    char *to = text;
    for (const char *at = text; *at; at++) {
        char c = *at == '+' && is_argument ? ' ' : *at;
        if (c == '%') {
            int high = hex_digit(at[1]), low = high < 0 ? -1 : hex_digit(at[2]);
            if (low < 0)
                return false;
            c = (char)(high << 4 | low);
            at += 2;
        }
        if (is_control(c))
            return false;
        *to++ = c;
    }
    *to = '\0';
    return true;
}

static bool read_arguments(char *at, Request *request)
{
    while (at) {
        char *next = strchr(at, '&');
        if (next)
            *next++ = '\0';
        if (*at) {
            if (!decode(at, true))
                return false;
            if (request->argument_count < REQUEST_ARGUMENTS)
                request->arguments[request->argument_count] = at;
            request->argument_count++;
        }
        at = next;
    }
    return true;
}

/* "http://host/path" as a proxy is asked; the host moves to the front to leave room for its end. */
static char *split_authority(char *target, const char **authority)
{
    static const char *const schemes[] = {"http://", "https://"};
    for (size_t i = 0; i < sizeof schemes / sizeof schemes[0]; i++) {
        size_t length = strlen(schemes[i]);
        if (strncasecmp(target, schemes[i], length) != 0)
            continue;
        size_t host = strcspn(target + length, "/?");
        memmove(target, target + length, host);
        *authority = target;
        char *path = target + length + host;
        if (*path != '/')
            *--path = '/';
        target[host] = '\0';
        return path;
    }
    return target;
}

bool target_read(char *target, Request *request, const char **authority)
{
    *authority = NULL;
    char *path = split_authority(target, authority);
    bool is_server = request->method == METHOD_OPTIONS && strcmp(path, "*") == 0;
    if (*path != '/' && !is_server)
        return false;
    char *arguments = strchr(path, '?');
    if (arguments)
        *arguments++ = '\0';
    request->path = path;
    request->is_path_too_long = strlen(path) >= TARGET_PATH_BYTES;
    return decode(path, false) && read_arguments(arguments, request);
}
