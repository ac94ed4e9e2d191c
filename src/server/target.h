/* The target of a request, taken apart: whom it is for, where it leads, what it asks. */
#ifndef LUD_SERVER_TARGET_H
#define LUD_SERVER_TARGET_H

#include "server/exchange.h"

enum { TARGET_PATH_BYTES = 1024 };

/* Decodes `target` where it stands, and points the request's path and arguments into it.
 * `authority` becomes the host that an absolute target names, or NULL. False if it can't be read:
 * a broken escape, or a control character, which has no business in an address. */
bool target_read(char *target, Request *request, const char **authority);

#endif
