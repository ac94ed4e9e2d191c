/* Addresses of servers, of games and of seats, as people copy them. */
#ifndef LUD_CLIENT_CLIENT_URL_H
#define LUD_CLIENT_CLIENT_URL_H

#include <stdbool.h>

enum { URL_HOST = 256, URL_ID = 17, URL_TOKEN = 128 };

typedef struct ClientUrl {
    bool is_secure; /* https */
    char host[URL_HOST];
    char port[8];
    char id[URL_ID];       /* of a game; "" if only a server is named */
    char token[URL_TOKEN]; /* of a seat; "" if there is none */
} ClientUrl;

/* Reads http://HOST[:PORT][/], with #/play/ID, #/online/ID or #/seat/ID.TOKEN behind it. False if
 * it is none of them. */
bool client_url_read(const char *text, ClientUrl *url);

#endif
