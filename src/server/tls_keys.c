#include "server/tls_keys.h"

#include <errno.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <stdbool.h>
#include <string.h>

/* -- manners ----------------------------------------------------------------------------------- */

/* Whoever names protocols must name ours: HTTP/2 would be misunderstood. */
static int choose_protocol(SSL *ssl, const unsigned char **chosen, unsigned char *length,
                           const unsigned char *offered, unsigned offered_length, void *context)
{
    static const unsigned char ours[] = "\x08http/1.1\x08http/1.0";
    (void)ssl;
    (void)context;
    int found = SSL_select_next_proto((unsigned char **)chosen, length, ours, sizeof ours - 1,
                                      offered, offered_length);
    return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

/* TLS 1.2 and 1.3, whose keys are forgotten after the connection, with no renegotiation. Whoever
 * comes back shows a ticket: nothing is kept here. */
static SSL_CTX *make_context(void)
{
    SSL_CTX *made = SSL_CTX_new(TLS_server_method());
    if (!made)
        return NULL;
    SSL_CTX_set_options(made, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                  SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(made, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(made, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_alpn_select_cb(made, choose_protocol, NULL);
    if (SSL_CTX_set_min_proto_version(made, TLS1_2_VERSION) == 1 &&
        SSL_CTX_set_cipher_list(made, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1 &&
        SSL_CTX_set_num_tickets(made, 1) == 1)
        return made;
    SSL_CTX_free(made);
    return NULL;
}

/* -- reading ----------------------------------------------------------------------------------- */

static LudStatus fail(const char *file, const char *reason, LudError *err)
{
    return lud_error_set(err, LUD_EFILE, "{1} can't be used for TLS: {2}.", file, reason,
                         (char *)NULL);
}

/* Says what OpenSSL has against a file. */
static LudStatus refuse(const char *file, LudError *err)
{
    unsigned long first = ERR_get_error();
    const char *reason = ERR_GET_LIB(first) == ERR_LIB_SYS ? strerror(ERR_GET_REASON(first))
                                                           : ERR_reason_error_string(first);
    ERR_clear_error();
    return fail(file, reason ? reason : "?", err);
}

/* A key that is locked would be asked for at the terminal. */
static int know_no_password(char *place, int room, int is_writing, void *context)
{
    (void)place;
    (void)room;
    (void)is_writing;
    (void)context;
    return -1;
}

/* The server's own certificate, then those that vouch for it, to the end of the file. */
static bool read_chain(BIO *file, SSL_CTX *context)
{
    X509 *own = PEM_read_bio_X509_AUX(file, NULL, know_no_password, NULL);
    bool is_right = own && SSL_CTX_use_certificate(context, own) == 1;
    X509_free(own);
    X509 *next = NULL;
    while (is_right && (next = PEM_read_bio_X509(file, NULL, know_no_password, NULL)))
        is_right = SSL_CTX_add0_chain_cert(context, next) == 1;
    bool is_end = ERR_GET_REASON(ERR_peek_last_error()) == PEM_R_NO_START_LINE;
    if (is_right && is_end)
        ERR_clear_error();
    return is_right && is_end;
}

static bool read_key(BIO *file, SSL_CTX *context)
{
    EVP_PKEY *key = PEM_read_bio_PrivateKey(file, NULL, know_no_password, NULL);
    bool is_right =
        key && SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1;
    EVP_PKEY_free(key);
    return is_right;
}

/* The file, if it was opened for the first time, or as it is by now. */
static BIO *open_file(TlsFile *file)
{
    FILE *opened = file->opened;
    file->opened = NULL;
    return opened ? BIO_new_fp(opened, BIO_CLOSE) : BIO_new_file(file->path, "r");
}

static LudStatus read_file(TlsFile *file, SSL_CTX *context,
                           bool (*read)(BIO *file, SSL_CTX *context), LudError *err)
{
    BIO *opened = open_file(file);
    bool is_read = opened && read(opened, context);
    BIO_free(opened);
    return is_read ? LUD_OK : refuse(file->path, err);
}

LudStatus tls_keys_read(TlsKeys *keys, LudError *err)
{
    ERR_clear_error();
    SSL_CTX *made = make_context();
    if (!made)
        return lud_error_set(err, LUD_EMEMORY, "Out of memory.", (char *)NULL);
    LudStatus status = read_file(&keys->certificate, made, read_chain, err);
    if (status == LUD_OK)
        status = read_file(&keys->key, made, read_key, err);
    if (status == LUD_OK) {
        pthread_mutex_lock(&keys->lock);
        SSL_CTX *old = keys->context;
        keys->context = made;
        made = old; /* connections that have it keep it */
        pthread_mutex_unlock(&keys->lock);
    }
    SSL_CTX_free(made);
    return status;
}

void tls_keys_leave_thread(void)
{
    OPENSSL_thread_stop();
}

/* -- using them -------------------------------------------------------------------------------- */

LudStatus tls_keys_open(TlsKeys *keys, const char *certificate, const char *key, LudError *err)
{
    *keys = (TlsKeys){.certificate.path = certificate, .key.path = key};
    pthread_mutex_init(&keys->lock, NULL);
    TlsFile *files[] = {&keys->certificate, &keys->key};
    for (int i = 0; i < 2; i++) {
        files[i]->opened = fopen(files[i]->path, "re");
        if (!files[i]->opened)
            return fail(files[i]->path, strerror(errno), err);
    }
    return LUD_OK;
}

SSL *tls_keys_use(TlsKeys *keys)
{
    pthread_mutex_lock(&keys->lock);
    SSL *made = SSL_new(keys->context);
    pthread_mutex_unlock(&keys->lock);
    return made;
}

void tls_keys_end(TlsKeys *keys)
{
    if (keys->certificate.opened)
        fclose(keys->certificate.opened);
    if (keys->key.opened)
        fclose(keys->key.opened);
    SSL_CTX_free(keys->context);
    *keys = (TlsKeys){0};
}
