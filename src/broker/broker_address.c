#include "broker/broker_address.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SCHEME     "nats://"
#define USUAL_PORT "4222"

/* A part of the text, if it fits and has nothing in it that could end a line or a string of JSON.
 */
static bool take(char *into, size_t room, const char *from, size_t size)
{
    if (size == 0 || size >= room)
        return false;
    for (size_t i = 0; i < size; i++) {
        if (!isgraph((unsigned char)from[i]) || from[i] == '"' || from[i] == '\\')
            return false;
    }
    memcpy(into, from, size);
    into[size] = '\0';
    return true;
}

static bool read_port(const char *text, size_t size, char port[8])
{
    if (size == 0 || size > 5 || strspn(text, "0123456789") < size)
        return false;
    snprintf(port, 8, "%.*s", (int)size, text);
    int number = atoi(port);
    return number > 0 && number < 65536;
}

static bool read_person(const char *text, size_t size, BrokerAddress *address)
{
    const char *colon = memchr(text, ':', size);
    if (!colon)
        return take(address->user, BROKER_WORD, text, size);
    size_t user = (size_t)(colon - text);
    return take(address->user, BROKER_WORD, text, user) &&
           take(address->password, BROKER_WORD, colon + 1, size - user - 1);
}

static bool read_host(const char *text, size_t size, BrokerAddress *address)
{
    const char *end = text + size, *host = text, *after;
    size_t host_size;
    if (size > 0 && text[0] == '[') {
        const char *bracket = memchr(text, ']', size);
        if (!bracket)
            return false;
        host = text + 1;
        host_size = (size_t)(bracket - host);
        after = bracket + 1;
    } else {
        const char *colon = memchr(text, ':', size);
        after = colon ? colon : end;
        host_size = (size_t)(after - host);
    }
    strcpy(address->port, USUAL_PORT);
    if (!take(address->host, BROKER_HOST, host, host_size))
        return false;
    return after == end ||
           (*after == ':' && read_port(after + 1, (size_t)(end - after - 1), address->port));
}

static bool read_one(const char *text, size_t size, BrokerAddress *address)
{
    size_t scheme = strlen(SCHEME);
    *address = (BrokerAddress){0};
    if (size < scheme || memcmp(text, SCHEME, scheme) != 0)
        return false;
    text += scheme;
    size -= scheme;
    if (size > 0 && text[size - 1] == '/')
        size--;
    size_t person = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] == '@')
            person = i + 1;
    }
    if (person > 0 && !read_person(text, person - 1, address))
        return false;
    return read_host(text + person, size - person, address);
}

int broker_address_read(const char *text, BrokerAddress addresses[BROKER_ADDRESSES])
{
    int count = 0;
    for (;;) {
        size_t size = strcspn(text, ",");
        if (count == BROKER_ADDRESSES || !read_one(text, size, &addresses[count++]))
            return 0;
        if (text[size] == '\0')
            return count;
        text += size + 1;
    }
}
