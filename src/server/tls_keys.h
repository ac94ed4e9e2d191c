/* The certificate by which the server is known, and its key. They may be read anew while it serves.
 */
#ifndef LUD_SERVER_TLS_KEYS_H
#define LUD_SERVER_TLS_KEYS_H

#include <openssl/ssl.h>
#include <pthread.h>
#include <stdio.h>

#include <ludoteca/error.h>

typedef struct TlsFile {
    const char *path;
    FILE *opened; /* NULL once it was read */
} TlsFile;

typedef struct TlsKeys {
    TlsFile certificate, key; /* in PEM: the chain, its own first; the key */
    pthread_mutex_t lock;
    SSL_CTX *context;
} TlsKeys;

/* Opens both files, to be read once: whoever may open them may not be who reads them. */
LudStatus tls_keys_open(TlsKeys *keys, const char *certificate, const char *key, LudError *err);
/* Reads both files, later anew; connections that come from now on get them. If that fails those
 * that were read before stay. */
LudStatus tls_keys_read(TlsKeys *keys, LudError *err);
/* Gives back what OpenSSL keeps for a thread that has read them and does nothing else for TLS. */
void tls_keys_leave_thread(void);
/* The server's side of a new connection, for SSL_free; NULL if memory is lacking. */
SSL *tls_keys_use(TlsKeys *keys);
void tls_keys_end(TlsKeys *keys);

#endif
