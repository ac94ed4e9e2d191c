/* Fields that every reply carries, whatever it says. */
#ifndef LUD_SERVER_SECURITY_HEADERS_H
#define LUD_SERVER_SECURITY_HEADERS_H

/* Whole lines, each with its end. */
extern const char security_headers[];

#endif
