/* Everything that has an address: the page, the questions, files of tables, and games between
 * people. */
#ifndef LUD_SERVER_SITE_H
#define LUD_SERVER_SITE_H

#include "online/hall.h"
#include "server/api.h"
#include "server/relay.h"
#include "server/table_files.h"

typedef struct Site {
    const char *page; /* a directory, or NULL: what is built in */
    Hall *hall;       /* NULL: games can't be kept here */
    Relay *relay;     /* to other servers, or NULL */
    Api api;
    TableFiles files;
} Site;

/* Whether the sender may ask now; else the reply says when. */
bool site_admits(Site *site, const Request *request, Reply *reply);
/* Whether the answer is in memory and can be given at once, on the network's thread. */
bool site_is_at_hand(const Site *site, const Request *request);
/* From any number of threads at once. */
void site_answer(Site *site, const Request *request, Reply *reply);

#endif
