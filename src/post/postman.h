/* Sending notices from a server that may connect nowhere: a process of its own does, which takes
 * jobs and answers for each. The server never waits for it; what it can't take is dropped.
 *
 * Browsers are told by Web Push, whose requests are made here, so that the server's key stays with
 * the server; mails go to one mail server. docs/SERVER.md has what operators need to know. */
#ifndef LUD_POST_POSTMAN_H
#define LUD_POST_POSTMAN_H

#include "post/post_job.h"
#include "post/web_push.h"

enum {
    POST_LABEL = ENDPOINT_TEXT + 128, /* what a job is called, its end included: room for a
                                         person and their browser's endpoint */
    POST_MOST_JOBS = 1024,            /* that are not answered for, */
    POST_MOST_EACH = 4                /* and those of one label */
};

typedef struct Postman Postman;

/* Whatever is NULL is left out. All is copied. */
typedef struct PostmanSettings {
    const PushKeys *keys; /* they may also come later, by postman_use_keys */
    const char *contact;  /* of whoever runs the server: mailto:… or https://… */
    const char *smtp;     /* the mail server, as smtp_server_read reads it */
    const char *sender;   /* the address that mails come from; needed with it */

    /* Keeps the new process, and those that it starts, out of files but those below
     * postman_places, where the system can do that; what it answers is ignored. */
    bool (*confine)(void *context);
    void *context;

    /* For tests. A push service at this host may have any address and any port; that of strangers
     * must be public, and its port 443. */
    const char *test_host;
    int try_ms, pause_ms; /* 0: the usual ones, ten and two seconds */
} PostmanSettings;

/* Places that the process must be able to read, ended by NULL. */
extern const char *const postman_places[];

/* Starts the process: before this one is confined, or has threads. */
LudStatus postman_start(const PostmanSettings *settings, Postman **postman, LudError *err);
/* What is in hand has a few seconds to be sent, for which nobody waits in a confined process. NULL
 * is allowed. */
void postman_stop(Postman *postman);

/* Before any job. */
void postman_use_keys(Postman *postman, const PushKeys *keys);
bool postman_can_push(const Postman *postman);
bool postman_can_mail(const Postman *postman);

/* Hands over a job, from any thread; the label comes back in the report. LUD_ENOTNOW: it was
 * dropped, because too many wait, in all or of this label, the process is gone, or there is no key
 * or mail server. */
LudStatus postman_push(Postman *postman, const char *label, const PushSubscription *subscription,
                       const PushNotice *notice, LudError *err);
/* `subject`, `text` and `leave` as in mail.h. */
LudStatus postman_mail(Postman *postman, const char *label, const char *to, const char *subject,
                       const char *text, const char *leave, LudError *err);

typedef struct PostReport {
    PostOutcome outcome; /* never POST_LATER; POST_ENDED comes once, and after all others */
    int status;          /* what the other server said, in HTTP or SMTP; 0: nothing */
    char label[POST_LABEL];
} PostReport;

/* Readable when there are reports; for the event loop, until POST_ENDED. */
int postman_descriptor(const Postman *postman);
/* The next report, if there is one; on one thread at a time. */
bool postman_next(Postman *postman, PostReport *report);

typedef struct PostFigures {
    int64_t handed_over, done, gone, failed, lost, dropped, restarts;
    int64_t waiting;
} PostFigures;

void postman_figures(Postman *postman, PostFigures *figures);

#endif
