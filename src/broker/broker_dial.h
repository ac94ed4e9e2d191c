/* A connection to a host, within reasonable time. */
#ifndef LUD_BROKER_BROKER_DIAL_H
#define LUD_BROKER_BROKER_DIAL_H

/* A socket that does not block, or -1. */
int broker_dial(const char *host, const char *port);

#endif
