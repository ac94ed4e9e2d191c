/* A connection to somebody else's server, plain or by TLS, that never waits past its end of time.
 */
#ifndef LUD_POST_POST_LINE_H
#define LUD_POST_POST_LINE_H

#include <openssl/ssl.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct PostLine {
    int socket;
    SSL *tls;         /* NULL: plain */
    int64_t until_us; /* as base_time_us counts */
} PostLine;

typedef enum LineOutcome {
    LINE_OPEN,
    LINE_SILENT,    /* no such name, or nobody answers */
    LINE_FORBIDDEN, /* its addresses are not for strangers to choose */
} LineOutcome;

/* Whom to trust: what the system does, or SSL_CERT_FILE and SSL_CERT_DIR say. NULL: out of memory.
 */
SSL_CTX *post_line_trust(void);

/* Only to public addresses, unless it may go anywhere. The line is to be closed in any case. */
LineOutcome post_line_connect(PostLine *line, const char *host, int port, bool anywhere,
                              int64_t until_us);
/* Speaks TLS from now on; unless it is not `checked`, only to whom that name belongs. */
bool post_line_secure(PostLine *line, SSL_CTX *trust, const char *host, bool checked);
bool post_line_write(PostLine *line, const char *bytes, size_t size);
/* How many bytes came; 0 if no more will. */
size_t post_line_read(PostLine *line, char *bytes, size_t room);
void post_line_close(PostLine *line);

#endif
