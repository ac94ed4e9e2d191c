/* What the server hands to the process that sends notices, and what comes back: messages over a
 * pair of sockets, between two halves of one program. */
#ifndef LUD_POST_POST_JOB_H
#define LUD_POST_POST_JOB_H

#include <stdint.h>

#include "post/mail.h"
#include "post/push_endpoint.h"

enum {
    POST_CONTENT = 16384, /* the most that a request or a mail may have, its end included */
};

typedef enum PostKind { POST_PUSH, POST_MAIL } PostKind;

typedef struct PostJob {
    uint64_t number; /* from 1 on, in the order in which they are handed over */
    PostKind kind;
    char host[POST_HOST_TEXT]; /* of a push service */
    int port;
    char to[MAIL_ADDRESS_TEXT]; /* of a mail */
    uint32_t size;              /* of the content that follows, without its zero byte */
} PostJob;

typedef struct PostParcel {
    PostJob job;
    char content[POST_CONTENT];
} PostParcel;

typedef enum PostOutcome {
    POST_DONE,      /* it was taken */
    POST_GONE,      /* there is nobody, nor will there be: forget the subscription */
    POST_FAILED,    /* it was refused, or nobody answered in spite of several tries */
    POST_LATER,     /* within the process only: try again */
    POST_LOST,      /* the process ended before it was sent */
    POST_RESTARTED, /* of no job: the process had ended, and another does its work */
    POST_ENDED,     /* of no job: nothing can be sent any more */
} PostOutcome;

typedef struct PostAnswer {
    uint64_t number; /* of the job; with POST_RESTARTED the last that the old process had taken */
    PostOutcome outcome;
    int status; /* what the other server said, in HTTP or SMTP; 0: nothing */
} PostAnswer;

#endif
