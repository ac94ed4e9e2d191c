/* What stands in the header fields of HTTP. */
#ifndef LUD_SERVER_HTTP_FIELDS_H
#define LUD_SERVER_HTTP_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "server/exchange.h"

/* Whether Accept-Encoding admits a content coding. */
bool http_accepts(const char *accept_encoding, const char *coding);
/* Whether If-None-Match names this entity tag, which includes its quotes. */
bool http_tag_matches(const char *if_none_match, const char *tag);
/* The token of `Authorization: Bearer …`, of less than `size` bytes; else "". */
void http_bearer(const char *authorization, char *token, size_t size);
/* The media type that a file's name stands for. */
const char *http_media_type(const char *path);
/* Whether the name holds a hash of the content, as Vite puts one into those under /assets/. */
bool http_is_hashed(const char *path);
/* What Range asks of a content of `size` bytes: nothing that is understood, one stretch from
 * `first` to `last`, or something that can't be had: none of it, several stretches, no numbers. */
typedef enum RangeKind { RANGE_NONE, RANGE_GOOD, RANGE_BAD } RangeKind;
RangeKind http_range(const char *range, uint64_t size, uint64_t *first, uint64_t *last);
/* Tags the reply by its bytes, and leaves them out if the client has them already. */
void http_tag(const Request *request, Reply *reply);
/* The same for a tag that is known, without quotes. */
void http_tag_known(const Request *request, Reply *reply, const char *tag, const char *variant);

#endif
