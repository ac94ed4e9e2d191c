/* Fields that every reply carries, whatever it says. */
#ifndef LUD_SERVER_SECURITY_HEADERS_H
#define LUD_SERVER_SECURITY_HEADERS_H

/* Whole lines, each with its end; between the two may stand, after a space, one more place that the
 * page may fetch from. */
extern const char security_headers[], security_headers_rest[];

#endif
