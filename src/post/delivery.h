/* One try to hand a notice to the server that it is for. */
#ifndef LUD_POST_DELIVERY_H
#define LUD_POST_DELIVERY_H

#include "post/post_job.h"
#include "post/post_line.h"
#include "post/smtp.h"

typedef struct DeliverySettings {
    SSL_CTX *trust;
    const char *test_host; /* the one that may be anywhere, at any port; or NULL */
    bool has_mail;         /* the rest is set */
    SmtpServer smtp;
    char sender[MAIL_ADDRESS_TEXT];
} DeliverySettings;

typedef struct Delivery {
    PostOutcome outcome;
    int status;  /* as in PostAnswer */
    int pause_s; /* with POST_LATER: how long the server asks to be left alone; 0: it does not */
} Delivery;

/* Not longer than `until_us`, but for what finding a name's address takes. */
Delivery deliver(const PostJob *job, const char *content, const DeliverySettings *settings,
                 int64_t until_us);

#endif
