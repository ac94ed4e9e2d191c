#include "server/proxies.h"

#include <string.h>
#include <strings.h>

/* A part of a text. */
typedef struct Span {
    const char *at;
    size_t length;
} Span;

static Span trim(Span span, const char *needless)
{
    while (span.length > 0 && strchr(needless, *span.at)) {
        span.at++;
        span.length--;
    }
    while (span.length > 0 && strchr(needless, span.at[span.length - 1]))
        span.length--;
    return span;
}

/* -- which there are --------------------------------------------------------------------------- */

bool proxies_read(Proxies *proxies, const char *list)
{
    for (const char *at = list; at && *at; at += *at == ',') {
        Span word = trim((Span){at, strcspn(at, ",")}, " ");
        at += strcspn(at, ",");
        if (proxies->count == PROXIES_MOST ||
            !net_range_read(word.at, word.length, &proxies->ranges[proxies->count]))
            return false;
        proxies->count++;
    }
    return !list || proxies->count > 0;
}

bool proxies_have(const Proxies *proxies, const NetAddress *address)
{
    for (int i = 0; i < proxies->count; i++) {
        if (net_range_has(&proxies->ranges[i], address))
            return true;
    }
    return false;
}

/* -- what they say ----------------------------------------------------------------------------- */

/* The last element of a list, which is cut off; false if there is none left. */
static bool take_last(Span *list, Span *last)
{
    if (list->length == 0)
        return false;
    size_t start = list->length;
    while (start > 0 && list->at[start - 1] != ',')
        start--;
    *last = trim((Span){list->at + start, list->length - start}, " \t");
    list->length = start > 0 ? start - 1 : 0;
    return true;
}

/* The value of a parameter in an element of Forwarded, without its quotes; empty if it has none. */
static Span find_value(Span element, const char *name)
{
    size_t length = strlen(name);
    const char *end = element.at + element.length;
    for (const char *at = element.at; at < end;) {
        const char *stop = memchr(at, ';', (size_t)(end - at));
        Span pair = trim((Span){at, (size_t)((stop ? stop : end) - at)}, " \t");
        if (pair.length > length && strncasecmp(pair.at, name, length) == 0)
            return trim((Span){pair.at + length, pair.length - length}, "\"");
        at = stop ? stop + 1 : end;
    }
    return (Span){element.at, 0};
}

static Span whole(const char *text)
{
    return (Span){text, strlen(text)};
}

/* Each proxy adds at the end whom it was asked by. What comes before the first who is none of ours
 * is hearsay. */
bool proxies_find_client(const Proxies *proxies, const Forwarding *said, NetAddress *client)
{
    bool is_found = false, is_short = *said->x_for != '\0';
    Span list = whole(is_short ? said->x_for : said->forwarded), last;
    while (take_last(&list, &last)) {
        Span hop = is_short ? last : find_value(last, "for=");
        NetAddress address;
        if (!net_address_read(hop.at, hop.length, &address))
            break;
        *client = address;
        is_found = true;
        if (!proxies_have(proxies, client))
            break;
    }
    return is_found;
}

Scheme proxies_find_scheme(const Forwarding *said)
{
    Span list = whole(*said->x_proto ? said->x_proto : said->forwarded), last;
    if (!take_last(&list, &last))
        return SCHEME_UNKNOWN;
    Span word = *said->x_proto ? last : find_value(last, "proto=");
    if (word.length == 5 && strncasecmp(word.at, "https", 5) == 0)
        return SCHEME_SECURE;
    return word.length == 4 && strncasecmp(word.at, "http", 4) == 0 ? SCHEME_PLAIN : SCHEME_UNKNOWN;
}
