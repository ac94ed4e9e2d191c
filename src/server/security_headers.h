/* Fields that every reply carries, whatever it says. */
#ifndef LUD_SERVER_SECURITY_HEADERS_H
#define LUD_SERVER_SECURITY_HEADERS_H

#include <libwebsockets.h>

/* As libwebsockets wants them for all replies of a host, its own refusals included. */
extern const struct lws_protocol_vhost_options *const security_headers;

#endif
