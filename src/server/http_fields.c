#include "server/http_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

/* -- lists ------------------------------------------------------------------------------------- */

static bool is_space(char c)
{
    return c == ' ' || c == '\t';
}

static char lower(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* Whether the bytes from `at` are this word, whatever its case. */
static bool is_word(const char *at, size_t length, const char *word)
{
    if (strlen(word) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (lower(at[i]) != lower(word[i]))
            return false;
    }
    return true;
}

/* Whether the parameters of a list's element, up to `end`, say q=0: not wanted. */
static bool is_refused(const char *at, const char *end)
{
    for (; at < end; at++) {
        if (lower(*at) != 'q' || end - at < 3 || at[1] != '=')
            continue;
        at += 2;
        if (*at != '0')
            return false;
        for (at++; at < end && (*at == '.' || *at == '0'); at++)
            ;
        return at == end || *at < '1' || *at > '9';
    }
    return false;
}

/* 1: the list admits the coding, 0: it refuses it, -1: it does not name it. */
static int find_coding(const char *list, const char *coding)
{
    for (const char *at = list; *at;) {
        const char *end = at + strcspn(at, ",");
        while (at < end && is_space(*at))
            at++;
        const char *name_end = at;
        while (name_end < end && *name_end != ';' && !is_space(*name_end))
            name_end++;
        if (is_word(at, (size_t)(name_end - at), coding))
            return !is_refused(name_end, end);
        at = *end ? end + 1 : end;
    }
    return -1;
}

bool http_accepts(const char *accept_encoding, const char *coding)
{
    int found = find_coding(accept_encoding, coding);
    return found >= 0 ? found == 1 : find_coding(accept_encoding, "*") == 1;
}

bool http_tag_matches(const char *if_none_match, const char *tag)
{
    size_t length = strlen(tag);
    for (const char *at = if_none_match; *at;) {
        at += strspn(at, " \t,");
        if (*at == '*')
            return true;
        if (strncmp(at, "W/", 2) == 0)
            at += 2;
        if (strncmp(at, tag, length) == 0)
            return true;
        /* To the end of this tag, whose quoted part may hold commas. */
        at += *at == '"' ? 1 + strcspn(at + 1, "\"") : strcspn(at, ",");
        at += *at != '\0';
    }
    return false;
}

/* -- stretches --------------------------------------------------------------------------------- */

/* Reads digits, at most as many as surely fit; what follows them, or NULL if there are none. */
static const char *read_offset(const char *at, uint64_t *number)
{
    enum { DIGITS_MOST = 18 };
    size_t digits = strspn(at, "0123456789");
    if (digits == 0 || digits > DIGITS_MOST)
        return NULL;
    *number = 0;
    for (; digits > 0; digits--)
        *number = *number * 10 + (uint64_t)(*at++ - '0');
    return at;
}

RangeKind http_range(const char *range, uint64_t size, uint64_t *first, uint64_t *last)
{
    static const char unit[] = "bytes=";
    uint64_t number;
    size_t length = strlen(unit);
    if (strlen(range) < length || !is_word(range, length, unit))
        return RANGE_NONE;
    const char *at = range + length;
    if (*at == '-') { /* so many at the end */
        at = read_offset(at + 1, &number);
        if (!at || *at || number == 0 || size == 0)
            return RANGE_BAD;
        *first = number < size ? size - number : 0;
        *last = size - 1;
        return RANGE_GOOD;
    }
    at = read_offset(at, first);
    if (!at || *at != '-' || *first >= size)
        return RANGE_BAD;
    *last = size - 1;
    if (!at[1])
        return RANGE_GOOD;
    at = read_offset(at + 1, &number);
    if (!at || *at || number < *first)
        return RANGE_BAD;
    *last = number < size ? number : size - 1;
    return RANGE_GOOD;
}

/* -- who asks ---------------------------------------------------------------------------------- */

void http_bearer(const char *authorization, char *token, size_t size)
{
    static const char scheme[] = "Bearer";
    size_t length = strlen(scheme);
    const char *at = authorization + strspn(authorization, " \t");
    *token = '\0';
    if (strlen(at) <= length || !is_word(at, length, scheme) || !is_space(at[length]))
        return;
    at += length + strspn(at + length, " \t");
    if (strlen(at) < size)
        memcpy(token, at, strlen(at) + 1);
}

/* -- names ------------------------------------------------------------------------------------- */

const char *http_media_type(const char *path)
{
    static const struct {
        const char *ending, *type;
    } types[] = {
        {"html", "text/html; charset=utf-8"},
        {"js", "text/javascript; charset=utf-8"},
        {"mjs", "text/javascript; charset=utf-8"},
        {"css", "text/css; charset=utf-8"},
        {"json", "application/json"},
        {"map", "application/json"},
        {"webmanifest", "application/manifest+json"},
        {"wasm", "application/wasm"},
        {"svg", "image/svg+xml; charset=utf-8"},
        {"png", "image/png"},
        {"webp", "image/webp"},
        {"ico", "image/x-icon"},
        {"woff2", "font/woff2"},
        {"txt", "text/plain; charset=utf-8"},
    };
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(dot + 1, types[i].ending) == 0)
            return types[i].type;
    }
    return "application/octet-stream";
}

static bool is_hash_character(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '_';
}

/* Eight letters of base 64 between a hyphen and the ending. Words of a name that someone gave are
 * told from a hash by their having neither digits nor capitals; a hash without any, one in a
 * thousand, is only asked for more often than need be. */
bool http_is_hashed(const char *path)
{
    enum { HASH_LETTERS = 8 };
    static const char *const folders[] = {"/assets/", "/data/"};
    size_t folder = strncmp(path, folders[0], strlen(folders[0])) == 0 ? 0 : 1;
    size_t length = strlen(folders[folder]);
    const char *dot = strrchr(path, '.');
    if (strncmp(path, folders[folder], length) != 0 || !dot || strchr(dot, '/') ||
        dot - path < (int)length + HASH_LETTERS + 1 || dot[-HASH_LETTERS - 1] != '-')
        return false;
    bool is_random = false;
    for (const char *at = dot - HASH_LETTERS; at < dot; at++) {
        if (!is_hash_character(*at))
            return false;
        is_random |= (*at >= '0' && *at <= '9') || (*at >= 'A' && *at <= 'Z');
    }
    return is_random;
}

/* -- tags -------------------------------------------------------------------------------------- */

void http_tag_known(const Request *request, Reply *reply, const char *tag, const char *variant)
{
    snprintf(reply->tag, sizeof reply->tag, "\"%s%s%s\"", tag, variant ? "-" : "",
             variant ? variant : "");
    if (!http_tag_matches(request->if_none_match, reply->tag))
        return;
    reply->status = 304;
    reply->type = reply->encoding = NULL;
    reply->bytes = NULL;
    reply->size = 0;
}

void http_tag(const Request *request, Reply *reply)
{
    char tag[17];
    snprintf(tag, sizeof tag, "%016" PRIx64, (uint64_t)XXH3_64bits(reply->bytes, reply->size));
    http_tag_known(request, reply, tag, NULL);
}
