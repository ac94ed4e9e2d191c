#include "server/tables_host.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static LudStatus refuse(const char *given, LudError *err)
{
    return lud_error_set(err, LUD_EUSAGE,
                         "--tables-from takes the address of a directory with tables, such as "
                         "https://tables.example.org/ludoteca/, of a host by its name, with http "
                         "only on this machine; \"{1}\" is something else.",
                         given, (char *)NULL);
}

/* One whose bytes nobody on the way can change, or that has no way to go. */
static bool is_safe(bool is_secure, const char *host, size_t length)
{
    static const char *const own[] = {"localhost", "127.0.0.1"};
    for (size_t i = 0; i < sizeof own / sizeof own[0] && !is_secure; i++)
        is_secure = strlen(own[i]) == length && strncmp(own[i], host, length) == 0;
    return is_secure;
}

/* Words of letters and digits joined by points: neither *, nor names that only look like others. */
static bool is_host(const char *host, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        bool is_edge = i == 0 || i + 1 == length || host[i - 1] == '.' || host[i + 1] == '.';
        bool is_letter = strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
                                host[i]) != NULL;
        if (!is_letter && (is_edge || !strchr("-.", host[i])))
            return false;
    }
    return length > 0;
}

/* "" or ":443". */
static bool is_port(const char *port, size_t length)
{
    enum { LAST_PORT = 65535, DIGITS_MOST = 5 };
    if (length == 0)
        return true;
    long number = strtol(port + 1, NULL, 10);
    return *port == ':' && strspn(port + 1, "0123456789") == length - 1 && length > 1 &&
           length - 1 <= DIGITS_MOST && number > 0 && number <= LAST_PORT;
}

/* Plain names only: what the policy would read otherwise (; , and spaces) must not stand there. */
static bool is_path(const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    return path[strspn(path, plain)] == '\0' && !strstr(path, "//") && !strstr(path, "/.");
}

LudStatus tables_host_read(const char *given, char place[TABLES_HOST_TEXT], LudError *err)
{
    static const char safe[] = "https://", unsafe[] = "http://";
    bool is_secure = strncmp(given, safe, strlen(safe)) == 0;
    bool is_address = is_secure || strncmp(given, unsafe, strlen(unsafe)) == 0;
    if (!is_address || strlen(given) > TABLES_HOST_TEXT - 2)
        return refuse(given, err);
    const char *host = given + strlen(is_secure ? safe : unsafe);
    size_t length = strcspn(host, ":/"), whole = strcspn(host, "/");
    if (!is_host(host, length) || !is_port(host + length, whole - length) ||
        !is_safe(is_secure, host, length) || !is_path(host + whole))
        return refuse(given, err);
    size_t size = strlen(given);
    snprintf(place, TABLES_HOST_TEXT, "%s%s", given, given[size - 1] == '/' ? "" : "/");
    return LUD_OK;
}
