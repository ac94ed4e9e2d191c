/* Between the hall, which knows whom to tell what, and the postman, who carries it. */
#ifndef LUD_SERVER_POST_DESK_H
#define LUD_SERVER_POST_DESK_H

#include <stdatomic.h>

#include "base/background.h"
#include "online/hall.h"
#include "post/postman.h"

typedef struct PostDesk {
    Postman *postman; /* NULL: nobody is told anything */
    const char *address;
    char push_key[PUSH_PUBLIC_TEXT];
    Hall *hall;
    Background *listener; /* hears what became of notices */
    atomic_bool is_closing;
} PostDesk;

typedef struct PostDeskSettings {
    const char *contact; /* of whoever runs the server; NULL: browsers are not told */
    const char *smtp;    /* the mail server; NULL: there are no mails */
    const char *sender;  /* the address that mails come from */
    const char *address; /* where the page is, for links: "https://example.org/" */
    const char *test_host;
    bool is_confined;
} PostDeskSettings;

/* Starts the postman, if there is anything to carry: before the process is confined or has threads.
 */
LudStatus post_desk_start(PostDesk *desk, const PostDeskSettings *settings, LudError *err);
/* Finds the server's keys in the store, or makes them, and tells the hall how to use the desk. */
LudStatus post_desk_furnish(PostDesk *desk, HallSettings *hall, LudError *err);
/* Begins to hear what became of notices. */
void post_desk_open(PostDesk *desk, Hall *hall);
/* Before the hall closes. */
void post_desk_close(PostDesk *desk);
/* After it has. */
void post_desk_end(PostDesk *desk);

#endif
