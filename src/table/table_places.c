#include "table_places.h"

#include <ludoteca/table.h>

#include <stdio.h>
#include <stdlib.h>

/* Takes a copy of "FIRST/REST"; NULL when out of memory. */
static char *join(const char *first, const char *rest)
{
    size_t size = strlen(first) + strlen(rest) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", first, rest);
    return path;
}

/* As the XDG Base Directory Specification has it: relative paths there count as unset. */
static char *find_home(const char *variable, const char *usual)
{
    const char *base = getenv(variable), *home = getenv("HOME");
    if (base && base[0] == '/')
        return join(base, "ludoteca/tables");
    if (!home || home[0] == '\0')
        return NULL;
    char *under = join(home, usual);
    char *path = under ? join(under, "ludoteca/tables") : NULL;
    free(under);
    return path;
}

static const char *find_variable(void)
{
    return getenv("LUDOTECA_TABLES");
}

char *lud_tables_home(void)
{
    const char *named = find_variable();
    if (named)
        named += strspn(named, ":");
    if (named && named[0]) {
        char *first = join(named, "");
        if (first)
            first[strcspn(named, ":")] = '\0';
        return first;
    }
    return find_home("XDG_DATA_HOME", ".local/share");
}

char *lud_tables_cache_home(void)
{
    return find_home("XDG_CACHE_HOME", ".cache");
}

/* The usual directories, joined, for free(). */
static char *find_usual(void)
{
    const char *named = find_variable();
    if (named && !named[0])
        return calloc(1, 1);
    char *cache = lud_tables_cache_home(),
         *data = named ? NULL : find_home("XDG_DATA_HOME", ".local/share");
    const char *first = named ? named : data ? data : "";
    size_t size = strlen(first) + (cache ? strlen(cache) : 0) + 2;
    char *both = malloc(size);
    if (both)
        snprintf(both, size, "%s:%s", first, cache ? cache : "");
    free(cache);
    free(data);
    return both;
}

bool table_places_each(const char *path, bool (*visit)(void *context, const char *dir),
                       void *context)
{
    char *usual = path ? NULL : find_usual();
    if (!path && !usual)
        return false;
    bool has_memory = true, goes_on = true;
    for (const char *at = path ? path : usual; *at && has_memory && goes_on;) {
        size_t length = strcspn(at, ":");
        char *dir = malloc(length + 1);
        has_memory = dir != NULL;
        if (dir && length > 0) {
            memcpy(dir, at, length);
            dir[length] = '\0';
            goes_on = visit(context, dir);
        }
        free(dir);
        at += length + (at[length] == ':');
    }
    free(usual);
    return has_memory;
}
