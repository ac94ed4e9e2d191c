/* A mail as text: head and content (RFC 5322, MIME), in UTF-8 and yet in nothing but ASCII, so that
 * any mail server takes it. */
#ifndef LUD_POST_MAIL_H
#define LUD_POST_MAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { MAIL_ADDRESS_TEXT = 255 /* the longest address, its end included */ };

/* Whether it is an address: NAME@DOMAIN in ASCII, of the plain characters that need no quotes; the
 * domain has two labels at least. Stricter than the standard, and so safe in any place. */
bool mail_is_address(const char *text);

typedef struct Mail {
    const char *from, *to; /* addresses */
    const char *subject;   /* UTF-8; what has no place in a line becomes '?' */
    const char *text;      /* UTF-8, lines end in \n */
    const char *leave;     /* a web address where one can say to get no more of these; or NULL */
    const char *id;        /* letters and digits that no other mail has */
    int64_t date_s;        /* seconds since 1970 */
} Mail;

/* Adds all of it, lines ended by \r\n. False if an address is none. */
bool mail_write(Text *out, const Mail *mail);

#endif
