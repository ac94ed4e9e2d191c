/* TLS between bytes and bytes: sealed ones, as they travel, and plain ones. It knows of no network.
 */
#ifndef LUD_SERVER_TLS_FILTER_H
#define LUD_SERVER_TLS_FILTER_H

#include "base/text.h"
#include "server/tls_keys.h"

enum { TLS_RECORD_BYTES = 16384 }; /* the most plain bytes that are sealed together */

typedef struct TlsFilter {
    SSL *ssl;
    const char *in; /* sealed bytes that nobody has looked at yet */
    size_t in_size;
    char *kept;     /* where they are if they had to be kept, for free() */
    Text out;       /* sealed bytes to be sent: of plain ones, and of its own */
    bool is_broken; /* what came was no TLS, or not as it should be */
} TlsFilter;

/* The filter must stay where it is. False if memory is lacking. */
bool tls_filter_start(TlsFilter *filter, TlsKeys *keys);
void tls_filter_end(TlsFilter *filter);
/* Whether both ends have agreed on keys. */
bool tls_filter_is_open(const TlsFilter *filter);
/* Has it look at sealed bytes next, which must stay until all of them were, or were kept; there
 * must be no others. */
void tls_filter_give(TlsFilter *filter, const char *bytes, size_t size);
/* Copies those that nobody has looked at. False if memory is lacking. */
bool tls_filter_keep(TlsFilter *filter);
/* Whether there are any. */
bool tls_filter_has_more(const TlsFilter *filter);
/* Plain bytes, for which there is room for TLS_RECORD_BYTES: how many; 0 if more sealed ones are
 * needed; -1 if none will come any more. In any case there may be some to send. */
int tls_filter_read(TlsFilter *filter, char place[TLS_RECORD_BYTES]);
/* Seals plain bytes, at least one. */
bool tls_filter_seal(TlsFilter *filter, const char *bytes, size_t size);
/* Says that no more will be sealed, to whoever understands that. */
void tls_filter_part(TlsFilter *filter);
/* Takes what is to be sent, for text_free(). */
Text tls_filter_take_out(TlsFilter *filter);

#endif
