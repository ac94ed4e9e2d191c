/* The certificate by which the server is known, and its key. They may be read anew while it serves.
 */
#ifndef LUD_SERVER_TLS_KEYS_H
#define LUD_SERVER_TLS_KEYS_H

#include <openssl/ssl.h>
#include <pthread.h>

#include <ludoteca/error.h>

typedef struct TlsKeys {
    const char *certificate, *key; /* files in PEM: the chain, its own first; the key */
    pthread_mutex_t lock;
    SSL_CTX *context;
} TlsKeys;

void tls_keys_start(TlsKeys *keys, const char *certificate, const char *key);
/* Reads both files; connections that come from now on get them. If that fails those that were read
 * before stay. */
LudStatus tls_keys_read(TlsKeys *keys, LudError *err);
/* The server's side of a new connection, for SSL_free; NULL if memory is lacking. */
SSL *tls_keys_use(TlsKeys *keys);
void tls_keys_end(TlsKeys *keys);

#endif
