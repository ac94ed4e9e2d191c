/* Handing a mail to a mail server (RFC 5321), as a conversation: what it answers goes in, what to
 * say next comes out. Nothing here knows a network. */
#ifndef LUD_POST_SMTP_H
#define LUD_POST_SMTP_H

#include <ludoteca/error.h>

#include "base/text.h"
#include "post/mail.h"
#include "post/push_endpoint.h"

enum { SMTP_WORD = 128 /* a user's name or password, its end included */ };

typedef struct SmtpServer {
    char host[POST_HOST_TEXT];
    int port;
    char user[SMTP_WORD], password[SMTP_WORD]; /* "": it asks for none */
    bool is_secure; /* from the first byte on (smtps), else once it offers it */
    bool is_local;  /* this machine itself: no certificate is asked for */
} SmtpServer;

/* Reads smtp://[USER:PASSWORD@]HOST[:PORT], or smtps://; in names and passwords other characters
 * are spelt %40. The port is 587 with a user, else 25; with smtps 465. */
LudStatus smtp_server_read(SmtpServer *server, const char *text, LudError *err);

typedef enum SmtpStep {
    SMTP_READ,   /* the answer has more lines */
    SMTP_SAY,    /* say what was written, then read */
    SMTP_SECURE, /* begin TLS, then smtp_secured */
    SMTP_DONE,   /* it has taken the mail */
    SMTP_GONE,   /* there is no such recipient, nor will there be */
    SMTP_FAILED, /* it refuses the mail, and will again */
    SMTP_LATER,  /* it may take it another time, or talks nonsense */
} SmtpStep;

typedef enum SmtpStage {
    SMTP_GREETING,
    SMTP_HELLO,
    SMTP_STARTTLS,
    SMTP_AUTH,
    SMTP_FROM,
    SMTP_TO,
    SMTP_DATA,
    SMTP_CONTENT,
} SmtpStage;

typedef struct SmtpTalk {
    const SmtpServer *server;
    const char *from, *to;
    const char *mail; /* lines that end in \r\n */
    SmtpStage stage;
    bool is_secure;
    bool offers_tls, offers_plain;
    int lines;  /* of one answer so far */
    int status; /* of the last answer */
} SmtpTalk;

/* Waits for the greeting. All that is pointed to must stay. */
void smtp_begin(SmtpTalk *talk, const SmtpServer *server, const char *from, const char *to,
                const char *mail);
/* A line that came, without its end; what is to be said is added to `say`. */
SmtpStep smtp_hear(SmtpTalk *talk, const char *line, Text *say);
/* TLS is there. */
void smtp_secured(SmtpTalk *talk, Text *say);

#endif
